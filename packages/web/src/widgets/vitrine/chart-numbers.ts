// The numbers of a chart: how they are written, where an axis begins and ends, and few enough of them to be drawn.

export interface Point {
  /** Its category. */
  readonly index: number;
  readonly value: number;
}
export type Gap = { readonly index: number; readonly value: null };
export type Values = readonly (Point | Gap)[];

export function formatter(locale: string): (value: number) => string {
  const make = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    try {
      return new Intl.NumberFormat(locale, options);
    } catch {
      return new Intl.NumberFormat(undefined, options);
    }
  };
  const plain = make({ maximumSignificantDigits: 6 });
  const compact = make({ notation: 'compact', maximumSignificantDigits: 4 });
  const scientific = make({ notation: 'scientific', maximumSignificantDigits: 4 });
  return (value) => {
    const size = Math.abs(value);
    if (size !== 0 && (size >= 1e15 || size < 1e-4)) return scientific.format(value);
    return (size >= 1e5 ? compact : plain).format(value);
  };
}

/** From the smallest to the largest; from zero where the length of what is drawn stands for the number. */
export function extentOf(
  series: readonly (readonly (number | null)[])[],
  fromZero: boolean,
): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const values of series)
    for (const value of values) {
      if (value === null) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  if (least > most) return [0, 1];
  // Lines may begin elsewhere, if zero is far from everything.
  const isNear = least / 2 < most - least / 2;
  if (fromZero || (least > 0 && isNear && least < most * 0.8)) least = Math.min(least, 0);
  if (fromZero) most = Math.max(most, 0);
  if (least !== most) return [least, most];
  if (least === 0) return [0, 1];
  return least > 0 ? [0, most] : [least, 0];
}

/** What all numbers are divided by before they are placed: differences of the largest doubles are infinite. */
export function unitOf([least, most]: readonly [number, number]): number {
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (size > 1e150) return 1e150;
  return size < 1e-150 ? 1e-200 : 1;
}

/** At most about `most` points: of each stretch the smallest and the largest, so that no peak is lost. */
export function thin(values: readonly (number | null)[], most: number): Values {
  if (values.length <= most) return values.map((value, index) => ({ index, value }) as Point | Gap);
  const stretch = Math.ceil(values.length / Math.max(1, most / 2));
  const kept: (Point | Gap)[] = [];
  for (let from = 0; from < values.length; from += stretch) {
    const found = extremes(values, from, Math.min(from + stretch, values.length));
    if (found.length === 0) kept.push({ index: from, value: null });
    else kept.push(...found);
  }
  return kept;
}

function extremes(values: readonly (number | null)[], from: number, to: number): readonly Point[] {
  let least: Point | undefined;
  let most: Point | undefined;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (least === undefined || value < least.value) least = { index, value };
    if (most === undefined || value > most.value) most = { index, value };
  }
  if (least === undefined || most === undefined) return [];
  if (least.index === most.index) return [least];
  return least.index < most.index ? [least, most] : [most, least];
}

/** Every how many-th category can have its label. */
export function stepOf(count: number, room: number, each: number): number {
  return Math.max(1, Math.ceil((count * each) / Math.max(1, room)));
}

export function cut(text: string, most: number): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, Math.max(1, most - 1)).join('')}\u2026`;
}
