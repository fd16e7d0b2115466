import { describe, expect, test } from 'vitest';
import { SAMPLES } from '../../test/agentchains-samples.ts';
import type { FieldProblem } from '../field-rule.ts';
import { englishSentence } from '../field-sentences.ts';
import type { Json, JsonObject } from '../json.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type FormField, formFields, initialValues, judgeField, readForm, submittedValues } from './agentchains.ts';

function field(item: JsonObject): FormField {
  const [first] = formFields({ fields: [{ name: 'f', ...item }] });
  if (first === undefined) throw new Error('there is no field');
  return first;
}

function codeOf(item: JsonObject, value: Json | undefined): string {
  return judgeField(field(item), value, DEFAULT_LIMITS)?.code ?? 'fine';
}

test('[AG17] a form is read with the rules of its fields, wherever they stand', () => {
  const { fields, ...form } = readForm(SAMPLES.form);
  expect(form).toEqual({
    title: 'Berth',
    description: 'Where shall she lie?',
    submitLabel: 'Ask',
    resetLabel: 'Start over',
  });
  const text = { required: false, secret: false, options: [], initial: null, accept: [] };
  expect(fields).toEqual([
    {
      ...text,
      name: 'ship',
      type: 'text',
      label: 'Ship',
      placeholder: 'Name',
      required: true,
      pattern: '^[A-Z]',
      maxLength: 9,
    },
    { ...text, name: 'draught', type: 'number', label: 'Draught', min: 0, max: 12, step: 0.5, initial: 3 },
    {
      ...text,
      name: 'pier',
      type: 'select',
      label: 'Pier',
      options: [
        { value: 'north', label: 'north' },
        { value: 's', label: 'south' },
      ],
    },
    { ...text, name: 'from', type: 'date', label: 'From', earliest: '2026-01-01', latest: '2026-12-31' },
    { ...text, name: 'papers', type: 'file', label: 'Papers', accept: ['.pdf', 'image/*'] },
    { ...text, name: 'mail', type: 'email', label: 'mail', patternMessage: 'Which mail?' },
    { ...text, name: 'code', type: 'password', label: 'code', secret: true },
    { ...text, name: 'notes', type: 'textarea', label: 'notes' },
    { ...text, name: 'tug', type: 'checkbox', label: 'tug', initial: true },
  ]);
});

test('[AG17] without labels a form can be submitted and not reset', () => {
  expect(readForm({ fields: [] })).toEqual({ fields: [], submitLabel: 'Submit' });
});

test('[AG17] a field of an unknown type is a text', () => {
  expect([field({ type: 'colour' }).type, field({}).type]).toEqual(['text', 'text']);
});

test('[AG18] of a name that comes twice the first field counts, and a name that no path may have gives none', () => {
  const names = ['a', 'a', '', '__proto__', 'constructor', 'prototype', 'x'.repeat(2000), '\ud800', 'b c/~'];
  const fields = formFields({ fields: [...names.map((name) => ({ name })), { label: 'nameless' }, 7] });
  expect(fields.map(({ name }) => name)).toEqual(['a', 'b c/~']);
});

test.each<[JsonObject, Json]>([
  [{ type: 'number', default_value: '4.5' }, 4.5],
  [{ type: 'number', default_value: '' }, null],
  [{ type: 'number', default_value: 'four' }, null],
  [{ type: 'select', options: ['a'], default_value: 'a' }, 'a'],
  [{ type: 'select', options: ['a'], default_value: 'b' }, null],
  [{ type: 'checkbox' }, false],
  [{ type: 'checkbox', default: true }, true],
  [{ type: 'text', default_value: 7 }, '7'],
  [{ type: 'file', default_value: 'passwords.txt' }, null],
  [{ type: 'password', default_value: 'hunter2' }, null],
])('[AG19] the field %j begins with %j', (item, initial) => {
  expect(field(item).initial).toEqual(initial);
});

test('[AG19] initial values are those of the fields that begin with something', () => {
  expect(initialValues(SAMPLES.form)).toEqual({ draught: 3, tug: true });
});

