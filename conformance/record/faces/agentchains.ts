// The face of AgentChains: stream tokens, the socket with its handshake, methods, errors and resuming, and the calls of HTTP.

import type { JsonObject } from '@vitrine/core';
import { type Cases, write } from '../cases.ts';
import type { Socket, Transcript } from '../transcript.ts';
import { World } from '../world.ts';

const JSON_ONLY = { accept: 'application/json' };
const rpc = (method: string, params: JsonObject, id?: unknown): JsonObject =>
  ({ jsonrpc: '2.0', method, params, ...(id === undefined ? {} : { id }) }) as JsonObject;
const render = (component_id: string, component_type: string, data: JsonObject, metadata?: JsonObject): JsonObject =>
  rpc('ui.render', { component_id, component_type, data, ...(metadata === undefined ? {} : { metadata }) });
const INIT = {
  agent_id: 'dev',
  capabilities: {
    components: ['card', 'table', 'form', 'markdown', 'alert', 'steps'],
    input_types: ['text', 'select'],
  },
  client_info: { name: 'record', version: '1' },
};

async function tokenOf(world: World, key = world.key, body: object = { token_type: 'stream_a2ui' }): Promise<string> {
  return String((await world.json('POST', '/api/v4/stream-token', key, body)).token);
}

interface Entered {
  readonly socket: Socket;
  readonly session: string;
  readonly token: string;
  say(...messages: readonly JsonObject[]): Promise<void>;
}

async function enter(
  t: Transcript,
  world: World,
  name = 'client',
  params: JsonObject = {},
  given?: string,
): Promise<Entered> {
  const token = given ?? (await tokenOf(world));
  const socket = await t.socket(name, `/ws/v4/a2ui?token=${token}`);
  socket.send(rpc('a2ui.init', params, 'init'));
  const { result } = JSON.parse(await socket.until('"init"')) as { readonly result?: { readonly session_id: string } };
  const session = result?.session_id ?? '';
  return {
    ...{ socket, session, token },
    say: async (...messages) => {
      await t.post(`/sessions/${session}/messages?dialect=agentchains`, world.key, messages);
    },
  };
}

/** A mark that comes behind all that was said before it. */
async function settle({ socket, say }: Entered, name: string): Promise<void> {
  await say(rpc('ui.notify', { level: 'info', title: name, message: name }));
  await socket.until(name);
}

export async function playAgentchains(cases: Cases): Promise<void> {
  const world = await World.open();
  try {
    const on = (name: string, play: (t: Transcript) => Promise<void>) =>
      write(cases, `agentchains/${name}`, world, play);
    await on('stream tokens', (t) => tokens(t, world));
    await on('handshakes', (t) => handshakes(t, world));
    await on('init', (t) => inits(t, world));
    await on('frames', (t) => frames(t, world));
    await on('what an agent shows', (t) => shows(t, world));
    await on('questions', (t) => questions(t, world));
    await on('resuming', (t) => resuming(t, world));
    await on('sessions over http', (t) => rest(t, world));
    await on('consents', (t) => consents(t, world));
    await on('endings', (t) => endings(t, world));
  } finally {
    await world.close();
  }
  const small = await World.open({
    agentchains: { perMinute: 4, sessionsPerAgent: 1, socketsPerAgent: 2, guessesPerMinute: 2, messageBytes: 2000 },
  });
  try {
    await write(cases, 'agentchains/limits', small, (t) => limits(t, small));
  } finally {
    await small.close();
  }
}

async function tokens(t: Transcript, world: World): Promise<void> {
  const { key } = world;
  const at = '/api/v4/stream-token';
  await t.post(at, key, { token_type: 'stream_a2ui' });
  await t.get(at, key);
  await t.post(at, key, {});
  await t.post(at, key, { token_type: 'other' });
  await t.post(at, key, { session_id: 7 });
  await t.post(at, key, { session_id: 'none' });
  await t.call('POST', at, { key, text: '{', headers: { 'content-type': 'application/json' } });
  await t.call('POST', at, { key, text: '[]', headers: { 'content-type': 'application/json' } });
  await t.call('POST', at, { key, text: ' '.repeat(17_000), told: '17,000 bytes' });
  await t.call('POST', at, {});
  await t.call('POST', at, { headers: { authorization: 'Basic x' } });
  await t.post(at, 'vk_wrong', {});
  await t.post(at, await tokenOf(world), {});
  await t.call('DELETE', at, { key });
  const { session, viewerToken } = await world.json('POST', '/sessions', key, { dialect: 'agentchains' });
  await t.post(at, String(viewerToken), {});
  await t.post(at, key, { session_id: session });
  await t.get(`${at}?session_id=${session}`, key);
  await t.call('GET', '/api/v4/none', { key });
  await t.call('GET', '/api/v4/health');
  await t.call('POST', '/api/v4/health');
}

