import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Nodes } from './nodes.ts';

const key = randomBytes(32);

function nodesWith(keys: readonly Uint8Array[], handOver: (session: string) => Promise<void> = async () => undefined) {
  return new Nodes({ keys: () => keys, handOver });
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
    const status = (await nodes.answer(request))?.status ?? 404;
    answered.push(status);
    answer.writeHead(status).end();
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
