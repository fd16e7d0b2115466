// The face of MCP: its tools as they are listed, what each answers and refuses, resources, and the door before them.

import type { JsonObject } from '@vitrine/core';
import { type Cases, write } from '../cases.ts';
import { booking, neutral, PRESS, setName } from '../sample-surfaces.ts';
import type { Answered, Transcript } from '../transcript.ts';
import { World } from '../world.ts';

const ACCEPT = { accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const CLIENT = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'record', version: '1' } };

export async function playMcp(cases: Cases): Promise<void> {
  const world = await World.open({
    host: { secrets: [{ id: 'door', value: 'sesame-open-up' }] },
    mcp: { files: undefined },
  });
  try {
    const on = (name: string, play: (t: Transcript) => Promise<void>) => write(cases, `mcp/${name}`, world, play);
    await on('the door', (t) => door(t, world));
    await on('initialize and lists', (t) => lists(t, world));
    await on('pushing', (t) => pushing(t, world));
    await on('looking', (t) => looking(t, world));
    await on('asking', (t) => asking(t, world));
    await on('canvas', (t) => canvas(t, world));
    await on('resources', (t) => resources(t, world));
  } finally {
    await world.close();
  }
}

let count = 0;

function rpc(
  t: Transcript,
  world: World,
  method: string,
  params: JsonObject = {},
  headers: { readonly [name: string]: string } = {},
): Promise<Answered> {
  return t.post('/mcp', world.key, { jsonrpc: '2.0', id: ++count, method, params }, { ...ACCEPT, ...headers });
}

function tool(t: Transcript, world: World, name: string, args: JsonObject = {}): Promise<Answered> {
  return rpc(t, world, 'tools/call', { name, arguments: args });
}

function resultOf({ body }: Answered): JsonObject {
  return ((body.result as JsonObject | undefined)?.structuredContent ?? {}) as JsonObject;
}

async function door(t: Transcript, world: World): Promise<void> {
  count = 0;
  const { key } = world;
  await t.call('POST', '/mcp', { json: LIST, headers: ACCEPT });
  await t.post('/mcp', 'vk_wrong', LIST, ACCEPT);
  const { viewerToken } = await world.json('POST', '/sessions', key, {});
  await t.post('/mcp', String(viewerToken), LIST, ACCEPT);
  await t.post('/mcp', key, LIST, { ...ACCEPT, origin: world.url });
  await t.call('POST', '/mcp', {
    key,
    text: JSON.stringify(LIST),
    headers: { ...ACCEPT, 'content-type': 'text/plain' },
  });
  await t.post('/mcp', key, LIST, { accept: 'text/html' });
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) await t.call(method, '/mcp', { key, headers: ACCEPT });
  for (const text of [
    '',
    'nonsense',
    '[]',
    '1',
    '{}',
    '{"jsonrpc":"1.0"}',
    '{"jsonrpc":"2.0","id":1,"method":"none"}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    `${'['.repeat(300)}${']'.repeat(300)}`,
  ])
    await t.call('POST', '/mcp', { key, text, headers: { ...ACCEPT, 'content-type': 'application/json' } });
  await t.call('POST', '/mcp', {
    key,
    text: ' '.repeat(4 * 1024 * 1024 + 1),
    told: '4 MiB and one byte',
    headers: { ...ACCEPT, 'content-type': 'application/json' },
  });
  await t.call('POST', '/mcp', {
    key,
    text: '{}',
    headers: { ...ACCEPT, 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  await t.call('GET', '/mcp/none', { key });
  await t.post('/mcp', key, [LIST, { ...LIST, id: 2 }], ACCEPT);
}

async function lists(t: Transcript, world: World): Promise<void> {
  count = 0;
  for (const protocolVersion of ['2025-06-18', '2024-11-05', '1999-01-01'])
    await rpc(t, world, 'initialize', { ...CLIENT, protocolVersion });
  await rpc(t, world, 'ping');
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])
    await rpc(t, world, method);
  await rpc(t, world, 'tools/list', {}, { 'mcp-protocol-version': '2025-06-18' });
  await rpc(t, world, 'tools/list', {}, { 'mcp-protocol-version': 'none' });
  await rpc(t, world, 'tools/list', { cursor: 'x' });
  await tool(t, world, 'none');
  await tool(t, world, 'a2ui_capabilities');
  await tool(t, world, 'canvas.caps');
}

async function pushing(t: Transcript, world: World): Promise<void> {
  count = 0;
  const messages = [...booking()] as JsonObject[];
  await tool(t, world, 'a2ui_push', { messages });
  await tool(t, world, 'a2ui_push', {
    messages: messages.map((one) => JSON.stringify(one)).join('\n'),
    sessionKey: 'lines',
  });
  await tool(t, world, 'a2ui_push', { messages: 'no json', sessionKey: 'lines' });
  await tool(t, world, 'a2ui_push', { messages: [setName('x', 'nowhere'), setName('sesame-open-up')] });
  await tool(t, world, 'a2ui_push', { messages: [] });
  await tool(t, world, 'a2ui_push', {});
  await tool(t, world, 'a2ui_push', { messages, dialect: 'none' });
  await tool(t, world, 'a2ui_push', { messages, sessionKey: 7 });
  await tool(t, world, 'a2ui_push', {
    messages: [neutral({ op: 'say', text: 'Neutral' })],
    props: { sessionKey: 'props' },
  });
  await tool(t, world, 'a2ui_progress', { task: 'up', value: 1, total: 3, message: 'One' });
  await tool(t, world, 'a2ui_progress', { task: 'up', done: true });
  await tool(t, world, 'a2ui_progress', {});
  await tool(t, world, 'a2ui_reset', {});
  await tool(t, world, 'a2ui_reset', { sessionKey: 'never' });
  const { sessions } = await world.json('GET', '/sessions', world.key);
  t.note(
    `sessions: ${JSON.stringify((sessions as readonly JsonObject[]).map(({ title = null, dialect = null, seq = null }) => [title, dialect, seq]))}`,
  );
}

