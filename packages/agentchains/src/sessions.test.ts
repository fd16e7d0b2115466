import type { FacePorts } from '@vitrine/core/port';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored } from '../test/processes.ts';
import { type Client, message, render, Stage } from '../test/stage.ts';
import { AGENTCHAINS_LIMITS } from './limits.ts';
import { SessionRegistry } from './session-registry.ts';
import type { StreamToken } from './stream-tokens.ts';
import { keyOfSession, readRecord } from './tracked-session.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.clear());

const ask = (id: string) => message('ui.request_input', { request_id: id, input_type: 'text', prompt: 'Which?' });
const confirm = (id: string) => message('ui.confirm', { request_id: id, title: 'Sure?', timeout_seconds: 300 });

async function enter(count: number, token?: string): Promise<readonly Client[]> {
  const clients: Client[] = [];
  for (let i = 0; i < count; i++) clients.push(await stage.enter({}, token));
  return clients;
}

/** The face learns of a socket that is gone a moment after the client does. */
async function gone(session: string): Promise<void> {
  for (;;) {
    const row = (await stage.sessions()).find(({ session_id: id }) => id === session);
    if (row === undefined || row.status !== 'active') return;
  }
}

test('[AF21] SES-5 CM-4 CM-5 ten sessions of an agent are open at once, and the eleventh is refused', async () => {
  const token = await stage.token();
  const clients = await enter(10, token);
  expect(new Set(clients.map(({ session }) => session)).size).toBe(10);
  const early = await stage.refused(`/ws/v4/a2ui?token=${token}`);
  expect(early).toMatchObject({ status: 429, body: { jsonrpc: '2.0', id: null, error: { code: -32007 } } });
  const other = await stage.enter({}, await stage.token(await stage.agent('other')));
  expect((await other.ask('ping')).result).toEqual({});
  const [first] = clients as readonly [Client];
  first.close();
  await first.closed;
  await gone(first.session);
  expect((await stage.enter({}, token)).session).not.toBe(first.session);
});

test('[AF21] a socket that was there before is refused by init', async () => {
  const waiting = await stage.connect();
  await enter(10);
  expect((await waiting.ask('a2ui.init', {})).error?.code).toBe(-32007);
  expect((await waiting.ask('ping')).error?.code).toBe(-32000);
});

test('[AF21] places are free however their sockets went', async () => {
  for (const end of [(c: Client) => c.close(), (c: Client) => c.close(3001), (c: Client) => c.terminate()]) {
    const clients = await enter(10);
    for (const client of clients) {
      end(client);
      await client.closed;
      await gone(client.session);
    }
  }
  await enter(10);
});

test('[AF22] D4 a second init begins another session, which counts as well', async () => {
  const client = await stage.enter();
  const first = client.session;
  const sessions = new Set([first]);
  for (let i = 1; i < 10; i++) {
    await client.init();
    sessions.add(client.session);
  }
  expect(sessions.size).toBe(10);
  expect((await client.ask('a2ui.init', {})).error?.code).toBe(-32007);
  await stage.say(client.session, render('c', 'card', { title: 'Here' }));
  expect((await client.pushed('ui.render')).params?.component_id).toBe('c');
  await stage.say(first, render('d', 'card', { title: 'There' }));
  await client.ask('ping');
  expect(client.received).toEqual([]);
  client.terminate();
  await client.closed;
  for (const session of sessions) await gone(session);
  await enter(10);
});

test('[AF23] SES-8 D7 a goodbye ends the session, and the agent is told at once', async () => {
  const client = await stage.enter();
  await stage.say(client.session, confirm('k'));
  client.close();
  await client.closed;
  await gone(client.session);
  expect(await stage.sessions()).toEqual([]);
  // The connection is let go before the log has the end.
  await vi.waitFor(async () => expect((await stage.host.sessions.summary(client.session)).closedAt).toBeDefined());
  expect((await stage.events(client.session)).map(({ error }) => error?.code)).toContain(-32004);
});

test('[AF23] D7 whoever breaks off comes back with the same token to what there was', async () => {
  const token = await stage.token();
  const client = await stage.enter({}, token);
  await stage.say(client.session, render('c', 'card', { title: 'Here' }), ask('r'));
  client.terminate();
  await client.closed;
  await gone(client.session);
  await stage.say(client.session, render('d', 'card', { title: 'Meanwhile' }));
  const again = await stage.connect(token);
  expect((await again.init()).result).toMatchObject({ session_id: client.session, resumed: true });
  const shown = [await again.pushed('ui.render'), await again.pushed('ui.render')];
  expect(shown.map(({ params }) => params?.component_id)).toEqual(['c', 'd']);
  expect((await again.pushed('ui.request_input')).params?.request_id).toBe('r');
  expect((await again.ask('user.respond', { request_id: 'r', value: 'x' })).result).toBeDefined();
});

