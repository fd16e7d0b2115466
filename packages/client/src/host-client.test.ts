import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { HostClient, HostUnreachable } from './host-client.ts';
import { HostRefusal } from './http.ts';

/** Where nothing is waited for: what comes later comes at once. */
const clock = {
  now: () => 0,
  after: (_ms: number, run: () => void) => {
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  },
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
}

it('[CL46] calls under the address of the host with the credential, and gives its answer', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push([request.method, request.url, request.headers.authorization]);
    response.end('{"ok":true}');
  });
  const host = new HostClient({ url, credential: 'secret' });
  expect(await host.call({ path: '/sessions', query: { limit: '2', after: undefined } })).toEqual({ ok: true });
  expect(await host.call({ path: '/sessions', body: { title: 'x' } })).toEqual({ ok: true });
  expect(seen).toEqual([
    ['GET', '/base/sessions?limit=2', 'Bearer secret'],
    ['POST', '/base/sessions', 'Bearer secret'],
  ]);
});

it('[CL46] a refusal has the code, the words and the issues of the host, also where a stream was asked for', async () => {
  const body = '{"error":"VITRINE_FORBIDDEN","message":"Not yours.","issues":[{"code":"X"}]}';
  const host = new HostClient({ url: await serve((_, response) => response.writeHead(403).end(body)) });
  const refusal = { status: 403, code: 'VITRINE_FORBIDDEN', message: 'Not yours.', issues: [{ code: 'X' }] };
  await expect(host.call({ path: '/x' })).rejects.toMatchObject(refusal);
  await expect(host.events({ path: '/x' }).next()).rejects.toBeInstanceOf(HostRefusal);
});

it('[CL46] only what may be repeated is tried again, as often as is allowed', async () => {
  let calls = 0;
  const url = await serve((_, response) => {
    calls++;
    response.writeHead(calls % 3 === 0 ? 200 : 503).end('{}');
  });
  const host = new HostClient({ url, attempts: 3, clock });
  expect(await host.call({ path: '/x' })).toEqual({});
  expect(await host.call({ path: '/x', body: {}, key: 'k' })).toEqual({});
  expect(calls).toBe(6);
  await expect(host.call({ path: '/x', body: {} })).rejects.toMatchObject({ status: 503 });
  expect(calls).toBe(7);
  await expect(new HostClient({ url, clock }).call({ path: '/x' })).rejects.toMatchObject({ status: 503 });
});

it('[CL46] a host that nobody answers for is told apart, with what the network says', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const host = new HostClient({ url: `http://127.0.0.1:${port}`, attempts: 2, clock });
  const failure = host.call({ path: '/x' });
  await expect(failure).rejects.toBeInstanceOf(HostUnreachable);
  await expect(failure).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('[CL46] whoever ends it hears of that and of nothing else', async () => {
  const host = new HostClient({ url: await serve(() => undefined), attempts: 3, clock });
  const stop = new AbortController();
  const call = host.call({ path: '/x', signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});

it('[CL46] events come one by one, and whoever stops reading ends the stream', async () => {
  let isOver: Promise<unknown> | undefined;
  const url = await serve((_, response) => {
    isOver = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\ndata: a\n\ndata: b\n\n');
  });
  for await (const event of new HostClient({ url }).events({ path: '/stream' })) {
    expect(event).toEqual({ name: 'message', data: 'a', id: '1' });
    break;
  }
  await isOver;
});
