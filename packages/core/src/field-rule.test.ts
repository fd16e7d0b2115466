import { describe, expect, test } from 'vitest';
import type { Want } from './entry.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import { type FieldProblem, type FieldRule, judgeEnteredValue, judgeFieldValue } from './field-rule.ts';
import { EMAIL_SENTENCE, englishSentence, fieldSentence } from './field-sentences.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { wantRule } from './want-rule.ts';

const judge = (rule: FieldRule, value: Json | undefined) => judgeFieldValue(rule, value, DEFAULT_LIMITS);
const codeOf = (rule: FieldRule, value: Json | undefined): string => judge(rule, value)?.code ?? 'fine';
const file = { name: 'a.PDF', ref: 'f', type: 'application/pdf', size: 10 };

test.each<[FieldRule['type'], readonly (Json | undefined)[], readonly Json[]]>([
  ['text', [undefined, null, ''], [' ', '0']],
  ['number', [undefined, null, ''], [0]],
  ['bool', [undefined, null, '', false], [true]],
  ['choices', [undefined, null, []], [['a']]],
])('[FR1] nothing is entered into a field of the type %s with %j, but with %j', (type, nothing, something) => {
  for (const value of nothing)
    expect([codeOf({ type, required: true }, value), codeOf({ type }, value)]).toEqual(['REQUIRED', 'fine']);
  for (const value of something) expect(codeOf({ type, required: true }, value)).toBe('fine');
});

test('[FR1] an empty list is nothing in a choice of several alone', () => {
  expect(codeOf({ type: 'text' }, [])).toBe('TYPE');
  expect(codeOf({ type: 'day' }, [])).toBe('TYPE');
});

test.each<[string, FieldRule, Json]>([
  ['fine', { type: 'text', minLength: 2, maxLength: 2 }, '😀'],
  ['MIN_LENGTH', { type: 'text', minLength: 2 }, 'a'],
  ['MAX_LENGTH', { type: 'text', maxLength: 2 }, '😀a'],
  ['MAX_LENGTH', { type: 'text', maxLength: 1, pattern: '^a$' }, 'bb'],
  ['PATTERN', { type: 'email', pattern: '^a' }, 'b'],
  ['fine', { type: 'email' }, 'a@b.io'],
  ['INVALID_EMAIL', { type: 'email' }, 'a@b'],
  ['TYPE', { type: 'email' }, 4],
  ['fine', { type: 'text', pattern: '(?<=a)b' }, 'x'],
  ['fine', { type: 'number', min: 0.1, max: 1, step: 0.1 }, 0.3],
  ['fine', { type: 'number', step: 0.1 }, 1e9],
  ['STEP', { type: 'number', min: 0.1, step: 0.1 }, 0.25],
  ['STEP', { type: 'number', step: 1e-9 }, 0.5e-9],
  ['MIN', { type: 'number', min: 0 }, -1e-9],
  ['MAX', { type: 'number', max: 0 }, 1e-9],
  ['fine', { type: 'number', step: 0 }, 0.5],
  ['TYPE', { type: 'number' }, '1'],
  ['TYPE', { type: 'day' }, '2026-02-30'],
  ['TYPE', { type: 'day' }, '2026-02'],
  ['TYPE', { type: 'day' }, '2026-02-01T10:00'],
  ['fine', { type: 'day', earliest: '2026-02-01T12:00' }, '2026-02-01'],
  ['EARLIEST', { type: 'day', earliest: '2026-02-02' }, '2026-02-01'],
  ['LATEST', { type: 'day', latest: '2026-01-31' }, '2026-02-01'],
  ['fine', { type: 'day', latest: 'soon' }, '2026-02-01'],
  ['fine', { type: 'date' }, '2026-02-01T10:00Z'],
  ['TYPE', { type: 'date' }, '10:00'],
  ['TYPE', { type: 'time' }, '2026-02-01'],
  ['fine', { type: 'time', earliest: '09:00' }, '2026-02-01T10:00'],
  ['EARLIEST', { type: 'time', earliest: '11:00' }, '10:00'],
  ['TYPE', { type: 'date-time' }, '2026-02-01'],
  ['fine', { type: 'date-time', latest: '2026-02-01' }, '2026-02-01T23:59'],
  ['fine', { type: 'date-time', earliest: '2026-01-01T00:00', zone: 'Europe/Berlin' }, '2025-12-31T23:30:00Z'],
  ['fine', { type: 'choice', options: ['a', 3, { x: [1] }, null] }, { x: [1] }],
  ['OPTION', { type: 'choice', options: ['a', '3'] }, 3],
  ['OPTION', { type: 'choices', options: ['a'] }, ['a', 'b']],
  ['REPEATED', { type: 'choices', options: ['a'] }, ['a', 'a']],
  ['REPEATED', { type: 'choices', options: [{ x: 1 }] }, [{ x: 1 }, { x: 1 }]],
  ['MAX_ITEMS', { type: 'choices', options: ['a', 'b'], maxItems: 1 }, ['a', 'b']],
  ['TYPE', { type: 'choices', options: ['a'] }, 'a'],
  ['TYPE', { type: 'choices' }, [1]],
  ['fine', { type: 'file', accept: ['.pdf', 'image/*'] }, file],
  ['fine', { type: 'file', accept: ['IMAGE/*'] }, { ...file, type: 'image/png' }],
  ['ACCEPT', { type: 'file', accept: ['.txt', 'javascript:x'] }, file],
  ['fine', { type: 'file', accept: ['javascript:x'] }, file],
  ['MAX_BYTES', { type: 'file', maxBytes: 9 }, file],
  ['fine', { type: 'file' }, { name: 'a', ref: 'f' }],
  ['TYPE', { type: 'file' }, { ...file, size: '1' }],
  ['TYPE', { type: 'file' }, { ...file, size: -1 }],
  ['TYPE', { type: 'file' }, { name: 'a' }],
])('[FR2] [FR3] [FR5] [FR6] [FR7] [FR8] it is %s: %j %j', (code, rule, value) => {
  expect(codeOf(rule, value)).toBe(code);
});

