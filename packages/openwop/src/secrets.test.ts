import type { JsonObject } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, CREATE, envelope, envelope2, payload2, Stage, type TestRun } from '../test/stage.ts';
import { readRunEvent } from './runs/run-event.ts';
import { RunRegistry } from './runs/run-registry.ts';

const PIN = '482913';
const ODD = 'qu"ote\\99xx';
const SECRETS = [
  { id: 'pin', value: PIN },
  { id: 'odd', value: ODD },
];
/** However it is spelled. */
const holdsSecret = (value: unknown): boolean => {
  const text = JSON.stringify(value);
  return [PIN, 'qu"ote', 'qu\\"ote', 'qu\\\\\\"ote', '99xx'].some((part) => text.includes(part));
};

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open({ secrets: SECRETS });
});
afterAll(() => stage.clear());
afterEach(() => vi.restoreAllMocks());

const custom = (run: TestRun, more: JsonObject = {}): Promise<Answer> =>
  run.post('/interrupts', { nodeId: 'wait', kind: 'custom', data: { customKind: 'x' }, ...more });

const NUMBER_FORM: JsonObject = {
  updateComponents: {
    components: [
      { id: 'root', component: 'Column', children: ['pin', 'accept'] },
      { id: 'pin', component: 'TextField', label: 'Pin', variant: 'number', value: { path: '/pin' } },
      { id: 'accept', component: 'Button', child: 'yes', action: { event: { name: 'resume' } } },
      { id: 'yes', component: 'Text', text: 'Yes' },
    ],
  },
};

describe.each([1, 2] as const)('a number that holds a secret, major %i', (major) => {
  test('[OR14] is a text in events, which stay readable after a restart', async () => {
    const first = await Stage.open({ secrets: SECRETS });
    const [run, other] = [await first.run(major), await first.run(major)];
    expect((await run.post('/events', { type: 'node.metric', payload: { bytes: 1482913 } })).status).toBe(201);
    await custom(other, { timeoutMs: 5000 });
    await first.stop();
    const again = await Stage.open({ folder: first.folder, secrets: SECRETS });
    const base = major === 1 ? '/v1' : '';
    const { status, body } = await again.get(`${run.path}/events/poll?timeout=0`);
    expect([status, body.events[1].payload]).toEqual([200, { bytes: '1[REDACTED:pin]' }]);
    expect((await again.get(run.path)).status).toBe(200);
    expect((await again.get(`${base}/runs`)).body.runs).toHaveLength(2);
    again.pass(60_000);
    await vi.waitFor(async () => expect((await again.get(`${other.path}/interrupts/wait`)).body.state).toBe('expired'));
    await again.clear();
  });

  test('[OI4] is a text in what resumes, and refused where a number was declared', async () => {
    const run = await stage.run(major);
    await custom(run);
    expect((await run.resume({ code: 48291375 }, 'wait')).body.resumeValue).toEqual({ code: '[REDACTED:pin]75' });
    await custom(run, { nodeId: 'typed', resumeSchema: { properties: { code: { type: 'integer' } } } });
    const refused = await run.resume({ code: 48291375 }, 'typed');
    expect(refused).toMatchObject({ status: 400, body: { details: { code: 'VITRINE_NAME_SECRET' } } });
    expect(holdsSecret([refused.body, await run.events()])).toBe(false);
    expect((await run.resume({ code: 7 }, 'typed')).body.resumeValue).toEqual({ code: 7 });
  });

  test('[OI2] is refused as a time to wait', async () => {
    const run = await stage.run(major);
    const { status, body } = await custom(run, { timeoutMs: 4829130 });
    expect([status, body.details]).toEqual([400, { field: 'timeoutMs', code: 'VITRINE_NAME_SECRET' }]);
  });
});

