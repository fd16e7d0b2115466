import type { Json, JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  COMPONENTS,
  CREATE,
  envelope,
  envelope2,
  FORM,
  payload2,
  Stage,
  type TestRun,
  UPDATE,
} from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());

const form = (major: 1 | 2, more: JsonObject = {}) =>
  major === 1 ? envelope(FORM, more) : envelope2(payload2('form', CREATE, UPDATE), more);
const untrusted = { meta: { source: 'ai-generation', ts: '2026-06-15T10:00:00Z', contentTrust: 'untrusted' } };
const optionOf = (value: string) => ({ value, label: value });
const surfaceOf = (major: 1 | 2) => (major === 1 ? 'gate' : 'form');

/** What our page sends when a person presses a button. */
function press(major: 1 | 2, name: string, note?: string): JsonObject {
  const surface = surfaceOf(major);
  const source = major === 1 ? `id:${name}` : name;
  const path = major === 1 ? '/values/note' : '/note';
  const context = major === 1 ? { action: name, values: note === undefined ? {} : { note } } : {};
  const body = [{ event: 'action', surface, source, name: 'resume', context, checked: false }];
  return { vitrine: 1, body, ...(note === undefined ? {} : { writes: [{ surface, path, value: note }] }) };
}

async function act(run: TestRun, message: JsonObject): Promise<Body> {
  const key = await stage.viewer(run.session);
  return (await stage.call('POST', `/sessions/${run.session}/events?dialect=vitrine`, { key, body: message })).body;
}

async function snapshot(run: TestRun): Promise<Body> {
  return (await stage.get(`/sessions/${run.session}/snapshot`)).body;
}

