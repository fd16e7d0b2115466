// Who may call an agent over A2A, and who may not.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openLogOnDisk } from '../test/full-disk.ts';
import { grpcClient10 } from '../test/grpc-clients.ts';
import { bookingAgent, client10, done, newId, type ScriptAgent, Stage, words } from '../test/stage.ts';
import { formById } from './forms.ts';

let stage: Stage;
let agent: ScriptAgent;
let other: ScriptAgent;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent('tables', bookingAgent);
  other = await stage.agent('other', () => undefined);
});

afterAll(() => stage.clear());

const body = {
  ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] } },
};
const headers = { 'a2a-version': '1.0' };
const send = (key?: string) =>
  stage.call('POST', '/a2a/tables', { body, headers, ...(key === undefined ? {} : { key }) });

describe('credentials of clients on a full disk', () => {
  it('[XS13] one that is removed ends at once and for good; none is made', async () => {
    const disk = { isFull: false };
    const folder = await mkdtemp(join(tmpdir(), 'a2a-full-'));
    const log = await openLogOnDisk(folder, disk);
    const full = await Stage.open({ folder, log });
    onTestFinished(() => full.clear());
    const owner = await full.agent('tables', bookingAgent);
    const path = '/a2a/tables/credentials';
    const make = () => full.call('POST', path, { key: owner.key, body: { name: 'desk' } });
    const calls = (key: string) => full.call('POST', '/a2a/tables', { body, headers, key });
    const { id, token } = (await make()).body;
    const { id: stays, token: other } = (await make()).body;
    expect((await calls(String(token))).status).toBe(200);
    disk.isFull = true;
    expect(await make()).toMatchObject({ status: 503, body: { error: 'VITRINE_LOG_FAILED' } });
    expect(await full.call('DELETE', `${path}/${id}`, { key: owner.key })).toMatchObject({
      status: 202,
      body: { removed: id, durable: false, warning: 'VITRINE_REVOCATION_PENDING' },
    });
    expect(await calls(String(token))).toMatchObject({ status: 401, body: { error: 'VITRINE_CREDENTIAL_INVALID' } });
    expect((await full.call('GET', path, { key: owner.key })).body).toMatchObject({ credentials: [{ id: stays }] });
    expect((await full.call('GET', '/readyz', {})).status).toBe(503);
    disk.isFull = false;
    // What is written next about the same thing stands, and holds what was removed before.
    expect((await make()).status).toBe(201);
    expect(await log.record('face:a2a', 'credentials tables')).toMatchObject({
      value: [{ id: stays }, { id: expect.not.stringMatching(String(id)) }],
    });
    expect((await calls(String(token))).status).toBe(401);
    expect((await calls(String(other))).status).toBe(200);
  });
});

