// A data folder with sessions of every face, written once and opened by whatever code is here now: everything in it is read,
// joined in every dialect, acted upon and gone on with through its face. Its keys are keys of tests.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExtensionForm, FORMS } from '@vitrine/a2a';
import type { Json, JsonObject } from '@vitrine/core';
import { convert, DIALECT_IDS, DIALECTS } from '@vitrine/dialects';
import { type Cases, write } from './cases.ts';
import { startAt } from './marked-random.ts';
import { booking, input, neutral, PRESS, setName } from './sample-surfaces.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { Transcript } from './transcript.ts';
import { START, World } from './world.ts';

const FOLDER = fileURLToPath(new URL('data-folder/', import.meta.url));
const LEFT = new URL('data-folder.json', import.meta.url);
/** No id of the folder is drawn again. */
const LATER_IDS = 1_000_000;
const LATER_MS = 60_000;
const V1 = { 'a2a-version': '1.0', 'a2a-extensions': (FORMS.at(-1) as ExtensionForm).uri };
const MCP = { accept: 'application/json, text/event-stream' };
const JSON_ONLY = { accept: 'application/json' };

interface Held {
  readonly id: string;
  readonly token: string;
}

/** What those who were there have in their hands: ids, tokens. */
interface Left {
  readonly sessions: { readonly [name: string]: Held };
  readonly runs: { readonly [name: string]: string };
  readonly tokenUrls: { readonly [name: string]: string };
  readonly streamToken: string;
  readonly chains: string;
  readonly a2aToken: string;
  readonly a2aKey: string;
  readonly mcpAsk: string;
  readonly file: string;
}

function concierge(event: JsonObject): readonly JsonObject[] | undefined {
  if (event.event === 'say')
    return [
      ...booking(),
      neutral({ op: 'say', text: `You said ${String(event.text)}` }, { op: 'turn', state: 'done' }),
    ];
  return event.action === undefined && event.event !== 'action'
    ? undefined
    : [neutral({ op: 'say', text: 'Booked' }, { op: 'turn', state: 'done' })];
}

