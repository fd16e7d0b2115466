// Behaviours of the first server of the protocol that agree with the specification and have no test of their own beside
// the part that has them. Each title names them.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, message, render, Stage } from '../test/stage.ts';
import { guardPayload } from './face.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());

const active = async () => (await stage.call('GET', '/api/v4/health', { key: null })).body.active_sessions;
const rows = async (key: string) => (await stage.sessions(key)).map(({ session_id: id }) => id);

/** Ten agents with ten sessions each. */
async function hundred(): Promise<ReadonlyMap<string, readonly Client[]>> {
  const agents = new Map<string, readonly Client[]>();
  for (let i = 0; i < 10; i++) {
    const key = await stage.agent(`agent-${i}`);
    const token = await stage.token(key);
    agents.set(key, await Promise.all(Array.from({ length: 10 }, () => stage.enter({}, token))));
  }
  return agents;
}

test('[AF21] [AF26] SES-2 SES-3 SES-9 SES-10 SES-11 SES-12 SES-13 SES-14 CM-2 CM-3 CM-6 CM-7 CM-8 CM-9 a hundred sessions are told apart, found, counted and closed', async () => {
  const before = Number(await active());
  const agents = await hundred();
  const all = [...agents.values()].flat();
  expect(all.every(({ session }) => session !== '')).toBe(true);
  expect(new Set(all.map(({ session }) => session)).size).toBe(100);
  expect(await active()).toBe(before + 100);
  const [[first, clients], [second]] = [...agents] as unknown as [[string, readonly Client[]], [string]];
  expect(new Set(await rows(first))).toEqual(new Set(clients.map(({ session }) => session)));
  for (const { session } of clients)
    expect((await stage.call('GET', `/api/v4/sessions/${session}`, { key: first })).body.session_id).toBe(session);
  const [gone, ...left] = clients as [Client, ...Client[]];
  const closing = await stage.call('DELETE', `/api/v4/sessions/${gone.session}`, { key: first });
  expect(closing.body).toEqual({ status: 'closed', session_id: gone.session });
  expect((await stage.call('DELETE', `/api/v4/sessions/${gone.session}`, { key: first })).status).toBe(404);
  expect((await stage.call('DELETE', '/api/v4/sessions/nobody', { key: first })).status).toBe(404);
  expect(new Set(await rows(first))).toEqual(new Set(left.map(({ session }) => session)));
  expect(await rows(second)).toHaveLength(10);
  for (const client of left) client.close();
  await expect.poll(() => rows(first)).toEqual([]);
  expect(await rows(second)).toHaveLength(10);
  for (const client of all) client.close();
  await expect.poll(active).toBe(before);
});

test('[AF10] [AF15] PEN-1 PEN-2 PEN-3 CM-11 CM-14 SVC-5 what is not there is told so to either side', async () => {
  const client = await stage.enter();
  const { body } = await stage.call('GET', `/api/v4/sessions/${client.session}`);
  expect(body).toMatchObject({ active_components: [], pending_inputs: [] });
  expect((await client.ask('user.respond', { request_id: 'none', value: 1 })).error?.code).toBe(-32602);
  const elsewhere = { session_id: 'nobody', request_id: 'none', value: 1 };
  expect((await client.ask('user.respond', elsewhere)).error?.code).toBe(-32000);
  const said = await stage.call('POST', '/sessions/nobody/messages', { body: render('c', 'card', { title: 'x' }) });
  expect(said.status).toBe(404);
  client.close();
});

