import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FacePorts } from '@vitrine/core/port';
import { LogError, openSqliteLog, type SessionLog } from '@vitrine/log';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSurface, setData } from '../test/sessions.ts';
import { createHost, type Host, type HostOptions } from './host.ts';
import { createLogger } from './operator-log.ts';
import type { HostFace } from './port.ts';

/** A log whose disk can be full. */
async function openFragileLog(): Promise<{ readonly log: SessionLog; isFull: boolean }> {
  const inner = await openSqliteLog(':memory:');
  const fragile = { isFull: false, log: inner };
  const refuse = async () => {
    throw new LogError('VITRINE_LOG_FAILED', 'The disk is full.');
  };
  fragile.log = new Proxy(inner, {
    get(target, name) {
      if (fragile.isFull && (name === 'commit' || name === 'writeRecords')) return refuse;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return fragile;
}

/** A host with one face. */
async function openWithFace(
  options: Omit<HostOptions, 'folder' | 'faces'>,
  ready: () => Promise<void> = async () => undefined,
  fetch: NonNullable<HostFace['fetch']> = async () => undefined,
): Promise<{ readonly host: Host; readonly port: FacePorts }> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ports: FacePorts[] = [];
  const create = (port: FacePorts): HostFace => {
    ports.push(port);
    return { ready, fetch };
  };
  const host = await createHost({ ...options, folder, faces: [{ name: 'test', create }] });
  onTestFinished(() => host.stop());
  return { host, port: ports[0] as FacePorts };
}

it('[SE42] is there when its faces are ready, and not at all when one cannot be', async () => {
  let finish: () => void = () => undefined;
  let isReady = false;
  const ready = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const opening = openWithFace({}, () => ready).then(() => expect(isReady).toBe(true));
  await expect(openWithFace({}, () => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable');
  isReady = true;
  finish();
  await opening;
});

it('[HT40] says of the answers of its faces what it says of its own, unless they say otherwise', async () => {
  const headers = { 'cache-control': 'max-age=60' };
  const { host } = await openWithFace({}, undefined, async ({ url }) =>
    url.endsWith('/there') ? new Response('<script>', { headers }) : undefined,
  );
  const { headers: said } = await host.fetch(new Request('http://127.0.0.1/there'), { address: '127.0.0.1' });
  expect(said.get('content-security-policy')).toContain('sandbox');
  expect(said.get('x-content-type-options')).toBe('nosniff');
  expect(said.get('cache-control')).toBe('max-age=60');
});

it('[GD13] tells its faces who is near and with which credential, over their own doors too', async () => {
  const told: unknown[] = [];
  const { host, port } = await openWithFace({}, undefined, async (_, client) => {
    told.push(client);
    return new Response();
  });
  const headers = { authorization: 'Bearer key', 'x-forwarded-for': '127.0.0.1' };
  for (const address of ['127.0.0.1', '203.0.113.9'])
    await host.fetch(new Request('http://127.0.0.1/', { headers }), { address });
  const far = { address: '203.0.113.9', isNear: false, credential: 'key' };
  expect(told).toEqual([{ ...far, address: '127.0.0.1', isNear: true }, far]);
  expect(port.transport.client('203.0.113.9', 'Bearer key')).toEqual(far);
  expect(port.transport.client('::ffff:127.0.0.1', 'Basic key')).toEqual({ address: '127.0.0.1', isNear: true });
  for (const [url, isLocal] of [
    ['http://localhost:1', true],
    ['http://[::1]:1', true],
    ['https://localhost.example', false],
    ['http://10.0.0.1', false],
  ] as const) {
    host.setPublicUrl(url);
    expect(port.transport.isLocal(), url).toBe(isLocal);
  }
});

it('[GD4] reads the bodies of its faces as its own', async () => {
  const { port } = await openWithFace({});
  const read = (body: string, headers: Record<string, string> = {}) =>
    port.transport.read(new Request('http://127.0.0.1/', { method: 'POST', body, headers }), 4);
  expect(await read('four')).toBe('four');
  await expect(read('fives')).rejects.toMatchObject({ code: 'VITRINE_BODY_SIZE', status: 413 });
  await expect(read('four', { 'content-encoding': 'br' })).rejects.toMatchObject({ code: 'VITRINE_BODY_TYPE' });
  expect(await port.transport.read(new Request('http://127.0.0.1/'), 4)).toBe('');
});

it('[HT37] gives the files that a face brings the same room, and forgets those that it takes back', async () => {
  const { host, port } = await openWithFace({ http: { limits: { sessionFileBytes: 10 } } });
  const { session } = await port.sessions.open({ agent: 'dev' });
  const add = () =>
    port.sessions.addFile(session, { name: '../a.txt', type: 'text/plain;x', bytes: new Uint8Array(6), viewer: 'v' });
  await port.sessions.view(session);
  const [first, second] = await Promise.allSettled([add(), add()]);
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'VITRINE_BODY_SIZE', status: 413 } });
  expect(first).toMatchObject({ status: 'fulfilled', value: { name: 'a.txt', type: 'text/plain', size: 6 } });
  await port.sessions.removeFile(session, first?.status === 'fulfilled' ? first.value.ref : '');
  expect(await (await host.sessions.get(session)).fileBytes()).toBe(0);
  await add();
  await port.sessions.close(session);
  await expect(add()).rejects.toMatchObject({ code: 'VITRINE_LOG_SESSION_CLOSED' });
});

it('[SE36] says that it is not ready while the store takes nothing, and goes on when it does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fragile = await openFragileLog();
  const host = await createHost({ folder, log: fragile.log });
  onTestFinished(() => host.stop());
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  const key = readFileSync(host.keyFile ?? '', 'utf8').trim();
  const call = (path: string, body?: unknown) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { session } = (await (await call('/sessions', {})).json()) as { session: string };
  await call(`/sessions/${session}/messages`, openSurface());
  fragile.isFull = true;
  expect((await call(`/sessions/${session}/messages`, setData('/n', 1))).status).toBe(503);
  expect((await call('/readyz')).status).toBe(503);
  fragile.isFull = false;
  await expect.poll(async () => (await call('/readyz')).status, { timeout: 10_000 }).toBe(200);
  expect(await (await call(`/sessions/${session}/messages`, setData('/n', 2))).json()).toMatchObject({
    accepted: 1,
    seq: 2,
  });
});