async function looking(t: Transcript, world: World): Promise<void> {
  count = 0;
  const sessionKey = 'looking';
  const { session } = resultOf(await tool(t, world, 'a2ui_push', { messages: [...booking()], sessionKey }));
  for (const name of ['a2ui_dump', 'a2ui_picture']) {
    await tool(t, world, name, { sessionKey });
    await tool(t, world, name, { sessionKey: 'never' });
  }
  await tool(t, world, 'a2ui_picture', { sessionKey, surface: 'none' });
  const { token } = await world.json('POST', `/sessions/${session}/viewer-token`, world.key, {});
  await t.get(`/sessions/${session}/snapshot`, String(token));
  await t.post(`/sessions/${session}/events`, String(token), neutral(PRESS));
  await t.post(`/sessions/${session}/events`, String(token), neutral({ event: 'say', text: 'Hello' }));
  const { next } = resultOf(await tool(t, world, 'a2ui_events', { sessionKey }));
  await tool(t, world, 'a2ui_events', { sessionKey, after: next ?? 0, waitSeconds: 0 });
  await tool(t, world, 'a2ui_events', { sessionKey, after: 'x' });
}

async function asking(t: Transcript, world: World): Promise<void> {
  count = 0;
  const sessionKey = 'asking';
  const first = resultOf(await tool(t, world, 'a2ui_ask', { prompt: 'Name?', waitSeconds: 0, sessionKey }));
  const { token } = await world.json('POST', `/sessions/${first.session}/viewer-token`, world.key, {});
  const answer = (ask: unknown, value: unknown) =>
    t.post(`/sessions/${first.session}/events`, String(token), neutral({ event: 'answer', ask, value } as JsonObject));
  await answer(first.ask, 'Ada');
  await tool(t, world, 'a2ui_ask', { ask: String(first.ask), sessionKey });
  const select = resultOf(
    await tool(t, world, 'a2ui_ask', {
      prompt: 'Which?',
      kind: 'select',
      options: ['a', { label: 'B', value: 'b' }],
      waitSeconds: 0,
      sessionKey,
    }),
  );
  await answer(select.ask, 'b');
  await tool(t, world, 'a2ui_ask', { ask: String(select.ask), sessionKey });
  const confirm = resultOf(await tool(t, world, 'a2ui_confirm', { prompt: 'Pay?', waitSeconds: 0, sessionKey }));
  await answer(confirm.ask, true);
  await tool(t, world, 'a2ui_confirm', { ask: String(confirm.ask), sessionKey });
  await tool(t, world, 'a2ui_ask', { ask: 'none', sessionKey });
  await tool(t, world, 'a2ui_ask', { sessionKey });
  await tool(t, world, 'a2ui_ask', { prompt: 'x', kind: 'none', sessionKey });
}

async function canvas(t: Transcript, world: World): Promise<void> {
  count = 0;
  const old = [
    {
      surfaceUpdate: {
        surfaceId: 's',
        components: [{ id: 'r', component: { Text: { text: { literalString: 'Old words' } } } }],
      },
    },
    { beginRendering: { surfaceId: 's', root: 'r' } },
  ];
  const lines = old.map((one) => JSON.stringify(one)).join('\n');
  const props = { sessionKey: 'canvas' };
  await tool(t, world, 'canvas.a2ui.push', { jsonl: lines, props });
  await tool(t, world, 'canvas.a2ui.pushJSONL', { jsonl: lines, props });
  await tool(t, world, 'canvas.a2ui.push', { messages: old, props });
  await tool(t, world, 'canvas.a2ui.push', { jsonlPath: '/nowhere/x.jsonl', props });
  await tool(t, world, 'canvas.a2ui.pushJSONL', { jsonl: '{"createSurface":{}}', props });
  await tool(t, world, 'canvas.a2ui.dump', { props });
  await tool(t, world, 'canvas.a2ui.reset', { props });
  await tool(t, world, 'canvas.a2ui.dump', { props });
}

async function resources(t: Transcript, world: World): Promise<void> {
  count = 0;
  const key = { sessionKey: 'resources' };
  await tool(t, world, 'a2ui_push', { messages: [...booking()], ...key });
  const { text } = await rpc(t, world, 'resources/list');
  const uris = [...new Set([...text.matchAll(/"uri":"([^"]+)"/g)].map(([, uri]) => String(uri)))];
  for (const uri of uris.filter((one) => one.includes('resources'))) await rpc(t, world, 'resources/read', { uri });
  await rpc(t, world, 'resources/read', { uri: 'vitrine://none' });
  await rpc(t, world, 'resources/read', { uri: 7 });
}