test('[AF23] nobody who comes back: the session ends after two minutes', async () => {
  const token = await stage.token();
  const client = await stage.enter({}, token);
  await stage.say(client.session, ask('r'));
  client.terminate();
  await client.closed;
  await gone(client.session);
  stage.pass(119_000);
  stage.tick();
  expect(await stage.sessions()).toMatchObject([{ session_id: client.session, status: 'disconnected' }]);
  stage.pass(1000);
  stage.tick();
  while ((await stage.sessions()).length > 0);
  const events = await stage.events(client.session);
  expect(events.map(({ error }) => error?.code)).toContain(-32004);
  expect((await stage.enter({}, token)).session).not.toBe(client.session);
});

test('[AF22] a session that a later init left expires by itself, and frees its place; the socket goes on', async () => {
  const client = await stage.enter();
  const [first, { result }] = [client.session, await client.ask('a2ui.init', {})];
  stage.pass(3_500_000);
  expect((await client.ask('ping')).result).toEqual({});
  stage.pass(200_000);
  stage.tick();
  await gone(first);
  expect((await client.ask('ping')).result).toEqual({});
  expect(await stage.sessions()).toMatchObject([{ session_id: result?.session_id, status: 'active' }]);
  await enter(9);
});

test('[AF22] a session that a later init left can be closed by a call, which frees its place', async () => {
  const client = await stage.enter();
  const first = client.session;
  for (let i = 1; i < 10; i++) expect((await client.ask('a2ui.init', {})).result).toBeDefined();
  expect((await client.ask('a2ui.init', {})).error?.code).toBe(-32007);
  expect((await stage.call('DELETE', `/api/v4/sessions/${first}`)).status).toBe(200);
  expect((await client.ask('a2ui.init', {})).result).toBeDefined();
});

test('[AF24] a client that comes again with the same token and never says init neither loops nor takes a place', async () => {
  const token = await stage.token();
  const begun = await stage.enter({}, token);
  for (let i = 0; i < 25; i++) {
    const client = await stage.connect(token);
    for (const id of ['req_1', 'req_2'])
      expect(await client.ask('ping', {}, id)).toMatchObject({ id, error: { code: -32000 } });
    expect(client.isOpen).toBe(true);
    if (i % 2 === 0) client.terminate();
    else client.close();
    await client.closed;
  }
  expect((await stage.sessions()).map(({ session_id: id }) => id)).toEqual([begun.session]);
  const idle = await stage.connect(token);
  stage.pass(600_000);
  stage.tick();
  expect((await idle.ask('ping')).error?.code).toBe(-32000);
  await enter(9, token);
});

test('[AF25] nothing said for an hour: -32005 to the next request, then the socket closes', async () => {
  const [client, busy] = (await enter(2)) as [Client, Client];
  await stage.say(client.session, ask('r'));
  stage.pass(1_800_000);
  expect((await busy.ask('ping')).result).toEqual({});
  stage.pass(1_800_001);
  expect((await client.ask('user.respond', { request_id: 'r', value: 'x' })).error).toEqual({
    code: -32005,
    message: 'Session expired',
  });
  expect((await client.closed).code).toBe(4408);
  expect((await busy.ask('ping')).result).toEqual({});
  expect((await stage.sessions()).map(({ session_id: id }) => id)).toEqual([busy.session]);
  expect((await stage.host.sessions.summary(client.session)).closedAt).toBeDefined();
});

test('[AF25] D4 an hour’s end frees the place at once, and what the agent says is something said', async () => {
  const clients = await enter(10);
  const [first] = clients as readonly [Client];
  stage.pass(3_000_000);
  await stage.say(first.session, render('c', 'card', { title: 'Here' }));
  await first.pushed('ui.render');
  stage.pass(3_000_000);
  stage.tick();
  while ((await stage.sessions()).length > 1);
  expect((await stage.sessions()).map(({ session_id: id }) => id)).toEqual([first.session]);
  await enter(9);
  const [, second] = clients as readonly [Client, Client];
  expect(second.isOpen).toBe(true);
  second.notify('ping');
  expect((await second.closed).code).toBe(4408);
});