test('[FR4] a text that is too long for its pattern does not match, and what that took counts', () => {
  const limits = { ...DEFAULT_LIMITS, evaluationSteps: 1000 };
  const budget = new EvaluationBudget(limits);
  const rule = { type: 'text', pattern: '^(a|a)*$' } as const;
  expect(judgeFieldValue(rule, 'a'.repeat(5000), limits, budget)?.code).toBe('PATTERN');
  expect(budget.stepsLeft).toBeLessThanOrEqual(0);
  expect(judgeFieldValue(rule, 'aaa', DEFAULT_LIMITS)).toBeUndefined();
});

describe('[FR9] in words', () => {
  test.each<[FieldRule, Json | undefined, string]>([
    [{ type: 'text', required: true }, '', 'Please fill this in.'],
    [{ type: 'choices', options: ['a'], required: true }, [], 'Please choose one of the options.'],
    [{ type: 'file', required: true }, null, 'Please choose a file.'],
    [{ type: 'number', min: 1, step: 2 }, 2, 'It must be in steps of 2 from 1.'],
    [{ type: 'number', step: 2 }, 1, 'It must be in steps of 2.'],
    [{ type: 'text', maxLength: 1 }, 'ab', 'It may have at most 1 character.'],
    [{ type: 'text', pattern: 'x', patternMessage: 'An x, please.' }, 'y', 'An x, please.'],
    [{ type: 'email', patternMessage: '' }, 'y', EMAIL_SENTENCE],
  ])('%j %j: %s', (rule, value, sentence) => {
    expect(englishSentence(judge(rule, value) as FieldProblem)).toBe(sentence);
  });

  test('of another language, with the same parameters', () => {
    const german = { MIN: ({ min }: { min: number }) => `Mindestens ${min}.` };
    expect(fieldSentence({ code: 'MIN', parameters: { min: 3 } }, german)).toBe('Mindestens 3.');
  });
});

describe('[FR10] what is wanted', () => {
  test.each<[unknown, FieldRule | undefined]>([
    [{ kind: 'text' }, { type: 'text' }],
    [
      { kind: 'text', required: true, pattern: 5, maxLength: -1, minLength: 'x' },
      { type: 'text', minLength: 1 },
    ],
    [
      { kind: 'number', min: Number.NaN, max: '3', step: 2 },
      { type: 'number', step: 2 },
    ],
    [
      { kind: 'date', min: '2026-01-10T09:00', max: 'soon' },
      { type: 'day', earliest: '2026-01-10' },
    ],
    [
      { kind: 'select', options: 'x' },
      { type: 'choice', options: [] },
    ],
    [
      { kind: 'select', multiple: true, options: [{ label: 'A' }, { id: 3 }, 7, {}] },
      { type: 'choices', options: ['A', 3, 7, null] },
    ],
    [
      { kind: 'file', accept: ['.pdf', 3], maxBytes: 'x' },
      { type: 'file', accept: ['.pdf'] },
    ],
    [{ kind: 'confirm' }, { type: 'bool' }],
    [{ kind: 'retina' }, undefined],
  ])('%j is read as %j', (want, rule) => {
    expect(wantRule(want as Want)).toEqual(rule);
  });

  test('the empty text is an answer', () => {
    const entered = (want: Want, value: Json) =>
      judgeEnteredValue(wantRule(want) as FieldRule, value, DEFAULT_LIMITS)?.code;
    expect(entered({ kind: 'text' }, '')).toBeUndefined();
    expect(entered({ kind: 'text', minLength: 2, required: false }, '')).toBe('MIN_LENGTH');
    expect(entered({ kind: 'text', pattern: '^a' }, '')).toBe('PATTERN');
  });
});
