import { expect, test } from 'vitest';
import { type Cells, orderOf } from './table-order.ts';

function order(values: Cells, direction: 'ascending' | 'descending' = 'ascending', locale = 'en'): Cells {
  const rows = values.map((value) => [value]);
  return [...orderOf(rows, { column: 0, direction }, locale)].map((i) => values[i] ?? null);
}

test('numbers are ordered by size, also where they are texts', () => {
  expect(order([10, 9, -1, 1e3])).toEqual([-1, 9, 10, 1000]);
  expect(order(['10', '9', '-1', 2.5])).toEqual(['-1', 2.5, '9', '10']);
});

test('texts are ordered as the locale does it, with the numbers in them by size', () => {
  expect(order(['b', 'ä', 'a', 'C'], 'ascending', 'de')).toEqual(['a', 'ä', 'b', 'C']);
  expect(order(['z', 'ö', 'a'], 'ascending', 'sv')).toEqual(['a', 'z', 'ö']);
  expect(order(['row 10', 'row 9'])).toEqual(['row 9', 'row 10']);
  expect(order(['b', 'a'], 'ascending', 'no such locale!')).toEqual(['a', 'b']);
});

test('what is empty comes last in both directions', () => {
  expect(order([null, 2, '', 1])).toEqual([1, 2, null, '']);
  expect(order([null, 'a', '', 'b'], 'descending')).toEqual(['b', 'a', null, '']);
});

test('rows that are alike keep the order they came in', () => {
  const rows: Cells[] = [
    ['x', 1],
    ['a', 2],
    ['x', 3],
    ['a', 4],
  ];
  const seconds = (direction: 'ascending' | 'descending') =>
    [...orderOf(rows, { column: 0, direction }, 'en')].map((i) => rows[i]?.[1]);
  expect(seconds('ascending')).toEqual([2, 4, 1, 3]);
  expect(seconds('descending')).toEqual([1, 3, 2, 4]);
});

test('mixed types are ordered as texts, and a column that is not there leaves the order', () => {
  expect(order([true, 'a', 3])).toEqual([3, 'a', true]);
  expect([...orderOf([[1], [2]], { column: 7, direction: 'ascending' }, 'en')]).toEqual([0, 1]);
});
