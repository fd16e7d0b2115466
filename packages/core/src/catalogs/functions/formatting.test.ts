import { describe, expect, test } from 'vitest';
import { codesOf, createCaller, resultOf, type Setting } from '../../../test/function-scope.ts';
import type { Json } from '../../json.ts';
import { basic09 } from '../basic-0.9.ts';
import { basic10 } from '../basic-1.0.ts';
import { minimal09 } from '../minimal-0.9.ts';

type Args = { readonly [name: string]: Json | undefined };

describe.each([basic09, basic10])('formatting of $protocol', (catalog) => {
  const run = (name: string, args: Args, setting?: Setting) => createCaller(catalog, setting).call(name, args);

  test.each<[string, Args, string]>([
    ['formatNumber', { value: 1234.567, decimals: 2, grouping: true }, '1,234.57'],
    ['formatNumber', { value: 1234.567, decimals: 0, grouping: false }, '1235'],
    ['formatNumber', { value: '1234.5' }, '1,234.5'],
    ['formatNumber', { value: 1234, grouping: 'false' }, '1234'],
    ['formatNumber', { value: 1.5, decimals: '2' }, '1.50'],
    ['formatNumber', { value: 1.5, decimals: null, grouping: null }, '1.5'],
    ['formatNumber', { value: null }, '0'],
    ['formatNumber', {}, ''],
    ['formatCurrency', { currency: 'EUR' }, ''],
    ['pluralize', { other: 'items' }, ''],
    ['formatCurrency', { value: 1234.5, currency: 'USD' }, '$1,234.50'],
    ['formatCurrency', { value: 99.99, currency: 'USD', decimals: 2 }, '$99.99'],
    ['formatCurrency', { value: 5, currency: 'JPY' }, '¥5'],
    ['pluralize', { value: 0, zero: 'No items', one: '1 item', other: 'items' }, 'No items'],
    ['pluralize', { value: 1, one: '1 item', other: 'items' }, '1 item'],
    ['pluralize', { value: 2, two: 'A couple', other: 'items' }, 'A couple'],
    ['pluralize', { value: 0, zero: '', other: 'default' }, ''],
    ['pluralize', { value: 0, zero: null, other: 'default' }, 'default'],
    ['pluralize', { value: '5', one: 'one', other: 'many' }, 'many'],
    ['pluralize', { value: 5, other: 5 }, '5'],
    ['formatDate', { value: '2026-09-04T12:00:00Z', format: 'yyyy-MM-dd' }, '2026-09-04'],
    ['formatDate', { value: '2026-08-26T12:00:00.000Z', format: 'ISO' }, '2026-08-26T12:00:00.000Z'],
    ['formatDate', { value: '2026-02-30', format: 'yyyy-MM-dd' }, ''],
    ['formatDate', { value: undefined, format: 'yyyy' }, ''],
    ['formatDate', { value: { a: 1 }, format: 'yyyy' }, ''],
  ])('[FN13] %s(%j) is %j', (name, args, text) => {
    expect(resultOf(run(name, args))).toBe(text);
  });

  test('[FN13] the language and the zone are those of the scope', () => {
    const german = { locale: 'de-DE', zone: 'America/New_York' };
    expect(resultOf(run('formatNumber', { value: 1234.5, decimals: 2 }, german))).toBe('1.234,50');
    expect(resultOf(run('formatDate', { value: '2026-01-01T03:00:00Z', format: 'd. MMMM yyyy' }, german))).toBe(
      '31. Dezember 2025',
    );
    expect(resultOf(run('pluralize', { value: 2, few: 'pár', other: 'mnoho' }, { locale: 'cs' }))).toBe('pár');
  });

  test.each<[string, Args]>([
    ['formatNumber', { value: 'abc' }],
    ['formatNumber', { value: true }],
    ['formatNumber', { value: [1] }],
    ['formatNumber', { value: 1, decimals: 'x' }],
    ['formatNumber', { value: 1, decimals: -1 }],
    ['formatCurrency', { value: 'x', currency: 'USD' }],
    ['formatCurrency', { value: 1, currency: 'dollars' }],
    ['formatCurrency', { value: 1 }],
    ['pluralize', { value: {}, other: 'x' }],
  ])('[FN14] %s(%j) cannot give a result and is refused', (name, args) => {
    expect(codesOf(run(name, args))).toEqual(['VITRINE_FUNCTION_ARGS']);
  });
});

test.each([
  ['hello world', 'Hello world'],
  ['école', 'École'],
  ['', ''],
  [null, ''],
])('[FN15] capitalize of the minimal catalog makes %j %j', (value, text) => {
  expect(resultOf(createCaller(minimal09).call('capitalize', { value }))).toBe(text);
});

test('[FN15] capitalize follows the language', () => {
  expect(resultOf(createCaller(minimal09, { locale: 'tr' }).call('capitalize', { value: 'istanbul' }))).toBe(
    'İstanbul',
  );
  expect(resultOf(createCaller(minimal09, { locale: '???' }).call('capitalize', { value: 'ada' }))).toBe('Ada');
});
