// The host's own face over HTTP and SSE: what agents, viewers and operators say, are answered and are refused.

import { DIALECT_IDS } from '@vitrine/dialects';
import { type Cases, write } from '../cases.ts';
import { booking, CLOSE_BOOKING, input, neutral, PRESS, PRESS_09, setName } from '../sample-surfaces.ts';
import type { Transcript } from '../transcript.ts';
import { World } from '../world.ts';

const JSON_ONLY = { accept: 'application/json' };
const UNKNOWN = 'aaaaaaaaaaaaaaaaaaaaaa';
const KEYED = (key: string) => ({ 'idempotency-key': key });

export async function playVitrine(cases: Cases): Promise<void> {
  const world = await World.open({
    host: { secrets: [{ id: 'door', value: 'sesame-open-up' }], origins: ['https://shop.example'] },
  });
  try {
    const on = (name: string, play: (t: Transcript) => Promise<void>) =>
      write(cases, `vitrine/http/${name}`, world, play);
    await on('open a session', (t) => openings(t, world));
    await on('refusals of credentials', (t) => credentials(t, world));
    await on('refusals of paths and methods', (t) => paths(t, world));
    await on('refusals of bodies', (t) => bodies(t, world));
    await on('messages and their issues', (t) => messages(t, world));
    await on('idempotency of messages', (t) => messageKeys(t, world));
    await on('idempotency of events', (t) => eventKeys(t, world));
    await on('acts of a viewer', (t) => acts(t, world));
    await on('events of an agent', (t) => deliveries(t, world));
    await on('streams of a viewer', (t) => streams(t, world));
    await on('resuming a stream', (t) => resuming(t, world));
    await on('asks, tasks and effects', (t) => asks(t, world));
    await on('untrusted messages', (t) => untrusted(t, world));
    await on('files', (t) => files(t, world));
    await on('viewer tokens', (t) => tokens(t, world));
    await on('lists', (t) => lists(t, world));
    await on('operator', (t) => operator(t, world));
    await on('origins', (t) => origins(t, world));
    await on('secrets', (t) => secrets(t, world));
    for (const dialect of DIALECT_IDS) await on(`join in ${dialect}`, (t) => joins(t, world, dialect));
    await on('closing', (t) => closing(t, world));
  } finally {
    await world.close();
  }
  await limits(cases);
}

interface Opened {
  readonly path: string;
  readonly token: string;
  readonly id: string;
}

/** A session that nobody writes down. */
async function opened(world: World, json: object = {}, key = world.key): Promise<Opened> {
  const { session, viewerToken } = await world.json('POST', '/sessions', key, json);
  return { id: String(session), path: `/sessions/${session}`, token: String(viewerToken) };
}

async function shown(world: World, json: object = {}): Promise<Opened> {
  const session = await opened(world, { dialect: 'a2ui-0.9', ...json });
  await world.json('POST', `${session.path}/messages`, world.key, booking());
  return session;
}

async function openings(t: Transcript, world: World): Promise<void> {
  for (const json of [
    {},
    { title: 'Tables', dialect: 'a2ui-0.9' },
    { dialect: 'agentchains', trust: 'untrusted' },
    { dialect: 'a2ui-9' },
    { title: 7 },
    { trust: 'half' },
    { more: true },
    [],
  ])
    await t.post('/sessions', world.key, json);
  await t.call('POST', '/sessions', { key: world.key });
}

