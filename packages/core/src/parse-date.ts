// Reads a date or time as agents send it: ISO 8601 text or epoch milliseconds.
// Whether it is shown, and in which zone, is left to format-date.ts. Anything else is undefined, never an exception.

import { daysInMonth, daysOf, MS_PER_DAY } from './civil.ts';
import type { Json } from './json.ts';

/**
 * `instant`: a point in time. `wall`: date and time without offset, in the reader's zone. `date`: a calendar date, the
 * same in every zone. `time`: a time of day without date. Wall times as in zone.ts; a date is its midnight.
 */
export type ParsedDate =
  | { readonly kind: 'instant'; readonly instant: number }
  | { readonly kind: 'wall' | 'date' | 'time'; readonly wall: number };

export const FIRST_MOMENT = daysOf(1, 1, 1) * MS_PER_DAY;
export const LAST_MOMENT = daysOf(10_000, 1, 1) * MS_PER_DAY - 1;

const MAX_LENGTH = 64;
const TIME = '(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d+))?)?';
const DATE_TIME = new RegExp(`^(\\d{4})-(\\d{2})(?:-(\\d{2})(?:[Tt ]${TIME} ?(Z|z|[+-]\\d{2}(?::?\\d{2})?)?)?)?$`);
const TIME_OF_DAY = new RegExp(`^[Tt]?${TIME}$`);

export function parseDate(value: Json | undefined): ParsedDate | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? instant(Math.floor(value)) : undefined;
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const text = value.trim();
  const dateTime = DATE_TIME.exec(text);
  if (dateTime !== null) return readDateTime(dateTime);
  const time = TIME_OF_DAY.exec(text);
  if (time === null) return undefined;
  const wall = readTime(time[1], time[2], time[3], time[4]);
  return wall === undefined || wall === MS_PER_DAY ? undefined : { kind: 'time', wall };
}

function readDateTime(match: RegExpExecArray): ParsedDate | undefined {
  const year = Number(match[1]);
  const month = Number(match[2]);
  // A month without a day is its first day.
  const day = Number(match[3] ?? 1);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const midnight = daysOf(year, month, day) * MS_PER_DAY;
  if (match[4] === undefined) return { kind: 'date', wall: midnight };
  const time = readTime(match[4], match[5], match[6], match[7]);
  if (time === undefined) return undefined;
  const wall = midnight + time;
  if (match[8] === undefined) return wall > LAST_MOMENT ? undefined : { kind: 'wall', wall };
  const offset = readOffset(match[8]);
  return offset === undefined ? undefined : instant(wall - offset);
}

function instant(value: number): ParsedDate | undefined {
  return value < FIRST_MOMENT || value > LAST_MOMENT ? undefined : { kind: 'instant', instant: value };
}

/** Milliseconds since midnight; 24:00 is the end of the day (ISO 8601). */
function readTime(hours = '', minutes = '', seconds = '0', fraction = '0'): number | undefined {
  const hour = Number(hours);
  const minute = Number(minutes);
  const second = Number(seconds);
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (hour > 24 || minute > 59 || second > 59) return undefined;
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
  return time > MS_PER_DAY ? undefined : time;
}

function readOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const hour = Number(text.slice(1, 3));
  const minute = Number(text.slice(3).replace(':', '') || 0);
  if (hour > 23 || minute > 59) return undefined;
  return (hour * 60 + minute) * 60_000 * (text.startsWith('-') ? -1 : 1);
}