describe.each([1, 2] as const)('major %i', (major) => {
  test('[OI12] two presses in one message are none', async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.emit(form(major, { nodeId: 'gate' }));
    const { body } = press(major, 'accept') as { body: JsonObject[] };
    expect(await act(run, { vitrine: 1, body: [...body, ...body] })).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_LIMIT_ENTRIES' }],
    });
    expect(await run.status()).toBe('waiting-approval');
  });

  test('[OI12] a button of a page resumes the interrupt that its surface is for', async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.emit(form(major, { nodeId: 'gate' }));
    expect(await act(run, press(major, 'accept', 'fine'))).toMatchObject({ accepted: 1, issues: [] });
    expect((await run.events()).at(-1)).toMatchObject({
      type: 'interrupt.resolved',
      payload: {
        resumeValue: { action: 'accept', ...(major === 1 ? { values: { note: 'fine' } } : { note: 'fine' }) },
      },
    });
    expect(await run.status()).toBe('running');
    expect((await act(run, press(major, 'reject'))).accepted).toBe(0);
  });

  test('[OI13] nothing that is typed is recorded: an input by itself is sent back to go with the button', async () => {
    const run = await stage.run(major);
    await run.gate();
    await run.emit(form(major, { nodeId: 'gate' }));
    const path = major === 1 ? '/values/note' : '/note';
    const typed = { vitrine: 1, body: [{ event: 'input', surface: surfaceOf(major), path, value: 'x' }] };
    expect(await act(run, typed)).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_WRITE_REFUSED', fault: 'viewer' }],
    });
    await act(run, press(major, 'accept', 'typed'));
    const { seq } = await snapshot(run);
    const entries: Body[] = [];
    for await (const entry of (await stage.host.sessions.get(run.session)).entries(0, new AbortController().signal)) {
      entries.push(entry);
      if (entry.seq >= seq) break;
    }
    expect(entries.flatMap(({ body }) => body).filter(({ event }) => event === 'input' || event === 'action')).toEqual(
      [],
    );
    expect(JSON.stringify(entries.filter(({ ext }) => JSON.stringify(ext ?? {}).includes('typed')))).toContain(
      'interrupt.resolved',
    );
  });

  test('[OI14] a button of an untrusted surface approves nothing; the host asks beside it, with the reason', async () => {
    const run = await stage.run(major);
    await run.gate();
    expect(Object.values((await snapshot(run)).asks)).toMatchObject([
      { prompt: 'Publish?', want: { kind: 'confirm' } },
    ]);
    await run.emit(form(major, { nodeId: 'gate' }));
    expect((await snapshot(run)).asks).toEqual({});
    await run.emit(
      major === 1
        ? form(1, { nodeId: 'gate', ...untrusted })
        : envelope2(payload2('form', UPDATE), { nodeId: 'gate', ...untrusted }),
    );
    expect(await act(run, press(major, 'accept'))).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_ASK_UNTRUSTED' }],
    });
    expect(await run.status()).toBe('waiting-approval');
    const [[ask, { prompt }]] = Object.entries((await snapshot(run)).asks) as [[string, Body]];
    expect(prompt).toMatch(/not trusted.*Publish\?/);
    expect(await act(run, { vitrine: 1, body: [{ event: 'answer', ask, value: true }] })).toMatchObject({
      accepted: 1,
    });
    expect((await run.events()).at(-1)).toMatchObject({
      type: 'interrupt.resolved',
      contentTrust: 'trusted',
      payload: { resumeValue: { action: 'accept' } },
    });
    expect((await snapshot(run)).asks).toEqual({});
  });

  test('[OI14] where the surface was not trusted before, the host gives the reason at once', async () => {
    const run = await stage.run(major);
    await run.emit(form(major, { nodeId: 'gate', ...untrusted }));
    await run.gate();
    const [{ prompt }] = Object.values((await snapshot(run)).asks) as [Body];
    expect(prompt).toMatch(/not trusted.*Publish\?/);
  });

  test('[OI15] what is asked in the chrome of the page is answered there', async () => {
    const run = await stage.run(major);
    const data = { questions: [{ id: 'size', question: 'Which size?' }] };
    await run.post('/interrupts', { nodeId: 'n', kind: 'clarification', data });
    const [ask] = Object.keys((await snapshot(run)).asks);
    await act(run, { vitrine: 1, body: [{ event: 'answer', ask: ask as string, value: 'large' }] });
    expect((await run.events()).at(-1).payload.resumeValue).toEqual({ answers: [{ id: 'size', answer: 'large' }] });
    await run.post('/interrupts', {
      nodeId: 'n',
      kind: 'conversation.exchange',
      data: { conversationId: 'c', prompt: 'And?' },
    });
    const [next] = Object.keys((await snapshot(run)).asks);
    await act(run, { vitrine: 1, body: [{ event: 'answer', ask: next as string, value: 'more' }] });
    expect((await run.events()).at(-1).payload.resumeValue).toEqual({
      operation: 'exchange',
      turn: { content: 'more' },
    });
    await run.gate();
    await run.resume({ action: 'reject' });
    expect((await snapshot(run)).asks).toEqual({});
  });

  test('[OI15] several questions are each asked, and the last answer resumes with all, in their order', async () => {
    const run = await stage.run(major);
    const questions = [
      { id: 'size', question: 'Which size?' },
      { id: 'many/0', question: 'How many?', schema: { type: 'integer', minimum: 1 } },
      { id: 'gift', question: '', schema: { type: 'boolean' } },
    ];
    await run.post('/interrupts', { nodeId: 'n', kind: 'clarification', data: { questions } });
    const asked = async () => Object.values((await snapshot(run)).asks as Body) as Body[];
    expect((await asked()).map(({ prompt, want }) => [prompt, want.kind])).toEqual([
      ['Which size?', 'text'],
      ['How many?', 'number'],
      ['gift', 'select'],
    ]);
    const [size, many, gift] = (await asked()).map(({ ask }) => ask as string);
    const answer = (ask: string | undefined, value: Json) =>
      act(run, { vitrine: 1, body: [{ event: 'answer', ask: ask as string, value }] });
    expect(await answer(gift, true)).toMatchObject({ accepted: 1 });
    expect(await answer(gift, false)).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_ASK_ANSWERED' }] });
    expect(await answer(many, 0)).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_ASK_VALUE' }] });
    expect(await answer(size, 'large')).toMatchObject({ accepted: 1 });
    expect(await run.status()).toBe('waiting-input');
    expect((await asked()).map(({ ask }) => ask)).toEqual([many]);
    const told = await run.events();
    expect(
      told.filter(({ type }) => type === 'vitrine.question-answered').map(({ payload }) => payload.question),
    ).toEqual(['gift', 'size']);
    expect(JSON.stringify(told)).not.toContain('large');
    expect(await answer(many, 3)).toMatchObject({ accepted: 1 });
    expect((await run.events()).at(-1).payload.resumeValue).toEqual({
      answers: [
        { id: 'size', answer: 'large' },
        { id: 'many/0', answer: 3 },
        { id: 'gift', answer: true },
      ],
    });
    expect(await asked()).toEqual([]);
  });

  test('[OI15] of many questions ten are asked at once, and the next when one is answered', async () => {
    const run = await stage.run(major);
    const questions = Array.from({ length: 12 }, (_, i) => ({ id: `q${i}`, question: `${i}?` }));
    await run.post('/interrupts', { nodeId: 'n', kind: 'clarification', data: { questions } });
    for (let left = 12; left > 0; left--) {
      const asks = Object.values((await snapshot(run)).asks) as Body[];
      expect(asks).toHaveLength(Math.min(left, 10));
      const { ask, prompt } = asks.at(-1) as Body;
      const body = [{ event: 'answer', ask, value: `to ${prompt}` }];
      expect(await act(run, { vitrine: 1, body })).toMatchObject({ accepted: 1 });
    }
    const answers = questions.map(({ id, question }) => ({ id, answer: `to ${question}` }));
    expect((await run.events()).at(-1).payload.resumeValue).toEqual({ answers });
  });

  test('[OI15] questions that a program answers meanwhile are asked no longer', async () => {
    const run = await stage.run(major);
    const questions = ['a', 'b', 'c'].map((id) => ({ id, question: `${id}?` }));
    await run.post('/interrupts', { nodeId: 'n', kind: 'clarification', data: { questions } });
    const [ask, next] = Object.keys((await snapshot(run)).asks);
    await act(run, { vitrine: 1, body: [{ event: 'answer', ask: ask as string, value: 'x' }] });
    const answers = questions.map(({ id }) => ({ id, answer: 'y' }));
    await run.resume({ answers }, 'n');
    expect((await snapshot(run)).asks).toEqual({});
    expect((await run.events()).at(-1).payload.resumeValue).toEqual({ answers });
    const late = await act(run, { vitrine: 1, body: [{ event: 'answer', ask: next as string, value: 'z' }] });
    expect(late).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_ASK_UNKNOWN' }] });
  });

  test.each<[JsonObject, JsonObject, Json, Json]>([
    [{ type: 'integer', minimum: 1, maximum: 9 }, { kind: 'number', min: 1, max: 9, step: 1 }, 3, 10],
    [{ type: 'number' }, { kind: 'number' }, 0.5, 'x'],
    [{ type: 'string', enum: ['n', 's'] }, { kind: 'select', options: ['n', 's'].map(optionOf) }, 's', 'x'],
    [
      { type: 'boolean' },
      {
        kind: 'select',
        options: [
          { value: true, label: 'Yes' },
          { value: false, label: 'No' },
        ],
      },
      false,
      'Yes',
    ],
    [{ type: 'string', maxLength: 3, pattern: '^a' }, { kind: 'text', maxLength: 3, pattern: '^a' }, 'abc', 'abcd'],
  ])('[OI18] a question whose answer has the schema %j wants it so', async (schema, want, fit, unfit) => {
    const run = await stage.run(major);
    const data = { questions: [{ id: 'q', question: 'Which?', schema }] };
    await run.post('/interrupts', { nodeId: 'n', kind: 'clarification', data });
    const [ask] = Object.values((await snapshot(run)).asks as Body) as Body[];
    expect(ask.want).toEqual({ ...want, required: true });
    const answer = (value: Json) => act(run, { vitrine: 1, body: [{ event: 'answer', ask: ask.ask, value }] });
    for (const value of [unfit, null])
      expect(await answer(value)).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_ASK_VALUE' }] });
    expect(await answer(fit)).toMatchObject({ accepted: 1 });
    expect((await run.events()).at(-1).payload.resumeValue).toEqual({ answers: [{ id: 'q', answer: fit }] });
  });

  test('[OI18] where the schema is of no such form, a text is asked for', async () => {
    const run = await stage.run(major);
    const schema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    const data = { questions: [{ id: 'q', question: 'Which?', schema }] };
    await run.post('/interrupts', { nodeId: 'n', kind: 'clarification', data });
    expect(Object.values((await snapshot(run)).asks as Body)).toMatchObject([{ want: { kind: 'text' } }]);
  });

  test('[OI16] where no run waits for anything, a button reaches the agent of the session', async () => {
    const { session } = (await stage.post('/sessions', { dialect: `openwop-${major}` })).body;
    const run = { session } as TestRun;
    await stage.post(`/sessions/${session}/messages`, form(major, { nodeId: 'gate' }));
    expect(await act(run, press(major, 'accept', 'hi'))).toMatchObject({ accepted: 1 });
    const { body } = await stage.get(`/sessions/${session}/events`, { accept: 'application/json' });
    expect(JSON.stringify(body.events)).toMatch(/accept.*hi|hi.*accept/);
  });

  test('[OR17] while chunks are to come nothing can be pressed; a stream that dies leaves a surface that says so', async () => {
    const run = await stage.run(major);
    await run.gate();
    const first = form(major, {
      nodeId: 'gate',
      correlationId: `stream-${major}`,
      partial: { isPartial: true, index: 0, total: -1 },
    });
    expect((await run.emit(first)).body.status).toBe('accepted');
    expect(await act(run, press(major, 'accept'))).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_SURFACE_PARTIAL' }],
    });
    stage.pass(31_000);
    await expect.poll(async () => (await run.events()).at(-1).type).toBe('vitrine.surface-broken-off');
    expect(JSON.stringify((await snapshot(run)).surfaces)).toContain('broke off');
    expect((await act(run, press(major, 'accept'))).accepted).toBe(0);
  });

  test('[OR17] the last chunk makes the surface one that can be pressed', async () => {
    const run = await stage.run(major);
    await run.gate();
    const correlationId = `whole-${major}`;
    await run.emit(form(major, { nodeId: 'gate', correlationId, partial: true }));
    const rest =
      major === 1 ? envelope(FORM, { nodeId: 'gate' }) : envelope2(payload2('form', UPDATE), { nodeId: 'gate' });
    const last = await run.emit({ ...rest, correlationId, partial: { isPartial: false, index: 1, total: 2 } });
    expect(last.body.status).toBe('accepted');
    expect(
      (await run.events()).find(({ causationId }) => causationId === correlationId).payload.envelope.partial,
    ).toMatchObject({ isPartial: true });
    expect(await act(run, press(major, 'accept', 'x'))).toMatchObject({ accepted: 1 });
    stage.pass(31_000);
    expect(JSON.stringify(await run.events())).not.toContain('broken-off');
  });
});