test('[AF26] SES-1 SES-4 SES-6 a session is listed, shown and closed', async () => {
  const client = await stage.enter({
    user_id: 'grace',
    client_info: { name: 'Test' },
    capabilities: { supports_file_upload: false },
  });
  await stage.say(client.session, render('c', 'card', { title: 'Here' }), ask('r'));
  const row = { session_id: client.session, agent_id: 'dev', user_id: 'grace', status: 'active' };
  expect(await stage.sessions()).toMatchObject([{ ...row, active_components: 1, pending_inputs: 1 }]);
  const path = `/api/v4/sessions/${client.session}`;
  expect((await stage.call('GET', path)).body).toMatchObject({
    ...row,
    ...{ active_components: ['c'], pending_inputs: ['r'], client_info: { name: 'Test' } },
    capabilities: { supports_file_upload: false },
    ...{ session_started_at: new Date(stage.now).toISOString(), session_ended_at: null },
  });
  const other = await stage.agent('other');
  for (const method of ['GET', 'DELETE']) expect((await stage.call(method, path, { key: other })).status).toBe(404);
  expect((await stage.call('DELETE', path)).body).toEqual({ status: 'closed', session_id: client.session });
  expect((await client.closed).code).toBe(4410);
  expect((await stage.call('GET', path)).status).toBe(404);
  expect((await stage.call('DELETE', path)).status).toBe(404);
  expect(await stage.sessions()).toEqual([]);
  const { body } = await stage.call('GET', '/api/v4/sessions?status=closed');
  expect(body.sessions).toMatchObject([{ session_id: client.session, status: 'closed', ended_by: 'closed' }]);
  expect((await stage.call('GET', '/api/v4/sessions?status=all')).status).toBe(400);
});

test('[AF26] a session that the host closes is closed here too', async () => {
  const client = await stage.enter();
  await stage.call('DELETE', `/sessions/${client.session}`);
  expect((await client.closed).code).toBe(4410);
  expect(await stage.sessions()).toEqual([]);
});

test('[AF26] a session of the agent that a viewer looks at lasts, and is closed by the agent alone', async () => {
  const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
  const viewer = body.viewerToken as string;
  const { body: had } = await stage.call('POST', '/api/v4/stream-token', { key: viewer });
  const client = await stage.enter({}, had.token as string);
  expect((await client.ask('a2ui.init', { session_id: 'another' })).error?.code).toBe(-32000);
  const path = `/api/v4/sessions/${client.session}`;
  expect((await stage.call('GET', path, { key: viewer })).status).toBe(200);
  expect((await stage.call('DELETE', path, { key: viewer })).status).toBe(403);
  client.close();
  await client.closed;
  await gone(client.session);
  expect((await stage.host.sessions.summary(client.session)).closedAt).toBeUndefined();
  const again = await stage.enter({}, had.token as string);
  expect(again.session).toBe(client.session);
  expect((await stage.call('DELETE', path)).status).toBe(200);
  expect((await again.closed).code).toBe(4410);
});

test('[AF27] MOD-1 SVC-4 what is exchanged is counted, and still known after a restart', async () => {
  const client = await stage.enter();
  await stage.say(client.session, render('c', 'card', { title: '1' }), render('d', 'card', { title: '2' }));
  await stage.say(client.session, ask('r'), confirm('k'));
  await stage.say(
    client.session,
    message('ui.update', { component_id: 'c', operation: 'merge', data: { title: '3' } }),
  );
  await client.ask('user.respond', { request_id: 'r', value: 'x' });
  const counted = { message_count: 7, components_rendered: 2, inputs_requested: 2 };
  expect(await stage.sessions()).toMatchObject([counted]);
  await stage.say(client.session, render('c', 'card', { title: '4' }));
  await stage.stop();
  const next = await Stage.open({ folder: stage.folder });
  expect(await next.sessions()).toMatchObject([{ message_count: 8, components_rendered: 3, inputs_requested: 2 }]);
  await next.clear();
});

test('[AF29] a host that ends between a question and its answer has both, once', async () => {
  const token = await stage.token();
  const client = await stage.enter({}, token);
  await stage.say(client.session, confirm('k'));
  await client.pushed('ui.confirm');
  await stage.host.stop();
  expect((await client.closed).code).toBe(1001);
  const next = await Stage.open({ folder: stage.folder });
  const again = await next.connect(token);
  expect((await again.init()).result?.session_id).toBe(client.session);
  expect((await again.pushed('ui.confirm')).params?.request_id).toBe('k');
  expect((await again.ask('user.approve', { request_id: 'k', approved: true })).result).toBeDefined();
  expect((await again.ask('user.approve', { request_id: 'k', approved: false })).error?.code).toBe(-32602);
  const answers = (await next.events(client.session)).filter(({ method }) => method === 'user.approve');
  expect(answers).toEqual([message('user.approve', { request_id: 'k', approved: true })]);
  await next.clear();
});

