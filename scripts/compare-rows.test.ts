import { describe, expect, it } from 'vitest';
import { compareRows, comparisonLines, interval, median, type Row, readArguments, readRows } from './compare-rows.mjs';

const row = (name: string, value: number, more: Partial<Row> = {}): Row => ({
  name,
  value,
  unit: 'ms',
  sense: 'max',
  ...more,
});
/** Rounds of one row, each as `[now, before]`. */
const rounds = (pairs: readonly (readonly [number, number])[], more: Partial<Row> = {}) =>
  pairs.map(([now, before]) => ({ now: [row('a', now, more)], before: [row('a', before, more)] }));
const times = (count: number, now: number, before: number): (readonly [number, number])[] =>
  Array.from({ length: count }, () => [now, before]);

describe('a comparison of benches', () => {
  it('is the median of the ratios within each round, not the ratio of medians', () => {
    const pairs = [
      [1, 1],
      [20, 10],
      [300, 100],
      [4, 4],
      [5, 5],
      [6, 6],
      [7, 7],
    ] as const;
    expect(compareRows(rounds(pairs)).compared).toMatchObject([{ ratio: 1, low: 1, high: 3, now: 6, before: 6 }]);
  });

  it('is worse above 1 where more is better, too', () => {
    const [found] = compareRows(rounds(times(7, 80, 100), { sense: 'min' })).compared;
    expect(found).toMatchObject({ ratio: 1.25, verdict: 'worse' });
    expect(compareRows(rounds(times(7, 100, 80), { sense: 'min' })).compared).toMatchObject([{ verdict: 'fine' }]);
  });

  it('is worse only when the whole interval lies above the limit, and perhaps worse when the median does', () => {
    const verdict = (...pairs: (readonly [number, number])[]) => compareRows(rounds(pairs)).compared[0]?.verdict;
    expect(verdict(...times(7, 106, 100))).toBe('worse');
    expect(verdict(...times(7, 105, 100))).toBe('fine');
    expect(verdict(...times(6, 106, 100), [104, 100])).toBe('perhaps');
    // Of nine rounds one may say otherwise.
    expect(verdict(...times(8, 106, 100), [104, 100])).toBe('worse');
    expect(verdict(...times(7, 106, 100), [104, 100], [90, 100])).toBe('perhaps');
  });

  it('tells which rows it could not compare, and why', () => {
    const now = [row('same', 1), row('new', 1), row('unit', 1), row('nothing', 0)];
    const before = [row('same', 1), row('gone', 1), row('unit', 1, { unit: 'MB' }), row('nothing', 0)];
    const { compared, unmatched } = compareRows(Array.from({ length: 6 }, () => ({ now, before })));
    expect(compared.map(({ name }) => name)).toEqual(['same']);
    expect(unmatched).toEqual([
      { name: 'new', why: 'the other commit does not measure it' },
      { name: 'unit', why: 'the other commit does not measure it' },
      { name: 'nothing', why: 'it is nothing or not a number' },
      { name: 'gone', why: 'only the other commit measures it' },
      { name: 'unit', why: 'only the other commit measures it' },
    ]);
  });

  it('is printed a line a row', () => {
    const pairs = [...times(6, 1.06, 1), [1.04, 1]] as const;
    expect(comparisonLines(compareRows(rounds(pairs)))).toEqual([
      '? a  × 1.060 (1.040 to 1.060)  1 → 1.06 ms',
      '? is over 1.05, but within the noise: more rounds tell',
    ]);
  });
});

describe('the arithmetic', () => {
  it('takes the middle, or what is between the two in the middle', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
  });

  it('leaves out as many values on either side as hold the median with 95 % all the same', () => {
    // The table of the sign test: 6 to 8 values leave out none, 9 to 11 one, 12 to 14 two, 15 and 16 three.
    const left = (count: number) => interval(Array.from({ length: count }, (_, i) => i))[0];
    expect([6, 8, 9, 11, 12, 14, 15, 16, 17].map(left)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4]);
    expect(interval([9, 8, 7, 6, 5, 4, 3, 2, 1])).toEqual([2, 8]);
  });
});

describe('what is asked', () => {
  it('is a bench, a commit, and how often', () => {
    expect(readArguments(['host', '--against', 'main'])).toEqual({
      name: 'host',
      against: 'main',
      rounds: 9,
      isJson: false,
    });
    expect(readArguments(['--json', '--rounds', '15', '--against', 'a1', 'log'])).toEqual({
      name: 'log',
      against: 'a1',
      rounds: 15,
      isJson: true,
    });
  });

  it.each([
    [['--against', 'main'], 'name it'],
    [['host', 'log', '--against', 'main'], 'one bench'],
    [['host', '--against'], 'needs a commit'],
    [['host', '--against', '--json'], 'needs a commit'],
    [['host', '--rounds', '9'], 'needs a commit'],
    [['host', '--against', 'main', '--rounds', '5'], '--rounds'],
    [['host', '--against', 'main', '--rounds', '1e9'], '--rounds'],
    [['host', '--against', 'main', '--rounds'], '--rounds'],
    [['host', '--against', 'main', '--fast'], 'no option --fast'],
  ])('is refused when it is %j', (args, problem) => {
    expect(readArguments(args)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('what a bench prints', () => {
  it('is read as rows, and nothing else is', () => {
    expect(readRows('{"rows":[{"name":"a","value":1,"unit":"ms","sense":"max","limit":null,"ok":true}]}')).toHaveLength(
      1,
    );
    for (const text of ['', 'no', 'null', '{}', '{"rows":{}}', '{"rows":[null]}', '{"rows":[{"name":"a"}]}'])
      expect(readRows(text)).toBeUndefined();
  });
});
