// The face of OpenWOP at both majors: what it says of itself, runs, envelopes, events, interrupts, seams and refusals.

import type { JsonObject } from '@vitrine/core';
import { openwopSeams } from '@vitrine/openwop-seams';
import { type Cases, write } from '../cases.ts';
import { neutral } from '../sample-surfaces.ts';
import type { Answered, Transcript } from '../transcript.ts';
import { World } from '../world.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const JSON_ONLY = { accept: 'application/json' };
const MAJORS = [1, 2] as const;
type Major = (typeof MAJORS)[number];
const KEYED = (key: string) => ({ 'idempotency-key': key });

const META = { source: 'ai-generation', ts: '2040-03-01T12:00:00Z' };
const envelope = (name: string, schemaVersion: Major, payload: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{
    type: 'ui.a2ui-surface',
    schemaVersion,
    envelopeId: `env-${name}`,
    correlationId: `corr-${name}`,
    payload,
    meta: META,
  },
  ...more,
});

const FORM_1: JsonObject = {
  catalogVersion: '0.9.1',
  surface: {
    title: 'Brief',
    components: [
      { component: 'heading', text: 'Approve the brief', level: 2 },
      { component: 'field.text', id: 'note', label: 'Note' },
      { component: 'action.button', id: 'accept', label: 'Approve', action: { target: 'resume' } },
      { component: 'action.button', id: 'reject', label: 'Reject', action: { target: 'resume' } },
    ],
  },
};
const button = (id: string): JsonObject[] => [
  { id, component: 'Button', child: `${id}-text`, action: { event: { name: 'resume' } } },
  { id: `${id}-text`, component: 'Text', text: id },
];
const COMPONENTS: readonly JsonObject[] = [
  { id: 'root', component: 'Column', children: ['title', 'note', 'accept', 'reject'] },
  { id: 'title', component: 'Text', text: 'Approve the brief', variant: 'h2' },
  { id: 'note', component: 'TextField', label: 'Note', value: { path: '/note' } },
  ...button('accept'),
  ...button('reject'),
];

function payload2(surfaceId: string, ...messages: readonly JsonObject[]): JsonObject {
  const version = 'v0.9';
  const wrapped = messages.map((message) => {
    const [[name, content]] = Object.entries(message) as [[string, JsonObject]];
    return { version, [name]: { surfaceId, ...content } };
  });
  return { version, catalogId: CATALOG, surfaceId, messages: wrapped };
}

const FORM_2 = payload2(
  'gate',
  { createSurface: { catalogId: CATALOG } },
  { updateComponents: { components: COMPONENTS } },
);
const form = (major: Major): JsonObject => (major === 1 ? FORM_1 : FORM_2);
const GATE = { artifactId: 'a', artifactType: 'text', title: 'Publish?', actions: ['accept', 'reject'] };
const prefix = (major: Major): string => (major === 1 ? '/v1' : '');

class Run {
  readonly path: string;
  readonly session: string;
  readonly key: string;
  readonly t: Transcript;

  constructor(t: Transcript, key: string, major: Major, { body }: Answered) {
    this.t = t;
    this.key = key;
    this.path = `${prefix(major)}/runs/${encodeURIComponent(String(body.runId))}`;
    this.session = String(body.session);
  }

  post(path: string, json: unknown, headers: { readonly [name: string]: string } = {}): Promise<Answered> {
    return this.t.post(`${this.path}${path}`, this.key, json, headers);
  }

  get(path = '', headers: { readonly [name: string]: string } = {}): Promise<Answered> {
    return this.t.get(`${this.path}${path}`, this.key, headers);
  }

  gate(nodeId = 'gate', more: JsonObject = {}): Promise<Answered> {
    return this.post('/interrupts', { nodeId, kind: 'approval', data: GATE, ...more });
  }
}

async function begin(t: Transcript, world: World, major: Major, json: object = {}, key = world.key): Promise<Run> {
  return new Run(t, key, major, await t.post(`${prefix(major)}/runs`, key, { workflowId: 'demo', ...json }));
}

