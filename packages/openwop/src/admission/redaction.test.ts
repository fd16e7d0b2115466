import { createRedactor, type Json, type JsonObject } from '@vitrine/core/internal';
import { describe, expect, test } from 'vitest';
import {
  create,
  envelope,
  envelope2,
  payload1,
  payload2,
  put,
  RULES,
  RULES_2,
  said,
  set,
  TestRun,
  text,
  UNIVERSAL,
} from '../../test/envelopes.ts';
import { STEPS } from './admit.ts';
import type { Accepted, AdmissionRules } from './types.ts';

const KEY = 'sk-live-0123456789';
const LONGER = `${KEY}-and-more`;
const redactor = createRedactor([
  { id: 'stripe', value: KEY },
  { id: 'other', value: LONGER },
]);
const one: AdmissionRules = { ...RULES, redactor };
const two: AdmissionRules = { ...RULES_2, redactor };

describe('createRedactor', () => {
  test('[OE2] replaces each secret by its own marker, the longest first, and counts', () => {
    const value = { a: `x ${KEY} y ${KEY}`, b: [LONGER], [`k-${KEY}`]: 1, c: null };
    expect(redactor.redact(value)).toEqual({
      value: {
        a: 'x [REDACTED:stripe] y [REDACTED:stripe]',
        b: ['[REDACTED:other]'],
        'k-[REDACTED:stripe]': 1,
        c: null,
      },
      count: 4,
    });
    expect(redactor.text('nothing')).toBe('nothing');
  });

  test('[OE2] gives the same value where nothing is hidden, and reads a secret as letters', () => {
    const value = { a: ['x'] };
    expect(redactor.redact(value).value).toBe(value);
    const odd = createRedactor([{ id: 'odd', value: 'a.b*(c)[d]$' }]);
    expect([odd.text('a.b*(c)[d]$'), odd.text('aXb')]).toEqual(['[REDACTED:odd]', 'aXb']);
  });
});

