import { once } from 'node:events';
import { get } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../test/certificate.ts';
import { call, callAs } from '../test/http-host.ts';
import type { Client } from './http/route.ts';
import { type ListenOptions, listen } from './server.ts';

const echo = { fetch: async (_: Request, { address }: Client) => new Response(address) };

async function open(options: Partial<ListenOptions> = {}) {
  const upgrade = (_: unknown, socket: Duplex) => socket.destroy();
  const listening = await listen({ http: echo, upgrade, host: '127.0.0.1', port: 0, ...options });
  onTestFinished(() => listening.close(0));
  return listening;
}

/** Sends bytes as they are and reads until the other side closes. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
  return answer;
}

test('[HT31] Plain text off loopback is refused unless it is meant', async () => {
  const options = { http: echo, upgrade: () => undefined, host: '0.0.0.0', port: 0 };
  await expect(listen(options)).rejects.toThrow('needs TLS');
  for (const allowed of [{ allowPlain: true }, { trustProxy: true }])
    await (await listen({ ...options, ...allowed })).close(0);
  expect((await open({ host: 'localhost' })).url).toMatch(/^http:\/\/localhost:\d+$/);
});

test('[HT31] With a certificate the port speaks TLS, off loopback too', async () => {
  const tls = makeCertificate();
  const { port, url } = await open({ host: '0.0.0.0', tls });
  expect(url).toBe(`https://0.0.0.0:${port}`);
  const [response] = await once(get(`https://127.0.0.1:${port}/`, { ca: tls.cert }), 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  expect(text).toBe('127.0.0.1');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('[HT32] A port that closes takes nothing new and waits for what is under way', async () => {
  let answer: (response: Response) => void = () => undefined;
  let asked: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const http = {
    fetch: () => {
      asked();
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    },
  };
  const listening = await open({ http });
  const waiting = call(listening, undefined, '/');
  await arrived;
  const closed = listening.close(60_000);
  await expect(call(listening, undefined, '/')).rejects.toThrow();
  answer(new Response('done'));
  expect(await (await waiting).text()).toBe('done');
  await closed;
});

test('[HT32] What does not end is ended when the patience is over', async () => {
  const stream = () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('x')) }));
  const upgraded: Duplex[] = [];
  const listening = await open({
    http: { fetch: async () => stream() },
    upgrade: (_, socket) => upgraded.push(socket),
  });
  const response = await call(listening, undefined, '/');
  const socket = connect(listening.port, '127.0.0.1');
  socket.write('GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  while (upgraded.length === 0) await once(socket, 'drain', { signal: AbortSignal.timeout(1) }).catch(() => undefined);
  const gone = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.resume();
  await listening.close(10);
  await expect(response.text()).rejects.toThrow();
  await gone;
});

test('[HT33] What is no HTTP is refused and others are served', async () => {
  const { port, url } = await open();
  expect(await sendRaw(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 4\d\d .*VITRINE_HOST_UNKNOWN/s,
  );
  expect(
    await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'),
  ).toMatch(/^HTTP\/1\.1 400 /);
  expect((await call({ url }, undefined, '/')).status).toBe(200);
});

test('[HT34] A forwarded address counts behind a trusted proxy only', async () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
  expect((await callAs(await open(), '/', forwarded)).text).toBe('127.0.0.1');
  expect((await callAs(await open({ trustProxy: true }), '/', forwarded)).text).toBe('203.0.113.9');
});

test('[HT34] An upgrade is handed over with the address of its client', async () => {
  const clients: Client[] = [];
  const listening = await open({
    upgrade: (_, socket, __, client) => {
      clients.push(client);
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    },
  });
  const request = 'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect(await sendRaw(listening.port, request)).toMatch(/^HTTP\/1\.1 403 /);
  expect(clients).toEqual([{ address: '127.0.0.1' }]);
});

test.each([
  ['from one address', { perAddress: 3 }],
  ['in all', { connections: 3 }],
])('[HT38] Connections are bounded %s, and a place is free when one has gone', async (_, limits) => {
  const { port } = await open({ limits });
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').catch(() => '')).toBe('');
  const [first] = sockets;
  first?.destroy();
  let answer = '';
  while (answer === '')
    answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').catch(() => '');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of sockets) socket.destroy();
});

test('[HT38] Behind a trusted proxy connections are not counted by address', async () => {
  const { port } = await open({ trustProxy: true, limits: { perAddress: 1 } });
  const idle = connect(port, '127.0.0.1');
  await once(idle, 'connect');
  const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  idle.destroy();
});

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
])('[HT38] A connection that says %s is cut off', async (_, text) => {
  const { port } = await open({ limits: { headMs: 20 } });
  expect(await sendRaw(port, text)).toMatch(/^(?:HTTP\/1\.1 408 .*)?$/s);
});

test('[HT38] The place of one that was cut off is free, though it does not go', async () => {
  const { port } = await open({ limits: { headMs: 20, perAddress: 1 } });
  const idle = connect(port, '127.0.0.1');
  await once(idle, 'connect');
  let answer = '';
  while (answer === '')
    answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').catch(() => '');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  idle.destroy();
});