describe('credentials of clients', () => {
  it('[XS13] one made by the agent or the operator opens that agent', async () => {
    expect((await send(await agent.credential())).body).toHaveProperty('result.task');
    const { body: token } = await stage.call('POST', '/operator', {
      body: { code: stage.host.credentials.newOperatorCode() },
    });
    const made = await stage.call('POST', '/a2a/tables/credentials', {
      key: String(token.token),
      body: { name: 'desk', days: 1 },
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'desk', token: expect.stringMatching(/^va_/) } });
    expect((await send(String(made.body.token))).status).toBe(200);
  });

  it('[XS13] nothing, an unknown one, an agent’s key and one of another agent are refused', async () => {
    expect(await send()).toMatchObject({ status: 401, body: { error: 'VITRINE_CREDENTIAL_MISSING' } });
    expect((await send()).headers.get('www-authenticate')).toBe('Bearer');
    expect(await send('va_unknown')).toMatchObject({ status: 401, body: { error: 'VITRINE_CREDENTIAL_INVALID' } });
    expect(await send('nonsense')).toMatchObject({ status: 401 });
    expect(await send(agent.key)).toMatchObject({ status: 403, body: { error: 'VITRINE_CREDENTIAL_PURPOSE' } });
    expect(await send(await other.credential())).toMatchObject({ status: 401 });
  });

  it('[XS13] a viewer’s token leads to its own session and no other', async () => {
    const { body: opened } = await stage.call('POST', '/sessions', { key: agent.key, body: {} });
    const client = await client10(`${stage.url}/a2a/tables`, String(opened.viewerToken));
    const heard = await client.send(words('hello', { contextId: 'anything' }), [formById('v0.9').uri]);
    expect(heard.messages).toHaveLength(3);
    expect(agent.events.at(-1)?.session).toBe(opened.session);
    const wrong = await stage.call('POST', '/a2a/other', { body, headers, key: String(opened.viewerToken) });
    expect(wrong).toMatchObject({ status: 403, body: { error: 'VITRINE_CREDENTIAL_PURPOSE' } });
  });

  it('[XS13] only the agent itself and the operator make them', async () => {
    for (const key of [other.key, await agent.credential()]) {
      const answer = await stage.call('POST', '/a2a/tables/credentials', { key, body: {} });
      expect([401, 403]).toContain(answer.status);
    }
    for (const wrong of [{ name: '' }, { name: 'A B' }, { days: 0 }, { days: 'x' }, { name: 3 }]) {
      const answer = await stage.call('POST', '/a2a/tables/credentials', { key: agent.key, body: wrong });
      expect(answer).toMatchObject({ status: 400, body: { error: 'VITRINE_BODY_INVALID' } });
    }
  });

  it('[XS13] one ends with its agent, also when that comes back, and not with the key of the agent', async () => {
    const { key } = await stage.host.credentials.addAgent('passing');
    const made = await stage.call('POST', '/a2a/passing/credentials', { key, body: { name: 'desk' } });
    const task = { ...body, method: 'GetTask', params: { id: 'none' } };
    const ask = () => stage.call('POST', '/a2a/passing', { body: task, headers, key: String(made.body.token) });
    const { key: next } = await stage.host.credentials.rotateAgent('passing');
    expect((await ask()).status).toBe(200);
    await stage.host.credentials.revokeAgent('passing');
    expect(await ask()).toMatchObject({ status: 404, body: { error: 'VITRINE_AGENT_UNKNOWN' } });
    const { key: last } = await stage.host.credentials.rotateAgent('passing');
    expect(await ask()).toMatchObject({ status: 401, body: { error: 'VITRINE_CREDENTIAL_REVOKED' } });
    expect((await stage.call('GET', '/a2a/passing/credentials', { key: last })).body).toEqual({ credentials: [] });
    expect((await stage.call('GET', '/a2a/passing/credentials', { key: next })).status).toBe(401);
  });

  it('[XS13] one whose time is over is refused', async () => {
    const { token } = (await stage.call('POST', '/a2a/tables/credentials', { key: agent.key, body: { days: 1e-9 } }))
      .body;
    expect(await send(String(token))).toMatchObject({ status: 401, body: { error: 'VITRINE_CREDENTIAL_EXPIRED' } });
  });

  it('[XS13] one that is taken back while the body of a call comes takes that call with it', async () => {
    const slow = await stage.agent('slow', () => undefined);
    const remove = (id: string) => stage.call('DELETE', `/a2a/slow/credentials/${id}`, { key: slow.key });
    for (const takeBack of [remove, () => stage.host.credentials.revokeAgent('slow')]) {
      const made = await stage.call('POST', '/a2a/slow/credentials', { key: slow.key, body: { name: 'desk' } });
      let begin: (sender: ReadableStreamDefaultController<Uint8Array>) => void = () => undefined;
      const reading = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
        begin = resolve;
      });
      const stream = new ReadableStream<Uint8Array>({ pull: (sender) => begin(sender) }, { highWaterMark: 0 });
      const own = { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/json', ...headers };
      const init = { method: 'POST', body: stream, duplex: 'half', headers: own } as RequestInit;
      const begun = stage.host.fetch(new Request(`${stage.url}/a2a/slow`, init), { address: '127.0.0.1' });
      const sender = await reading;
      await takeBack(String(made.body.id));
      sender.enqueue(new TextEncoder().encode(JSON.stringify(body)));
      sender.close();
      const answer = await begun;
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: 'VITRINE_CREDENTIAL_REVOKED' });
    }
    expect(slow.events).toEqual([]);
    expect(await stage.host.sessions.list('slow')).toEqual([]);
  });

  it('[XS23] is shown once, kept as a hash, in no log line, and its removal ends what it has under way', async () => {
    const mute = await stage.agent('mute', ({ event }) => (event === 'say' ? [done('working')] : undefined));
    const token = await mute.credential('leaving');
    const list = await stage.call('GET', '/a2a/mute/credentials', { key: mute.key });
    expect(list.text).not.toContain(token.slice(3));
    const [{ id }] = list.body.credentials as unknown as [{ readonly id: string }];
    const open = (await client10(`${stage.url}/a2a/mute`, token)).send(words('wait'));
    await expect.poll(() => mute.events.length).toBe(2);
    expect((await stage.call('DELETE', `/a2a/mute/credentials/${id}`, { key: mute.key })).status).toBe(200);
    expect(await open).toMatchObject({ state: 'TASK_STATE_FAILED', texts: [expect.stringContaining('taken back')] });
    expect((await stage.call('POST', '/a2a/mute', { body, headers, key: token })).status).toBe(401);
    expect((await stage.call('DELETE', `/a2a/mute/credentials/${id}`, { key: mute.key })).status).toBe(404);
    expect(stage.log.join('')).not.toContain(token);
  });
});