/** What the operator reads, as it was written. */
function openOperatorLog() {
  const lines: string[] = [];
  return { lines, logger: createLogger({ level: 'warn', stream: { write: (line) => void lines.push(line) } }) };
}

it('[SE36] acknowledges nothing while its data folder is not the one that it opened, and says so', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'vitrine-host-')), 'data');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  const { lines, logger } = openOperatorLog();
  const host = await createHost({ folder, logger });
  onTestFinished(() => host.stop());
  const key = readFileSync(host.keyFile ?? '', 'utf8').trim();
  const call = (path: string, body?: unknown) =>
    host.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { address: '127.0.0.1' },
    );
  const { session } = (await (await call('/sessions', {})).json()) as { session: string };
  await call(`/sessions/${session}/messages`, openSurface());
  expect((await call('/readyz')).status).toBe(200);
  renameSync(folder, `${folder}.away`);
  expect((await call('/readyz')).status).toBe(503);
  for (const [path, body] of [
    [`/sessions/${session}/messages`, setData('/n', 1)],
    ['/sessions', {}],
  ] as const) {
    const refused = await call(path, body);
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'VITRINE_LOG_FAILED' }]);
  }
  const told = lines.map((line) => JSON.parse(line) as { msg: string; err?: { message: string } });
  expect(told[0]).toMatchObject({ msg: 'The store takes nothing: the host is not ready.' });
  expect(told[0]?.err?.message).toContain('sessions.db was removed, renamed, replaced or cut while it was open');
  renameSync(`${folder}.away`, folder);
  await expect.poll(async () => (await call('/readyz')).status, { timeout: 10_000 }).toBe(200);
  expect(lines.at(-1)).toContain('The store takes entries again');
  expect(await (await call(`/sessions/${session}/messages`, setData('/n', 2))).json()).toMatchObject({ seq: 2 });
});