test('[AG20] a submit carries the values of the fields that are there now', () => {
  const data = { fields: [{ name: 'a' }, { name: 'b' }, { name: 'toString' }] };
  expect(submittedValues(data, { a: 1, gone: 2 })).toEqual({ a: 1 });
  expect(submittedValues(data, 'x')).toEqual({});
});

describe('a value', () => {
  test.each<[string, JsonObject, Json | undefined]>([
    ['REQUIRED', { required: true }, undefined],
    ['REQUIRED', { required: true }, null],
    ['REQUIRED', { validation: { required: true } }, ''],
    ['REQUIRED', { type: 'checkbox', required: true }, false],
    ['fine', {}, ''],
    ['fine', { type: 'number', min: 3 }, null],
    ['fine', { type: 'checkbox' }, false],
    ['fine', { type: 'checkbox', required: true }, true],
    ['TYPE', { type: 'checkbox' }, 'on'],
    ['fine', { type: 'number', required: true }, 0],
    ['TYPE', { type: 'number' }, '4'],
    ['MIN', { type: 'number', min: 1 }, 0],
    ['MAX', { type: 'number', validation: { max: 1 } }, 2],
    ['fine', { type: 'number', min: 1, max: 1 }, 1],
    ['fine', { type: 'number', step: 0.1 }, 0.3],
    ['fine', { type: 'number', min: 1, step: 2 }, 5],
    ['STEP', { type: 'number', min: 1, step: 2 }, 4],
    ['fine', { type: 'number', step: -1 }, 0.5],
    ['fine', { type: 'select', options: ['a'] }, 'a'],
    ['OPTION', { type: 'select', options: ['a'] }, 'b'],
    ['OPTION', { type: 'select' }, 'a'],
    ['fine', { type: 'date' }, '2026-02-28'],
    ['TYPE', { type: 'date' }, '2026-02-30'],
    ['TYPE', { type: 'date' }, '28.2.2026'],
    ['EARLIEST', { type: 'date', min: '2026-03-01' }, '2026-02-28'],
    ['LATEST', { type: 'date', max: '2026-01-01' }, '2026-02-28'],
    ['fine', { type: 'date', min: 'soon' }, '2026-02-28'],
    ['TYPE', {}, 4],
    ['fine', { max_length: 2 }, 'ab'],
    ['MAX_LENGTH', { max_length: 2 }, 'abc'],
    ['PATTERN', { pattern: '^\\d+$' }, '4a'],
    ['fine', { pattern: '^\\d+$' }, '42'],
    ['fine', { pattern: '(?=no look-around)' }, 'x'],
    ['fine', { type: 'email' }, 'a@b.io'],
    ['INVALID_EMAIL', { type: 'email' }, 'a@b'],
    ['fine', { type: 'password', pattern: '^.{3}$' }, 'abc'],
    ['fine', { type: 'file' }, { name: 'a.pdf', ref: 'f1' }],
    ['TYPE', { type: 'file' }, 'a.pdf'],
    ['TYPE', { type: 'file' }, { name: 'a.pdf' }],
    ['fine', { type: 'file', accept: '.PDF' }, { name: 'a.pdf', ref: 'f1' }],
    ['fine', { type: 'file', accept: 'image/*' }, { name: 'a', ref: 'f1', type: 'image/png' }],
    ['fine', { type: 'file', accept: 'text/plain' }, { name: 'a', ref: 'f1', type: 'text/plain' }],
    ['ACCEPT', { type: 'file', accept: '.pdf,image/*' }, { name: 'a.exe', ref: 'f1', type: 'imagery/x' }],
  ])('[AG21] is %s: %j %j', (code, item, value) => {
    expect(codeOf(item, value)).toBe(code);
  });

  test('[AG21] of a hostile pattern is judged in linear time', () => {
    expect(codeOf({ pattern: '^(a+)+$' }, `${'a'.repeat(20_000)}b`)).toBe('PATTERN');
  });

  test('[AG21] that is refused is told in words for the person, the agent’s own where it has some', () => {
    const problem = judgeField(field({ pattern: 'x', pattern_message: 'An x, please.' }), 'y', DEFAULT_LIMITS);
    expect(problem).toEqual({ code: 'PATTERN', parameters: { patternMessage: 'An x, please.' } });
    expect(englishSentence(problem as FieldProblem)).toBe('An x, please.');
  });
});