test('[OE2] [OE3] a number that holds a secret is a text in data, and refused in a component', async () => {
  const run = await stage.run(2);
  const data = { updateDataModel: { path: '/n', value: 48291375 } };
  expect((await run.emit(envelope2(payload2('data', CREATE, data)))).status).toBe(201);
  const { surfaces } = (await stage.get(`/sessions/${run.session}/snapshot`)).body;
  expect(surfaces.data.data).toEqual({ n: '[REDACTED:pin]75' });
  const weighed = { updateComponents: { components: [{ id: 'root', component: 'Text', text: 'x', weight: 482913 }] } };
  const refused = await run.emit(envelope2(payload2('weighed', CREATE, weighed)));
  expect(refused).toMatchObject({ status: 422, body: { error: 'envelope_invalid' } });
  expect(JSON.stringify(refused.body)).toContain('VITRINE_NAME_SECRET');
});

test('[OI9] a secret that is typed into a field for numbers resumes nothing and is told to nobody', async () => {
  const run = await stage.run(2);
  await run.gate();
  await run.emit(envelope2(payload2('form', CREATE, NUMBER_FORM), { nodeId: 'gate' }));
  const press = (pin: unknown) =>
    run.post('/interrupts/gate', {
      submission: { surfaceId: 'form', sourceComponentId: 'accept', values: { '/pin': pin } },
    });
  for (const pin of [48291375, '48291375']) {
    const refused = await press(pin);
    expect(refused).toMatchObject({ status: 400, body: { details: { code: 'VITRINE_NAME_SECRET' } } });
    expect(holdsSecret(refused.body)).toBe(false);
  }
  expect((await press(7)).body.resumeValue).toMatchObject({ action: 'accept', pin: 7 });
  expect(holdsSecret(await run.events())).toBe(false);
});

test('[OR14] what cannot be read of a run keeps its place, and is not trusted', () => {
  const typed = { type: 'node.done', payload: {} };
  const unreadable: JsonObject[] = [{}, { type: 7, payload: {} }, { type: 'node.done', payload: [] }];
  for (const kept of [...unreadable, { ...typed, nodeId: 7 }, { ...typed, own: { remember: 'x' } }])
    expect(readRunEvent({ ext: { openwop: kept } })).toMatchObject({
      ...{ type: 'vitrine.event-unreadable', payload: {} },
      ...{ contentTrust: 'untrusted', own: { taints: true } },
    });
  expect(readRunEvent({ ext: { openwop: typed } })).toBe(typed);
  expect(readRunEvent({ ext: { another: {} } })).toBeUndefined();
});

test('[OR9] a run that cannot be read takes no other out of the list', async () => {
  const own = await stage.agent('lister');
  const call = (method: string, path: string, body?: JsonObject) =>
    stage.call(method, path, { key: own, ...(body === undefined ? {} : { body }) });
  const good = (await call('POST', '/v1/runs', { workflowId: 'w' })).body;
  const bad = (await call('POST', '/v1/runs', { workflowId: 'w' })).body;
  const { adopt } = RunRegistry.prototype;
  vi.spyOn(RunRegistry.prototype, 'adopt').mockImplementation(function (this: RunRegistry, row, major) {
    return row.session === bad.session ? Promise.reject(new Error('Torn.')) : adopt.call(this, row, major);
  });
  const { status, body } = await call('GET', '/v1/runs');
  expect([status, body.runs.map(({ runId }: { runId: string }) => runId)]).toEqual([200, [good.runId]]);
  expect(stage.log.join('')).toContain('a run could not be read');
});

test('[OI7] a run that cannot be read keeps no other one waiting', async () => {
  const [bad, good] = [await stage.run(1), await stage.run(1)];
  for (const run of [bad, good]) await custom(run, { timeoutMs: 1000 });
  const { find } = RunRegistry.prototype;
  vi.spyOn(RunRegistry.prototype, 'find').mockImplementation(function (this: RunRegistry, session) {
    return session === bad.session ? Promise.reject(new Error('Torn.')) : find.call(this, session);
  });
  stage.pass(2000);
  await vi.waitFor(async () => expect((await good.get()).body.interrupts).toMatchObject([{ state: 'expired' }]));
});