it('[SE49] does not start with less than it acknowledged, unless that is accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await createHost({ folder });
  const { session } = await first.sessions.open({ agent: 'dev', trust: 'trusted' });
  await first.stop();
  rmSync(join(folder, 'sessions.db'));
  await expect(createHost({ folder })).rejects.toMatchObject({
    code: 'VITRINE_LOG_LOST',
    message: expect.stringContaining(session),
  });
  const { lines, logger } = openOperatorLog();
  await (await createHost({ folder, acceptLoss: true, logger })).stop();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('A loss was accepted. The database is missing.');
  await (await createHost({ folder })).stop();
});

const LOG_FILES = ['sessions.db', 'sessions.db-wal', 'sessions.db-shm', 'sessions.witness'];

it.each([
  ['all of the log', LOG_FILES],
  ['token.key', ['token.key']],
  ['seal.key', ['seal.key']],
])('[SE91] does not start without %s where it has stored something, unless that is accepted', async (_, gone) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await (await createHost({ folder })).stop();
  for (const file of gone) rmSync(join(folder, file), { force: true });
  const before = readdirSync(folder);
  await expect(createHost({ folder })).rejects.toMatchObject({ code: 'VITRINE_LOG_LOST' });
  // What was put aside can be put back.
  expect(readdirSync(folder).filter((file) => file.endsWith('.key'))).toEqual(
    before.filter((file) => file.endsWith('.key')),
  );
  await expect(createHost({ folder })).rejects.toMatchObject({ code: 'VITRINE_LOG_LOST' });
  await (await createHost({ folder, acceptLoss: true })).stop();
  await (await createHost({ folder })).stop();
});

it('[SE91] starts where an earlier start ended before it had stored anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await (await createHost({ folder })).stop();
  for (const file of LOG_FILES) rmSync(join(folder, file), { force: true });
  // So it stands there between the agent and its key.
  writeFileSync(join(folder, 'agent.key'), '');
  await (await createHost({ folder })).stop();
});

it('[CR10] measures credentials by the clock that it was given, and not by that of the machine beside it', async () => {
  const now = Date.parse('2040-03-01T12:00:00.000Z');
  const { port } = await openWithFace({ now: () => now });
  expect(port.identity.now()).toBe(now);
  const passed = performance.now() + 600_000;
  const machine = vi.spyOn(performance, 'now').mockImplementation(() => passed);
  onTestFinished(() => machine.mockRestore());
  expect(port.identity.now()).toBe(now);
});

it('[CR70] without a folder it keeps everything in memory', async () => {
  const host = await createHost({});
  onTestFinished(() => host.stop());
  expect(host.keyFile).toBeUndefined();
  expect(await host.credentials.agents()).toEqual([]);
  const { key } = await host.credentials.addAgent('mine');
  const call = (path: string, credential: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
    return host.fetch(new Request(`http://127.0.0.1${path}`, { ...init, headers }), { address: '127.0.0.1' });
  };
  const opened = await (await call('/sessions', key, { method: 'POST', body: '{}' })).json();
  const { session, viewerToken } = opened as { session: string; viewerToken: string };
  const read = () => call(`/sessions/${session}/snapshot`, viewerToken);
  expect((await read()).status).toBe(200);
  await host.operator.rotateKey('token', 'command');
  expect((await read()).status).toBe(200);
  await host.operator.rotateKey('token', 'command', { now: true });
  expect((await read()).status).toBe(401);
});

it('[HT64] counts who looks at its sessions, whatever becomes of the session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const host = await createHost({ folder });
  onTestFinished(() => host.stop());
  const { key } = await host.credentials.addAgent('bot');
  const call = (path: string, credential: string, init: RequestInit = {}): Promise<Response> =>
    host.fetch(
      new Request(`http://127.0.0.1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      }),
      { address: '127.0.0.1' },
    );
  const viewers = async () => (await host.metrics.text()).match(/^vitrine_viewers (\d+)$/m)?.[1];
  const opened = await call('/sessions', key, { method: 'POST', body: '{}' });
  const { session, viewerToken } = (await opened.json()) as { session: string; viewerToken: string };
  const streams = await Promise.all([1, 2].map(() => call(`/sessions/${session}/stream`, viewerToken)));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  // Two streams of one viewer are one.
  await expect.poll(viewers).toBe('1');
  await call(`/sessions/${session}`, key, { method: 'DELETE' });
  await expect.poll(viewers).toBe('0');
  await Promise.all(streams.map(({ body }) => body?.cancel()));
});