describe('an envelope', () => {
  const words = payload1(
    { component: 'text', text: `The key is ${KEY}.` },
    { component: 'field.text', id: 'f', label: LONGER, placeholder: KEY },
  );

  test('[OE2] is recorded and shown with markers', () => {
    const run = new TestRun(one);
    const outcome = run.emit(envelope(words)) as Accepted;
    expect([outcome.status, outcome.redactions]).toEqual(['accepted', 3]);
    expect(JSON.stringify([outcome, run.fold.snapshot()])).not.toContain(KEY);
    expect(JSON.stringify(run.fold.snapshot())).toContain('[REDACTED:other]');
  });

  test('[OE2] hides what stands in data and in its own label', () => {
    const run = new TestRun(two);
    const meta = { source: 'system', ts: '2026-01-01T00:00:00Z', label: KEY };
    run.emit(envelope2(payload2(create, put(text('root', { path: '/k' })), set('/k', [KEY])), { meta }));
    expect(JSON.stringify(run.fold.snapshot())).not.toContain(KEY);
    expect(run.fold.surfaces.get('s')?.data.snapshot()).toEqual({ k: ['[REDACTED:stripe]'] });
  });

  test('[OE2] with secrets, sent again, is the first one', () => {
    const run = new TestRun(two);
    const wire = envelope2(payload2(create, put(text('root', KEY))));
    expect([said(run.emit(wire)), said(run.emit(wire))]).toEqual(['accepted', 'replayed']);
  });

  test('[OE1] is recorded as it came where nothing is hidden', () => {
    const wire = envelope(payload1({ component: 'text', text: 'x' }), { nodeId: 'n' });
    const { record } = new TestRun(one).emit(wire) as Accepted;
    expect(JSON.stringify(record)).toBe(JSON.stringify(wire));
    const streamed = new TestRun(one).emit({ ...wire, partial: true }) as Accepted;
    expect(streamed.record.partial).toEqual({ isPartial: true, index: 0, total: -1 });
  });

  const select = (value: string): Json => ({
    component: 'field.select',
    id: 's',
    label: 'x',
    options: [{ value, label: 'x' }],
  });
  const input: JsonObject = { id: 'root', component: 'TextField', label: 'x' };
  test.each<[string, AdmissionRules, JsonObject]>([
    ['an id', one, envelope(payload1({ component: 'field.text', id: KEY, label: 'x' }))],
    ['the value of an option', one, envelope(payload1(select(KEY)))],
    ['a correlationId', one, envelope(words, { correlationId: KEY })],
    ['a node', one, envelope(words, { nodeId: KEY })],
    ['the id of a component', two, envelope2(payload2(create, put(text(KEY))))],
    ['a reference', two, envelope2(payload2(create, put({ id: 'root', component: 'Column', children: [KEY] })))],
    ['a path', two, envelope2(payload2(create, set(`/${KEY}`, 1)))],
    ['a binding', two, envelope2(payload2(create, put({ ...input, value: { path: `/${KEY}` } })))],
    ['a key of data', two, envelope2(payload2(create, set('/a', { [KEY]: 1 })))],
    ['a pattern', two, envelope2(payload2(create, put({ ...input, value: { path: '/x' }, validationRegexp: KEY })))],
  ])('[OE3] a secret in %s is refused by name and not repeated', (_name, rules, wire) => {
    const outcome = new TestRun(rules).emit(wire);
    expect(said(outcome)).toMatch(/NAME_SECRET|TREE_DANGLING/);
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });

  test('[OE3] no refusal repeats a secret, whatever it is about', () => {
    for (const wire of [
      envelope(payload1({ component: KEY })),
      envelope({ catalogVersion: KEY, surface: { components: [] } }),
      envelope(words, { [KEY]: 1 }),
      envelope(words, { type: KEY }),
      envelope(payload1({ component: 'field.text', id: 'a', label: 'x', [KEY]: 1 })),
    ]) {
      const outcome = new TestRun(one).emit(wire);
      expect(outcome.status).not.toBe('accepted');
      expect(JSON.stringify(outcome)).not.toContain(KEY);
    }
  });

  test('[OE2] redacts data that look like names, and all of a payload that nobody here reads', () => {
    const run = new TestRun(two);
    const outcome = run.emit(envelope2(payload2(create, set('/a', { id: KEY, path: [KEY] }))));
    expect(outcome).toMatchObject({ status: 'accepted', redactions: 2 });
    const kinds = { ...one.kinds, 'vendor.x': undefined };
    const other = new TestRun({ ...one, kinds }).emit(envelope({ id: KEY, [KEY]: KEY }, { type: 'vendor.x' }));
    expect(other).toMatchObject({
      status: 'accepted',
      redactions: 3,
      record: { payload: { id: '[REDACTED:stripe]', '[REDACTED:stripe]': '[REDACTED:stripe]' } },
    });
  });

  test('[OE2] [OE3] a universal kind is redacted in words and in what anybody may put there, and refused in its names', () => {
    const ask = (question: JsonObject) =>
      new TestRun(one).emit(
        envelope({ questions: [{ id: 'q', question: '?', ...question }] }, { type: 'clarification.request' }),
      );
    expect(ask({ question: `Is it ${KEY}?`, context: { id: KEY, path: `${KEY}/${KEY}` } })).toMatchObject({
      status: 'accepted',
      redactions: 4,
    });
    for (const named of [{ id: KEY }, { schema: { enum: [KEY] } }])
      expect(said(ask(named))).toMatch(/^invalid envelope_invalid NAME_SECRET/);
    const error = (payload: JsonObject) => new TestRun(one).emit(envelope(payload, { type: 'error' }));
    expect(error({ code: 'c', message: KEY, details: { code: KEY } })).toMatchObject({ redactions: 2 });
    expect(said(error({ code: KEY, message: 'm' }))).toMatch(/NAME_SECRET \/payload\/code/);
  });

  test('[OE2] [OE3] a number that holds a secret is a text in data and refuses a component', () => {
    const digits = { ...RULES_2, redactor: createRedactor([{ id: 'pin', value: '482913' }]) };
    const run = new TestRun(digits);
    const outcome = run.emit(envelope2(payload2(create, put(text('root')), set('/a', [1482913, 7]))));
    expect(outcome).toMatchObject({ status: 'accepted', redactions: 1 });
    expect(run.fold.surfaces.get('s')?.data.snapshot()).toEqual({ a: ['1[REDACTED:pin]', 7] });
    const weighed = { id: 'root', component: 'Text', text: 'x', weight: 482913 };
    expect(said(new TestRun(digits).emit(envelope2(payload2(create, put(weighed)))))).toMatch(/NAME_SECRET .*weight/);
  });

  test('[OE3] no refusal spells a secret in another way', () => {
    const odd = 'qu"ote\\99/x~y';
    const rules = { ...RULES, redactor: createRedactor([{ id: 'odd', value: odd }]) };
    for (const wire of [
      envelope(words, { type: `x.${odd}` }),
      envelope(words, { [odd]: 1 }),
      envelope(payload1({ component: 'text', text: 'x', [odd]: 1 })),
      envelope(payload1({ component: `${'x'.repeat(50)}${odd}` })),
    ]) {
      const outcome = new TestRun(rules).emit(wire);
      expect(outcome.status).not.toBe('accepted');
      expect(JSON.stringify(outcome)).not.toMatch(/qu.{0,4}ote/);
    }
  });

  test('[OA13] without the step the secret would be recorded', () => {
    const outcome = new TestRun(one).emit(envelope(words), {}, { ...STEPS, redaction: (draft) => draft });
    expect(JSON.stringify(outcome)).toContain(KEY);
  });

  test('[OE4] that is too long with its markers is refused', () => {
    const short = createRedactor([{ id: 'x'.repeat(100), value: 'secret' }]);
    const label = 'secret '.repeat(500);
    const rules = { ...RULES_2, redactor: short };
    expect(said(new TestRun(rules).emit(envelope2(payload2(create, put(text('root', label))))))).toMatch(/LIMIT_TEXT/);
  });

  test('[OE2] of a kind that is only kept is kept without secrets', () => {
    const outcome = new TestRun({ ...one, kinds: UNIVERSAL }).emit(envelope(words));
    expect(outcome).toMatchObject({ status: 'gated', reason: 'capability_required' });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(JSON.stringify(outcome)).toContain('[REDACTED:stripe]');
    const named = new TestRun({ ...one, kinds: UNIVERSAL }).emit(envelope(words, { correlationId: KEY }));
    expect(named).toMatchObject({ status: 'gated' });
    expect('stored' in named).toBe(false);
  });
});