describe('what is taken back', () => {
  it('[XS23] a viewer’s token, or the agent itself, ends what is under way with it', async () => {
    const mute = await stage.agent('silent', ({ event }) => (event === 'say' ? [done('working')] : undefined));
    const { body: opened } = await stage.call('POST', '/sessions', { key: mute.key, body: {} });
    const card = `${stage.url}/a2a/silent`;
    const viewer = (await client10(card, String(opened.viewerToken))).send(words('wait'));
    const named = (await client10(card, await mute.credential())).send(words('wait'));
    await expect.poll(() => mute.events.length).toBe(4);
    await stage.call('DELETE', `/sessions/${opened.session}/viewer-token`, { key: mute.key, body: {} });
    expect(await viewer).toMatchObject({ state: 'TASK_STATE_FAILED' });
    await stage.host.credentials.revokeAgent('silent');
    expect(await named).toMatchObject({ state: 'TASK_STATE_FAILED' });
  });

  it('[XS23] the key that signed a viewer’s token ends what is under way with it, and nothing of others', async () => {
    const own = await Stage.open();
    const mute = await own.agent('silent', ({ event }) => (event === 'say' ? [done('working')] : undefined));
    const { body: opened } = await own.call('POST', '/sessions', { key: mute.key, body: {} });
    const card = `${own.url}/a2a/silent`;
    const viewer = (await client10(card, String(opened.viewerToken))).send(words('wait'));
    const named = (await client10(card, await mute.credential())).send(words('wait'));
    await expect.poll(() => mute.events.length).toBe(4);
    await own.host.operator.rotateKey('token', 'command', { now: true });
    expect(await viewer).toMatchObject({ state: 'TASK_STATE_FAILED' });
    expect(await Promise.race([named, Promise.resolve('open')])).toBe('open');
    await own.host.credentials.revokeAgent('silent');
    expect(await named).toMatchObject({ state: 'TASK_STATE_FAILED' });
    await own.clear();
  });
});

describe('open access', () => {
  it('[XS14] lets clients of this machine in where the operator said so', async () => {
    const open = await Stage.open({ isOpen: true });
    await open.agent('tables', bookingAgent);
    const client = await client10(`${open.url}/a2a/tables`);
    expect((await client.send(words('x'))).texts[0]).toBe('You said x');
    const card = (await open.call('GET', '/a2a/tables')).body;
    expect(card).not.toHaveProperty('security');
    open.host.setPublicUrl('https://vitrine.example');
    expect((await open.call('POST', '/a2a/tables', { body, headers })).status).toBe(401);
    await open.clear();
  });

  it('[XS14] lets nobody else in', async () => {
    const open = await Stage.open({ isOpen: true });
    await open.agent('tables', bookingAgent);
    const json = { ...headers, 'content-type': 'application/json' };
    const statusFor = async (address: string) => {
      const request = new Request(`${open.url}/a2a/tables`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      });
      return (await open.host.fetch(request, { address })).status;
    };
    for (const address of ['127.0.0.1', '127.8.9.1', '::1']) expect(await statusFor(address), address).toBe(200);
    for (const address of ['10.0.0.7', '::2', '2001:db8:0:0::/64', 'localhost', '127.0.0.1.example.com', 'unknown', ''])
      expect(await statusFor(address), address).toBe(401);
    await open.clear();
  });
});

