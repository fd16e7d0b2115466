import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import { copyJson, describeType, isArray, isObject, type Json, jsonEqual, own } from './json.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

describe('JSON', () => {
  it('[IN9] equality is by content, whatever the order of keys', () => {
    expect(jsonEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
    const unequal: [Json | undefined, Json | undefined][] = [
      [{ a: 1 }, { a: 1, b: 1 }],
      [{ a: 1 }, { b: 1 }],
      [
        [1, 2],
        [2, 1],
      ],
      [[1], { 0: 1 }],
      [{}, []],
      [null, {}],
      [null, undefined],
      [0, '0'],
      [{ toString: null }, {}],
    ];
    for (const [a, b] of unequal) {
      expect(jsonEqual(a, b)).toBe(false);
      expect(jsonEqual(b, a)).toBe(false);
    }
  });

  it('[IN9] equality agrees with a copy, and with the text of it', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(jsonEqual(a, copyJson(a))).toBe(true);
        if (JSON.stringify(a) === JSON.stringify(b))
          expect(jsonEqual(copyJson(a), JSON.parse(JSON.stringify(b)))).toBe(true);
      }),
      { numRuns: runs(1000), verbose: 1 },
    );
  });

  it('[IN10] a copy shares no container with its original', () => {
    const original = { a: [{ b: 1 }], c: {} };
    const copy = copyJson(original);
    expect(copy).toEqual(original);
    expect(copy).not.toBe(original);
    expect(copy.a).not.toBe(original.a);
    expect(copy.a[0]).not.toBe(original.a[0]);
    expect(copy.c).not.toBe(original.c);
  });

  it('[IN11] only own members are found', () => {
    expect(own({ a: 1 }, 'a')).toBe(1);
    expect(own({}, 'constructor')).toBeUndefined();
    expect(own({}, '__proto__')).toBeUndefined();
  });

  it('[IN11] a list is no object and null is neither', () => {
    expect([isObject({}), isObject([]), isObject(null), isObject('x')]).toEqual([true, false, false, false]);
    expect([isArray([]), isArray({}), isArray(null)]).toEqual([true, false, false]);
  });

  it('[IN12] a type is named in words that fit a sentence', () => {
    expect([null, undefined, [], {}, 'x', 1, true].map(describeType)).toEqual([
      'null',
      'nothing',
      'an array',
      'an object',
      'a string',
      'a number',
      'a boolean',
    ]);
  });
});