test('[AF28] a client is sent what it can show, and the agent is told of the rest', async () => {
  const client = await stage.enter({
    capabilities: { supported_components: ['card', 'table'], supports_file_upload: false },
  });
  const chart = { chart_type: 'bar', x_axis: { values: ['Mon'] }, series: [{ name: 'Ships', data: [3] }] };
  await stage.say(client.session, render('a', 'chart', chart), render('b', 'code', { code: 'x = 1' }));
  const [a, b] = [await client.pushed('ui.render'), await client.pushed('ui.render')];
  expect([a.params?.component_type, b.params?.component_type]).toEqual(['table', 'card']);
  expect(JSON.stringify(b.params)).toContain('x = 1');
  await stage.say(
    client.session,
    message('ui.request_input', { request_id: 'f', input_type: 'file', prompt: 'File?' }),
  );
  await stage.say(client.session, message('ui.notify', { level: 'info', title: 'Done' }));
  await client.pushed('ui.notify');
  expect(client.received).toEqual([]);
  const told = (await stage.events(client.session)).flatMap(({ error }) =>
    error === undefined ? [] : [error.message],
  );
  expect(told).toHaveLength(3);
  expect(told.join()).toMatch(/chart.*code.*files/s);
});

test('[AF28] a client has as many components as it has room for', async () => {
  const client = await stage.enter({ capabilities: { max_concurrent_components: 2 } });
  for (const id of ['a', 'b', 'c']) await stage.say(client.session, render(id, 'card', { title: id }));
  await stage.say(client.session, message('ui.notify', { level: 'info', title: 'Done' }));
  await client.pushed('ui.notify');
  expect(client.received.map(({ params }) => params?.component_id)).toEqual(['a', 'b']);
  const errors = (await stage.events(client.session)).filter(({ error }) => error !== undefined);
  expect(errors).toMatchObject([{ error: { data: { component_id: 'c' } } }]);
});

test('[AF29] sockets are closed with 1001 when the host stops, and handshakes refused', async () => {
  const client = await stage.enter();
  await stage.host.stop();
  expect((await client.closed).code).toBe(1001);
  await expect(stage.connect('x')).rejects.toThrow();
});

test('[AF21] an init that fails takes no place', async () => {
  const client = await stage.connect();
  const { sessions } = stage.host;
  const get = sessions.get.bind(sessions);
  sessions.get = () => Promise.reject(new Error('no'));
  for (let i = 0; i < 12; i++) expect((await client.ask('a2ui.init', {})).error?.code).toBe(-32603);
  sessions.get = get;
  await enter(10);
});

test('[AF8] frames that come faster than they are answered are answered all, in their order', async () => {
  const client = await stage.enter();
  const pad = 'x'.repeat(900_000);
  for (let i = 0; i < 40; i++) client.notify('ping', { pad });
  const answers = Array.from({ length: 15 }, (_, i) => client.ask('ping', { pad }, i));
  expect((await Promise.all(answers)).map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, i) => i));
});

test('[AF26] sessions are listed in pages where somebody asks for them, and all of them otherwise', async () => {
  const clients = [await stage.enter(), await stage.enter(), await stage.enter()];
  const ids = clients.map(({ session }) => session);
  const list = async (query: string) => (await stage.call('GET', `/api/v4/sessions${query}`)).body;
  const idsOf = ({ sessions }: { readonly [key: string]: unknown }) =>
    (sessions as readonly { readonly session_id: string }[]).map(({ session_id }) => session_id);
  expect(await list('')).toMatchObject({ total: 3 });
  expect(await list('')).not.toHaveProperty('next');
  const first = await list('?limit=2');
  expect(first).toMatchObject({ total: 3, next: expect.any(String) });
  const second = await list(`?limit=2&next=${first.next}`);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
  expect(second).not.toHaveProperty('next');
  for (const query of ['?limit=0', '?limit=x', '?limit=1001', '?next=x'])
    expect(await stage.call('GET', `/api/v4/sessions${query}`)).toMatchObject({
      status: 400,
      body: { error: 'VITRINE_QUERY_INVALID' },
    });
  for (const id of ids) await stage.call('DELETE', `/api/v4/sessions/${id}`);
  const over = await list('?status=closed&limit=2');
  const rest = await list(`?status=closed&limit=2&next=${over.next}`);
  expect([...idsOf(over), ...idsOf(rest)].sort()).toEqual([...ids].sort());
});

