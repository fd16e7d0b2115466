// The order of a table's rows as a person wants to see them: numbers by size, texts as the locale orders them, rows that
// are alike in the order they came in, empty cells last.

import type { TableCell } from '@vitrine/core/catalogs/vitrine';

export type Direction = 'ascending' | 'descending';
export type Cells = readonly TableCell[];

export interface Order {
  readonly column: number;
  readonly direction: Direction;
}

/** Positions of the rows in the order that is wanted. */
export function orderOf(rows: readonly Cells[], { column, direction }: Order, locale: string): Uint32Array {
  const keys = rows.map((row) => row[column] ?? null);
  const compare = keys.every((key) => key === null || typeof key === 'number' || isNumeric(key))
    ? byNumber(keys)
    : byText(keys, locale);
  const sign = direction === 'ascending' ? 1 : -1;
  const isEmpty = keys.map((key) => key === null || key === '');
  return Uint32Array.from(keys, (_, i) => i).sort((a, b) => {
    if (isEmpty[a] !== isEmpty[b]) return isEmpty[a] ? 1 : -1;
    return sign * compare(a, b) || a - b;
  });
}

type Compare = (a: number, b: number) => number;

function byNumber(keys: readonly TableCell[]): Compare {
  const numbers = Float64Array.from(keys, (key) => Number(key ?? 0));
  return (a, b) => (numbers[a] as number) - (numbers[b] as number);
}

/** Comparing by locale is slow, so every different text is compared once: what is sorted then are their ranks. */
function byText(keys: readonly TableCell[], locale: string): Compare {
  const collator = collatorOf(locale);
  const texts = keys.map((key) => (key === null ? '' : String(key)));
  const ranks = new Map<string, number>();
  let rank = 0;
  let last: string | undefined;
  for (const text of [...new Set(texts)].sort(collator.compare)) {
    if (last !== undefined && collator.compare(last, text) !== 0) rank++;
    ranks.set(text, rank);
    last = text;
  }
  const ranked = Uint32Array.from(texts, (text) => ranks.get(text) as number);
  return (a, b) => (ranked[a] as number) - (ranked[b] as number);
}

function collatorOf(locale: string): Intl.Collator {
  try {
    return new Intl.Collator(locale, { numeric: true });
  } catch {
    return new Intl.Collator(undefined, { numeric: true });
  }
}

function isNumeric(key: TableCell): boolean {
  return typeof key === 'string' && (key === '' || (key.trim() !== '' && Number.isFinite(Number(key))));
}
