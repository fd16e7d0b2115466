import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../test/runs.ts';
import { instantOf, offsetAt } from './zone.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const hoursAt = (text: string, zone: string) => offsetAt(at(text), zone) / HOUR;

const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];

describe('offsets', () => {
  test.each([
    ['2026-01-15T12:00Z', 'America/New_York', -5],
    ['2026-07-15T12:00Z', 'America/New_York', -4],
    ['2026-03-08T06:59:59.999Z', 'America/New_York', -5],
    ['2026-03-08T07:00Z', 'America/New_York', -4],
    ['2026-01-01T00:00Z', 'Asia/Kathmandu', 5.75],
    ['1980-01-01T00:00Z', 'Asia/Kathmandu', 5.5],
    ['2011-12-30T09:59Z', 'Pacific/Apia', -10],
    ['2011-12-30T10:00Z', 'Pacific/Apia', 14],
    ['2026-01-15T00:00Z', 'Australia/Lord_Howe', 11],
    ['2026-07-15T00:00Z', 'Australia/Lord_Howe', 10.5],
    ['1999-12-31T23:30Z', 'Pacific/Kiritimati', 14],
    ['2000-01-01T00:30Z', 'Etc/GMT+12', -12],
    ['2026-01-15T00:00Z', 'Etc/UTC', 0],
  ])('[FM12] at %s the offset of %s is %d hours', (instant, zone, hours) => {
    expect(hoursAt(instant, zone)).toBe(hours);
  });

  test('[FM12] offsets of a few seconds from before standard time are kept', () => {
    expect(offsetAt(at('1850-01-01T00:00:00Z'), 'America/New_York') / 1000).toBe(-(4 * 3600 + 56 * 60 + 2));
  });

  test('[FM12] wall time agrees with another formatter of Intl, whole seconds and year included', () => {
    const instants = fc.integer({ min: at('0002-01-01T00:00Z'), max: at('9998-12-31T00:00Z') });
    fc.assert(
      fc.property(
        fc.oneof(instants, fc.integer({ min: at('1970-01-01'), max: at('2040-01-01') })),
        fc.constantFrom(...ZONES),
        (instant, zone) => {
          const expected = new Intl.DateTimeFormat('en-GB', {
            ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
            ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
          }).formatToParts(instant);
          const part = (type: string) => Number(expected.find((candidate) => candidate.type === type)?.value);
          const wall = new Date(instant + offsetAt(instant, zone));
          expect([wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate()]).toEqual([
            part('year'),
            part('month'),
            part('day'),
          ]);
          expect([wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()]).toEqual([
            part('hour'),
            part('minute'),
            part('second'),
          ]);
          expect(wall.getUTCMilliseconds()).toBe(new Date(instant).getUTCMilliseconds());
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe('wall time to instant', () => {
  test.each([
    ['an ordinary time', '2026-09-04T12:00Z', 'America/New_York', '2026-09-04T16:00Z'],
    ['a time in a gap, forward', '2026-03-08T02:30Z', 'America/New_York', '2026-03-08T07:30Z'],
    ['the first minute of a gap', '2026-03-08T02:00Z', 'America/New_York', '2026-03-08T07:00Z'],
    ['the minute before a gap', '2026-03-08T01:59Z', 'America/New_York', '2026-03-08T06:59Z'],
    ['the minute after a gap', '2026-03-08T03:00Z', 'America/New_York', '2026-03-08T07:00Z'],
    ['a time that comes twice, the first', '2026-11-01T01:30Z', 'America/New_York', '2026-11-01T05:30Z'],
    ['the hour after a repeated one', '2026-11-01T02:00Z', 'America/New_York', '2026-11-01T07:00Z'],
    ['a day that was left out', '2011-12-30T10:00Z', 'Pacific/Apia', '2011-12-30T20:00Z'],
    ['the last moment before that day', '2011-12-29T23:59Z', 'Pacific/Apia', '2011-12-30T09:59Z'],
    ['the first moment behind it', '2011-12-31T00:00Z', 'Pacific/Apia', '2011-12-30T10:00Z'],
    ['a half-hour gap', '2026-10-04T02:15Z', 'Australia/Lord_Howe', '2026-10-03T15:45Z'],
    ['UTC', '2026-09-04T12:00Z', 'UTC', '2026-09-04T12:00Z'],
  ])('[FM12] %s: %s in %s is %s', (_, wall, zone, instant) => {
    expect(new Date(instantOf(at(wall), zone)).toISOString()).toBe(new Date(instant).toISOString());
  });

  test('[FM12] every instant whose wall time is not a repetition is found again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('1970-01-01'), max: at('2040-01-01') }),
        fc.constantFrom(...ZONES),
        (instant, zone) => {
          const wall = instant + offsetAt(instant, zone);
          const found = instantOf(wall, zone);
          expect(found).toBeLessThanOrEqual(instant);
          expect(found + offsetAt(found, zone)).toBe(wall);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test('[FM12] a time in a gap comes out later, never earlier, and on a time that exists', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('1970-01-01'), max: at('2040-01-01') }),
        fc.constantFrom(...ZONES),
        (wall, zone) => {
          const instant = instantOf(wall, zone);
          expect(instant + offsetAt(instant, zone)).toBeGreaterThanOrEqual(wall);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