describe('guesses', () => {
  it('[XS33] are counted by address, over HTTP and gRPC and at what an agent arranges; what holds is taken', async () => {
    const own = await Stage.open({ limits: { guessesPerMinute: 5 }, grpc: { host: '127.0.0.1', port: 0 } });
    const mine = await own.agent('tables', bookingAgent);
    const token = await mine.credential();
    const guess = async (key: string, path = '/a2a/tables') =>
      (await own.call(path.endsWith('credentials') ? 'GET' : 'POST', path, { key, body: undefined, headers })).status;
    const statuses = [
      await guess('va_wrong'),
      await guess('vk_wrong'),
      await guess('nothing', '/a2a/tables/credentials'),
      await guess('va_wrong', '/a2a/tables/message:send'),
    ];
    expect(statuses).toEqual([401, 401, 401, 401]);
    const overGrpc = async (key: string) => (await grpcClient10(`${own.url}/a2a/tables`, key)).send(words('x'));
    await expect(overGrpc('va_wrong')).rejects.toThrow('VITRINE_CREDENTIAL_INVALID');
    await expect(overGrpc('va_wrong')).rejects.toThrow('VITRINE_RATE');
    const slowed = await own.call('POST', '/a2a/tables', { key: 'va_wrong', body, headers });
    expect([slowed.status, slowed.body.error, slowed.headers.get('retry-after')]).toEqual([429, 'VITRINE_RATE', '12']);
    expect(await guess('wrong', '/a2a/tables/credentials')).toBe(429);
    expect((await overGrpc(token)).texts[0]).toBe('You said x');
    expect((await own.call('POST', '/a2a/tables', { key: token, body, headers })).status).toBe(200);
    await own.clear();
  });
});

describe('a page of another origin, where no credential is needed', () => {
  const types = ['application/json', 'application/a2a+json; charset=utf-8'];
  const simple = ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'multipart/form-data'];

  it('[XS34] has nothing executed, whatever it sends; programs, and pages of the host, have', async () => {
    const open = await Stage.open({ isOpen: true });
    const mine = await open.agent('tables', bookingAgent);
    const send = async (more: { readonly [name: string]: string }, path = '', key?: string) => {
      const message = { messageId: newId(), role: 'ROLE_USER', parts: [{ text: 'x' }] };
      const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
      const { status } = await open.call('POST', `/a2a/tables${path}`, {
        ...(key === undefined ? {} : { key }),
        headers: { 'a2a-version': '1.0', 'content-type': 'application/json', ...more },
        body: path === '' ? rpc : { message },
      });
      return status;
    };
    const heard = () => mine.events.filter(({ event }) => event.event === 'say').length;
    const { host } = new URL(open.url);
    const foreign = ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost:3000', `https://${host}`];
    for (const path of ['', '/message:send', '/message:stream']) {
      for (const origin of foreign) expect(await send({ origin }, path), origin).toBe(403);
      for (const type of simple) expect(await send({ 'content-type': type }, path), type).toBe(415);
      for (const site of ['cross-site', 'same-site']) expect(await send({ 'sec-fetch-site': site }, path)).toBe(403);
    }
    expect(heard()).toBe(0);
    for (const type of types) expect(await send({ 'content-type': type })).toBe(200);
    expect(await send({ origin: open.url, 'sec-fetch-site': 'same-origin' })).toBe(200);
    const key = await mine.credential();
    expect(await send({ 'content-type': 'text/plain' }, '', key)).toBe(200);
    expect(heard()).toBe(4);
    for (const origin of foreign)
      expect((await open.call('GET', '/a2a/tables/tasks', { headers: { ...headers, origin } })).status).toBe(403);
    await open.clear();
  });
});
