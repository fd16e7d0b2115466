// Generated streams: words from small sets, so that messages meet each other, and mistakes now and then, so that refusals
// are compared too. What is the same in every version stands here.

import type { Json, JsonObject } from '@vitrine/core';
import fc from 'fast-check';

export const surfaceId = fc.constantFrom('s1', 's1', 's1', 's2');
export const componentId = fc.constantFrom('root', 'a', 'b', 'c', 'd', 'e');
export const phrase = fc.constantFrom('', 'Hello', 'two words', '# Title', 'naïve ✓', '12.5', 'true');
export const amount = fc.constantFrom(0, 1, 2, 5, -3, 0.5, 1234.567);

/** Pointers that lead to something, to nothing yet, and through what cannot be passed. */
export const pointer = fc.constantFrom(
  '/',
  '/name',
  '/user',
  '/user/name',
  '/user/first~1last',
  '/items',
  '/items/0',
  '/items/1/name',
  '/items/3',
  '/count',
  '/deep/0/list/1',
  '/name/first',
  '/items/x',
);

export const leaf: fc.Arbitrary<Json> = fc.oneof(phrase, amount, fc.boolean(), fc.constant(null));

export const item: fc.Arbitrary<JsonObject> = fc.record({
  name: phrase,
  count: amount,
  tags: fc.array(phrase, { maxLength: 2 }),
});

export const document: fc.Arbitrary<JsonObject> = fc.record(
  {
    name: phrase,
    user: fc.record({ name: phrase, 'first/last': phrase }, { requiredKeys: [] }),
    items: fc.array(item, { maxLength: 3 }),
    count: amount,
    flag: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** An arbitrary that is `usual` nine times of ten. */
export function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
}