/** Writes the folder anew; only ever done on purpose, because the point of it is that it is old. */
export async function makeFolder(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  startAt(0);
  const world = await World.open({ folder: FOLDER });
  const agent = await ScriptedAgent.start(world, 'concierge', concierge);
  const quiet = new Transcript(world);
  try {
    const left: Left = {
      sessions: await leaveSessions(world),
      ...(await leaveRuns(world)),
      ...(await leaveChains(world, quiet)),
      ...(await leaveA2a(world, agent.key)),
      ...(await leaveMcp(world)),
      file: '',
    };
    const { id, token } = left.sessions.vitrine as Held;
    const response = await world.send(
      'POST',
      `/sessions/${id}/files?name=notes.txt`,
      { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      'Some notes',
    );
    let text = '';
    for await (const piece of response) text += String(piece);
    writeFileSync(
      LEFT,
      `${JSON.stringify({ ...left, file: String((JSON.parse(text) as JsonObject).ref) }, null, 2)}\n`,
    );
  } finally {
    quiet.end();
    agent.stop();
    await world.close();
  }
}

async function leaveSessions(world: World): Promise<{ readonly [name: string]: Held }> {
  const held: { [name: string]: Held } = {};
  const { key } = world;
  for (const dialect of DIALECTS) {
    const { session, viewerToken } = await world.json('POST', '/sessions', key, {
      dialect: dialect.id,
      title: `In ${dialect.id}`,
    });
    const path = `/sessions/${session}`;
    await world.json(
      'POST',
      `${path}/messages`,
      key,
      convert(booking() as Json[], dialect, { now: new Date(START).toISOString() }).messages,
    );
    await world.json('GET', `${path}/snapshot`, String(viewerToken));
    for (const event of [
      input('/name', 'Grace'),
      { ...PRESS, context: { name: 'Grace', guests: ['2'] } },
      { event: 'say', text: 'Hello' },
    ])
      await world.json('POST', `${path}/events`, String(viewerToken), neutral(event));
    held[dialect.id] = { id: String(session), token: String(viewerToken) };
  }
  const { id, token } = held.vitrine as Held;
  const at = `/sessions/${id}`;
  await world.json(
    'POST',
    `${at}/messages`,
    key,
    [
      neutral(
        { op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Pay?' },
        { op: 'ask', ask: 'f', want: { kind: 'file' }, prompt: 'Notes?' },
      ),
      neutral({ op: 'task', task: 'up', value: 1, total: 3, message: 'One of three' }),
    ],
    { 'idempotency-key': 'kept' },
  );
  // A value that nobody may see is sealed until the agent has confirmed it.
  const sealed = {
    ...neutral({ ...PRESS, context: {} }),
    writes: [{ surface: 'booking', path: '/code', value: '1234' }],
  };
  await world.json('POST', `${at}/events`, token, sealed, { 'idempotency-key': 'sealed' });
  const { session, viewerToken } = await world.json('POST', '/sessions', key, {
    dialect: 'a2ui-0.9',
    title: 'Closed',
    trust: 'untrusted',
  });
  await world.json('POST', `/sessions/${session}/messages`, key, booking());
  await world.json('DELETE', `/sessions/${session}`, key);
  held.closed = { id: String(session), token: String(viewerToken) };
  return held;
}

const GATE = { artifactId: 'a', artifactType: 'text', title: 'Publish?', actions: ['accept', 'reject'] };

async function leaveRuns(world: World): Promise<Pick<Left, 'runs' | 'tokenUrls'>> {
  const runs: { [name: string]: string } = {};
  const tokenUrls: { [name: string]: string } = {};
  const { key } = world;
  for (const [prefix, dialect] of [
    ['/v1', 'openwop-1'],
    ['', 'openwop-2'],
  ] as const) {
    const { runId } = await world.json(
      'POST',
      `${prefix}/runs`,
      key,
      { workflowId: 'kept', title: dialect },
      { 'idempotency-key': 'kept' },
    );
    const path = `${prefix}/runs/${encodeURIComponent(String(runId))}`;
    const to = DIALECTS.find(({ id }) => id === dialect) as (typeof DIALECTS)[number];
    for (const envelope of convert(booking() as Json[], to, { now: new Date(START).toISOString() }).messages)
      await world.json('POST', `${path}/envelopes`, key, { envelope });
    await world.json('POST', `${path}/events`, key, { type: 'node.started', nodeId: 'n', payload: { a: 1 } });
    const { tokenUrl } = await world.json(
      'POST',
      `${path}/interrupts`,
      key,
      { nodeId: 'gate', kind: 'approval', data: GATE },
      { 'idempotency-key': 'gate' },
    );
    await world.json('POST', `${path}/interrupts`, key, {
      nodeId: 'soon',
      kind: 'approval',
      data: GATE,
      timeoutMs: 30_000,
    });
    runs[dialect] = path;
    tokenUrls[dialect] = String(tokenUrl);
    const { runId: over } = await world.json('POST', `${prefix}/runs`, key, { workflowId: 'over' });
    runs[`${dialect} over`] = `${prefix}/runs/${encodeURIComponent(String(over))}`;
    await world.json('POST', `${runs[`${dialect} over`]}/complete`, key, { outputs: { done: true } });
  }
  return { runs, tokenUrls };
}

const rpc = (method: string, params: JsonObject, id?: Json): JsonObject => ({
  jsonrpc: '2.0',
  method,
  params,
  ...(id === undefined ? {} : { id }),
});

async function leaveChains(world: World, quiet: Transcript): Promise<Pick<Left, 'streamToken' | 'chains'>> {
  const { token } = await world.json('POST', '/api/v4/stream-token', world.key, {});
  const socket = await quiet.socket('client', `/ws/v4/a2ui?token=${token}`);
  socket.send(rpc('a2ui.init', { client_info: { name: 'record', version: '1' } }, 'init'));
  const { result } = JSON.parse(await socket.until('"init"')) as { readonly result: { readonly session_id: string } };
  const chains = result.session_id;
  await world.json('POST', `/sessions/${chains}/messages?dialect=agentchains`, world.key, [
    rpc('ui.render', {
      component_id: 'c',
      component_type: 'card',
      data: { title: 'Kept', actions: [{ label: 'Call', action: 'call' }] },
    }),
    rpc('ui.confirm', { request_id: 'k', title: 'Pay?', timeout_seconds: 300 }),
  ]);
  await socket.until('"k"');
  await world.json('POST', `/api/v4/sessions/${chains}/consents`, world.key, { consent_type: 'marketing' });
  return { streamToken: String(token), chains };
}

const words = (text: string, more: JsonObject = {}): JsonObject => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
  params: { message: { messageId: `m-${text}`, role: 'ROLE_USER', contextId: 'kept', parts: [{ text }], ...more } },
});

async function leaveA2a(world: World, key: string): Promise<Pick<Left, 'a2aToken' | 'a2aKey'>> {
  const { token } = await world.json('POST', '/a2a/concierge/credentials', key, { name: 'kept' });
  await world.json('PUT', '/a2a/concierge/card', key, { name: 'Trattoria', description: 'Books tables.' });
  await world.json('POST', '/a2a/concierge', String(token), words('a table'), V1);
  return { a2aToken: String(token), a2aKey: key };
}