test('[OI12] a field that is called action does not pass for the button', async () => {
  const run = await stage.run(1);
  await run.gate();
  const [title, , ...buttons] = (FORM.surface as { components: JsonObject[] }).components;
  const components = [title, { component: 'field.text', id: 'action', label: 'A' }, ...buttons] as JsonObject[];
  await run.emit(envelope({ ...FORM, surface: { components } }, { nodeId: 'gate' }));
  const body = [
    {
      event: 'action',
      surface: 'gate',
      source: 'id:reject',
      name: 'resume',
      context: { action: 'reject', values: { action: 'accept' } },
      checked: false,
    },
  ];
  const writes = [{ surface: 'gate', path: '/values/action', value: 'accept' }];
  expect(await act(run, { vitrine: 1, body, writes })).toMatchObject({ accepted: 1 });
  expect((await run.events()).at(-1).payload.resumeValue).toMatchObject({
    action: 'reject',
    values: { action: 'accept' },
  });
});

test('[OI12] what is wrong with a value that was submitted is told by its place', async () => {
  const run = await stage.run(2);
  await run.gate();
  const condition = { call: 'required', args: { value: { path: '/note' } } };
  const checks = [{ condition, message: 'Say why.' }];
  const note = { id: 'note', component: 'TextField', label: 'Note', value: { path: '/note' }, checks };
  const demanding = { updateComponents: { components: [...COMPONENTS.filter(({ id }) => id !== 'note'), note] } };
  await run.emit(envelope2(payload2('form', CREATE, demanding), { nodeId: 'gate' }));
  expect(await act(run, press(2, 'accept'))).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_EVENT_CHECK', at: '/context/note', message: expect.stringContaining('"Say why."') }],
  });
});