export async function playOpenwop(cases: Cases): Promise<void> {
  const world = await World.open({ host: { secrets: [{ id: 'door', value: 'sesame-open-up' }] } });
  try {
    await write(cases, 'openwop/what it says of itself', world, (t) => open(t));
    await write(cases, 'openwop/tokens of interrupts', world, (t) => resumeTokens(t, world));
    for (const major of MAJORS) {
      const on = (name: string, play: (t: Transcript) => Promise<void>) =>
        write(cases, `openwop/${major}/${name}`, world, play);
      await on('runs', (t) => runs(t, world, major));
      await on('refusals', (t) => refusals(t, world, major));
      await on('envelopes', (t) => envelopes(t, world, major));
      await on('idempotency', (t) => idempotency(t, world, major));
      await on('events', (t) => events(t, world, major));
      await on('interrupts', (t) => interrupts(t, world, major));
      await on('a person on the page', (t) => person(t, world, major));
      await on('trust', (t) => trust(t, world, major));
      await on('deadlines', (t) => deadlines(t, world, major));
      await on('forks', (t) => forks(t, world, major));
      await on('lists', (t) => lists(t, world, major));
    }
  } finally {
    await world.close();
  }
  await seams(cases);
  await paces(cases);
}

async function open(t: Transcript): Promise<void> {
  for (const headers of [
    {},
    { 'openwop-version': '1.0' },
    { 'openwop-version': '2.0' },
    { 'openwop-version': '3.0' },
    { 'openwop-version': 'x' },
  ])
    await t.call('GET', '/.well-known/openwop', { headers });
  const { headers } = await t.call('HEAD', '/.well-known/openwop');
  await t.call('GET', '/.well-known/openwop', { headers: { 'if-none-match': String(headers.etag) } });
  await t.call('POST', '/.well-known/openwop');
  for (const version of ['1.0', '2.0'])
    for (const file of [
      'ui.a2ui-surface.schema.json',
      'ai-envelope.schema.json',
      'a2ui-surface-delta-frame.schema.json',
      'none.json',
    ])
      await t.call('GET', `/schemas/${file}`, { headers: { 'openwop-version': version } });
}

async function runs(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major, { title: 'One', inputs: { a: 1 }, tags: ['x'], metadata: { by: 'Ada' } });
  await run.get();
  await run.post('/complete', { outputs: { done: true } });
  await run.post('/complete', {});
  await run.get();
  const failed = await begin(t, world, major);
  await failed.post('/fail', { error: { code: 'broken', message: 'It broke.' } });
  await failed.get();
  const gone = await begin(t, world, major);
  await gone.gate();
  await gone.post('/cancel', { reason: 'No more.' });
  await gone.get();
  await gone.post('/envelopes', { envelope: envelope('late', major, form(major)) });
  await gone.gate('late');
}

async function refusals(t: Transcript, world: World, major: Major): Promise<void> {
  const at = `${prefix(major)}/runs`;
  const { key } = world;
  for (const json of [
    {},
    { workflowId: '' },
    { workflowId: 'x', title: 7 },
    { workflowId: 'x', trust: 'half' },
    { workflowId: 'x', contracts: { a: 'b' } },
    { workflowId: 'x', none: 1 },
    [],
  ])
    await t.post(at, key, json);
  for (const text of ['{', 'null', '"x"'])
    await t.call('POST', at, { key, text, headers: { 'content-type': 'application/json' } });
  await t.call('POST', at, { key, text: `${'['.repeat(200)}${']'.repeat(200)}`, told: '200 levels' });
  await t.call('POST', at, { key, text: ' '.repeat(8 * 1024 * 1024 + 1), told: '8 MiB and one byte' });
  await t.call('POST', at, { key, text: '{}', headers: { 'content-encoding': 'gzip' } });
  await t.call('GET', at);
  await t.get(at, 'vk_wrong');
  await t.call('GET', at, { headers: { authorization: 'Basic x' } });
  const other = await world.agent(`openwop-other-${major}`);
  const run = await begin(t, world, major);
  await t.get(run.path, other);
  await t.post(`${run.path}/envelopes`, other, {});
  const { viewerUrl: _, token } = await world.json('POST', `/sessions/${run.session}/viewer-token`, key, {});
  await t.get(run.path, String(token));
  await t.post(`${run.path}/envelopes`, String(token), {});
  await t.post(at, String(token), { workflowId: 'x' });
  for (const [method, path] of [
    ['PUT', at],
    ['DELETE', run.path],
    ['GET', `${at}/none`],
    ['GET', `${at}/%E0%A4%A`],
    ['GET', `${run.path}/none`],
    ['POST', `${at}/none/complete`],
    ['PATCH', `${run.path}/interrupts`],
    ['GET', `${run.path}/interrupts/none`],
    ['GET', `${run.path}/events?streamMode=all`],
    ['GET', `${run.path}/events/poll?timeout=61`],
    ['GET', `${run.path}/events/poll?timeout=x`],
    ['GET', `${at}?wait=31`],
    ['PUT', `${prefix(major)}/interrupts/x`],
  ] as const)
    await t.call(method, path, { key });
  await t.get(`${prefix(major === 1 ? 2 : 1)}/runs/${run.path.split('/').at(-1)}`, key);
  await run.post('/fail', { error: 'x' });
  await run.post('/complete', { outputs: 7 });
  await run.post('/cancel', { reason: 7 });
  await run.post('/events', { type: 'run.completed', payload: {} });
  await run.post('/events', { type: 'node.started', payload: 7 });
  await run.post('/events', { type: 'node.started', contentTrust: 'half' });
  await run.post('/interrupts', { nodeId: 'x y', kind: 'approval' });
  await run.post('/interrupts', { nodeId: 'x', kind: 'none' });
  await run.post('/interrupts', { nodeId: 'x', kind: 'approval', data: { actions: ['explode'] } });
  await run.post('/interrupts', { nodeId: 'x', kind: 'clarification', data: {} });
  await run.post('/interrupts', { nodeId: 'x', kind: 'custom', data: { customKind: 'c' }, timeoutMs: -1 });
  await t.call('OPTIONS', at, { headers: { origin: 'https://evil.example' } });
}