async function leaveMcp(world: World): Promise<Pick<Left, 'mcpAsk'>> {
  const call = (name: string, args: JsonObject) =>
    world.json('POST', '/mcp', world.key, rpc('tools/call', { name, arguments: { ...args, sessionKey: 'kept' } }, 1), {
      accept: 'application/json, text/event-stream',
    });
  await call('a2ui_push', { messages: [...booking()] });
  const { result } = (await call('a2ui_ask', { prompt: 'Name?', waitSeconds: 0 })) as unknown as {
    readonly result: { readonly structuredContent: { readonly ask: string } };
  };
  return { mcpAsk: result.structuredContent.ask };
}

export async function playFolder(cases: Cases): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-record-folder-'));
  cpSync(FOLDER, copy, { recursive: true });
  const left = JSON.parse(readFileSync(LEFT, 'utf8')) as Left;
  startAt(LATER_IDS);
  const world = await World.open({ folder: copy, startAt: START + LATER_MS });
  const agent = new ScriptedAgent(world, left.a2aKey, concierge);
  try {
    const on = (name: string, play: (t: Transcript) => Promise<void>) => write(cases, `folder/${name}`, world, play);
    await on('lists', (t) => lists(t, world));
    for (const [name, held] of Object.entries(left.sessions))
      await on(`sessions/${name}`, (t) => session(t, world, held));
    await on('what was sealed, asked and sent', (t) => kept(t, world, left));
    for (const [name, path] of Object.entries(left.runs))
      await on(`runs/${name}`, (t) => run(t, world, path, left.tokenUrls[name]));
    await on('agentchains', (t) => chains(t, world, left));
    await on('a2a', (t) => a2a(t, world, left));
    await on('mcp', (t) => mcp(t, world, left));
    await on('lists afterwards', (t) => lists(t, world));
  } finally {
    agent.stop();
    await world.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function lists(t: Transcript, world: World): Promise<void> {
  await t.get('/sessions', world.key);
  for (const path of ['/v1/runs', '/runs', '/api/v4/sessions']) await t.get(path, world.key);
}

async function joined(t: Transcript, id: string, token: string): Promise<void> {
  for (const dialect of DIALECT_IDS) {
    const stream = await t.stream(dialect, 'GET', `/sessions/${id}/stream?dialect=${dialect}`, { key: token });
    await stream.until('event: ready');
  }
}

async function session(t: Transcript, world: World, { id, token }: Held): Promise<void> {
  const path = `/sessions/${id}`;
  const { key } = world;
  await t.get(path, key);
  await t.get(`${path}/snapshot`, token);
  await t.get(`${path}/snapshot?at=2`, key);
  const { closedAt } = await world.json('GET', path, key);
  if (closedAt === undefined) await joined(t, id, token);
  await t.post(`${path}/events`, token, neutral(input('/name', 'Barbara')));
  await t.post(`${path}/events`, token, neutral({ event: 'say', text: 'Later' }));
  await t.post(`${path}/messages`, key, [setName('Edsger'), neutral({ op: 'say', text: 'Still here' })]);
  await t.get(`${path}/events?consumer=look-back`, key, JSON_ONLY);
  const history = await t.call('GET', `${path}/snapshot`, { key });
  t.note(`seq ${String(history.body.seq)}`);
}

async function kept(t: Transcript, world: World, { sessions, file }: Left): Promise<void> {
  const { id, token } = sessions.vitrine as Held;
  const path = `/sessions/${id}`;
  const { key } = world;
  await t.get(`${path}/files/${file}`, key);
  await t.post(`${path}/events`, token, neutral({ event: 'answer', ask: 'q', value: true }));
  await t.post(
    `${path}/events`,
    token,
    neutral({ event: 'answer', ask: 'f', value: { ref: file, name: 'notes.txt', type: 'text/plain', size: 10 } }),
  );
  await t.post(`${path}/events`, token, neutral({ event: 'cancel', task: 'up' }));
  await t.post(`${path}/messages`, key, neutral({ op: 'say', text: 'another body' }), { 'idempotency-key': 'kept' });
  const { body } = await t.get(`${path}/events`, key, JSON_ONLY);
  await t.get(`${path}/events?after=${String(body.next)}`, key, JSON_ONLY);
  await t.get(`${path}/events?consumer=look-back`, key, JSON_ONLY);
  await t.post(`${path}/viewer-token`, token, {});
}

async function run(t: Transcript, world: World, path: string, tokenUrl: string | undefined): Promise<void> {
  const { key } = world;
  const { body } = await t.get(path, key);
  // A run of major 2 tells its session among what the protocol has no words for.
  const own = ((body.extensions as JsonObject | undefined)?.['vitrine.run'] ?? body) as JsonObject;
  const id = String(own.session);
  await t.get(`${path}/events/poll?timeout=0`, key);
  const { token } = await world.json('POST', `/sessions/${id}/viewer-token`, key, {});
  await joined(t, id, String(token));
  await t.post(
    `${path.slice(0, path.lastIndexOf('/'))}`,
    key,
    { workflowId: 'kept', title: 'again' },
    { 'idempotency-key': 'kept' },
  );
  if (tokenUrl === undefined) {
    await t.post(`${path}/complete`, key, {});
    return;
  }
  const live = await t.stream('live', 'GET', `${path}/events?afterSequence=3`, { key });
  await world.looking(live.until('interrupt-expired'));
  await t.post(
    `${path}/interrupts`,
    key,
    { nodeId: 'gate', kind: 'approval', data: GATE },
    { 'idempotency-key': 'gate' },
  );
  await t.call('GET', tokenUrl);
  await t.call('POST', tokenUrl, { json: { resumeValue: { action: 'accept' } } });
  await t.post(`${path}/events`, key, { type: 'node.completed', nodeId: 'n', payload: {} });
  await t.post(`${path}:fork`, key, { fromSeq: 2 });
  await t.post(`${path}/complete`, key, { outputs: { later: true } });
  await live.ended();
}

async function chains(t: Transcript, world: World, { streamToken, chains: id }: Left): Promise<void> {
  const { key } = world;
  await t.get(`/api/v4/sessions/${id}`, key);
  await t.get(`/api/v4/sessions/${id}/consents`, key);
  const socket = await t.socket('client', `/ws/v4/a2ui?token=${streamToken}`);
  socket.send(rpc('a2ui.init', { session_id: id }, 'init'));
  await socket.until('"init"');
  await socket.until('"k"');
  socket.send(rpc('user.approve', { request_id: 'k', approved: true }, 'yes'));
  await socket.until('"yes"');
  socket.send(rpc('user.respond', { request_id: 'c', value: { action: 'call' } }, 'call'));
  await socket.until('"call"');
  await t.post(
    `/sessions/${id}/messages?dialect=agentchains`,
    key,
    rpc('ui.update', { component_id: 'c', operation: 'merge', data: { title: 'Changed' } }),
  );
  await socket.until('Changed');
  await t.get(`/sessions/${id}/events`, key, JSON_ONLY);
  const { token } = await world.json('POST', `/sessions/${id}/viewer-token`, key, {});
  await joined(t, id, String(token));
  await t.call('DELETE', `/api/v4/sessions/${id}`, { key });
  await socket.ended();
}

async function a2a(t: Transcript, world: World, { a2aToken, a2aKey }: Left): Promise<void> {
  const at = '/a2a/concierge';
  await t.call('GET', at, { headers: { 'a2a-version': '1.0' } });
  await t.get(`${at}/credentials`, a2aKey);
  await t.post(at, a2aToken, words('again'), V1);
  const action = {
    name: 'book',
    surfaceId: 'booking',
    sourceComponentId: 'book',
    timestamp: '2040-03-01T12:00:00Z',
    context: { name: 'Ada', guests: ['2'] },
  };
  const parts = [{ data: [{ version: 'v1.0', action }], metadata: { mimeType: 'application/a2ui+json' } }];
  await t.post(at, a2aToken, words('press', { parts }), V1);
  const { sessions } = await world.json('GET', '/sessions', a2aKey);
  for (const { session: id } of sessions as readonly JsonObject[]) {
    await t.get(`/sessions/${id}/snapshot`, a2aKey);
    const { token } = await world.json('POST', `/sessions/${id}/viewer-token`, a2aKey, {});
    await joined(t, String(id), String(token));
  }
}

async function mcp(t: Transcript, world: World, { mcpAsk }: Left): Promise<void> {
  const call = (id: number, name: string, args: JsonObject = {}) =>
    t.post('/mcp', world.key, rpc('tools/call', { name, arguments: { ...args, sessionKey: 'kept' } }, id), MCP);
  await call(1, 'a2ui_dump');
  await call(2, 'a2ui_picture');
  await call(3, 'a2ui_push', { messages: [setName('Edsger')] });
  const { body } = await call(4, 'a2ui_ask', { ask: mcpAsk, waitSeconds: 0 });
  const { session: id } = (body.result as JsonObject).structuredContent as JsonObject;
  const { token } = await world.json('POST', `/sessions/${id}/viewer-token`, world.key, {});
  await joined(t, String(id), String(token));
  await t.post(`/sessions/${id}/events`, String(token), neutral({ event: 'answer', ask: mcpAsk, value: 'Ada' }));
  await call(5, 'a2ui_ask', { ask: mcpAsk });
  await call(6, 'a2ui_events');
}
