import { describe, expect, it } from 'vitest';
import { MAX_RANGES, type SeqRange, withRange } from './seq-ranges.ts';

const all = (...ranges: readonly (readonly [number, number])[]): readonly SeqRange[] =>
  ranges.map(([from, to]) => ({ from, to })).reduce<readonly SeqRange[]>((kept, one) => withRange(kept, one), []);

describe('ranges of states', () => {
  it('are one where they touch or overlap, in whatever order they come', () => {
    expect(all([5, 6], [1, 2], [3, 4])).toEqual([{ from: 1, to: 6 }]);
    expect(all([1, 2], [9, 9], [5, 6], [2, 5])).toEqual([
      { from: 1, to: 6 },
      { from: 9, to: 9 },
    ]);
    expect(all([1, 9], [3, 4])).toEqual([{ from: 1, to: 9 }]);
  });

  it('are not one where a state lies between', () => {
    expect(all([4, 4], [1, 2])).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 4 },
    ]);
  });

  it('hold nothing that ends before it begins', () => {
    expect(all([2, 1])).toEqual([]);
  });

  it('are forgotten from the oldest on', () => {
    const many = all(...Array.from({ length: MAX_RANGES + 2 }, (_, i) => [i * 2, i * 2] as const));
    expect(many).toHaveLength(MAX_RANGES);
    expect(many[0]).toEqual({ from: 4, to: 4 });
  });
});
