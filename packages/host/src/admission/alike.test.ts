import type { Json } from '@vitrine/core';
import { expect, test } from 'vitest';
import { alike, hasType } from './alike.ts';

test.each<[Json | undefined, Json | undefined, boolean]>([
  [undefined, null, true],
  [null, undefined, true],
  [0, -0, true],
  [0, null, false],
  ['', null, false],
  [1, '1', false],
  [{ a: 1, b: null }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, { a: 1, vitrine_row_text: 'made by the host' }, true],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [[1, 2], [2, 1], false],
  [[1], [1, null], false],
  [{ x: 1, y: 2 }, [1, 2], true],
  [{ x: 1, y: 2 }, [2, 1], false],
  [[1, 2], { 0: 1, 1: 2 }, false],
  [{}, { toString: 1 }, false],
])('[AD3] %j and %j are the same: %j', (ours, said, same) => {
  expect(alike(ours, said)).toBe(same);
});

test('[AD11] what stands at a path that is free may differ', () => {
  const isFree = (path: readonly string[]): boolean => path.join('/') === 'a/0';
  expect(alike({ a: [1, 2] }, { a: [9, 2] }, undefined, isFree)).toBe(true);
  expect(alike({ a: [1, 2] }, { a: [1, 9] }, undefined, isFree)).toBe(false);
});

test.each<[string, readonly Json[], readonly Json[]]>([
  ['string', ['', null], [1, true, []]],
  ['number', [1], ['1', true]],
  ['boolean', [false], [0]],
  ['array', [[]], [{}, '']],
  ['object', [{}], [[], 1]],
  ['any', [1, [], {}, 'x'], []],
])('[AD11] by its type a %s is known', (returns, good, bad) => {
  expect(good.every((value) => hasType(returns, value))).toBe(true);
  expect(bad.some((value) => hasType(returns, value))).toBe(false);
});
