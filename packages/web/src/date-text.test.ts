import { describe, expect, test } from 'vitest';
import { type DateKind, dateForControl, dateFromControl } from './date-text.ts';

const BERLIN = 'Europe/Berlin';

describe('what a control shows', () => {
  test.each<[string, DateKind, string | undefined]>([
    ['2026-11-15', 'date', '2026-11-15'],
    ['2026-11', 'date', '2026-11-01'],
    ['2026-11-15T10:30', 'date', '2026-11-15'],
    ['2026-11-15T23:30:00Z', 'date', '2026-11-15'],
    ['2026-11-15T00:30:00+09:00', 'date', '2026-11-15'],
    ['10:30', 'date', undefined],
    ['10:30', 'time', '10:30'],
    ['10:30:00', 'time', '10:30'],
    ['10:30:15', 'time', '10:30:15'],
    ['T10:30', 'time', '10:30'],
    ['2026-11-15T10:30:00-05:00', 'time', '10:30'],
    ['2026-11-15', 'time', undefined],
    ['2026-11-15', 'datetime-local', '2026-11-15T00:00'],
    ['2026-11-15T10:30', 'datetime-local', '2026-11-15T10:30'],
    ['2026-11-15 10:30:05.250', 'datetime-local', '2026-11-15T10:30:05'],
    ['2026-11-15T10:30:00Z', 'datetime-local', '2026-11-15T11:30'],
    ['2026-07-15T10:30:00.000Z', 'datetime-local', '2026-07-15T12:30'],
    ['2026-11-15T23:30:00-05:00', 'datetime-local', '2026-11-16T05:30'],
    ['10:30', 'datetime-local', undefined],
    ['2026-02-30', 'date', undefined],
    ['25:00', 'time', undefined],
    ['9999-12-31T23:59:00Z', 'datetime-local', undefined],
    ['soon', 'date', undefined],
    ['', 'date', undefined],
  ])('%s as %s is %s', (text, kind, shown) => {
    expect(dateForControl(text, kind, BERLIN)).toBe(shown);
  });

  test('a day as the last one allowed lasts until its end', () => {
    expect(dateForControl('2026-11-15', 'datetime-local', 'UTC', true)).toBe('2026-11-15T23:59');
    expect(dateForControl('2026-11-15', 'date', 'UTC', true)).toBe('2026-11-15');
  });
});

describe('what is written', () => {
  test.each<[string, DateKind, string, string]>([
    ['2026-12-24', 'date', '', '2026-12-24'],
    ['2026-12-24', 'date', 'nonsense', '2026-12-24'],
    ['2026-12-24', 'date', '2026-11-15', '2026-12-24'],
    ['2026-12-24', 'date', '10:30', '2026-12-24'],
    ['2026-12-24', 'date', '2026-11-15T00:00:00.000Z', '2026-12-24T00:00:00.000Z'],
    ['18:05', 'time', '', '18:05'],
    ['18:05', 'time', '10:30:00', '18:05:00'],
    ['18:05:09', 'time', '10:30:00', '18:05:09'],
    ['18:05', 'time', '2026-11-15T10:30:00+01:00', '2026-11-15T18:05:00+01:00'],
    ['2026-12-24T18:05', 'datetime-local', '', '2026-12-24T18:05'],
    ['2026-12-24T18:05', 'datetime-local', '2026-11-15', '2026-12-24T18:05'],
    ['2026-12-24T18:05', 'datetime-local', '2026-11-15T10:30:00', '2026-12-24T18:05:00'],
    ['2026-12-24T18:05', 'datetime-local', '2026-11-15 10:30', '2026-12-24 18:05'],
    ['2026-12-24T18:05', 'datetime-local', '2026-11-15T10:30:00.000Z', '2026-12-24T17:05:00.000Z'],
    ['2026-12-24T18:05', 'datetime-local', '2026-11-15T10:30-0500', '2026-12-24T12:05-0500'],
    ['2026-12-24T00:05', 'datetime-local', '2026-11-15T10:30Z', '2026-12-23T23:05Z'],
    ['2026-12-24T18:05', 'datetime-local', '10:30', '2026-12-24T18:05'],
    ['', 'date', '2026-11-15', ''],
    ['', 'datetime-local', '2026-11-15T10:30:00Z', ''],
  ])('%s of a %s control after %s is %s', (entered, kind, before, written) => {
    expect(dateFromControl(entered, kind, before, BERLIN)).toBe(written);
  });

  test('what is written is shown as it was entered', () => {
    for (const before of ['2026-11-15T10:30:00Z', '2026-11-15T10:30+05:30', '2026-11-15T10:30:00.000-08:00']) {
      for (const entered of ['2026-03-29T01:30', '2026-07-01T12:00', '2026-12-31T23:59']) {
        const written = dateFromControl(entered, 'datetime-local', before, BERLIN);
        expect(dateForControl(written, 'datetime-local', BERLIN)).toBe(entered);
      }
    }
  });
});
