import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../test/runs.ts';
import { dateOf, daysOf, isoWeekOf, MS_PER_DAY, weekdayOf } from './civil.ts';

const FIRST = daysOf(1, 1, 1);
const LAST = daysOf(9999, 12, 31);

describe('calendar arithmetic', () => {
  test('[FM15] days and dates agree with Date over the years 1 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (days) => {
        const { year, month, day } = dateOf(days);
        const date = new Date(days * MS_PER_DAY);
        expect([year, month, day]).toEqual([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
        expect(daysOf(year, month, day)).toBe(days);
        expect(weekdayOf(days) % 7).toBe(date.getUTCDay());
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each([
    [2024, true],
    [2026, false],
    [1900, false],
    [2000, true],
  ])('[FM15] %d leap year: %s', (year, leap) => {
    expect(dateOf(daysOf(year, 2, 29))).toEqual({ year, month: leap ? 2 : 3, day: leap ? 29 : 1 });
    expect(daysOf(year, 3, 1) - daysOf(year, 2, 1)).toBe(leap ? 29 : 28);
  });

  test.each([
    [2026, 9, 4, 2026, 36],
    [2021, 1, 3, 2020, 53],
    [2024, 12, 30, 2025, 1],
    [2026, 12, 31, 2026, 53],
    [2027, 1, 4, 2027, 1],
    [1, 1, 1, 1, 1],
  ])('[FM20] %d-%d-%d lies in week %d-W%d', (year, month, day, weekYear, week) => {
    expect(isoWeekOf(daysOf(year, month, day))).toEqual({ year: weekYear, week });
  });
});
