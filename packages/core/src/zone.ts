// Time zones through Intl: instants to wall time and back.
// A wall time is a number: the milliseconds since the epoch that the same clock face would mean in UTC.

import { dateOf, daysOf, MS_PER_DAY } from './civil.ts';
import { BoundedMap } from './locale.ts';

const UTC_NAMES = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT']);
const clocks = new BoundedMap<Intl.DateTimeFormat>(64);

/** Milliseconds to add to the instant to get wall time. The zone must be one that Intl knows. */
export function offsetAt(instant: number, zone: string): number {
  if (UTC_NAMES.has(zone)) return 0;
  const second = Math.floor(instant / 1000) * 1000;
  return wallClock(second, zone) - second;
}

/**
 * A wall time that a zone has twice means the first; one that it leaves out is read with the offset before the gap,
 * which moves it forward by the length of the gap.
 */
export function instantOf(wall: number, zone: string): number {
  if (UTC_NAMES.has(zone)) return wall;
  // No zone is a day away from UTC, so these lie on either side of any change that could matter.
  const before = offsetAt(wall - MS_PER_DAY, zone);
  const after = offsetAt(wall + MS_PER_DAY, zone);
  if (before === after || offsetAt(wall - before, zone) === before) return wall - before;
  return offsetAt(wall - after, zone) === after ? wall - after : wall - before;
}

// The text of one format() costs a third of formatToParts(); en-US writes month, day, hour, minute, second.
// The year is left out because it is known up to one, and eras with it.
function wallClock(second: number, zone: string): number {
  const text = clocks.getOrCreate(zone, () => createClock(zone)).format(second);
  const [month = 0, day = 0, hour = 0, minute = 0, secondOfMinute = 0] = numbersIn(text);
  const today = Math.floor(second / MS_PER_DAY);
  const { year } = dateOf(today);
  let days = daysOf(year, month, day);
  if (days - today > 2) days = daysOf(year - 1, month, day);
  else if (today - days > 2) days = daysOf(year + 1, month, day);
  return days * MS_PER_DAY + ((hour * 60 + minute) * 60 + secondOfMinute) * 1000;
}

function createClock(zone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
}

function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  let current = -1;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) current = (current < 0 ? 0 : current * 10) + digit;
    else if (current >= 0) {
      numbers.push(current);
      current = -1;
    }
  }
  if (current >= 0) numbers.push(current);
  return numbers;
}