/** A port that comes to no end of a call, as if the process had ended before it, and says when it is called. */
function endingBefore(name: 'close' | 'join') {
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const port = (given: FacePorts): FacePorts => {
    const stop = () => {
      reached();
      return new Promise<never>(() => undefined);
    };
    return { ...given, sessions: { ...given.sessions, [name]: stop } };
  };
  return { port, isReached };
}

test('[AF39] a session is there with its record: whoever was not answered any more takes it up', async () => {
  await stage.stop();
  const { folder } = stage;
  const { port, isReached } = endingBefore('join');
  stage = await Stage.open({ folder, port });
  const token = await stage.token();
  void (await stage.connect(token)).ask('a2ui.init');
  await isReached;
  await stage.stop();
  stage = await Stage.open({ folder });
  expect(await stage.sessions()).toMatchObject([{ status: 'disconnected' }]);
  expect((await (await stage.connect(token)).init()).result).toMatchObject({ resumed: true });
  expect((await stage.call('GET', '/sessions')).body.sessions).toHaveLength(1);
});

test('[AF39] a session that was told to end when the host did is closed by the next one, and told once', async () => {
  await stage.stop();
  const { folder } = stage;
  const { port, isReached } = endingBefore('close');
  stage = await Stage.open({ folder, port });
  const client = await stage.enter();
  const { session } = client;
  client.close(1000);
  await isReached;
  await stage.stop();
  stage = await Stage.open({ folder });
  expect((await stage.host.sessions.summary(session)).closedAt).toBeDefined();
  expect((await stage.call('GET', '/api/v4/sessions?status=closed')).body).toMatchObject({
    sessions: [{ session_id: session, ended_by: 'disconnect' }],
  });
  await stage.stop();
  const leaves = await readStored(folder, async (log) => {
    let count = 0;
    for await (const { body } of log.read(session, 0))
      count += body.filter((part) => 'event' in part && part.event === 'leave').length;
    return count;
  });
  expect(leaves).toBe(1);
});

/** The stage again, and what its face was given. */
async function openWithPort(): Promise<FacePorts> {
  await stage.stop();
  let port: FacePorts | undefined;
  stage = await Stage.open({
    folder: stage.folder,
    port: (given) => {
      port = given;
      return given;
    },
  });
  return port as unknown as FacePorts;
}

/** The face of another host on the same log, as far as it follows sessions: it has found this one when it was started. */
async function otherHost(port: FacePorts, session: string): Promise<SessionRegistry> {
  const other = new SessionRegistry(port, [], AGENTCHAINS_LIMITS);
  const stored = await port.records.read(keyOfSession(session));
  if (stored !== undefined) await other.load(stored);
  expect(other.get(session)).toBeDefined();
  return other;
}

test('[AF44] a session whose socket is at another host is ended by that one alone', async () => {
  const port = await openWithPort();
  const client = await stage.enter();
  const other = await otherHost(port, client.session);
  const tickOther = () => other.tick(port.transport.steadyNow());
  for (let minutes = 0; minutes < 6; minutes++) {
    for (let second = 0; second < 60; second += 20) {
      stage.pass(20_000);
      stage.tick();
      // The record is written before the next look.
      await client.ask('ping');
    }
    await tickOther();
    expect(await stage.sessions()).toMatchObject([{ session_id: client.session, status: 'active' }]);
  }
  client.close();
  await client.closed;
  await gone(client.session);
  stage.pass(120_000);
  await tickOther();
  expect(other.get(client.session)).toBeUndefined();
});

test('[AF44] one that began elsewhere since is taken up by its id, with its token alone', async () => {
  const port = await openWithPort();
  const token = await stage.token();
  const client = await stage.enter({}, token);
  const stored = readRecord(await port.records.read(keyOfSession(client.session)));
  const other = new SessionRegistry(port, [], AGENTCHAINS_LIMITS);
  const begin = (jti: string) =>
    other.begin(
      {
        token: { agent: 'dev', jti, viewer: 'v', trust: 'trusted' } as StreamToken,
        sessions: [],
        beginning: undefined,
        over: () => undefined,
        displaced: () => undefined,
      },
      { info: {}, capabilities: {} } as never,
      client.session,
    );
  await expect(begin('another')).rejects.toMatchObject({ message: expect.stringContaining('no such session') });
  expect(await begin(stored?.jti ?? '')).toMatchObject({ isResumed: true, session: { id: client.session } });
});
