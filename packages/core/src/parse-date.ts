// Reads a date or time as agents send it: ISO 8601 text or epoch milliseconds.
// Whether it is shown, and in which zone, is left to format-date.ts. Anything else is undefined, never an exception.

import { clockTime, MS_PER_DAY } from './civil.ts';
import type { Json } from './json.ts';

/**
 * `instant`: a point in time. `wall`: date and time without offset, in the reader's zone. `date`: a calendar date, the
 * same in every zone. `time`: a time of day without date. Wall times as in zone.ts; a date is its midnight.
 */
export type ParsedDate =
  | { readonly kind: 'instant'; readonly instant: number }
  | { readonly kind: 'wall' | 'date' | 'time'; readonly wall: number };

export const FIRST_MOMENT = Date.parse('0001-01-01');
export const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

const MAX_LENGTH = 64;
// Digits that no date or time has are left out here: Date would read them in ways of its own.
const TIME = '((?:[01]\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d(?:[.,]\\d+)?)?)';
const OFFSET = '([+-])([01]\\d|2[0-3])(?::?([0-5]\\d))?';
const DAY = '(0[1-9]|[12]\\d|3[01])';
const DATE_TIME = new RegExp(`^(\\d{4}-(?:0[1-9]|1[0-2]))(?:-${DAY}(?:[Tt ]${TIME} ?([Zz]|${OFFSET})?)?)?$`);
const TIME_OF_DAY = new RegExp(`^[Tt]?${TIME}$`);

export function parseDate(value: Json | undefined): ParsedDate | undefined {
  if (typeof value === 'number') return instant(Math.floor(value));
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const text = value.trim();
  const dateTime = DATE_TIME.exec(text);
  if (dateTime !== null) return readDateTime(dateTime);
  const wall = clockTime(TIME_OF_DAY.exec(text)?.[1] ?? '');
  return wall < MS_PER_DAY ? { kind: 'time', wall } : undefined;
}

/** What is not a number on the way is in no range, and so gives nothing. */
function readDateTime(match: RegExpExecArray): ParsedDate | undefined {
  // A month without a day is its first day.
  const [, month, day = '01', clock, zone, sign, hours = '00', minutes = '00'] = match;
  const midnight = Date.parse(`${month}-${day}`);
  // Date may go on counting where a month ends.
  if (new Date(midnight).getUTCDate() !== Number(day) || midnight < FIRST_MOMENT) return undefined;
  if (clock === undefined) return { kind: 'date', wall: midnight };
  const wall = midnight + clockTime(clock);
  if (zone === undefined) return wall <= LAST_MOMENT ? { kind: 'wall', wall } : undefined;
  const offset = clockTime(`${hours}:${minutes}`);
  return instant(sign === '-' ? wall + offset : wall - offset);
}

function instant(value: number): ParsedDate | undefined {
  return value >= FIRST_MOMENT && value <= LAST_MOMENT ? { kind: 'instant', instant: value } : undefined;
}