async function credentials(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world);
  const other = await world.agent('credentials-other');
  await t.call('GET', '/sessions');
  await t.get('/sessions', 'vk_wrong');
  await t.call('GET', '/sessions', { headers: { authorization: 'Basic abc' } });
  await t.get('/sessions', `${token}x`);
  await t.get('/sessions', token);
  await t.post('/sessions', token, {});
  await t.get(path, other);
  await t.post(`${path}/messages`, other, booking());
  await t.get(`${path}/stream`, other);
  await t.get(`${path}/stream`, world.key);
  await t.post(`${path}/events`, world.key, neutral(PRESS));
  const { path: another } = await opened(world);
  await t.get(`${another}/snapshot`, token);
  await world.host.credentials.addAgent('gone');
  const { key } = await world.host.credentials.rotateAgent('gone');
  await world.host.credentials.revokeAgent('gone');
  await t.get('/sessions', key);
  for (const json of [{ code: 'wrong' }, {}, { code: 7 }]) {
    await t.call('POST', '/viewer', { json });
    await t.call('POST', '/operator', { json });
  }
}

async function paths(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world);
  const { key } = world;
  for (const [method, where] of [
    ['PUT', '/sessions'],
    ['PATCH', path],
    ['HEAD', `${path}/stream`],
    ['GET', '/viewer'],
    ['DELETE', `${path}/messages`],
    ['GET', '/nothing'],
    ['GET', `${path}/nothing`],
    ['GET', `/sessions/${UNKNOWN}`],
    ['DELETE', `/sessions/${UNKNOWN}`],
    ['GET', '/sessions/..%2f..'],
    ['GET', `${path}/snapshot?at=x`],
    ['GET', `${path}/snapshot?at=99`],
    ['GET', `${path}/events?after=-1`],
    ['GET', `${path}/events?wait=31`],
    ['GET', `${path}/events?consumer=${'c'.repeat(300)}`],
    ['OPTIONS', '/sessions'],
  ] as const)
    await t.call(method, where, { key, headers: JSON_ONLY });
  for (const where of [
    '/stream?dialect=none',
    '/stream?after=x',
    '/stream?history=2',
    '/stream?locale=%20',
    `/files/${UNKNOWN}`,
  ])
    await t.call('GET', `${path}${where}`, { key: token });
  await t.call('GET', '/healthz');
  await t.call('GET', '/readyz');
  await t.call('POST', '/healthz');
  await t.call('GET', '/sessions', { key, headers: { host: 'evil.example' } });
}

async function bodies(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world);
  const { key } = world;
  const at = `${path}/messages`;
  await t.call('POST', at, { key });
  await t.call('POST', at, { key, text: '', headers: { 'content-type': 'application/json' } });
  for (const text of ['{', 'nonsense', '7', 'null', '[]', '{"messages":7}', '{"version":"v9"}', '{"a":1}\n{"b":2}\n'])
    await t.call('POST', at, { key, text, headers: { 'content-type': 'application/json' } });
  await t.call('POST', at, { key, text: '{}', headers: { 'content-type': 'image/png' } });
  await t.call('POST', at, {
    key,
    text: '{}',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
  });
  await t.call('POST', at, { key, text: `${'['.repeat(300)}${']'.repeat(300)}`, told: '300 levels' });
  await t.call('POST', at, { key, text: `[${' '.repeat(8 * 1024 * 1024)}]`, told: '8 MiB and two bytes' });
  await t.call('POST', '/sessions', { key, text: `{"title":"${' '.repeat(17_000)}"}`, told: '17,000 bytes' });
  for (const text of ['{', '[]', '7', '{"vitrine":1}', '{"vitrine":1,"body":[]}', '{"confirm":9}', '{"confirm":"x"}'])
    await t.call('POST', `${path}/events`, { key: token, text, headers: { 'content-type': 'application/json' } });
  await t.call('POST', `${path}/events`, {
    key: token,
    text: `"${' '.repeat(1024 * 1024)}"`,
    told: '1 MiB and two bytes',
  });
  await t.call('POST', `${path}/events?dialect=none`, { key: token, json: neutral(PRESS) });
  await t.call('POST', `${path}/messages?dialect=none`, { key, json: booking() });
  await t.call('POST', `${path}/messages?untrusted=2`, { key, json: booking() });
}

