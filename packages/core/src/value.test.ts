import { describe, expect, it } from 'vitest';
import { isPending, isTruthy, Pending, toBool, toNumber, toText, toTextList } from './value.ts';

const pending = new Pending('ask');

describe('conversions', () => {
  it('[VA1] as text, absent, null and pending are empty and containers are JSON', () => {
    expect([undefined, null, pending, '', 'a', 0, -0, 1.5, 1e21, true, false].map((value) => toText(value))).toEqual([
      '',
      '',
      '',
      '',
      'a',
      '0',
      '0',
      '1.5',
      '1e+21',
      'true',
      'false',
    ]);
    expect(toText({ a: [1, null] })).toBe('{"a":[1,null]}');
    expect(toText([])).toBe('[]');
  });

  it('[VA2] as number, numerals count and all else is 0', () => {
    expect([1.5, '2', ' 3 ', '-4e2', true, false].map(toNumber)).toEqual([1.5, 2, 3, -400, 1, 0]);
    expect([undefined, null, pending, '', ' ', 'x', '1x', 'Infinity', '1e999', 'NaN', [], {}].map(toNumber)).toEqual(
      Array(12).fill(0),
    );
  });

  it('[VA3] as boolean, a text is true only if it says so and a number unless it is 0', () => {
    expect([true, 'true', 'TRUE', 'True', 1, -1].map(toBool)).toEqual(Array(6).fill(true));
    expect([false, 'false', 'yes', '', '1', 0, undefined, null, pending, {}, []].map(toBool)).toEqual(
      Array(11).fill(false),
    );
  });

  it('[VA4] as list of texts, a text is a list of itself, an empty one of none', () => {
    expect(toTextList(['a', 1, null, { b: 2 }])).toEqual(['a', '1', '', '{"b":2}']);
    expect(toTextList('a')).toEqual(['a']);
    expect(['', undefined, null, 5, {}, pending].map(toTextList)).toEqual(Array(6).fill([]));
  });

  it('[VA5] as condition, false, null, absent, 0, the empty text and pending are false', () => {
    expect([false, null, undefined, 0, '', pending].map((value) => isTruthy(value))).toEqual(Array(6).fill(false));
    expect([true, 1, 'a', 'false', [], {}].map((value) => isTruthy(value))).toEqual(Array(6).fill(true));
    expect([{ valid: false }, { valid: true }, { valid: 'no' }].map((value) => isTruthy(value, true))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isTruthy({ valid: false })).toBe(true);
  });

  it('[VA6] a pending value knows what it waits for', () => {
    expect([isPending(pending), isPending('x'), isPending(undefined), isPending({ name: 'x' })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(pending.name).toBe('ask');
  });
});
