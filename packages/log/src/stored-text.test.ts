import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toStored } from './stored-text.ts';

test('[LG9] the value of a text is what is read from it, key by key and in the same order', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', '7', '07'),
  );
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(text, number, fc.boolean(), fc.constant(null)),
      fc.array(tie('any')),
      fc.dictionary(text, fc.oneof(tie('any'), fc.constant(undefined)), { noNullPrototype: false }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (given) => {
      const stored = toStored(given);
      expect(stored.text).toBe(JSON.stringify(given));
      // Not by the matcher, for whom a key named constructor tells the type.
      expect(isDeepStrictEqual(stored.value, JSON.parse(stored.text))).toBe(true);
      expect(JSON.stringify(stored.value)).toBe(stored.text);
    }),
  );
});

test('[LG9] the value of a text shares nothing with what was handed over', () => {
  const given = { list: [{ a: 1 }] };
  const { value } = toStored(given);
  (given.list[0] as { a: number }).a = 2;
  expect(value).toEqual({ list: [{ a: 1 }] });
});
