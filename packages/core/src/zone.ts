// Time zones through Intl: instants to wall time and back.
// A wall time is a number: the milliseconds since the epoch that the same clock face would mean in UTC.

import { clockTime, MS_PER_DAY } from './civil.ts';
import { BoundedMap } from './locale.ts';

const clocks = new BoundedMap<Intl.DateTimeFormat>(64);
/** GMT-04:56:02; seconds only where there are any, and perhaps nothing behind GMT where there is no offset. */
const OFFSET = /GMT(.)([\d:]+)/;

/** Milliseconds to add to the instant to get wall time. The zone must be one that Intl knows. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const clock = clocks.getOrCreate(zone, () => {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  });
  const [, sign, offset = '00:00'] = OFFSET.exec(clock.format(instant)) ?? [];
  return sign === '-' ? -clockTime(offset) : clockTime(offset);
}

/**
 * A wall time that a zone has twice means the first; one that it leaves out is read with the offset before the gap,
 * which moves it forward by the length of the gap.
 */
export function instantOf(wall: number, zone: string): number {
  // No zone is a day away from UTC, so these lie on either side of any change that could matter.
  const before = offsetAt(wall - MS_PER_DAY, zone);
  const after = offsetAt(wall + MS_PER_DAY, zone);
  if (before === after || offsetAt(wall - before, zone) === before) return wall - before;
  return offsetAt(wall - after, zone) === after ? wall - after : wall - before;
}