async function envelopes(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major);
  const emit = (one: unknown, more: JsonObject = {}) => run.post('/envelopes', { envelope: one, ...more });
  await emit(envelope('one', major, form(major), { nodeId: 'gate' }));
  await emit(envelope('one', major, form(major), { nodeId: 'gate' }));
  await emit(
    envelope('one', major, major === 1 ? { ...FORM_1, surface: { components: [] } } : payload2('other'), {
      nodeId: 'gate',
    }),
  );
  await emit(envelope('two', major, {}));
  await emit(envelope('three', major === 1 ? 2 : 1, form(major)));
  await emit({ ...envelope('four', major, form(major)), type: 'ui.none' });
  await emit({ ...envelope('five', major, form(major)), meta: {} });
  await emit(7);
  await run.post('/envelopes', {});
  await emit(envelope('six', major, form(major)), { interruptId: 'none' });
  await emit(envelope('seven', major, form(major), { partial: true }));
  await emit(envelope('seven-2', major, form(major), { partial: false, correlationId: 'corr-seven' }));
  await emit(
    envelope(
      'secret',
      major,
      major === 1
        ? { ...FORM_1, surface: { title: 'sesame-open-up', components: [] } }
        : payload2('gate', { updateDataModel: { path: '/note', value: 'sesame-open-up' } }),
    ),
  );
  await emit({
    ...envelope('ask', major, { questions: [{ id: 'q', question: 'Which?' }] }),
    ...{ type: 'clarification.request', schemaVersion: 1 },
  });
  await emit({ ...envelope('err', major, { code: 'x', message: 'y' }), type: 'error', schemaVersion: 1 });
  await run.get('/events/poll?timeout=0');
  for (const path of ['snapshot', ''])
    await t.get(`/sessions/${run.session}${path === '' ? '' : `/${path}`}`, world.key);
}

async function idempotency(t: Transcript, world: World, major: Major): Promise<void> {
  const at = `${prefix(major)}/runs`;
  const { key } = world;
  const first = await t.post(at, key, { workflowId: 'keyed' }, KEYED('run-1'));
  await t.post(at, key, { workflowId: 'keyed' }, KEYED('run-1'));
  await t.post(at, key, { workflowId: 'another' }, KEYED('run-1'));
  await t.post(at, key, {}, KEYED('run-2'));
  await t.post(at, key, { workflowId: 'mended' }, KEYED('run-2'));
  await t.post(at, key, { workflowId: 'x' }, KEYED('k'.repeat(201)));
  const other = await world.agent(`openwop-keys-${major}`);
  await t.post(at, other, { workflowId: 'keyed' }, KEYED('run-1'));
  const run = new Run(t, key, major, first);
  await run.post('/envelopes', { envelope: envelope('k', major, form(major)) }, KEYED('env'));
  await run.post('/envelopes', { envelope: envelope('k', major, form(major)) }, KEYED('env'));
  await run.post('/envelopes', { envelope: envelope('k2', major, form(major)) }, KEYED('env'));
  await run.post('/interrupts', { nodeId: 'gate', kind: 'approval', data: GATE }, KEYED('gate'));
  await run.post('/interrupts', { nodeId: 'gate', kind: 'approval', data: GATE }, KEYED('gate'));
  await run.post('/interrupts/gate', { resumeValue: { action: 'accept' } }, KEYED('resume'));
  await run.post('/interrupts/gate', { resumeValue: { action: 'accept' } }, KEYED('resume'));
  await run.post('/interrupts/gate', { resumeValue: { action: 'reject' } }, KEYED('resume'));
  await run.post('/complete', {}, KEYED('end'));
  await run.post('/complete', {}, KEYED('end'));
  world.pass(25 * 60 * 60 * 1000);
  await t.post(at, key, { workflowId: 'a-day-later' }, KEYED('run-1'));
}

