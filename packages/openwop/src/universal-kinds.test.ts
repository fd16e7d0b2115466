// What a run makes of the universal kinds, over HTTP, at both majors: a question is waited for, a schema is given, what a
// model could not do is told.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, envelope, FORM, Stage, TestRun } from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());

const QUESTION = {
  id: 'pier',
  question: 'Which pier?',
  schema: { type: 'string', enum: ['n', 's'] },
  context: { a: 1 },
};
const ask = (more: object = {}, questions: readonly object[] = [QUESTION]) =>
  envelope({ reasoning: 'r', questions, contextType: 'form-field' }, { type: 'clarification.request', ...more });
const UNTRUSTED = { meta: { source: 'ai-generation', ts: '2026-06-15T10:00:00Z', contentTrust: 'untrusted' } };
const typesOf = (events: readonly Body[]) => events.map(({ type }) => type);

describe.each([1, 2] as const)('major %i', (major) => {
  const asksOf = async (run: TestRun) => (await stage.get(`/sessions/${run.session}/snapshot`)).body.asks;

  test('[OR26] a question is an interrupt, which the run waits for and a person is asked', async () => {
    const run = await stage.run(major);
    const sent = ask({ nodeId: 'n' });
    const { status, body } = await run.emit(sent);
    expect([status, body.status, body.nodeId]).toEqual([major === 1 ? 200 : 201, 'accepted', 'n']);
    const events = (await run.events()).slice(1);
    expect(typesOf(events)).toEqual(['clarification.requested', 'interrupt.requested']);
    const { context: _context, ...question } = QUESTION;
    const payload = {
      ...{ kind: 'clarification', key: sent.correlationId },
      data: { questions: [question], contextType: 'form-field' },
    };
    for (const event of events) {
      expect(event.payload).toEqual(payload);
      expect(event).toMatchObject({ nodeId: 'n', causationId: sent.correlationId, contentTrust: 'trusted' });
    }
    expect(body.recordedEventIds).toEqual(events.map(({ eventId }) => eventId));
    expect((await run.get()).body).toMatchObject({ status: 'waiting-input', currentNodeId: 'n' });
    expect((await run.get('/interrupts/n')).body).toMatchObject({ interruptId: body.interruptId, state: 'open' });
    expect(Object.values(await asksOf(run))).toMatchObject([{ prompt: 'Which pier?' }]);
    expect((await run.resume({ answers: [{ id: 'pier', answer: 'x' }] }, 'n')).status).toBe(400);
    expect((await run.resume({ answers: [{ id: 'pier', answer: 's' }] }, 'n')).status).toBe(200);
    expect(await asksOf(run)).toEqual({});
    expect(await run.status()).toBe('running');
  });

  test('[OR26] the same question again is answered the same, and asked once, over a restart and in a fork', async () => {
    const first = await Stage.open();
    const run = await first.run(major);
    const sent = ask();
    const { body } = await run.emit(sent);
    expect(body.nodeId).toBe('clarification');
    expect((await run.emit({ ...sent, envelopeId: 'again' })).body).toEqual(body);
    await first.stop();
    const second = await Stage.open({ folder: first.folder });
    const later = new TestRun(second, major, run.id, run.session);
    expect((await later.emit(sent)).body).toEqual(body);
    expect((await later.events()).filter(({ type }) => type === 'interrupt.requested')).toHaveLength(1);
    expect(await later.status()).toBe('waiting-input');
    await later.post('/events', { type: 'node.started' });
    const { body: fork } = await later.post(':fork', { fromSeq: 3 });
    const copy = new TestRun(second, major, fork.runId, fork.session);
    const again = (await copy.emit(sent)).body;
    expect(again.recordedEventIds).toEqual((await copy.events()).slice(1, 3).map(({ eventId }) => eventId));
    expect((await copy.resume({ answers: [{ id: 'pier', answer: 'n' }] }, 'clarification')).status).toBe(200);
    await second.clear();
  });

  test('[OR26] several may wait at one node, and one more than may be open is a breach', async () => {
    const small = await Stage.open({ settings: { openInterrupts: 2 } });
    const run = await small.run(major);
    for (const name of ['a', 'b']) expect((await run.emit(ask({ correlationId: name }))).body.status).toBe('accepted');
    const { body } = await run.emit(ask());
    expect(JSON.stringify(body)).toContain('openInterrupts');
    expect(typesOf((await run.events()).slice(-2))).toEqual(['cap.breached', 'node.failed']);
    for (const pier of ['n', 's'])
      expect((await run.resume({ answers: [{ id: 'pier', answer: pier }] }, 'clarification')).status).toBe(200);
    expect(await run.status()).toBe('running');
    await small.clear();
  });

  test('[OR26] what comes in chunks is acted on once, by what the last of them says', async () => {
    const mast = { id: 'mast', question: 'Which mast?' };
    const failed = (message: string) => ({ code: 'c', message });
    const rows: readonly (readonly [string, readonly object[], readonly string[]])[] = [
      [
        'clarification.request',
        [{ questions: [QUESTION] }, { questions: [QUESTION, mast] }],
        ['clarification.requested', 'interrupt.requested'],
      ],
      ['error', [failed('I'), failed('I can'), failed('I cannot.')], ['log.appended']],
      ['schema.request', [{ envelopeType: 'error' }, { envelopeType: 'error' }], ['log.appended']],
    ];
    for (const [type, payloads, acts] of rows) {
      const run = await stage.run(major);
      const answers: Body[] = [];
      for (const [index, payload] of payloads.entries()) {
        expect(await run.status()).toMatch(/^(?:pending|running)$/);
        const partial = { isPartial: index < payloads.length - 1, index, total: -1 };
        answers.push((await run.emit(envelope(payload as Body, { type, correlationId: 'chunks', partial }))).body);
      }
      expect(answers.map(({ status }) => status)).toEqual(payloads.map(() => 'accepted'));
      const recorded = payloads.slice(1).map(() => 'vitrine.envelope-recorded');
      expect(typesOf((await run.events()).slice(1)), type).toEqual([...recorded, ...acts]);
      const prompts = Object.values(await asksOf(run)).map((ask) => (ask as Body).prompt);
      expect(prompts).toEqual(type === 'clarification.request' ? ['Which pier?', 'Which mast?'] : []);
      expect(answers.map((answer) => 'schema' in answer)).toEqual(
        payloads.map((_, i) => type === 'schema.request' && i === payloads.length - 1),
      );
    }
  });

  test('[OR26] a key that an interrupt has already is a conflict', async () => {
    const run = await stage.run(major);
    const sent = ask();
    const data = { customKind: 'x' };
    await run.post('/interrupts', { nodeId: 'm', kind: 'custom', key: sent.correlationId, data });
    expect(JSON.stringify((await run.emit(sent)).body)).toContain('envelope_correlation_conflict');
    expect((await run.events()).filter(({ type }) => type === 'interrupt.requested')).toHaveLength(1);
  });

  test('[OR26] what is not trusted asks in words that are marked, and all that comes of it is not trusted', async () => {
    const run = await stage.run(major);
    await run.emit(ask({ nodeId: 'n', ...UNTRUSTED }));
    for (const event of (await run.events()).slice(1)) expect(event.contentTrust).toBe('untrusted');
    expect(Object.values(await asksOf(run))).toMatchObject([{ prompt: 'Which pier?', trust: 'untrusted' }]);
    const key = await stage.viewer(run.session);
    expect((await run.resume({ answers: [{ id: 'pier', answer: 'n' }] }, 'n', key)).status).toBe(200);
    expect(await asksOf(run)).toEqual({});
  });

  test('[OR26] an answer is not judged by a schema that this host cannot judge by', async () => {
    const run = await stage.run(major);
    const { body } = await run.emit(
      ask({ nodeId: 'n' }, [{ ...QUESTION, schema: { type: 'string', format: 'date' } }]),
    );
    expect(body.warnings).toMatchObject([{ instancePath: '/payload/questions/0/schema' }]);
    expect((await run.resume({ answers: [{ id: 'pier', answer: 'soon' }] }, 'n')).status).toBe(200);
  });

  test('[OR27] what a model could not do is a line of the log, and no failure of its node', async () => {
    const run = await stage.run(major);
    const payload = { code: 'validation_failed', message: 'I cannot.', details: { requiredFields: ['a'] } };
    const sent = envelope(payload, { type: 'error', nodeId: 'n' });
    expect((await run.emit(sent)).body.status).toBe('accepted');
    expect((await run.events()).slice(1)).toMatchObject([
      {
        ...{ type: 'log.appended', nodeId: 'n', causationId: sent.correlationId },
        payload: { level: 'error', message: 'I cannot.', fields: payload },
      },
    ]);
    expect(await run.status()).toBe('running');
  });

  test('[OR27] the schema of a kind is given to whoever asks for it', async () => {
    const run = await stage.run(major);
    for (const envelopeType of ['ui.a2ui-surface', 'clarification.request', 'error']) {
      const { body } = await run.emit(envelope({ envelopeType }, { type: 'schema.request' }));
      const path = `/schemas/envelopes/${envelopeType}.schema.json`;
      expect(body.schema).toEqual((await stage.get(path, { 'openwop-version': `${major}.0` })).body);
    }
    await run.emit(envelope({ envelopeType: 'error', ack: true }, { type: 'schema.response' }));
    expect((await run.events()).slice(1).map(({ type, payload }) => [type, payload.level])).toEqual(
      Array(4).fill(['log.appended', 'debug']),
    );
  });

  test('[OR27] a kind that nobody advertises has no schema to ask for, and nobody is told that it cannot be shown', async () => {
    const run = await stage.run(major);
    const { status, body } = await run.emit(envelope({ envelopeType: 'vendor.x' }, { type: 'schema.request' }));
    expect([status, body.error ?? body.reason]).toEqual([major === 1 ? 200 : 422, 'unknown_envelope_kind']);
    expect(body.allowedKinds ?? body.details.allowedKinds).toContain('clarification.request');
    expect(await run.events()).toHaveLength(1);
  });

  test('[OR27] they go through the messages of a session as well', async () => {
    const run = await stage.run(major);
    const path = `/sessions/${run.session}/messages`;
    expect((await stage.post(path, ask({ nodeId: 'n' }))).body.accepted).toBe(1);
    expect((await stage.post(path, envelope({}, { type: 'error' }))).body).toMatchObject({
      accepted: 0,
      issues: [{ message: expect.stringMatching(/^envelope_invalid: /) }],
    });
    expect(await run.status()).toBe('waiting-input');
  });

  test('[OR11] a refusal of a kind lists what may be sent', async () => {
    const run = await stage.run(major, { contracts: { n: ['vendor.y'] } });
    const universal = ['clarification.request', 'schema.request', 'schema.response', 'error'];
    const unknown = (await run.emit(envelope({}, { type: 'vendor.x' }))).body;
    expect(unknown.allowedKinds ?? unknown.details.allowedKinds).toEqual([...universal, 'ui.a2ui-surface']);
    const broken = (await run.emit(envelope(FORM, { nodeId: 'n', schemaVersion: major }))).body;
    expect(broken.allowedKinds ?? broken.details.allowedKinds).toEqual([...universal, 'vendor.y']);
    expect((await run.events()).at(-1).payload).toMatchObject({
      ...{
        nodeId: 'n',
        error: { details: { refusedType: 'ui.a2ui-surface', acceptedTypes: [...universal, 'vendor.y'] } },
      },
    });
  });

  test('[OR3] an envelope that was taken is answered so after the host has become strict', async () => {
    const first = await Stage.open();
    const run = await first.run(major);
    const sent = envelope({ code: 'c', message: 'm' }, { type: 'error', schemaVersion: 0 });
    const { body } = await run.emit(sent);
    expect(body.status).toBe('accepted');
    await first.stop();
    const none = { kinds: {}, strictness: 'strict' } as const;
    const second = await Stage.open({ folder: first.folder, settings: { majors: { 1: none, 2: none } } });
    const later = new TestRun(second, major, run.id, run.session);
    expect((await later.emit(sent)).body).toEqual(body);
    expect(JSON.stringify((await later.emit({ ...sent, correlationId: 'new' })).body)).toContain(
      'unknown_schema_version',
    );
    await second.clear();
  });
});
