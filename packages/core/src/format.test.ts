import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCurrency, formatNumber, type PluralForms, pluralize } from './format.ts';
import type { Outcome } from './issue.ts';
import { BoundedMap, type Locale, usableLocale } from './locale.ts';

const inLanguage = (locale: string): Locale => ({ locale, zone: 'UTC' });

function textOf(outcome: Outcome<string>): string {
  if (!outcome.ok) throw new Error(outcome.issues[0]?.message ?? 'refused');
  expect(outcome.issues).toEqual([]);
  return outcome.value;
}

function refusal(outcome: Outcome<string>): string {
  if (outcome.ok) throw new Error(`accepted ${outcome.value}`);
  expect(outcome.issues).toMatchObject([{ code: 'VITRINE_FUNCTION_ARGS', severity: 'error', fault: 'agent' }]);
  return outcome.issues[0]?.message ?? '';
}

describe('formatNumber', () => {
  test.each([
    [1234.567, { decimals: 2, grouping: true }, 'en-US', '1,234.57'],
    [1234.567, { decimals: 0, grouping: false }, 'en-US', '1235'],
    [1234.5, {}, 'en-US', '1,234.5'],
    [1234.56789, {}, 'en-US', '1,234.568'],
    [5, { decimals: 2 }, 'en-US', '5.00'],
    [1234.5, { decimals: 1 }, 'de', '1.234,5'],
    [1234567, {}, 'en-IN', '12,34,567'],
    [1234, {}, 'es', '1234'],
    [12345, {}, 'es', '12.345'],
    [1234.5, { decimals: 1 }, 'ar-EG', '١٬٢٣٤٫٥'],
    [1e21, { grouping: false }, 'en-US', '1000000000000000000000'],
    [0.1, { decimals: 20 }, 'en-US', '0.10000000000000000000'],
  ])('[FM1] %d with %j in %s is %s', (value, shape, language, expected) => {
    expect(textOf(formatNumber(value, shape, inLanguage(language)))).toBe(expected);
  });

  test.each([-1, 21, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('[FM2] %d decimals are refused', (decimals) => {
    expect(refusal(formatNumber(1, { decimals }))).toContain('from 0 to 20');
    expect(refusal(formatCurrency(1, 'USD', { decimals }))).toContain('from 0 to 20');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('[FM2] %d is refused', (value) => {
    expect(refusal(formatNumber(value))).toContain('finite');
    expect(refusal(formatCurrency(value, 'USD'))).toContain('finite');
    expect(refusal(pluralize(value, { other: 'x' }))).toContain('finite');
  });

  test('[FM3] what rounds to zero has no sign', () => {
    expect(textOf(formatNumber(-0))).toBe('0');
    expect(textOf(formatNumber(-0.001, { decimals: 2 }))).toBe('0.00');
    expect(textOf(formatNumber(-0.01, { decimals: 2 }))).toBe('-0.01');
  });
});

describe('formatCurrency', () => {
  test.each([
    [1234.5, 'USD', { decimals: 2 }, 'en-US', '$1,234.50'],
    [99.99, 'USD', { decimals: 2 }, 'en-US', '$99.99'],
    [99.99, 'usd', {}, 'en-US', '$99.99'],
    [1234.5, 'EUR', {}, 'de', '1.234,50 €'],
    [1234.5, 'USD', { decimals: 0, grouping: false }, 'en-US', '$1235'],
    [1234, 'JPY', {}, 'en-US', '¥1,234'],
    [-5, 'USD', {}, 'en-US', '-$5.00'],
    [1, 'XQQ', {}, 'en-US', 'XQQ 1.00'],
  ])('[FM4] %d %s with %j in %s is %s', (value, currency, shape, language, expected) => {
    const text = textOf(formatCurrency(value, currency, shape, inLanguage(language)));
    expect(text.replaceAll('\u00a0', ' ')).toBe(expected);
  });

  test.each(['', 'US', 'USDX', 'U$D', '12', 'ÄÖÜ', 'US\n'])('[FM4] the currency %j is refused', (currency) => {
    expect(refusal(formatCurrency(1, currency))).toContain('ISO 4217');
  });
});

describe('pluralize', () => {
  const items: PluralForms = { zero: 'No items', one: '1 item', other: 'items' };

  test.each([
    [0, items, 'en-US', 'No items'],
    [1, items, 'en-US', '1 item'],
    [2, { ...items, two: 'A couple' }, 'en-US', 'A couple'],
    [2, { few: 'few', two: 'two', other: 'other' }, 'ru', 'two'],
    [0, { zero: '', other: 'default' }, 'en-US', ''],
    [1, { one: '', other: 'default' }, 'en-US', ''],
    [-0, items, 'en-US', 'No items'],
  ])('[FM5] %d of %j in %s is the form given for exactly that number', (value, forms, language, expected) => {
    expect(textOf(pluralize(value, forms, inLanguage(language)))).toBe(expected);
  });

  test.each([
    [5, items, 'en-US', 'items'],
    [0, { one: 'one', other: 'other' }, 'en-US', 'other'],
    [0, { one: 'one', other: 'other' }, 'fr', 'one'],
    [1, { other: 'other' }, 'en-US', 'other'],
    [1.5, items, 'en-US', 'items'],
    [3, { few: 'few', many: 'many', other: 'other' }, 'ru', 'few'],
    [5, { few: 'few', many: 'many', other: 'other' }, 'ru', 'many'],
    [21, { one: 'one', other: 'other' }, 'ru', 'one'],
    [5, { few: '', many: '', other: 'other' }, 'pl', ''],
    [11, { many: 'many', other: 'other' }, 'ar', 'many'],
    [10, { zero: 'zero', other: 'other' }, 'lv', 'zero'],
    [3, { few: 'few', other: 'other' }, 'ja', 'other'],
    [-1, items, 'en-US', '1 item'],
  ])('[FM6] %d of %j in %s follows the plural rules of the language', (value, forms, language, expected) => {
    expect(textOf(pluralize(value, forms, inLanguage(language)))).toBe(expected);
  });
});

describe('locale', () => {
  test.each([
    ['empty', ''],
    ['with blanks', 'not a tag'],
    ['endless', 'x'.repeat(100_000)],
    ['a picture', '🙂'],
    ['with an underscore', 'en_US'],
  ])('[FM7] a language tag that is %s gives way to en-US', (_, tag) => {
    const outcome = formatNumber(1234.5, {}, inLanguage(tag));
    expect(outcome).toMatchObject({ ok: true, value: '1,234.5' });
    expect(outcome.issues).toMatchObject([{ code: 'VITRINE_FUNCTION_ARGS', severity: 'warning', fault: 'viewer' }]);
  });

  test('[FM7] a well-formed language that Intl lacks means en-US, not the language of the machine', () => {
    expect(textOf(formatNumber(1234.5, {}, inLanguage('qq')))).toBe('1,234.5');
  });

  test.each([
    ['empty', ''],
    ['unknown', 'Mars/Olympus'],
    ['a file path', '../../etc'],
    ['endless', 'z'.repeat(100_000)],
  ])('[FM7] a zone that is %s gives way to UTC', (_, zone) => {
    const usable = usableLocale({ locale: 'de', zone });
    expect(usable).toMatchObject({ zone: 'UTC', language: 'de' });
    expect(usable.issues).toMatchObject([{ severity: 'warning', fault: 'viewer' }]);
  });

  test('[FM8] a bounded map forgets its oldest entry', () => {
    const map = new BoundedMap<number>(2);
    expect([map.getOrCreate('a', () => 1), map.getOrCreate('b', () => 2), map.getOrCreate('a', () => 9)]).toEqual([
      1, 2, 1,
    ]);
    expect(map.getOrCreate('c', () => 3)).toBe(3);
    expect(map.size).toBe(2);
    expect(map.getOrCreate('a', () => 4)).toBe(4);
    expect(map.getOrCreate('c', () => 9)).toBe(3);
  });

  test('[FM8] formatting stays right when languages outnumber what is remembered', () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 300; i++) {
        expect(textOf(formatNumber(i, {}, inLanguage(`en-x-p${i}`)))).toBe(String(i));
      }
    }
  });
});

describe('properties', () => {
  test('[FM25] no number, shape, currency or locale throws', () => {
    const locale = fc.record({
      locale: fc.oneof(fc.string(), fc.constantFrom('de', 'ja', 'ar-EG')),
      zone: fc.string(),
    });
    const shape = fc.record({
      decimals: fc.option(fc.double(), { nil: undefined }),
      grouping: fc.option(fc.boolean(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.double(), fc.string({ maxLength: 4 }), shape, locale, (value, currency, numberShape, where) => {
        expect(typeof formatNumber(value, numberShape, where).ok).toBe('boolean');
        expect(typeof formatCurrency(value, currency, numberShape, where).ok).toBe('boolean');
        expect(typeof pluralize(value, { other: 'x' }, where).ok).toBe('boolean');
      }),
    );
  });

  test('[FM1] a number written with all its decimals is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (units, decimals) => {
        const value = units / 10 ** decimals;
        expect(Number(textOf(formatNumber(value, { decimals, grouping: false })))).toBe(value + 0);
        expect(Number(textOf(formatNumber(value, { decimals })).replaceAll(',', ''))).toBe(value + 0);
      }),
    );
  });
});
