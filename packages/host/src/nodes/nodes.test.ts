import { hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LogNode } from '@vitrine/log';
import { expect, onTestFinished, test } from 'vitest';
import type { SessionCall } from '../sessions/session-call.ts';
import { MAX_CALL_BYTES } from './call-wire.ts';
import { Nodes, type NodesOptions } from './nodes.ts';
import { PeerNews } from './peer-news.ts';

const key = randomBytes(32);

function nodesWith(
  keys: readonly Uint8Array[],
  handOver: NodesOptions['handOver'] = async () => undefined,
  answerCalls: NodesOptions['answerCalls'] = async ({ calls }) => calls.map(() => ({ isDone: false })),
  more: Partial<NodesOptions> = {},
) {
  const news = new PeerNews({ steadyNow: () => 0, listening: () => [] });
  return new Nodes({
    ...{ keys: () => keys, handOver, answerCalls, news },
    ...{ others: async () => [], takeOperatorCode: () => undefined, giveUp: async () => undefined },
    ...more,
  });
}

/** A host at a port, which answers calls of nodes alone. Gives what it saw of them. */
async function listen(nodes: Nodes): Promise<{ readonly address: string; readonly answered: number[] }> {
  const answered: number[] = [];
  const server = createServer(async (incoming, answer) => {
    const body = Buffer.concat(await incoming.toArray());
    const { method = '', headers } = incoming;
    const request = new Request(`http://host${incoming.url}`, {
      ...{ method, body },
      headers: { authorization: headers.authorization ?? '' },
    });
    const answerOfNode = await nodes.answer(request);
    const status = answerOfNode?.status ?? 404;
    answered.push(status);
    answer.writeHead(status).end(await answerOfNode?.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answered };
}

test('a host with the same key is given the session that it asks for', async () => {
  const given: string[] = [];
  const { address, answered } = await listen(nodesWith([key], async (session) => void given.push(session)));
  await nodesWith([key]).askForSession({ node: 'other', address }, 'a session');
  expect([given, answered]).toEqual([['a session'], [204]]);
});

test('a key that was replaced is known as long as it is kept', async () => {
  const { address, answered } = await listen(nodesWith([randomBytes(32), key]));
  await nodesWith([key]).askForSession({ node: 'other', address }, 's');
  expect(answered).toEqual([204]);
});

test('whoever has another key, or none, is not answered as a host', async () => {
  const given: string[] = [];
  const nodes = nodesWith([key], async (session) => void given.push(session));
  const { address, answered } = await listen(nodes);
  await nodesWith([randomBytes(32)]).askForSession({ node: 'other', address }, 's');
  const call = { method: 'POST', body: 's' };
  expect(nodes.answer(new Request('http://host/nodes/hand-over', call))).toBeUndefined();
  expect(
    nodes.answer(new Request('http://host/nodes/hand-over', { ...call, headers: { authorization: 'Bearer ' } })),
  ).toBeUndefined();
  expect([given, answered]).toEqual([[], [404]]);
});

test('a host that is gone, or that cannot let go, is no failure of whoever asks', async () => {
  await nodesWith([key]).askForSession({ node: 'gone', address: 'http://127.0.0.1:1' }, 's');
  await nodesWith([key]).askForSession({ node: 'without an address' }, 's');
  const { address, answered } = await listen(nodesWith([key], () => Promise.reject(new Error('no'))));
  await nodesWith([key]).askForSession({ node: 'other', address }, 's');
  expect(answered).toEqual([503]);
});

const calls: readonly SessionCall[] = [
  { call: 'messages', input: { text: '{}' } },
  { call: 'presence', event: { event: 'leave', viewer: 'v' } },
];
const never = async (): Promise<boolean> => false;

test('a host with the same key has calls done by the host that writes the session, and is told what became of each', async () => {
  const { address } = await listen(
    nodesWith([key], undefined, async ({ session, calls: asked }) => [
      { answer: { accepted: asked.length, seq: session.length, issues: [] } },
      { refusal: { code: 'VITRINE_RATE', message: 'Wait.' } },
    ]),
  );
  expect(await nodesWith([key]).forward({ node: 'other', address }, 'abc', calls, never)).toEqual([
    { answer: { accepted: 2, seq: 3, issues: [] } },
    { refusal: { code: 'VITRINE_RATE', message: 'Wait.' } },
  ]);
});

test('calls that nobody began are known not to be done: another key, nobody there, no address', async () => {
  const { address } = await listen(nodesWith([randomBytes(32)]));
  const undone = [{ isDone: false }, { isDone: false }];
  const givenUp: string[] = [];
  const giveUp = async ({ node }: LogNode) => void givenUp.push(node);
  const nodes = nodesWith([key], undefined, undefined, { giveUp });
  const ended = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => ended.once('listening', resolve));
  const { port } = ended.address() as AddressInfo;
  await new Promise((resolve) => ended.close(resolve));
  expect(await nodes.forward({ node: 'other', address }, 's', calls, never)).toEqual(undone);
  expect(await nodes.forward({ node: 'gone', address: `http://127.0.0.1:${port}` }, 's', calls, never)).toEqual(undone);
  expect(await nodes.forward({ node: 'silent' }, 's', calls, never)).toEqual(undone);
  // Only of the one that nobody answers for the log is asked whether it lives.
  expect(givenUp).toEqual(['gone']);
});

test('what became of calls is not known where the connection breaks, the host fails, or it is given up meanwhile', async () => {
  const unknown = [{ isDone: 'unknown' }, { isDone: 'unknown' }];
  const broken = createServer((incoming) => incoming.socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => broken.once('listening', resolve));
  onTestFinished(() => void broken.close());
  const nodes = nodesWith([key]);
  const address = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  expect(await nodes.forward({ node: 'other', address }, 's', calls, never)).toEqual(unknown);
  const failing = await listen(nodesWith([key], undefined, () => Promise.reject(new Error('no'))));
  expect(await nodes.forward({ node: 'other', address: failing.address }, 's', calls, never)).toEqual(unknown);
  const paused = await listen(nodesWith([key], undefined, () => new Promise(() => undefined)));
  expect(await nodes.forward({ node: 'other', address: paused.address }, 's', calls, async () => true)).toEqual(
    unknown,
  );
});

test('what is no call of this version is refused before anything is begun', async () => {
  const headers = { authorization: '' };
  const nodes = nodesWith([key]);
  const { address, answered } = await listen({
    answer: (request: Request) => {
      headers.authorization = request.headers.get('authorization') ?? '';
      return nodes.answer(request);
    },
  } as Nodes);
  await nodesWith([key]).askForSession({ node: 'other', address }, 's');
  await fetch(`${address}/nodes/calls`, { method: 'POST', headers, body: 'what?' });
  expect(answered).toEqual([204, 400]);
});

test('a host that does not know of calls, and one for which they are too long, is asked for the session instead', async () => {
  const given: string[] = [];
  const nodes = nodesWith([key], async (session) => void given.push(session));
  const before = await listen({
    answer: (request: Request) => (request.url.endsWith('/nodes/calls') ? undefined : nodes.answer(request)),
  } as Nodes);
  const undone = [{ isDone: false }];
  const [call] = calls as [SessionCall];
  const { address } = before;
  expect(await nodesWith([key]).forward({ node: 'before', address }, 'a', [call], never)).toEqual(undone);
  const long: SessionCall = { call: 'messages', input: { text: 'x'.repeat(MAX_CALL_BYTES) } };
  expect(await nodesWith([key]).forward({ node: 'before', address }, 'b', [long], never)).toEqual(undone);
  expect([given, before.answered]).toEqual([
    ['a', 'b'],
    [404, 204, 204],
  ]);
});

test('a code of an operator is used up at the host that gave it out, by whichever is asked first', async () => {
  const codes = new Set(['vc_one']);
  const issuer = nodesWith([key], undefined, undefined, {
    takeOperatorCode: (code) => (codes.delete(code) ? { person: 'eve' } : undefined),
  });
  const { address } = await listen(issuer);
  const gone = { node: 'gone', address: 'http://127.0.0.1:1' };
  const asker = nodesWith([key], undefined, undefined, { others: async () => [gone, { node: 'issuer', address }] });
  expect(await asker.takeCodeElsewhere('vc_two')).toBeUndefined();
  const twice = await Promise.all([asker.takeCodeElsewhere('vc_one'), asker.takeCodeElsewhere('vc_one')]);
  expect(twice.filter((taken) => taken !== undefined)).toEqual([{ person: 'eve' }]);
});

test('news reach every other host, and change nothing where they are none', async () => {
  const heard = new PeerNews({ steadyNow: () => 0, listening: () => [] });
  const spent: [string, number][] = [];
  heard.share('calls', { uses: () => [], spend: (...use) => void spent.push(use) });
  const { address, answered } = await listen(nodesWith([key], undefined, undefined, { news: heard }));
  const news = new PeerNews({ steadyNow: () => 0, listening: () => ['ada'] });
  news.share('calls', { uses: () => [['k', 3]], spend: () => undefined });
  const teller = nodesWith([key], undefined, undefined, { news, others: async () => [{ node: 'n', address }] });
  await teller.tellNews('http://teller');
  heard.setOthers(['http://teller']);
  expect([spent, heard.mayListen('ada'), heard.mayListen('eve'), answered]).toEqual([[['k', 3]], true, false, [204]]);
  for (const letter of [
    '',
    '[]',
    '{"from": 1}',
    '{"from": "a", "agents": {}}',
    '{"from": "a", "agents": [1], "rates": [{}]}',
    '{"from": "a", "agents": [], "rates": {"calls": [["k"], [1, 2], ["k", "1"]], "others": [["k", 1]]}}',
  ])
    expect([204, 400]).toContain((await post(address, letter)).status);
  expect(spent).toEqual([['k', 3]]);

  function post(to: string, body: string): Promise<Response> {
    const secret = Buffer.from(hkdfSync('sha256', key, '', 'vitrine nodes', 32)).toString('base64url');
    return fetch(`${to}/nodes/news`, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } });
  }
});
