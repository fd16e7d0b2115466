import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { LogError, openSqliteLog, type SessionLog } from '@vitrine/log';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Probe } from '../test/socket-rig.ts';
import { createHost, type Host, type HostOptions } from './host.ts';
import { createLogger } from './operator-log.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-acts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function openHost(folder: string, options: Partial<HostOptions> = {}) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', stream: { write: (line: string) => void lines.push(line) } });
  const host = await createHost({ folder, logger, ...options });
  onTestFinished(() => host.stop(0));
  const { key } = await host.credentials.rotateAgent('dev');
  const operator = (await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode())).token;
  return { host, lines, key, operator };
}

async function ask(host: Host, credential: string | undefined, method: string, path: string, json?: object) {
  const headers = {
    accept: 'application/json',
    ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) };
  const answer = await host.fetch(new Request(`http://127.0.0.1${path}`, init), { address: '127.0.0.1' });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function openSession(host: Host, key: string) {
  const { body } = await ask(host, key, 'POST', '/sessions', {});
  const { session, viewerToken, viewerUrl } = body as Record<string, string>;
  const code = new URLSearchParams(new URL(viewerUrl as string).hash.slice(1)).get('code') as string;
  return { path: `/sessions/${session}`, session: session as string, token: viewerToken as string, code };
}

test('[HT52] An operator closes sessions, revokes viewers, agents and operators, and each is written down', async () => {
  const { host, lines, key, operator } = await openHost(await newFolder());
  const one = await openSession(host, key);
  const two = await openSession(host, key);
  expect(await ask(host, operator, 'DELETE', `${one.path}/viewer-token`, {})).toEqual({
    status: 200,
    body: { revoked: true },
  });
  expect((await ask(host, one.token, 'GET', `${one.path}/snapshot`)).body.error).toBe('VITRINE_CREDENTIAL_REVOKED');
  expect((await ask(host, two.token, 'GET', `${two.path}/snapshot`)).status).toBe(200);
  expect(await ask(host, operator, 'DELETE', one.path)).toMatchObject({
    status: 200,
    body: { session: one.session, closedAt: expect.any(String) },
  });
  expect((await ask(host, operator, 'DELETE', '/agents/dev')).status).toBe(200);
  for (const [credential, path] of [
    [key, '/sessions'],
    [two.token, `${two.path}/snapshot`],
  ] as const)
    expect((await ask(host, credential, 'GET', path)).body.error).toBe('VITRINE_CREDENTIAL_REVOKED');
  expect((await ask(host, operator, 'POST', `${two.path}/viewer-token`, {})).body.error).toBe('VITRINE_AGENT_REVOKED');
  expect((await ask(host, operator, 'DELETE', '/agents/nobody')).status).toBe(404);
  const other = (await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode())).token;
  const code = host.credentials.newOperatorCode();
  expect((await ask(host, operator, 'DELETE', '/operator')).status).toBe(200);
  for (const each of [operator, other])
    expect((await ask(host, each, 'GET', '/sessions')).body.error).toBe('VITRINE_CREDENTIAL_REVOKED');
  expect((await ask(host, undefined, 'POST', '/operator', { code })).status).toBe(401);
  const acts = lines.map((line) => JSON.parse(line) as { act?: string }).flatMap(({ act }) => act ?? []);
  expect(acts).toEqual(['revoke viewers', 'close session', 'revoke agent', 'revoke operators']);
});

test('[HT52] An operator acts as no agent and no person', async () => {
  const { host, key, operator } = await openHost(await newFolder());
  const { path } = await openSession(host, key);
  for (const [method, end] of [
    ['POST', '/messages'],
    ['POST', '/events'],
    ['GET', '/events'],
    ['GET', '/stream'],
    ['POST', '/files'],
  ] as const)
    expect((await ask(host, operator, method, `${path}${end}`)).body.error).toBe('VITRINE_CREDENTIAL_PURPOSE');
});

test.each(['token.key', 'token.key.former'])(
  '[CR25] a key is not replaced where %s cannot be written: that is told, what it signed goes on, and no half of one is left',
  async (file) => {
    const folder = await newFolder();
    const { host, key, operator } = await openHost(folder);
    const { path, token } = await openSession(host, key);
    const before = await readFile(join(folder, 'token.key'));
    // A file takes the place of no folder.
    await rm(join(folder, file), { force: true });
    await mkdir(join(folder, file, 'in the way'), { recursive: true });
    for (const now of [false, true])
      expect(await ask(host, operator, 'POST', '/keys/token/rotate', { now })).toMatchObject({
        status: 503,
        body: { error: 'VITRINE_LOG_FAILED', message: expect.stringContaining(`${file} cannot be written`) },
      });
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect((await ask(host, token, 'GET', `${path}/snapshot`)).status).toBe(200);
    await rm(join(folder, file), { recursive: true });
    if (file === 'token.key') await writeFile(join(folder, file), before, { mode: 0o600 });
    expect((await ask(host, operator, 'POST', '/keys/token/rotate', {})).status).toBe(200);
    expect((await ask(host, token, 'GET', `${path}/snapshot`)).status).toBe(200);
  },
);