async function handshakes(t: Transcript, world: World): Promise<void> {
  const at = '/ws/v4/a2ui';
  await t.socket('none', at);
  await t.socket('wrong', `${at}?token=wrong`);
  await t.socket('key', `${at}?token=${world.key}`);
  await t.socket('double', `/${at}?token=${await tokenOf(world)}`);
  await t.socket('header', at, { headers: { authorization: `Bearer ${await tokenOf(world)}` } });
  await t.socket('protocol', at, { protocols: ['a2ui', await tokenOf(world)] });
  await t.socket('origin', `${at}?token=${await tokenOf(world)}`, { headers: { origin: 'https://evil.example' } });
  await t.call('GET', at);
  const old = await tokenOf(world);
  world.pass(31 * 60_000);
  await t.socket('expired', `${at}?token=${old}`);
  const key = await world.agent('chains-gone');
  const lost = await tokenOf(world, key);
  const open = await t.socket('open', `${at}?token=${lost}`);
  open.send(rpc('a2ui.init', {}, 1));
  await open.until('session_id');
  await world.host.credentials.revokeAgent('chains-gone');
  await open.ended();
  await t.socket('revoked', `${at}?token=${lost}`);
}

async function inits(t: Transcript, world: World): Promise<void> {
  const token = await tokenOf(world);
  const socket = await t.socket('client', `/ws/v4/a2ui?token=${token}`);
  const ask = async (frame: JsonObject | string, words = '"id"'): Promise<string> => {
    socket.send(frame);
    return socket.until(words);
  };
  await ask(rpc('ping', {}, 1));
  await ask(rpc('user.respond', { request_id: 'x' }, 2));
  await ask(rpc('a2ui.init', { agent_id: 'other' }, 3));
  await ask(rpc('a2ui.init', { session_id: 'none' }, 4));
  await ask(rpc('a2ui.init', { session_id: 7 }, 5));
  await ask(rpc('a2ui.init', { capabilities: 7 }, 6));
  await ask(rpc('a2ui.init', INIT as JsonObject, 7));
  await ask(rpc('a2ui.init', INIT as JsonObject, 8));
  await ask(rpc('ping', {}, 9));
  socket.leave();
  await socket.ended();
}

async function frames(t: Transcript, world: World): Promise<void> {
  const { socket } = await enter(t, world);
  for (const text of [
    '{',
    '7',
    'null',
    '[]',
    '{}',
    '{"jsonrpc":"1.0","method":"ping","id":1}',
    '{"jsonrpc":"2.0","id":2}',
    '{"jsonrpc":"2.0","method":7,"id":3}',
    '{"jsonrpc":"2.0","method":"none","id":4}',
    '{"jsonrpc":"2.0","method":"ping","params":7,"id":5}',
    '{"jsonrpc":"2.0","method":"ping","id":{}}',
  ]) {
    socket.send(text);
    await socket.until('"id"');
  }
  socket.send(JSON.stringify([rpc('ping', {}, 'a'), rpc('ping', {}), rpc('none', {}, 'b')]));
  await socket.until('"a"');
  socket.sendBinary(new Uint8Array([123, 125]));
  await socket.until('"id"');
  socket.send(`"${'x'.repeat(1_048_577)}"`, '1 MiB and three bytes');
  await socket.until('"id"');
  socket.send(rpc('ping', {}));
  socket.send(rpc('ping', { session_id: 'other' }, 'last'));
  await socket.until('"last"');
  socket.send(`"${'x'.repeat(4 * 1_048_576)}"`, '4 MiB and two bytes');
  await socket.ended();
}

