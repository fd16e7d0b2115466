// CPU seconds of a process and all that it has started, those that have ended included: PostgreSQL has one for each
// connection. Linux tells it.

import { readdirSync, readFileSync } from 'node:fs';

/** Of `/proc/PID/stat`, in hundredths of a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  readonly ticks: number;
  /** Of children that have ended. */
  readonly ended: number;
}

export function processSeconds(pid: number): number {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : undefined;
    if (times !== undefined) all.set(Number(name), times);
  }
  let ticks = 0;
  for (const [each, times] of all) {
    if (each === pid) ticks += times.ticks + times.ended;
    else if (times.parent === pid) ticks += times.ticks;
  }
  return ticks / TICKS_PER_SECOND;
}

function timesOf(pid: string): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may have anything in it, and ends with the last bracket.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (i) => fields[i],
    );
    return { parent, ticks: user + system, ended: endedUser + endedSystem };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