async function messages(t: Transcript, world: World): Promise<void> {
  const { path } = await opened(world);
  const { key } = world;
  const [create, data, components] = booking();
  await t.post(`${path}/messages`, key, create);
  await t.post(`${path}/messages`, key, [data, components]);
  await t.post(`${path}/messages`, key, {
    messages: [setName('Grace'), setName('Edsger', 'nowhere'), { version: 'v0.9' }],
  });
  const lines = [setName('a'), 'no json', { surfaceUpdate: {} }].map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  );
  for (const type of ['application/jsonl', 'text/plain'])
    await t.call('POST', `${path}/messages`, { key, text: `${lines.join('\n')}\n`, headers: { 'content-type': type } });
  await t.post(`${path}/messages?dialect=a2ui-1.0`, key, setName('b'));
  await t.post(`${path}/messages`, key, {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'booking',
      components: [
        { id: 'x', component: 'Spaceship' },
        { id: 'root', component: 'Text', text: { call: 'none', args: {} } },
      ],
    },
  });
  await t.post(`${path}/messages`, key, {
    jsonrpc: '2.0',
    method: 'ui.render',
    params: { component_id: 'c', component_type: 'card', data: {} },
  });
  await t.get(`${path}/snapshot`, key);
  await t.get(`${path}/snapshot?at=2`, key);
  await t.get(path, key);
}

async function messageKeys(t: Transcript, world: World): Promise<void> {
  const { path } = await shown(world);
  const { key } = world;
  const at = `${path}/messages`;
  await t.post(at, key, [setName('first'), setName('x', 'nowhere')], KEYED('k1'));
  await t.post(at, key, [setName('first'), setName('x', 'nowhere')], KEYED('k1'));
  await t.post(at, key, [setName('second')], KEYED('k1'));
  await t.post(at, key, setName('one'), KEYED('k2'));
  await t.post(at, key, [setName('one')], KEYED('k2'));
  await t.post(at, key, setName('y', 'nowhere'), KEYED('k3'));
  await t.post(at, key, setName('now here'), KEYED('k3'));
  await t.post(at, key, setName('z'), KEYED(''));
  await t.post(at, key, setName('z'), KEYED('k'.repeat(201)));
  const second = await shown(world);
  await t.post(`${second.path}/messages`, key, setName('other session'), KEYED('k1'));
  world.pass(25 * 60 * 60 * 1000);
  await t.post(at, key, [setName('a day later')], KEYED('k1'));
  await t.get(`${path}/snapshot`, key);
}

async function eventKeys(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  const at = `${path}/events`;
  await t.get(`${path}/snapshot`, token);
  await t.post(at, token, neutral(PRESS), KEYED('e1'));
  await t.post(at, token, neutral(PRESS), KEYED('e1'));
  await t.post(at, token, neutral(input('/name', 'Grace')), KEYED('e1'));
  await t.post(at, token, neutral(input('/guests', ['9'])), KEYED('e2'));
  await t.post(at, token, neutral(input('/guests', ['4'])), KEYED('e2'));
  await t.get(`${path}/events`, world.key, JSON_ONLY);
}