async function shows(t: Transcript, world: World): Promise<void> {
  const entered = await enter(t, world, 'client', {
    capabilities: { components: ['card', 'table', 'form', 'chart', 'markdown', 'code', 'image', 'alert', 'steps'] },
  });
  await entered.say(
    render(
      'c',
      'card',
      { title: 'Harbour', description: 'Two ships', actions: [{ label: 'Call', action: 'call', variant: 'primary' }] },
      { position: 'main' },
    ),
    render('t', 'table', { headers: ['Ship', 'Draught'], rows: [['Ida', 4.5]] }),
    render('f', 'form', {
      title: 'Berth',
      fields: [
        { name: 'ship', type: 'text', required: true },
        { name: 'pw', type: 'password' },
      ],
      submit_label: 'Send',
    }),
    render('h', 'chart', { chart_type: 'bar', x_axis: { values: ['a', 'b'] }, series: [{ name: 's', data: [1, 2] }] }),
    render('m', 'markdown', { content: '# Title' }),
    render('i', 'image', { url: 'https://media.example/a.png', alt: 'A' }),
    render('bad', 'spaceship', {}),
    render('s', 'steps', { steps: [{ label: 'One', status: 'active' }], current_step: 0 }, { ttl_seconds: 60 }),
    rpc('ui.update', { component_id: 'c', operation: 'merge', data: { title: 'Port' } }),
    rpc('ui.update', { component_id: 't', operation: 'append', data: { rows: [['Odin', 3]] } }),
    rpc('ui.update', { component_id: 'none', operation: 'merge', data: {} }),
    rpc('ui.progress', { task_id: 'p', progress_type: 'determinate', value: 1, total: 3, message: 'One' }),
    rpc('ui.navigate', { url: '/map' }),
    rpc('ui.none', {}),
  );
  await settle(entered, 'shown');
  const ask = async (method: string, params: JsonObject, id: number): Promise<void> => {
    entered.socket.send(rpc(method, params, id));
    await entered.socket.until(`"id":${id}`);
  };
  await ask('user.respond', { request_id: 'c', value: { action: 'call' } }, 11);
  await ask('user.respond', { request_id: 'f', value: { ship: 'Ida', pw: 'geheim' } }, 12);
  await ask('user.respond', { request_id: 'f', value: { ship: '' } }, 13);
  await ask('user.respond', { request_id: 'none', value: 1 }, 14);
  await ask('user.cancel', { task_id: 'p', reason: 'No' }, 15);
  await ask('user.cancel', { task_id: 'none' }, 16);
  await t.get(`/sessions/${entered.session}/events`, world.key, JSON_ONLY);
  await t.get(`/sessions/${entered.session}/snapshot`, world.key);
}

async function questions(t: Transcript, world: World): Promise<void> {
  const entered = await enter(t, world);
  await entered.say(
    rpc('ui.request_input', { request_id: 'q', input_type: 'text', prompt: 'Name?', validation: { min_length: 2 } }),
    rpc('ui.request_input', {
      request_id: 'n',
      input_type: 'number',
      prompt: 'How many?',
      validation: { min: 1, max: 3 },
    }),
    rpc('ui.request_input', { request_id: 'd', input_type: 'date', prompt: 'When?' }),
    rpc('ui.request_input', { request_id: 's', input_type: 'select', prompt: 'Which?', options: ['a', 'b'] }),
    rpc('ui.request_input', { request_id: 'u', input_type: 'file', prompt: 'What?' }),
    rpc('ui.confirm', {
      request_id: 'k',
      title: 'Pay?',
      description: 'Now',
      severity: 'critical',
      timeout_seconds: 300,
    }),
  );
  await settle(entered, 'asked');
  let id = 0;
  const ask = async (method: string, params: JsonObject): Promise<void> => {
    id++;
    entered.socket.send(rpc(method, params, `r${id}`));
    await entered.socket.until(`"r${id}"`);
  };
  await ask('user.respond', { request_id: 'q', value: 'A' });
  await ask('user.respond', { request_id: 'q', value: 'Ada' });
  await ask('user.respond', { request_id: 'q', value: 'Ada' });
  await ask('user.respond', { request_id: 'n', value: 9 });
  await ask('user.respond', { request_id: 'n', value: 2 });
  await ask('user.respond', { request_id: 'd', value: 'tomorrow' });
  await ask('user.respond', { request_id: 'd', value: null });
  await ask('user.respond', { request_id: 's', value: 'b' });
  await ask('user.respond', { request_id: 'u', value: { name: 'a.txt', type: 'text/plain', data: 'QUJD' } });
  await ask('user.respond', {});
  await ask('user.approve', { request_id: 'k', approved: 'yes' });
  await ask('user.approve', { request_id: 'k', approved: true, reason: 'Fine' });
  await ask('user.approve', { request_id: 'k', approved: false });
  await t.get(`/sessions/${entered.session}/events`, world.key, JSON_ONLY);
  await entered.say(
    rpc('ui.request_input', { request_id: 'late', input_type: 'text', prompt: 'Soon?', timeout_seconds: 5 }),
  );
  await entered.socket.until('"late"');
}

/** The face learns of a socket that is gone a moment after the client does. */
async function gone(world: World, session: string): Promise<void> {
  for (;;) {
    const { sessions } = await world.json('GET', '/api/v4/sessions', world.key);
    const row = (sessions as readonly JsonObject[]).find(({ session_id: id }) => id === session);
    if (row?.status !== 'active') return;
  }
}

