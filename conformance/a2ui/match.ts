// What a case expects is a part of what there is: objects may hold more, everything else is equal.

import { isArray, isObject, type Json, jsonEqual } from '@vitrine/core/internal';
import { expect } from 'vitest';

/** The part of `actual` that `expected` speaks of, for a readable difference. */
function visible(actual: Json | undefined, expected: Json): Json | undefined {
  if (isArray(expected) && isArray(actual)) {
    return actual.map((item, i) => (i < expected.length ? (visible(item, expected[i] as Json) ?? null) : item));
  }
  if (!isObject(expected) || !isObject(actual)) return actual;
  const part: { [key: string]: Json } = {};
  for (const key of Object.keys(expected)) {
    const value = visible(actual[key], expected[key] as Json);
    if (value !== undefined) part[key] = value;
  }
  return part;
}

export function compareSubset(actual: Json | undefined, expected: Json, what: string): void {
  const seen = visible(actual, expected);
  if (!jsonEqual(seen, expected)) expect(seen, what).toEqual(expected);
}
