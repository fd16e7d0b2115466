import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../test/runs.ts';
import type { Json } from './json.ts';
import { parseDate } from './parse-date.ts';

const instant = (text: string) => ({ kind: 'instant', instant: Date.parse(text) });
const floating = (kind: 'wall' | 'date' | 'time', text: string) => ({ kind, wall: Date.parse(text) });

describe('values that are read', () => {
  test.each<[Json, unknown]>([
    ['2026-09-04T12:00:00Z', instant('2026-09-04T12:00:00Z')],
    ['2026-09-04t12:00:00z', instant('2026-09-04T12:00:00Z')],
    ['2026-09-04T12:00:00.5Z', instant('2026-09-04T12:00:00.500Z')],
    ['2026-09-04T12:00:00,123456789Z', instant('2026-09-04T12:00:00.123Z')],
    ['2026-09-04T12:00+02:00', instant('2026-09-04T10:00:00Z')],
    ['2026-09-04T12:00-0530', instant('2026-09-04T17:30:00Z')],
    ['2026-09-04T12:00+14', instant('2026-09-03T22:00:00Z')],
    ['2026-09-04 12:00:00 +00:00', instant('2026-09-04T12:00:00Z')],
    ['2026-12-31T24:00:00Z', instant('2027-01-01T00:00:00Z')],
    ['2026-09-04T12:00', floating('wall', '2026-09-04T12:00:00Z')],
    [' 2026-09-04 12:00:01 ', floating('wall', '2026-09-04T12:00:01Z')],
    ['2026-09-04', floating('date', '2026-09-04T00:00:00Z')],
    ['2026-09', floating('date', '2026-09-01T00:00:00Z')],
    ['0001-01-01', floating('date', '0001-01-01T00:00:00Z')],
    ['9999-12-31', floating('date', '9999-12-31T00:00:00Z')],
    ['2024-02-29', floating('date', '2024-02-29T00:00:00Z')],
    ['14:30', floating('time', '1970-01-01T14:30:00Z')],
    ['T14:30:05.25', floating('time', '1970-01-01T14:30:05.250Z')],
    [0, instant('1970-01-01T00:00:00Z')],
    [1_788_523_200_000.9, instant('2026-09-04T12:00:00Z')],
    [-1, instant('1969-12-31T23:59:59.999Z')],
  ])('[FM10] %j is read', (value, expected) => {
    expect(parseDate(value)).toEqual(expected);
  });
});

describe('values that are not read', () => {
  test.each<[Json | undefined]>([
    [undefined],
    [null],
    [''],
    ['  '],
    [true],
    [[]],
    [{}],
    ['tomorrow'],
    ['Fri, 04 Sep 2026 12:00:00 GMT'],
    ['04/09/2026'],
    ['2026'],
    ['20260904'],
    ['2026-9-4'],
    ['2026-09-04T'],
    ['2026-09-04T12'],
    ['2026-09-04T12:00:00Zx'],
    ['2026-09-04T12:00[Europe/Berlin]'],
    ['+12026-01-01'],
    ['-0001-01-01'],
    ['14:30Z'],
    ['9:30'],
    [`2026-09-04T12:00:00.${'1'.repeat(1_000_000)}Z`],
    ['２０２６-09-04'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [8.64e15],
    [-8.64e15],
  ])('[FM14] unreadable value %# is nothing', (value) => {
    expect(parseDate(value)).toBeUndefined();
  });

  test.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-01-01T25:00',
    '2026-01-01T24:01',
    '2026-01-01T24:00:00.001',
    '2026-01-01T12:60',
    '2026-01-01T12:00:60Z',
    '2026-01-01T12:00+24:00',
    '2026-01-01T12:00+02:60',
    '2026-02-30T12:00Z',
    '0001-01-01T00:00+01:00',
    '9999-12-31T24:00',
    '9999-12-31T23:59-01:00',
    '24:00',
    '25:00',
    '12:60',
    '12:00:60',
  ])('[FM14] %s does not exist', (value) => {
    expect(parseDate(value)).toBeUndefined();
  });

  test('[FM10] what Date writes is read back', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (value) => {
        const iso = value.toISOString();
        expect(parseDate(iso)).toEqual({ kind: 'instant', instant: value.getTime() });
        expect(parseDate(iso.slice(0, -1))).toEqual({ kind: 'wall', wall: value.getTime() });
        expect(parseDate(iso.slice(0, 10))).toEqual({ kind: 'date', wall: Date.parse(iso.slice(0, 10)) });
      }),
      { numRuns: runs(1000) },
    );
  });

  test('[FM25] no value throws', () => {
    const nearly = fc.array(fc.constantFrom('2026', '-', '09', ':', 'T', 'Z', '+', '.', ' ', '30', '1'), {
      maxLength: 16,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          nearly.map((pieces) => pieces.join('')),
        ),
        (value) => {
          expect(['object', 'undefined']).toContain(typeof parseDate(value as Json));
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});