async function resuming(t: Transcript, world: World): Promise<void> {
  const first = await enter(t, world, 'first');
  await first.say(
    render('c', 'card', { title: 'Kept' }),
    rpc('ui.confirm', { request_id: 'k', title: 'Pay?', timeout_seconds: 300 }),
  );
  await settle(first, 'kept');
  first.socket.close();
  await gone(world, first.session);
  await first.say(rpc('ui.update', { component_id: 'c', operation: 'merge', data: { title: 'Changed' } }));
  const stranger = await t.socket('stranger', `/ws/v4/a2ui?token=${await tokenOf(world)}`);
  stranger.send(rpc('a2ui.init', { session_id: first.session }, 1));
  await stranger.until('"id":1');
  const again = await enter(t, world, 'again', { session_id: first.session }, first.token);
  await again.socket.until('"k"');
  again.socket.send(rpc('user.approve', { request_id: 'k', approved: true }, 2));
  await again.socket.until('"id":2');
  const minted = await enter(t, world, 'minted', {}, await tokenOf(world, world.key, { session_id: first.session }));
  await settle(minted, 'both');
  await again.socket.until('both');
  minted.socket.leave();
  await minted.socket.ended();
  again.socket.close();
  await gone(world, first.session);
  world.pass(121_000);
  await t.get(`/api/v4/sessions/${first.session}`, world.key);
}

async function rest(t: Transcript, world: World): Promise<void> {
  const key = await world.agent('chains-rest');
  const at = '/api/v4/sessions';
  await t.get(at, key);
  const one = await enter(t, world, 'one', {}, await tokenOf(world, key));
  world.pass(1000);
  await enter(t, world, 'two', {}, await tokenOf(world, key));
  await world.json(
    'POST',
    `/sessions/${one.session}/messages?dialect=agentchains`,
    key,
    render('c', 'card', { title: 'A' }),
  );
  await one.socket.until('"c"');
  for (const query of ['', '?status=closed', '?status=none', '?limit=1']) await t.get(`${at}${query}`, key);
  await t.get(`${at}/${one.session}`, key);
  await t.get(`${at}/${one.session}`, world.key);
  await t.get(`${at}/none`, key);
  await t.call('PUT', `${at}/${one.session}`, { key });
  const { token } = await world.json('POST', `/sessions/${one.session}/viewer-token`, key, {});
  await t.get(at, String(token));
  await t.call('DELETE', `${at}/${one.session}`, { key: String(token) });
  await t.call('DELETE', `${at}/${one.session}`, { key });
  await one.socket.ended();
  await t.call('DELETE', `${at}/${one.session}`, { key });
  await t.get(`${at}?status=closed`, key);
  await t.get('/api/v4/sessions/', key);
}

async function consents(t: Transcript, world: World): Promise<void> {
  const entered = await enter(t, world);
  const at = `/api/v4/sessions/${entered.session}/consents`;
  const { key } = world;
  const { token } = await world.json('POST', `/sessions/${entered.session}/viewer-token`, key, {});
  await t.get(at, key);
  await t.post(at, key, { consent_type: 'data_collection' });
  await t.post(at, key, { consent_type: 'marketing', granted: false });
  await t.post(at, key, { consent_type: 7 });
  await t.post(at, String(token), { consent_type: 'marketing' });
  await t.call('DELETE', `${at}/marketing`, { key: String(token) });
  await t.post(at, key, { consent_type: 'marketing' });
  await t.call('DELETE', `${at}/none`, { key });
  await t.call('DELETE', `${at}/data_collection`, { key });
  await entered.say(rpc('ui.request_input', { request_id: 'q', input_type: 'text', prompt: 'Name?' }));
  await t.get(at, key);
  await t.get('/api/v4/sessions/none/consents', key);
}

async function endings(t: Transcript, world: World): Promise<void> {
  const silent = await enter(t, world, 'silent');
  world.pass(3_600_001);
  silent.socket.send(rpc('ping', {}, 1));
  await silent.socket.ended();
  const closed = await enter(t, world, 'closed');
  await t.call('DELETE', `/sessions/${closed.session}`, { key: world.key });
  await closed.socket.ended();
  const rotated = await enter(t, world, 'rotated', {}, await tokenOf(world, await world.agent('chains-rotated')));
  await world.host.credentials.rotateAgent('chains-rotated');
  await rotated.socket.ended();
}

async function limits(t: Transcript, world: World): Promise<void> {
  const [first, second] = [await tokenOf(world), await tokenOf(world)];
  const entered = await enter(t, world, 'one', {}, first);
  await t.socket('two', `/ws/v4/a2ui?token=${second}`);
  for (const id of [1, 2, 3, 4, 5]) {
    entered.socket.send(rpc('ping', {}, id));
    await entered.socket.until(`"id":${id}`);
  }
  await entered.say(render('c', 'card', { title: 'x'.repeat(3000) }));
  world.pass(60_001);
  entered.socket.send(rpc('ping', {}, 6));
  await entered.socket.until('"id":6');
  for (let i = 0; i < 3; i++) await t.get('/api/v4/sessions', 'vk_wrong');
}