async function events(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major);
  const { key } = world;
  const live = await t.stream('live', 'GET', `${run.path}/events`, { key });
  await live.until('run.started');
  await run.post('/events', { type: 'node.started', nodeId: 'n', payload: { a: 1 }, causationId: 'c' });
  await live.until('node.started');
  await run.post('/envelopes', { envelope: envelope('e', major, form(major), { partial: true }) });
  await run.post('/envelopes', {
    envelope: envelope('e2', major, form(major), { correlationId: 'corr-e', partial: false }),
  });
  await run.post('/events', { type: 'log.line', payload: { text: 'Here' } });
  await live.until('log.line');
  for (const query of [
    '/events',
    '/events?afterSequence=1',
    '/events/poll?timeout=0&lastSequence=2',
    '/events/poll?timeout=0&a2uiDelta=1',
    '/events/poll?timeout=0&afterSequence=99',
  ])
    await run.get(query, JSON_ONLY);
  const delta = await t.stream('delta', 'GET', `${run.path}/events?a2uiDelta=1&streamMode=updates,debug`, { key });
  await delta.until('log.line');
  const resumed = await t.stream('resumed', 'GET', `${run.path}/events`, { key, headers: { 'last-event-id': '1' } });
  await resumed.until('log.line');
  const { token } = await world.json('POST', `/sessions/${run.session}/viewer-token`, key, {});
  const viewer = await t.stream('viewer', 'GET', `${run.path}/events`, { key: String(token) });
  await viewer.until('log.line');
  await run.post('/complete', { outputs: { a: 1 } });
  for (const stream of [live, delta, resumed, viewer]) await stream.ended();
  const after = await t.stream('after', 'GET', `${run.path}/events?afterSequence=3`, { key });
  await after.ended();
  await run.get('/events/poll?timeout=0');
}

async function interrupts(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major);
  const resume = (node: string, json: unknown) => run.post(`/interrupts/${node}`, json);
  const { body } = await run.gate();
  await run.gate('gate', { key: String(body.key) });
  await run.get('/interrupts/gate');
  await run.get();
  await run.post('/envelopes', {
    envelope: envelope('g', major, form(major), { nodeId: 'gate' }),
    interruptId: body.interruptId,
  });
  await resume('gate', {});
  await resume('gate', { resumeValue: { action: 'explode' } });
  await resume('gate', { resumeValue: 7, submission: {} });
  await resume('gate', { submission: { surfaceId: 'gate', action: 'accept', values: { note: 'x' } } });
  await resume('gate', { resumeValue: { action: 'accept' } });
  await resume('gate', { resumeValue: { action: 'accept' } });
  await run.get('/interrupts/gate');
  await run.post('/interrupts', {
    nodeId: 'ask',
    kind: 'clarification',
    data: { questions: [{ id: 'q', question: 'Which?' }] },
  });
  await resume('ask', { resumeValue: { answers: [{ id: 'q', answer: 'That' }] } });
  await run.post('/interrupts', {
    nodeId: 'own',
    kind: 'custom',
    data: { customKind: 'demo' },
    resumeSchema: { type: 'object', required: ['a'], properties: { a: { type: 'number' } } },
  });
  await resume('own', { resumeValue: { a: 'x' } });
  await resume('own', { resumeValue: { a: 1 } });
  await run.post('/interrupts', {
    nodeId: 'talk',
    kind: 'conversation.exchange',
    data: { conversationId: 'c', prompt: 'Well?' },
  });
  await resume('talk', { resumeValue: { text: 'Yes' } });
  await run.post('/interrupts', {
    nodeId: 'ev',
    kind: 'external-event',
    data: { eventType: 'paid' },
    timeoutMs: 60_000,
  });
  await resume('ev', { resumeValue: { paid: true } });
  await run.get('/events/poll?timeout=0');
}