test('[AF30] CM-13 CM-16 CM-17 SVC-3 SVC-24 SVC-29 what is pushed reaches every client of its session, whole, and nobody else', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const tokens = await Promise.all(
    [1, 2].map(async () => {
      const viewer = await stage.call('POST', `/sessions/${body.session}/viewer-token`, { body: {} });
      return stage.token(String(viewer.body.token));
    }),
  );
  const [one, two] = await Promise.all(tokens.map((token) => stage.enter({}, token)));
  const stranger = await stage.enter({}, await stage.token(await stage.agent('stranger')));
  const data = { title: 'x', sections: [{ label: 'a', value: { deep: [{ er: [1, [2, { three: null }]] }] } }] };
  const pushes = [
    render('c', 'card', data, { position: 'sidebar', priority: 'high' }),
    message('ui.update', { component_id: 'c', operation: 'merge', data: { title: 'y' } }),
    message('ui.notify', { level: 'info', title: 'Note', duration_ms: 5000 }),
    message('ui.navigate', { url: 'https://example.com/', new_tab: true }),
  ];
  expect(await stage.say(String(body.session), ...pushes)).toMatchObject({ accepted: 4 });
  for (const client of [one, two] as Client[])
    for (const pushed of pushes as { method: string }[]) expect(await client.pushed(pushed.method)).toEqual(pushed);
  expect((await stranger.ask('ping')).result).toEqual({});
  expect(stranger.received).toEqual([]);
  for (const client of [one, two, stranger]) client?.close();
});

test('[AF11] SCH-40 SCH-41 RPC-2 RPC-3 RPC-4 init is answered with the session, the version and what the server can', async () => {
  const client = await stage.connect();
  const { result } = await client.init();
  expect(result).toMatchObject({
    session_id: client.session,
    version: '2026-02-20',
    capabilities: { components: expect.arrayContaining(['card']), streaming: true },
    serverInfo: { name: expect.any(String), version: expect.any(String) },
  });
  client.close();
});

test('[AF31] MOD-2 MOD-3 times are of UTC, and a consent is of its session', async () => {
  const client = await stage.enter();
  const path = `/api/v4/sessions/${client.session}`;
  const { body } = await stage.call('GET', path);
  const [consent] = body.consents as readonly { readonly [key: string]: unknown }[];
  const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
  expect([body.session_started_at, consent?.granted_at].every((time) => utc.test(String(time)))).toBe(true);
  expect(consent).toMatchObject({ consent_type: 'ui_interaction', granted: true, revoked_at: null });
  expect((await stage.call('GET', `${path}/consents`)).body).toMatchObject({ session_id: client.session, total: 1 });
  client.close();
});

test('[AF14] PAY-1 PAY-2 PAY-6 PAY-7 PAY-8 what an agent shows is counted as JSON, in bytes', () => {
  const judge = guardPayload(() => true, 100);
  const open = (data: object) => judge('s', [{ op: 'open', surface: 'c', data } as never], 'agent', undefined as never);
  expect(open({})).toBeUndefined();
  expect(open({ at: new Date(0), list: [[{ deep: 1 }]] })).toBeUndefined();
  expect(open({ title: '漢'.repeat(30) })).toMatchObject({ code: 'VITRINE_BODY_SIZE' });
  expect(guardPayload(() => false, 1)('s', [], 'agent', undefined as never)).toBeUndefined();
});

test('[AF33] an agent is told the code beside each issue, over HTTP and its socket alike', async () => {
  const client = await stage.enter();
  const wrong = message('ui.update', { component_id: 'none', operation: 'merge', data: {} });
  const told = [{ code: 'VITRINE_SURFACE_UNKNOWN', rpc: -32003 }];
  expect((await stage.say(client.session, wrong)).issues).toMatchObject(told);
  for (const hello of [{ role: 'agent' }, { role: 'agent', dialect: 'agentchains' }]) {
    const socket = new WebSocket(`${stage.url.replace('http', 'ws')}/socket`, ['vitrine.1', stage.key]);
    const answer = new Promise((resolve) => {
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data)) as { welcome?: object; issues?: object };
        if (frame.issues !== undefined) resolve(frame.issues);
        else if (frame.welcome !== undefined)
          socket.send(JSON.stringify({ session: client.session, message: wrong, key: `k${hello.dialect}` }));
      });
    });
    socket.on('open', () => socket.send(JSON.stringify({ hello })));
    expect(await answer).toMatchObject(told);
    socket.terminate();
  }
  const native = await stage.call('POST', '/sessions', { body: {} });
  const close = { vitrine: 1, body: [{ op: 'close', surface: 'none' }] };
  const { body } = await stage.call('POST', `/sessions/${native.body.session}/messages`, { body: close });
  expect((body.issues as object[])[0]).not.toHaveProperty('rpc');
  client.close();
});