async function acts(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  const at = `${path}/events`;
  await t.get(`${path}/snapshot`, token);
  await t.post(at, token, neutral(input('/name', 'Grace')));
  await t.post(at, token, neutral(input('/name', 7)));
  await t.post(at, token, neutral(input('/nowhere', 'x')));
  await t.post(at, token, neutral(input('/guests', ['4'])));
  await t.post(at, token, neutral(PRESS));
  await t.post(at, token, neutral({ ...PRESS, context: { name: 'Grace', guests: ['4'] } }));
  await t.post(at, token, {
    ...neutral({ ...PRESS, context: {} }),
    writes: [{ surface: 'booking', path: '/name', value: 'Edsger' }],
    basis: 4,
  });
  await t.post(at, token, { ...neutral(PRESS), basis: 999 });
  await t.post(at, token, neutral({ ...PRESS, source: 'none' }));
  await t.post(`${at}?dialect=a2ui-0.9`, token, PRESS_09);
  await t.post(`${at}?dialect=a2ui-0.9`, token, [
    { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: ['x'] } } },
  ]);
  await t.post(`${at}?dialect=a2ui-0.8`, token, {
    userAction: {
      name: 'book',
      surfaceId: 'booking',
      sourceComponentId: 'book',
      timestamp: '2040-03-01T12:00:00Z',
      context: {},
    },
  });
  await t.post(`${at}?dialect=a2ui-1.0`, token, { ...PRESS_09, version: 'v1.0' });
  await t.post(`${at}?dialect=agentchains`, token, {
    jsonrpc: '2.0',
    method: 'user.respond',
    params: { request_id: 'booking', value: { action: 'book' } },
  });
  await t.post(`${at}?dialect=openwop-2`, token, { type: 'x' });
  await t.post(at, token, [
    neutral({ event: 'say', text: 'Hello' }),
    { confirm: 5 },
    neutral({ event: 'leave', viewer: 'x' }),
  ]);
  await t.post(at, token, neutral({ ...input('/code', 'geheim') }));
  await t.get(`${path}/snapshot`, world.key);
  await t.get(`${path}/events`, world.key, JSON_ONLY);
}

async function deliveries(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  const { key } = world;
  const stream = await t.stream('agent', 'GET', `${path}/events?consumer=sse`, { key });
  await t.get(`${path}/events`, key, JSON_ONLY);
  await t.post(`${path}/events`, token, neutral(PRESS));
  await stream.until('data:');
  await t.post(`${path}/events`, token, neutral({ event: 'say', text: 'Two' }));
  await stream.until('Two');
  const { body } = await t.get(`${path}/events?consumer=a`, key, JSON_ONLY);
  await t.get(`${path}/events?consumer=a&after=${body.next}`, key, JSON_ONLY);
  await t.get(`${path}/events?consumer=a`, key, JSON_ONLY);
  await t.get(`${path}/events?consumer=look-back`, key, JSON_ONLY);
  await t.call('GET', `${path}/events?consumer=b`, { key, headers: { ...JSON_ONLY, 'last-event-id': '4' } });
  t.hidePositions(/(?<=^<all id: |"next":|consumer=p&after=)\d+/gm);
  const agent = await world.agent('deliveries-all');
  const own = await opened(world, { dialect: 'a2ui-0.9' }, agent);
  await world.json('POST', `${own.path}/messages`, agent, booking());
  const all = await t.stream('all', 'GET', '/events', { key: agent });
  await t.post(`${own.path}/events`, own.token, neutral({ event: 'say', text: 'To all' }));
  await all.until('To all');
  const page = await t.get('/events?consumer=p', agent, JSON_ONLY);
  await t.get(`/events?consumer=p&after=${page.body.next}`, agent, JSON_ONLY);
  await world.host.credentials.revokeAgent('deliveries-all');
  await all.ended();
}

async function streams(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world, { title: 'Streams' });
  const { key } = world;
  const [first, second] = [
    await t.stream('one', 'GET', `${path}/stream?dialect=vitrine&locale=de-DE&zone=Europe/Berlin`, { key: token }),
    await t.stream('two', 'GET', `${path}/stream?dialect=a2ui-0.9`, { key: token }),
  ];
  await first.until('event: ready');
  await second.until('event: ready');
  await t.post(`${path}/messages`, key, [setName('Grace'), setName('Edsger')]);
  await first.until('Edsger');
  await second.until('Edsger');
  await t.post(`${path}/events`, token, neutral(input('/name', 'Barbara')));
  await first.until('Barbara');
  await second.until('Barbara');
  await t.post(`${path}/events`, token, neutral({ event: 'say', text: 'A line' }));
  await t.post(`${path}/messages`, key, CLOSE_BOOKING);
  await first.until('"close"');
  await second.until('deleteSurface');
  await t.call('DELETE', path, { key });
  await first.ended();
  await second.ended();
  await t.call('GET', `${path}/stream`, { key: token });
}