test('[CR25] a key that was given, or that other hosts have, is not rotated, and says so', async () => {
  const given = await openHost(await newFolder(), { keys: { token: new Uint8Array(32).fill(1) } });
  const refused = { status: 405, body: { error: 'VITRINE_METHOD_REFUSED', message: expect.any(String) } };
  for (const now of [false, true])
    expect(await ask(given.host, given.operator, 'POST', '/keys/token/rotate', { now })).toEqual(refused);
  expect((await ask(given.host, given.operator, 'POST', '/keys/seal/rotate', {})).status).toBe(200);
  const others = [{ node: 'another', address: 'http://127.0.0.1:1' }];
  const log = new Proxy(await openSqliteLog(':memory:'), {
    get: (target, name) => {
      if (name === 'nodes') return async () => others;
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  const shared = await openHost(await newFolder(), { log });
  for (const key of ['token', 'seal'])
    expect(await ask(shared.host, shared.operator, 'POST', `/keys/${key}/rotate`, {})).toEqual(refused);
  others.length = 0;
  expect((await ask(shared.host, shared.operator, 'POST', '/keys/token/rotate', {})).status).toBe(200);
});

test('[CR25] [HT52] token.key is rotated without ending what it signed; dropped, it ends at once', async () => {
  const folder = await newFolder();
  const { host, key, operator } = await openHost(folder);
  const { path, session, token, code } = await openSession(host, key);
  const before = await readFile(join(folder, 'token.key'));
  const look = async (on: Host, credential: string) => (await ask(on, credential, 'GET', `${path}/snapshot`)).status;
  expect(await ask(host, operator, 'POST', '/keys/token/rotate', {})).toEqual({
    status: 200,
    body: { rotated: 'token' },
  });
  expect(await readFile(join(folder, 'token.key'))).not.toEqual(before);
  const renewed = (await ask(host, token, 'POST', `${path}/viewer-token`, {})).body.token as string;
  expect([await look(host, token), await look(host, renewed)]).toEqual([200, 200]);
  await host.stop(0);
  const { host: again, operator: next } = await openHost(folder);
  expect([await look(again, token), await look(again, renewed)]).toEqual([200, 200]);
  expect((await ask(again, undefined, 'POST', '/viewer', { code })).status).toBe(200);
  expect((await ask(again, next, 'POST', '/keys/token/rotate', { now: true })).status).toBe(200);
  expect([await look(again, token), await look(again, renewed)]).toEqual([401, 401]);
  expect((await ask(again, undefined, 'POST', '/viewer', { code })).status).toBe(401);
  const fresh = await again.credentials.mintViewer(session);
  expect(await look(again, fresh.token)).toBe(200);
  for (const [path, json] of [
    ['/keys/agent/rotate', {}],
    ['/keys/token/rotate', { now: 1 }],
  ] as const)
    expect((await ask(again, next, 'POST', path, json)).status).toBeGreaterThanOrEqual(400);
});

test('[CR25] token.key dropped ends every open socket, stream and call of what it signed, and no other', async () => {
  const { host, key, operator } = await openHost(await newFolder());
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  const { path, session, token } = await openSession(host, key);
  const port = Number(new URL(url).port);
  const view = async (credential: string) => {
    const probe = new Probe(port, `${path}/socket`, credential);
    probe.send({ hello: {} });
    await probe.until('ready');
    return probe;
  };
  const watch = (credential: string) =>
    fetch(`${url}${path}/stream`, { headers: { authorization: `Bearer ${credential}` } });
  const rotate = (json: object) => ask(host, operator, 'POST', '/keys/token/rotate', json);
  const old = await view(token);
  const agent = new Probe(port, '/socket', key);
  await agent.opened;
  const stream = await watch(token);
  expect((await rotate({})).status).toBe(200);
  const { token: second } = await host.credentials.mintViewer(session);
  const between = await view(second);
  // Both go on: the key that signed the first still reads.
  await ask(host, key, 'POST', `${path}/messages`, { vitrine: 1, body: [{ op: 'say', text: 'before' }] });
  for (const probe of [old, between]) await probe.until('seq');
  let finish: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (upload) => {
      upload.enqueue(Buffer.from('{"vitrine":1,"body":['));
      finish = () => {
        upload.enqueue(Buffer.from('{"event":"say","text":"late"}]}'));
        upload.close();
      };
    },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const slow = host.fetch(new Request(`http://127.0.0.1${path}/events`, init), { address: '127.0.0.1' });
  expect((await rotate({ now: true })).status).toBe(200);
  finish();
  expect((await slow).status).toBe(401);
  for (const probe of [old, between])
    expect(await probe.closed).toEqual({ code: 4401, reason: 'VITRINE_CREDENTIAL_REVOKED' });
  expect(await stream.text()).toContain('before');
  const fresh = await view((await host.credentials.mintViewer(session)).token);
  expect((await rotate({})).status).toBe(200);
  await ask(host, key, 'POST', `${path}/messages`, { vitrine: 1, body: [{ op: 'say', text: 'after' }] });
  await fresh.until('seq');
  expect([fresh.socket.readyState, agent.socket.readyState]).toEqual([1, 1]);
});

const SECRET_FORM = {
  vitrine: 1,
  body: [
    {
      op: 'open',
      surface: 'main',
      catalog: basic09.id,
      root: 'root',
      components: [
        { id: 'root', type: 'Column', props: { children: ['pin', 'send'] } },
        { id: 'pin', type: 'TextField', props: { label: 'PIN', value: { path: '/pin' }, variant: 'obscured' } },
        {
          id: 'send',
          type: 'Button',
          props: { child: 'word', action: { event: { name: 'send', context: { pin: { path: '/pin' } } } } },
        },
        { id: 'word', type: 'Text', props: { text: 'Send' } },
      ],
      data: {},
    },
  ],
};

test.each([false, true])(
  '[CR25] [SE24] seal.key is rotated (now: %s) and what was sealed still reaches the agent',
  async (now) => {
    const folder = await newFolder();
    const { host, key, operator } = await openHost(folder);
    const { path, token } = await openSession(host, key);
    expect((await ask(host, key, 'POST', `${path}/messages`, SECRET_FORM)).body).toMatchObject({ accepted: 1 });
    const action = { event: 'action', surface: 'main', source: 'send', name: 'send', context: {}, checked: true };
    const press = { vitrine: 1, body: [action], writes: [{ surface: 'main', path: '/pin', value: '4711' }] };
    expect((await ask(host, token, 'POST', `${path}/events`, press)).body).toMatchObject({ accepted: 1 });
    expect((await ask(host, operator, 'POST', '/keys/seal/rotate', { now })).status).toBe(200);
    const heard = async (on: Host) => JSON.stringify((await ask(on, key, 'GET', `${path}/events?wait=0`)).body);
    expect(await heard(host)).toContain('4711');
    await host.stop(0);
    const again = await createHost({ folder });
    onTestFinished(() => again.stop(0));
    expect(await heard(again)).toContain('4711');
    const former = JSON.parse(await readFile(join(folder, 'seal.key.former'), 'utf8')) as unknown[];
    expect(former).toHaveLength(now ? 0 : 1);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  },
);

test('[CR25] [SE3] keys rotated again and again while people act lose nothing, double nothing and lock nobody out', async () => {
  const folder = await newFolder();
  const { host, key, operator } = await openHost(folder);
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  const { path, session, token, code } = await openSession(host, key);
  await ask(host, key, 'POST', `${path}/messages`, SECRET_FORM);
  const viewer = new Probe(Number(new URL(url).port), `${path}/socket`, token);
  viewer.send({ hello: {} });
  await viewer.until('ready');
  const stream = await fetch(`${url}${path}/stream`, { headers: { authorization: `Bearer ${token}` } });
  const upload = await host.fetch(
    new Request(`http://127.0.0.1${path}/files?name=a.txt`, {
      ...{ method: 'POST', body: 'of a person' },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    }),
    { address: '127.0.0.1' },
  );
  const { ref } = (await upload.json()) as { ref: string };
  const action = { event: 'action', surface: 'main', source: 'send', name: 'send', context: {}, checked: true };
  const press = async (pin: string) => {
    const writes = [{ surface: 'main', path: '/pin', value: pin }];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': pin };
    const init = { method: 'POST', headers, body: JSON.stringify({ vitrine: 1, body: [action], writes }) };
    const answer = await host.fetch(new Request(`http://127.0.0.1${path}/events`, init), { address: '127.0.0.1' });
    return (await answer.json()) as { accepted: number; seq: number };
  };
  const pins = Array.from({ length: 24 }, (_, i) => `pin-${1000 + i}`);
  const answers = new Map<string, { seq: number }>();
  const people = (async () => {
    for (const pin of pins) answers.set(pin, await press(pin));
  })();
  const keys = (async () => {
    for (const name of ['seal', 'token', 'seal', 'token', 'seal'])
      expect((await ask(host, operator, 'POST', `/keys/${name}/rotate`, {})).status).toBe(200);
    expect((await ask(host, operator, 'POST', '/keys/seal/rotate', { now: true })).status).toBe(200);
  })();
  await Promise.all([people, keys]);
  expect([...answers.values()].every((one) => (one as { accepted?: number }).accepted === 1)).toBe(true);
  // Repeated, each is what it was: where its key was dropped too.
  for (const pin of [pins[0], pins.at(-1)] as string[]) expect(await press(pin)).toEqual(answers.get(pin));
  const { body } = await ask(host, key, 'GET', `${path}/events?wait=0`);
  const heard = JSON.stringify(body);
  for (const pin of pins) expect(heard.split(`"${pin}"`)).toHaveLength(2);
  // What was open is, what was given holds, and the file is whole.
  await ask(host, key, 'POST', `${path}/messages`, { vitrine: 1, body: [{ op: 'say', text: 'after it all' }] });
  await expect.poll(() => JSON.stringify(viewer.frames)).toContain('after it all');
  await stream.body?.cancel();
  expect((await ask(host, undefined, 'POST', '/viewer', { code })).status).toBe(200);
  const file = await host.fetch(
    new Request(`http://127.0.0.1${path}/files/${ref}`, { headers: { authorization: `Bearer ${key}` } }),
    { address: '127.0.0.1' },
  );
  expect(await file.text()).toBe('of a person');
  expect(session).toBe(path.split('/').at(-1));
});

const DAY = 86_400_000;
const formerIn = async (folder: string, key: string) =>
  (JSON.parse(await readFile(join(folder, `${key}.key.former`), 'utf8')) as unknown[]).length;

test.each(['at the next start', 'while it runs'])(
  '[CR25] a former token.key is forgotten after 366 days and not before: %s',
  async (when) => {
    const folder = await newFolder();
    const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
    const nextDay = everyDay();
    let { host } = await openHost(folder, { now: () => clock.now });
    const pass = async (days: number) => {
      clock.now += days * DAY;
      if (when === 'while it runs') return nextDay();
      await host.stop(0);
      ({ host } = await openHost(folder, { now: () => clock.now }));
    };
    await host.operator.rotateKey('token', 'command');
    await pass(100);
    await host.operator.rotateKey('token', 'command');
    await pass(265);
    // Behind whatever would have been forgotten.
    await host.operator.rotateKey('token', 'command');
    expect(await formerIn(folder, 'token')).toBe(3);
    await pass(2);
    await expect.poll(() => formerIn(folder, 'token')).toBe(2);
    await pass(367);
    await expect.poll(() => formerIn(folder, 'token')).toBe(0);
  },
);

test.each(['at the next start', 'while it runs'])(
  '[CR25] a former seal.key is kept for a day, and longer while anything is sealed with it: %s',
  async (when) => {
    const folder = await newFolder();
    const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
    const nextDay = everyDay();
    let { host, key } = await openHost(folder, { now: () => clock.now });
    const { path, token } = await openSession(host, key);
    const pass = async (days: number) => {
      clock.now += days * DAY;
      if (when === 'while it runs') return nextDay();
      await host.stop(0);
      ({ host, key } = await openHost(folder, { now: () => clock.now }));
    };
    await host.operator.rotateKey('seal', 'command');
    await ask(host, key, 'POST', `${path}/messages`, SECRET_FORM);
    const action = { event: 'action', surface: 'main', source: 'send', name: 'send', context: {}, checked: true };
    const press = { vitrine: 1, body: [action], writes: [{ surface: 'main', path: '/pin', value: '4711' }] };
    expect((await ask(host, token, 'POST', `${path}/events`, press)).body).toMatchObject({ accepted: 1 });
    await host.operator.rotateKey('seal', 'command');
    await pass(0.5);
    expect(await formerIn(folder, 'seal')).toBe(2);
    // Nothing rests on the first; the second is what the pin is sealed with.
    await pass(400);
    await expect.poll(() => formerIn(folder, 'seal')).toBe(1);
    const { body } = await ask(host, key, 'GET', `${path}/events?wait=0`);
    expect(JSON.stringify(body)).toContain('4711');
    // Confirmed: nobody needs it again.
    await ask(host, key, 'GET', `${path}/events?after=${body.next}&wait=0`);
    await pass(1);
    await expect.poll(() => formerIn(folder, 'seal')).toBe(0);
  },
);

/** A day of timers for a host that is opened behind this. */
function everyDay(): () => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => void vi.advanceTimersByTime(DAY);
}

test('[CR24] [SE36] A revocation on a full disk holds at once, is told, and is stored before the host is ready', async () => {
  const folder = await newFolder();
  const disk = { isFull: false };
  const log = whileFull(await openSqliteLog(folder), disk);
  const { host, key, operator } = await openHost(folder, { log });
  const { path, token } = await openSession(host, key);
  const stream = await host.fetch(
    new Request(`http://127.0.0.1${path}/stream`, { headers: { authorization: `Bearer ${token}` } }),
    { address: '127.0.0.1' },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  disk.isFull = true;
  const pending = { revoked: true, durable: false, warning: 'VITRINE_REVOCATION_PENDING', message: expect.any(String) };
  expect(await ask(host, operator, 'DELETE', '/agents/dev')).toEqual({ status: 202, body: pending });
  await stream.text();
  for (const credential of [key, token])
    expect((await ask(host, credential, 'GET', `${path}/snapshot`)).body.error).toBe('VITRINE_CREDENTIAL_REVOKED');
  expect((await ask(host, undefined, 'GET', '/readyz')).status).toBe(503);
  await vi.advanceTimersByTimeAsync(5000);
  expect((await ask(host, undefined, 'GET', '/readyz')).status).toBe(503);
  disk.isFull = false;
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await expect.poll(async () => (await ask(host, undefined, 'GET', '/readyz')).status).toBe(200);
  // As after a kill: another process reads what is stored now.
  expect(await log.record('agent', 'dev')).toMatchObject({ value: { epoch: 1, revokedAt: expect.any(String) } });
  expect((await ask(host, operator, 'DELETE', '/agents/dev')).status).toBe(200);
});

function whileFull(log: SessionLog, disk: { readonly isFull: boolean }): SessionLog {
  return new Proxy(log, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) =>
        disk.isFull && (name === 'writeRecords' || name === 'commit')
          ? Promise.reject(new LogError('VITRINE_LOG_FAILED', 'The disk is full.'))
          : (found.apply(target, given) as unknown);
    },
  });
}