async function resumeTokens(t: Transcript, world: World): Promise<void> {
  for (const major of MAJORS) {
    const run = await begin(t, world, major);
    const { body } = await run.gate();
    const at = String(body.tokenUrl);
    await t.call('GET', at);
    await t.call('DELETE', at);
    await t.call('POST', at, { json: { resumeValue: { action: 'explode' } } });
    await t.call('POST', at, { text: '{', headers: { 'content-type': 'application/json' } });
    await t.call('POST', at, { json: { resumeValue: { action: 'accept' } }, headers: KEYED('t') });
    await t.call('POST', at, { json: { resumeValue: { action: 'accept' } }, headers: KEYED('t') });
    await t.call('GET', at);
    await t.call('GET', `${prefix(major)}/interrupts/ow2.hs256.none.none.none`);
    await t.call('GET', `${prefix(major)}/interrupts/x`);
    const late = await run.gate('late');
    world.pass(31 * 60_000);
    await t.call('GET', String(late.body.tokenUrl));
  }
}

async function person(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major);
  const { key } = world;
  const { token: minted } = await world.json('POST', `/sessions/${run.session}/viewer-token`, key, {});
  const token = String(minted);
  const streams = [];
  for (const dialect of ['vitrine', 'a2ui-0.9', `openwop-${major}`]) {
    const stream = await t.stream(dialect, 'GET', `/sessions/${run.session}/stream?dialect=${dialect}`, { key: token });
    await stream.until('event: ready');
    streams.push(stream);
  }
  const { body } = await run.gate();
  await run.post('/envelopes', {
    envelope: envelope('p', major, form(major), { nodeId: 'gate' }),
    interruptId: body.interruptId,
  });
  const { seq } = await world.json('GET', `/sessions/${run.session}`, key);
  for (const stream of streams) await stream.reach(Number(seq));
  const { body: state } = await t.get(`/sessions/${run.session}/snapshot`, token);
  const [surface = ''] = Object.keys(state.surfaces as JsonObject);
  const at = `/sessions/${run.session}/events`;
  await t.post(at, token, neutral({ event: 'input', surface, path: '/note', value: 'Fine' }));
  await t.post(
    at,
    token,
    neutral({ event: 'action', surface, source: 'accept', name: 'resume', context: {}, checked: true }),
    KEYED('press'),
  );
  await t.post(
    at,
    token,
    neutral({ event: 'action', surface, source: 'accept', name: 'resume', context: {}, checked: true }),
    KEYED('press'),
  );
  await t.post(
    at,
    token,
    neutral({ event: 'action', surface, source: 'reject', name: 'resume', context: {}, checked: true }),
  );
  await t.post(`/sessions/${run.session}/messages?dialect=openwop-${major}`, key, envelope('q', major, form(major)));
  await t.post(`/sessions/${run.session}/messages`, key, neutral({ op: 'say', text: 'Beside' }));
  await run.gate('again');
  await t.post(`${run.path}/interrupts/again`, token, { resumeValue: { action: 'reject' } });
  await t.get(`${run.path}/interrupts/again`, token);
  await run.post('/complete', {});
  await run.get('/events/poll?timeout=0');
  await t.get(`/sessions/${run.session}/events`, key, JSON_ONLY);
  await t.call('DELETE', `/sessions/${run.session}`, { key });
  for (const stream of streams) await stream.ended();
}

async function trust(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major);
  const { body } = await run.gate();
  await run.post('/envelopes', {
    envelope: envelope('u', major, form(major), { nodeId: 'gate', meta: { ...META, contentTrust: 'untrusted' } }),
    interruptId: body.interruptId,
  });
  await run.post('/interrupts/gate', { submission: { surfaceId: 'gate', action: 'accept', values: {} } });
  await run.post('/interrupts/gate', { resumeValue: { action: 'accept' } });
  await run.post('/events', { type: 'node.read', payload: {}, contentTrust: 'untrusted' });
  await run.get();
  const tainted = await begin(t, world, major, { trust: 'untrusted' });
  await tainted.gate();
  await tainted.get();
  await run.get('/events/poll?timeout=0');
}