async function resuming(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  for (const n of [1, 2, 3]) await world.json('POST', `${path}/messages`, world.key, setName(`n${n}`));
  for (const [name, query, headers] of [
    ['after', 'dialect=a2ui-0.9&after=4', {}],
    ['last', 'dialect=a2ui-0.9', { 'last-event-id': '5' }],
    ['history', 'dialect=a2ui-0.9&history=1', {}],
    ['beyond', 'dialect=a2ui-0.9&after=400', {}],
    ['own', 'after=3', {}],
    ['own-history', 'history=1', {}],
  ] as const) {
    const stream = await t.stream(name, 'GET', `${path}/stream?${query}`, { key: token, headers });
    await stream.until('event: ready');
  }
}

async function asks(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world, { dialect: 'vitrine' });
  const { key } = world;
  const streams = [];
  for (const dialect of ['vitrine', 'a2ui-0.9', 'agentchains']) {
    const stream = await t.stream(dialect, 'GET', `${path}/stream?dialect=${dialect}`, { key: token });
    await stream.until('event: ready');
    streams.push(stream);
  }
  await t.post(`${path}/messages`, key, [
    neutral(
      { op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Pay?' },
      { op: 'ask', ask: 't', want: { kind: 'text', minLength: 2 }, prompt: 'Name?' },
    ),
    neutral({ op: 'task', task: 'up', value: 1, total: 3, message: 'One of three' }),
    neutral(
      { op: 'effect', effect: { kind: 'toast', text: 'Saved', severity: 'success', ms: 4000 } },
      { op: 'say', text: 'Here' },
      { op: 'turn', state: 'input' },
    ),
  ]);
  for (const stream of streams) await stream.reach(4);
  await t.post(`${path}/events`, token, neutral({ event: 'answer', ask: 't', value: 'A' }));
  await t.post(`${path}/events`, token, neutral({ event: 'answer', ask: 't', value: 'Ada' }));
  await t.post(`${path}/events`, token, neutral({ event: 'answer', ask: 't', value: 'Ada' }));
  await t.post(`${path}/events`, token, neutral({ event: 'answer', ask: 'none', value: 1 }));
  await t.post(`${path}/events?dialect=agentchains`, token, {
    jsonrpc: '2.0',
    method: 'user.approve',
    params: { request_id: 'q', approved: true },
  });
  await t.post(`${path}/events`, token, neutral({ event: 'cancel', task: 'up' }));
  await t.post(`${path}/messages`, key, [
    neutral({ op: 'task', task: 'up', done: true }),
    neutral({ op: 'say', text: 'The end' }),
  ]);
  for (const stream of streams) await stream.reach(9);
  await t.get(`${path}/events`, key, JSON_ONLY);
  await t.get(`${path}/snapshot`, key);
}

async function untrusted(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world, { dialect: 'a2ui-0.9' });
  const { key } = world;
  await t.post(`${path}/messages?untrusted=1`, key, [
    ...booking(),
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 'booking',
        components: [{ id: 'title', component: 'Image', url: 'https://media.example/a.png' }],
      },
    },
  ]);
  await t.post(
    `${path}/messages?untrusted=1&dialect=vitrine`,
    key,
    neutral({ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Pay?' }),
  );
  await t.post(`${path}/messages?dialect=vitrine`, key, {
    ...neutral({ op: 'effect', effect: { kind: 'navigate', url: 'https://x.example' } }),
    trust: 'untrusted',
  });
  for (const dialect of ['vitrine', 'a2ui-0.9']) {
    const stream = await t.stream(dialect, 'GET', `${path}/stream?dialect=${dialect}`, { key: token });
    await stream.until('event: ready');
  }
  await t.get(`${path}/snapshot`, key);
}

async function files(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world, { dialect: 'vitrine' });
  const { key } = world;
  const text = { 'content-type': 'text/plain' };
  const { body } = await t.call('POST', `${path}/files?name=notes.txt`, {
    key: token,
    text: 'Some notes',
    headers: text,
  });
  await t.get(`${path}/files/${body.ref}`, key);
  await t.get(`${path}/files/${body.ref}`, token);
  await t.call('POST', `${path}/files`, { key: token, text: 'x', headers: text });
  await t.call('POST', `${path}/files?name=a.txt`, { key, text: 'x', headers: text });
  await t.call('POST', `${path}/files?name=s.txt`, { key: token, text: 'sesame-open-up', headers: text });
  await t.call('POST', `${path}/files?name=l.txt`, {
    key: token,
    text: 'x'.repeat(16 * 1024 * 1024 + 1),
    told: '16 MiB and one byte',
    headers: text,
  });
  await t.post(`${path}/messages`, key, neutral({ op: 'ask', ask: 'f', want: { kind: 'file' }, prompt: 'Notes?' }));
  await t.post(
    `${path}/events`,
    token,
    neutral({
      event: 'answer',
      ask: 'f',
      value: { ref: body.ref ?? null, name: 'notes.txt', type: 'text/plain', size: 10 },
    }),
  );
}

