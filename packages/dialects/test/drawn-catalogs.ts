// Catalog definitions drawn at random, in the words that published catalogs use for properties, and values to try on them.

import type { Json, JsonObject } from '@vitrine/core';
import { Random } from '../../core/test/samples.ts';
import type { Version } from './published.ts';

export { Random };

const COMMON = [
  ...['DynamicString', 'DynamicNumber', 'DynamicBoolean', 'DynamicStringList', 'DataBinding'],
  ...['Action', 'ChildList', 'ComponentId'],
];
const DEPTH = 3;

const SAMPLE_CALL = { call: 'f', args: { s: 'x' } };
export const SAMPLE_VALUES: readonly Json[] = [
  ...['x', 'a', 'abc', 'A', 7, 1, 3, 1.5, 0, true, false, null, [], {}],
  ...[['x'], ['a', 'b', 'c'], [1], [[]], [null], [true], [{}], ['x', 1]],
  ...[{ a: 1 }, { a: 'x' }, { a: 'x', b: 'x' }, { a: null }, { a: {} }, { c: 1 }, { a: 'x', c: 'x' }, { a: ['x'] }],
  ...[{ path: '/a' }, { path: 'a/b' }, { a: { path: '/a' } }, [{ path: '/a' }], [{ a: 'x' }]],
  ...[SAMPLE_CALL, { a: SAMPLE_CALL }, [SAMPLE_CALL], { call: 'nope', args: {} }, { functionCall: SAMPLE_CALL }],
  ...[{ event: { name: 'go' } }, { event: {} }, { event: { name: 'go', context: { a: { path: '/x' } } } }],
  ...[{ componentId: 'x', path: '/l' }, { componentId: 'x' }],
];

export class DrawnCatalogs {
  readonly #random: Random;
  readonly #version: Version;

  constructor(version: Version, random: Random) {
    this.#version = version;
    this.#random = random;
  }

  /** One whose component `X` has the property `p`, as a document of its own. */
  draw(): { readonly document: JsonObject; readonly property: Json } {
    const property = this.#schema(0);
    const random = this.#random;
    const own = { type: 'object', properties: { component: { const: 'X' }, p: property }, required: ['component'] };
    const isFlat = this.#version === 'v1_0' || random.chance(0.3);
    const closed = {
      ...own,
      additionalProperties: false,
      properties: { id: this.#common('ComponentId'), ...own.properties },
    };
    const joined = { type: 'object', allOf: [this.#common('ComponentCommon'), own], unevaluatedProperties: false };
    const args = {
      type: 'object',
      properties: { s: this.#common('DynamicString') },
      required: ['s'],
      unevaluatedProperties: false,
    };
    const f = {
      type: 'object',
      returnType: 'any',
      properties: { call: { const: 'f' }, args },
      required: ['call', 'args'],
    };
    const document = {
      $id: `https://a2ui.org/specification/${this.#version}/catalog.json`,
      catalogId: 'c',
      protocolVersion: this.#version.slice(1).replace('_', '.'),
      components: { X: isFlat ? closed : joined },
      functions: { f },
      $defs: {
        anyComponent: { oneOf: [{ $ref: '#/components/X' }] },
        anyFunction: { oneOf: [{ $ref: '#/functions/f' }] },
        Weight: { type: 'object', properties: { a: { enum: ['x', 'a'] } }, required: ['a'] },
      },
    };
    return { document, property };
  }

  #common(name: string): JsonObject {
    const base = this.#random.pick([`https://a2ui.org/specification/${this.#version}/`, '']);
    return { $ref: `${base}common_types.json#/$defs/${name}` };
  }

  #schema(depth: number): Json {
    const random = this.#random;
    const leaf = random.pick<Json>([
      ...[{ type: 'string' }, { type: 'string', minLength: 2 }, { type: 'string', pattern: '^[a-z]+$' }],
      ...[{ type: 'integer', minimum: 1 }, { type: 'number', maximum: 5 }, { type: 'boolean' }],
      ...[{ enum: ['a', 'b'] }, { const: 'x' }, { const: 1 }, { type: ['string', 'null'] }, { $ref: '#/$defs/Weight' }],
      ...COMMON.map((name) => this.#common(name)),
      { allOf: [this.#common('DynamicNumber'), { if: { type: 'number' }, then: { minimum: 2 } }] },
      { allOf: [this.#common('DynamicString'), { if: { type: 'string' }, then: { enum: ['a', 'b'] } }] },
      { anyOf: [{ type: 'number' }, this.#common('DataBinding'), this.#common('FunctionCall')] },
    ]);
    if (depth >= DEPTH || random.chance(0.4)) return leaf;
    const inner = () => this.#schema(depth + 1);
    return random.pick<() => Json>([
      () => ({ type: 'array', items: inner(), ...(random.chance(0.3) ? { minItems: 1, maxItems: 2 } : {}) }),
      () => ({ type: 'object', properties: { a: inner(), b: inner() }, required: ['a'], additionalProperties: false }),
      () => ({ type: 'object', properties: { a: inner() } }),
      () => ({ type: 'object', additionalProperties: inner() }),
      () => ({ anyOf: [inner(), inner()] }),
      () => ({ allOf: [inner()], description: 'x' }),
    ])();
  }
}