async function deadlines(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major);
  await run.gate('soon', { timeoutMs: 5000 });
  await run.post('/envelopes', { envelope: envelope('d', major, form(major), { partial: true }) });
  const live = await t.stream('live', 'GET', `${run.path}/events`, { key: world.key });
  await live.until(major === 1 ? 'partial' : 'gate');
  world.pass(6000);
  await world.looking(live.until('interrupt-expired'));
  world.pass(31_000);
  await world.looking(live.until('surface-broken-off'));
  await run.get('/interrupts/soon');
  await run.post('/interrupts/soon', { resumeValue: { action: 'accept' } });
  await run.get();
}

async function forks(t: Transcript, world: World, major: Major): Promise<void> {
  const run = await begin(t, world, major);
  await run.post('/envelopes', { envelope: envelope('f', major, form(major)) });
  await run.gate();
  const fork = (json: unknown, headers: { readonly [name: string]: string } = {}) =>
    t.post(`${run.path}:fork`, world.key, json, headers);
  await fork({ mode: 'branch' });
  await fork({ fromSeq: 'x' });
  await fork({ fromSeq: 99 });
  const made = await fork({ fromSeq: 1 }, KEYED('fork'));
  await fork({ fromSeq: 1 }, KEYED('fork'));
  const forked = new Run(t, world.key, major, made);
  await forked.get();
  await forked.get('/events/poll?timeout=0');
}

async function lists(t: Transcript, world: World, major: Major): Promise<void> {
  const key = await world.agent(`openwop-lists-${major}`);
  const at = `${prefix(major)}/runs`;
  await t.get(at, key);
  for (const workflowId of ['a', 'b', 'a']) await begin(t, world, major, { workflowId }, key);
  const over = await begin(t, world, major, { workflowId: 'b' }, key);
  await over.post('/complete', {});
  for (const query of [
    '',
    '?workflowId=a',
    '?status=completed',
    '?workflowId=none',
    '?workflowId=a&wait=5',
    '?limit=1',
  ])
    await t.get(`${at}${query}`, key);
}

async function seams(cases: Cases): Promise<void> {
  const world = await World.open({ openwop: { seams: openwopSeams } });
  try {
    await write(cases, 'openwop/seams', world, async (t) => {
      const { key } = world;
      const at = '/v1/host/sample';
      await t.post(`${at}/envelope/accept`, key, { envelope: envelope('s', 1, FORM_1), projectTo: { runId: 'named' } });
      await t.post(`${at}/envelope/accept`, key, { envelope: { type: 'x' } });
      await t.post(`${at}/a2ui/emit-surface`, key, { runId: 'named', surface: FORM_1 });
      await t.post(`${at}/a2ui/emit-surface`, key, { runId: 'named', surface: { components: 7 } });
      await t.get(`${at}/test/runs/named/events`, key);
      await t.post(`${at}/test/debug-bundle/export`, key, { runId: 'named' });
      await t.get(`${at}/test/otel/spans?runId=named`, key);
      await t.post(`${at}/test/capability-toggle`, key, { name: 'none', value: 1 });
      await t.post(`${at}/test/llm-prompt-wrap`, key, { payload: { a: 1 }, contentTrust: 'untrusted', source: 'mail' });
      await t.post('/conformance/seams/sample/envelope/accept', key, {
        envelope: envelope('s2', 2, FORM_2),
        projectTo: { runId: 'second' },
      });
      await t.post(`${at}/test/reset`, key, {});
      await t.get(`${at}/none`, key);
      await t.call('GET', `${at}/test/otel/spans`);
    });
  } finally {
    await world.close();
  }
}

async function paces(cases: Cases): Promise<void> {
  const world = await World.open({ openwop: { settings: { callsPerMinute: 2, guessesPerMinute: 2 } } });
  try {
    await write(cases, 'openwop/rates', world, async (t) => {
      for (let i = 0; i < 3; i++) await t.get('/runs', world.key);
      world.pass(61_000);
      await t.get('/runs', world.key);
      for (let i = 0; i < 3; i++) await t.get('/runs', 'vk_wrong');
      await t.get('/runs', world.key);
      world.pass(61_000);
      for (let i = 0; i < 3; i++) await t.call('GET', '/interrupts/x');
    });
  } finally {
    await world.close();
  }
}