test('[HT65] The key of the first agent is told to the operator on this machine alone, and that is written down', async () => {
  const folder = await newFolder();
  const { host, lines, operator } = await openHost(folder);
  const connection = (headers: Record<string, string>, address = '127.0.0.1') =>
    host.fetch(new Request('http://127.0.0.1/connection', { headers }), { address });
  const bearer = { authorization: `Bearer ${operator}` };
  // The test's own key took the place of the one in the file.
  expect(await (await connection(bearer)).json()).toEqual({ url: 'http://127.0.0.1' });
  const { key } = await host.credentials.rotateAgent('dev');
  await writeFile(join(folder, 'agent.key'), `${key}\n`);
  expect(await (await connection(bearer)).json()).toEqual({ url: 'http://127.0.0.1', agent: 'dev', key });
  expect(lines.filter((line) => line.includes('read key'))).toHaveLength(1);
  expect(lines.join('')).not.toContain(key);
  for (const elsewhere of [
    await connection(bearer, '203.0.113.7'),
    await connection({ ...bearer, 'x-forwarded-for': '203.0.113.7' }),
    await connection({ ...bearer, forwarded: 'for=203.0.113.7' }),
  ])
    expect(await elsewhere.json()).toEqual({ url: 'http://127.0.0.1' });
  expect((await connection({})).status).toBe(401);
  expect((await connection({ authorization: `Bearer ${key}` })).status).toBe(403);
});

test('[HT65] An operator who gave the code on this machine stays in for 30 days, one from elsewhere for 12 hours', async () => {
  const { host } = await openHost(await newFolder());
  const hours = async (address: string, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ code: host.credentials.newOperatorCode() });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const answer = await host.fetch(new Request('http://127.0.0.1/operator', init), { address });
    const { expiresAt } = (await answer.json()) as { expiresAt: string };
    return Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000);
  };
  expect(await hours('127.0.0.1')).toBe(30 * 24);
  expect(await hours('203.0.113.7')).toBe(12);
  expect(await hours('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(12);
});
