import type { Json } from '@vitrine/core';
import { expect, test } from 'vitest';
import { schemaProblem, valueProblem } from './resume-schema.ts';

test.each<[Json, Json, Json]>([
  [{ type: 'string', minLength: 2, maxLength: 3 }, 'ab', 'a'],
  [{ type: ['string', 'null'] }, null, 7],
  [{ type: 'integer', minimum: 1, maximum: 2 }, 2, 2.5],
  [{ enum: [1, { a: [1] }] }, { a: [1] }, { a: [2] }],
  [{ const: { a: 1 } }, { a: 1 }, { a: 1, b: 2 }],
  [{ pattern: '^a+$' }, 'aaa', 'b'],
  [{ required: ['__proto__'] }, JSON.parse('{"__proto__": 1}') as Json, {}],
  [{ properties: { a: { type: 'number' } }, additionalProperties: false }, { a: 1 }, { b: 1 }],
  [{ properties: { a: { type: 'number' } } }, { a: 1, b: 'x' }, { a: 'x' }],
  [{ additionalProperties: { type: 'number' } }, { b: 1 }, { b: 'x' }],
  [{ items: { type: 'boolean' }, minItems: 1, maxItems: 2 }, [true], [true, false, true]],
  [{ anyOf: [{ type: 'string' }, { required: ['x'], type: 'object' }] }, { x: 1 }, { y: 1 }],
  [{ title: 't', description: 'd', $schema: 's' }, 'anything', undefined as unknown as Json],
])('[OI4] %j takes %j and not %j', (schema, good, bad) => {
  expect(schemaProblem(schema)).toBeUndefined();
  expect(valueProblem(schema as never, good)).toBeUndefined();
  if (bad !== undefined) expect(valueProblem(schema as never, bad)).toBeTypeOf('string');
});

test.each<[string, Json]>([
  ['a reference', { $ref: '#' }],
  ['oneOf', { oneOf: [] }],
  ['a type that is none', { type: 'constructor' }],
  ['a pattern that cannot be run', { pattern: '(?<=a)b' }],
  ['an empty choice', { anyOf: [] }],
  ['a schema that is none', { items: true }],
  ['a keyword inside', { properties: { a: { format: 'email' } } }],
  ['a name of ours', { toString: 1 }],
  ['a depth without end', Array.from({ length: 20 }).reduce<Json>((inner) => ({ items: inner }), {})],
  ['a length without end', { enum: Array.from({ length: 20_000 }, (_, i) => i) }],
  ['a list', []],
])('[OI2] %s is refused when it is declared', (_name, schema) => {
  expect(schemaProblem(schema)).toBeTypeOf('string');
});
