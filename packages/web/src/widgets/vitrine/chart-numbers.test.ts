import { expect, test } from 'vitest';
import { cut, extentOf, formatter, stepOf, thin, unitOf } from './chart-numbers.ts';

test('numbers are written short, in the words of the locale', () => {
  const format = formatter('en');
  expect([0, 12.5, 1234, 1_200_000, 1e21, 1e-7, -3].map(format)).toEqual([
    '0',
    '12.5',
    '1,234',
    '1.2M',
    '1E21',
    '1E-7',
    '-3',
  ]);
  expect(formatter('de')(1234.5)).toBe('1.234,5');
  expect(formatter('no such locale!')(1)).toBe('1');
});

test('bars begin at zero, lines where they like', () => {
  expect(extentOf([[5, 9]], true)).toEqual([0, 9]);
  expect(extentOf([[-5, -9]], true)).toEqual([-9, 0]);
  expect(extentOf([[95, 99]], false)).toEqual([95, 99]);
  expect(extentOf([[5, 99]], false)).toEqual([0, 99]);
  expect(extentOf([[-5, 9]], false)).toEqual([-5, 9]);
});

test('numbers that are all alike, or none, have an extent too', () => {
  expect(extentOf([[7, 7]], false)).toEqual([0, 7]);
  expect(extentOf([[-7]], false)).toEqual([-7, 0]);
  expect(extentOf([[0, null]], true)).toEqual([0, 1]);
  expect(extentOf([[null], []], false)).toEqual([0, 1]);
});

test('the largest and the smallest numbers have a unit in which they can be placed', () => {
  const extent = [-1.7e308, 1.7e308] as const;
  const unit = unitOf(extent);
  expect(Number.isFinite(extent[1] / unit - extent[0] / unit)).toBe(true);
  expect(5e-324 / unitOf([0, 5e-324])).toBeGreaterThan(1e-130);
  expect(unitOf([0, 100])).toBe(1);
});

test('of many numbers the peaks stay', () => {
  const values = Array.from({ length: 100_000 }, (_, i) => (i === 777 ? 1000 : i === 778 ? -1000 : i % 7));
  const kept = thin(values, 1000);
  expect(kept.length).toBeLessThanOrEqual(1000);
  expect(kept.map(({ value }) => value)).toEqual(expect.arrayContaining([1000, -1000]));
  expect(kept.every(({ index }, i) => i === 0 || index > (kept[i - 1]?.index ?? 0))).toBe(true);
});

test('few numbers stay as they are, and gaps stay gaps', () => {
  expect(thin([1, null, 3], 100)).toEqual([
    { index: 0, value: 1 },
    { index: 1, value: null },
    { index: 2, value: 3 },
  ]);
  expect(thin(new Array(1000).fill(null), 10).every(({ value }) => value === null)).toBe(true);
});

test('labels are as many as there is room for, and cut between characters', () => {
  expect([stepOf(10, 100, 10), stepOf(10, 50, 10), stepOf(0, 0, 10)]).toEqual([1, 2, 1]);
  expect(cut('Containers', 5)).toBe('Cont\u2026');
  expect(cut('a\n\tb', 5)).toBe('a b');
  expect(cut('👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 4).isWellFormed()).toBe(true);
});