async function tokens(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world);
  const { key } = world;
  const { body } = await t.post(`${path}/viewer-token`, key, { viewer: 'ada' });
  await t.post(`${path}/viewer-token`, key, {});
  await t.post(`${path}/viewer-token`, key, { viewer: '' });
  await t.post(`${path}/viewer-token`, String(body.token), {});
  const code = /#code=(.*)$/.exec(String(body.viewerUrl))?.[1] ?? '';
  const exchanged = await t.call('POST', '/viewer', { json: { code } });
  const stream = await t.stream('ada', 'GET', `${path}/stream`, { key: String(exchanged.body.token) });
  await stream.until('event: ready');
  await t.call('DELETE', `${path}/viewer-token`, { key, json: { token: body.token } });
  await stream.ended();
  await t.get(`${path}/snapshot`, String(exchanged.body.token));
  await t.call('POST', '/viewer', { json: { code } });
  await t.call('DELETE', `${path}/viewer-token`, { key, json: {} });
  await t.get(`${path}/snapshot`, token);
  await t.call('DELETE', `${path}/viewer-token`, { key, json: { token: 'none' } });
  world.pass(2 * 24 * 60 * 60 * 1000);
  const late = await opened(world);
  world.pass(25 * 60 * 60 * 1000);
  await t.get(`${late.path}/snapshot`, late.token);
}

async function lists(t: Transcript, world: World): Promise<void> {
  const key = await world.agent('lists');
  await t.get('/sessions', key);
  const first = await opened(world, { title: 'One', dialect: 'a2ui-0.9' }, key);
  await opened(world, { title: 'Two', trust: 'untrusted' }, key);
  const third = await opened(world, {}, key);
  world.pass(1000);
  await world.json('POST', `${first.path}/messages`, key, booking());
  await world.json('DELETE', third.path, key);
  await t.get('/sessions', key);
  await t.get('/sessions?limit=1', key);
  await t.get(first.path, key);
  await t.get(third.path, key);
}

async function operator(t: Transcript, world: World): Promise<void> {
  const { path } = await shown(world, { title: 'Operated' });
  const code = world.host.credentials.newOperatorCode();
  // The code has few characters and no mark: it is told by its name.
  const { body } = await t.call('POST', '/operator', { json: { code }, told: '{"code":<code>}' });
  const key = String(body.token);
  await t.call('POST', '/operator', { json: { code }, told: '{"code":<code>}' });
  await t.get(path, key);
  await t.get(`${path}/snapshot`, key);
  await t.post(`${path}/viewer-token`, key, {});
  const entries = await t.stream('entries', 'GET', `${path}/entries?after=0`, { key });
  await entries.until('"seq":3');
  await t.post(`${path}/messages`, key, booking());
  await t.post('/sessions', key, {});
  await t.post('/keys/token/rotate', key, {});
  await t.post('/keys/none/rotate', key, {});
  await t.call('DELETE', '/agents/nobody', { key });
  await world.agent('to-revoke');
  await t.call('DELETE', '/agents/to-revoke', { key });
  await t.call('DELETE', path, { key });
  await t.call('DELETE', '/operator', { key });
  await t.get(path, key);
}

