import type { Json, JsonObject } from '@vitrine/core';
import { expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';
import { toolFields } from './tool-fields.ts';
import { formPage } from './tool-surfaces.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const one = (schema: JsonObject, more?: JsonObject): JsonObject => object({ x: schema }, more);
const needed = { required: ['x'] };

/** What a schema is, what is entered, and the arguments or the problem that come of it. */
const CASES: readonly (readonly [string, JsonObject, Json | undefined, JsonObject | string])[] = [
  ['a text', one({ type: 'string' }), 'Ada', { x: 'Ada' }],
  ['a text that is left out', one({ type: 'string' }), '', {}],
  ['a text that must be there', one({ type: 'string' }, needed), '', 'x: Please fill this in.'],
  [
    'a text with a pattern',
    one({ type: 'string', pattern: '^[a-z]+$' }),
    'A',
    'x: This does not have the expected form.',
  ],
  ['a pattern that no machine of ours has', one({ type: 'string', pattern: '(?<=a)b' }), 'A', { x: 'A' }],
  ['a mail address', one({ type: 'string', format: 'email' }), 'ada', 'x: Please enter a valid email address'],
  ['a long text', one({ type: 'string', maxLength: 3 }), 'abcd', 'x: It may have at most 3 characters.'],
  ['a secret', one({ type: 'string', format: 'password' }), 'hush', { x: 'hush' }],
  ['a day', one({ type: 'string', format: 'date' }), '2026-11-18', { x: '2026-11-18' }],
  [
    'a moment without a zone',
    one({ type: 'string', format: 'date-time' }),
    '2026-11-18T10:30',
    { x: '2026-11-18T10:30:00Z' },
  ],
  [
    'a moment with one',
    one({ type: 'string', format: 'date-time' }),
    '2026-11-18T10:30:01+02:00',
    { x: '2026-11-18T10:30:01+02:00' },
  ],
  ['a time', one({ type: 'string', format: 'time' }), '10:30', { x: '10:30:00Z' }],
  ['a number', one({ type: 'number' }), ' 1.5 ', { x: 1.5 }],
  ['a number as such', one({ type: 'number' }), 2, { x: 2 }],
  ['no number', one({ type: 'number' }), 'two', 'x: Please enter a number.'],
  ['an integer', one({ type: 'integer' }), '1.5', 'x: It must be in steps of 1.'],
  ['a number out of bounds', one({ type: 'number', maximum: 3 }), '4', 'x: It must be 3 or less.'],
  ['yes', one({ type: 'boolean' }), true, { x: true }],
  ['a no that says nothing', one({ type: 'boolean' }), false, {}],
  ['a no where yes is the default', one({ type: 'boolean', default: true }), false, { x: false }],
  ['a no that must be said', one({ type: 'boolean' }, needed), undefined, { x: false }],
  ['a choice', one({ enum: ['a', 'b'] }), ['b'], { x: 'b' }],
  ['a choice of numbers', one({ type: 'integer', enum: [1, 2] }), ['2'], { x: 2 }],
  ['a choice that is none', one({ enum: ['a', 'b'] }), ['c'], 'x: Please choose one of the options.'],
  [
    'titled constants',
    one({
      oneOf: [
        { const: 1, title: 'One' },
        { const: 2, title: 'Two' },
      ],
    }),
    ['1'],
    { x: 1 },
  ],
  ['several', one({ type: 'array', items: { enum: ['a', 'b'] } }), ['a', 'b'], { x: ['a', 'b'] }],
  ['none of several', one({ type: 'array', items: { enum: ['a', 'b'] } }), [], {}],
  ['lines', one({ type: 'array', items: { type: 'string' } }), 'a\n\n b ', { x: ['a', 'b'] }],
  ['lines of numbers', one({ type: 'array', items: { type: 'number' } }), '1\n2', { x: [1, 2] }],
  ['lines that are none', one({ type: 'array', items: { type: 'number' } }), '1\nb', 'x: Each line is a number.'],
  ['a list of anything', one({ type: 'array', items: {} }), '[1, {"a": 2}]', { x: [1, { a: 2 }] }],
  ['anything', one({}), '{"a": [1]}', { x: { a: [1] } }],
  ['anything that is no JSON', one({}), '{a', 'x: This is not JSON.'],
  ['a text or null', one({ type: ['string', 'null'] }), 'a', { x: 'a' }],
  ['a number or null', one({ anyOf: [{ type: 'number' }, { type: 'null' }] }), '3', { x: 3 }],
  ['a reference', { ...one({ $ref: '#/$defs/n' }), $defs: { n: { type: 'number' } } }, '3', { x: 3 }],
  ['a reference to nothing', one({ $ref: '#/$defs/n' }), '"a"', { x: 'a' }],
  ['a reference to itself', { ...one({ $ref: '#/$defs/n' }), $defs: { n: { $ref: '#/$defs/n' } } }, '1', { x: 1 }],
  ['a reference elsewhere', one({ $ref: 'https://example.com/schema' }), '1', { x: 1 }],
  ['what is inside', object({ a: object({ b: { type: 'string' } }) }), 'deep', { a: { b: 'deep' } }],
  ['a member that no path has', object({ constructor: { type: 'string' } }), '{"constructor": "x"}', '.'],
  ['arguments by alternatives', { type: 'object', oneOf: [{ required: ['a'] }] }, '{"a": 1}', { a: 1 }],
  ['arguments that are no object', { type: 'object', oneOf: [{}] }, '[1]', 'Arguments: This is no JSON object.'],
];

it.each(CASES)(
  '[MR13] %s is a field, and what is entered an argument or a sentence',
  (_name, schema, entered, expected) => {
    const fields = toolFields(schema, 100);
    expect(fields.length).toBe(1);
    const read = readArguments(fields, entered === undefined ? {} : { f0: entered });
    if (typeof expected !== 'string') expect(read).toEqual({ ok: true, value: expected });
    else if (!read.ok) expect(read.problems.join('\n')).toContain(expected);
    expect(() =>
      formPage({ name: 't', title: 'T', description: '', inputSchema: schema, forModels: true, forApps: true }, fields),
    ).not.toThrow();
  },
);

it('[MR13] no schema is without end or without a form: references in a ring, groups in groups, members that are none', () => {
  const ring: JsonObject = { ...one({ $ref: '#' }), required: [7] };
  let deep: JsonObject = { type: 'string' };
  for (let i = 0; i < 50; i++) deep = object({ a: deep });
  for (const schema of [
    ring,
    deep,
    {},
    { properties: 7 },
    object({ x: 7 as unknown as JsonObject }),
    { ...one({}), type: 'array' },
  ]) {
    const fields = toolFields(schema as JsonObject, 100);
    expect(fields.length).toBeLessThanOrEqual(1);
    expect(readArguments(fields, {}).ok).toBe(true);
  }
});