describe('a stream', () => {
  const chunk = (index: number, isPartial: boolean): JsonObject => ({
    partial: { isPartial, index, total: 3 },
    correlationId: 'c',
  });

  test('[OE5] [OE6] is a part until it ends', () => {
    const run = new TestRun(two);
    const emit = (payload: JsonObject, more: JsonObject): string => said(run.emit(envelope2(payload, more)));
    expect(emit(payload2(create, put({ id: 'root', component: 'Column', children: ['a', 'b'] })), chunk(0, true))).toBe(
      'accepted',
    );
    expect(run.fold.surfaces.get('s')?.partial).toBe(true);
    expect(emit(payload2(put(text('a'))), chunk(1, true))).toBe('accepted');
    expect(emit(payload2(put(text('a'))), chunk(1, true))).toBe('replayed');
    expect(emit(payload2(put(text('x'))), chunk(1, true))).toMatch(/envelope_correlation_conflict/);
    expect(emit(payload2(put(text('b'))), chunk(3, false))).toMatch(/MESSAGE_SHAPE \/partial\/index/);
    expect(emit(payload2(put(text('b'))), chunk(2, false))).toBe('accepted');
    expect(run.fold.surfaces.get('s')?.partial).toBe(false);
  });

  test('[OE5] of booleans is one too', () => {
    const run = new TestRun(one);
    const words = { component: 'text', text: 'x' };
    expect(said(run.emit(envelope(payload1(words), { partial: true, correlationId: 'c' })))).toBe('accepted');
    expect(run.fold.surfaces.get('surface')?.partial).toBe(true);
    expect(said(run.emit(envelope(payload1(words, words), { partial: true, correlationId: 'c' })))).toBe('accepted');
    expect(said(run.emit(envelope(payload1(words, words, words), { partial: false, correlationId: 'c' })))).toBe(
      'accepted',
    );
    expect(run.fold.surfaces.get('surface')?.partial).toBe(false);
    expect(run.fold.surfaces.get('surface')?.componentCount).toBe(4);
  });

  test('[OE5] that changes a whole surface makes it a part again', () => {
    const run = new TestRun(two);
    run.emit(envelope2(payload2(create, put(text('root')), set('/a', 1))));
    run.emit(envelope2(payload2(put(text('root', 'More'))), { partial: true }));
    expect(run.fold.snapshot().surfaces.s).toMatchObject({ partial: true, data: { a: 1 } });
  });

  test('[OE6] does not begin in its middle', () => {
    expect(said(new TestRun(two).emit(envelope2(payload2(create), chunk(1, true))))).toMatch(/MESSAGE_SHAPE/);
  });
});