describe.each([1, 2] as const)('a secret with quotes, major %i', (major) => {
  test('[OR14] stands in no name of an event and in no refusal', async () => {
    const run = await stage.run(major);
    const told = { type: 'node.done', nodeId: `n-${ODD}`, causationId: ODD, payload: { [ODD]: ODD } };
    expect((await run.post('/events', told)).status).toBe(201);
    expect((await run.events()).at(-1)).toMatchObject({
      ...{ nodeId: 'n-[REDACTED:odd]', causationId: '[REDACTED:odd]' },
      payload: { '[REDACTED:odd]': '[REDACTED:odd]' },
    });
    const refused = [
      await run.emit(envelope({ a: 1 }, { type: `x.${ODD}` })),
      await run.post('/envelopes', { [ODD]: 1 }),
      await run.post('/envelopes', { [`${'x'.repeat(52)}${ODD}`]: 1 }),
      await custom(run, { nodeId: 'a', resumeSchema: { [`${'x'.repeat(33)}${ODD}`]: 1 } }),
      await custom(run, { nodeId: 'a', resumeSchema: { [ODD]: 1 } }),
    ];
    for (const { body } of refused)
      expect([holdsSecret(body), JSON.stringify(body)]).toEqual([false, expect.any(String)]);
    expect(refused.slice(1).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const seen = [await run.events(), (await stage.get(`/sessions/${run.session}/snapshot`)).body, stage.log];
    expect(holdsSecret(seen)).toBe(false);
  });

  test.each<[string, JsonObject]>([
    ['nodeId', { nodeId: `n-${PIN}` }],
    ['key', { key: `k ${ODD}` }],
    ['resumeSchema', { resumeSchema: { enum: [ODD] } }],
    ['questions', { kind: 'clarification', data: { questions: [{ id: PIN, question: '?' }] } }],
    ['questions', { kind: 'clarification', data: { questions: [{ id: 'q', question: '?', schema: { const: ODD } }] } }],
    [
      'outcomeSchema',
      {
        kind: 'conversation.exchange',
        data: { conversationId: 'c', prompt: '?', outcomeSchema: { pattern: PIN } },
      },
    ],
    ['conversationId', { kind: 'conversation.start', data: { conversationId: PIN } }],
    ['eventType', { kind: 'external-event', data: { eventType: ODD } }],
    ['customKind', { data: { customKind: ODD } }],
  ])('[OI2] in %s of an interrupt refuses it by name', async (field, more) => {
    const run = await stage.run(major);
    const { status, body } = await custom(run, more);
    expect([status, body.details]).toEqual([400, { field, code: 'VITRINE_NAME_SECRET' }]);
    expect(await run.status()).toBe('pending');
  });

  test('[OI3] in the words of an interrupt is its marker, and the interrupt is found again', async () => {
    const run = await stage.run(major);
    const more = { key: 'k', data: { customKind: 'x', words: ODD } };
    expect((await custom(run, more)).body.data).toEqual({ customKind: 'x', words: '[REDACTED:odd]' });
    expect((await custom(run, more)).status).toBe(200);
  });
});

test('[OI6] a viewer is given no token, which would outlive its own', async () => {
  const run = await stage.run(1);
  const { token } = await run.gate();
  const key = await stage.viewer(run.session);
  const looked = await stage.call('GET', `${run.path}/interrupts/gate`, { key });
  expect([looked.status, looked.body.state]).toEqual([200, 'open']);
  expect(looked.body).not.toHaveProperty('token');
  expect(looked.body).not.toHaveProperty('tokenUrl');
  expect((await run.get('/interrupts/gate')).body.token).toEqual(expect.any(String));
  expect((await stage.call('GET', `/v1/interrupts/${token}`, { key: null })).status).toBe(200);
});
