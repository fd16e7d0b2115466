import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { SessionCall } from '../sessions/session-call.ts';
import { MAX_CALL_BYTES } from './call-wire.ts';
import { Nodes, type NodesOptions } from './nodes.ts';

const key = randomBytes(32);

function nodesWith(
  keys: readonly Uint8Array[],
  handOver: NodesOptions['handOver'] = async () => undefined,
  answerCalls: NodesOptions['answerCalls'] = async ({ calls }) => calls.map(() => ({ isDone: false })),
) {
  return new Nodes({ keys: () => keys, handOver, answerCalls });
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
  const nodes = nodesWith([key]);
  const ended = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => ended.once('listening', resolve));
  const { port } = ended.address() as AddressInfo;
  await new Promise((resolve) => ended.close(resolve));
  expect(await nodes.forward({ node: 'other', address }, 's', calls, never)).toEqual(undone);
  expect(await nodes.forward({ node: 'gone', address: `http://127.0.0.1:${port}` }, 's', calls, never)).toEqual(undone);
  expect(await nodes.forward({ node: 'silent' }, 's', calls, never)).toEqual(undone);
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