async function origins(t: Transcript, world: World): Promise<void> {
  const { path, token } = await opened(world);
  for (const origin of ['https://shop.example', 'https://evil.example', world.url, 'null'])
    await t.call('GET', `${path}/snapshot`, { key: token, headers: { origin } });
  for (const origin of ['https://shop.example', 'https://evil.example'])
    await t.call('OPTIONS', `${path}/events`, {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
}

async function secrets(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  await t.post(`${path}/messages`, world.key, setName('it is sesame-open-up'));
  await t.post(`${path}/messages`, world.key, { 'sesame-open-up': 1 });
  await t.get(`${path}/snapshot`, token);
  await t.post(`${path}/events`, token, neutral(input('/name', 'sesame-open-up')));
  await t.post(`${path}/events`, token, {
    ...neutral({ ...PRESS, context: {} }),
    writes: [{ surface: 'booking', path: '/code', value: '1234' }],
  });
  await t.get(`${path}/events`, world.key, JSON_ONLY);
}

async function joins(t: Transcript, world: World, dialect: string): Promise<void> {
  const { path, token } = await shown(world);
  const stream = await t.stream('viewer', 'GET', `${path}/stream?dialect=${dialect}`, { key: token });
  await stream.until('event: ready');
  await t.post(`${path}/messages`, world.key, [setName('Grace'), CLOSE_BOOKING]);
  const history = await t.stream('history', 'GET', `${path}/stream?dialect=${dialect}&history=1`, { key: token });
  await history.until('event: ready');
  await t.call('DELETE', path, { key: world.key });
  await stream.ended();
  await history.ended();
}

async function closing(t: Transcript, world: World): Promise<void> {
  const { path, token } = await shown(world);
  const { key } = world;
  await t.call('DELETE', path, { key });
  await t.call('DELETE', path, { key });
  await t.post(`${path}/messages`, key, setName('late'));
  await t.post(`${path}/events`, token, neutral(PRESS));
  await t.post(`${path}/viewer-token`, key, {});
  await t.get(`${path}/snapshot`, token);
  await t.get(`${path}/events`, key, JSON_ONLY);
}

/** What is refused for coming too often, and what keeps a silent stream alive. */
async function limits(cases: Cases): Promise<void> {
  const few = { perSecond: 0.001, burst: 3 };
  const world = await World.open({
    host: {
      http: { rates: { agent: few, session: few, viewer: few, address: few } },
      connections: { perClient: 2, total: 2 },
    },
  });
  try {
    await write(cases, 'vitrine/http/rates', world, async (t) => {
      for (let i = 0; i < 4; i++) await t.call('POST', '/viewer', { json: { code: 'wrong' } });
      const { path, token } = await opened(world);
      const [one, two] = [
        await t.stream('one', 'GET', `${path}/stream`, { key: token }),
        await t.stream('two', 'GET', `${path}/stream`, { key: token }),
      ];
      await one.until('event: ready');
      await two.until('event: ready');
      await t.call('GET', `${path}/stream`, { key: token });
      await t.get(`${path}/snapshot`, token);
      await t.get('/sessions', world.key);
      await t.get('/sessions', world.key);
      await t.get('/sessions', world.key);
    });
  } finally {
    await world.close();
  }
  const silent = await World.open({ host: { http: { limits: { keepAliveMs: 20 } } } });
  try {
    await write(cases, 'vitrine/http/a silent stream', silent, async (t) => {
      const stream = await t.stream('silent', 'GET', '/events', { key: silent.key });
      await stream.until(':');
    });
  } finally {
    await silent.close();
  }
}
