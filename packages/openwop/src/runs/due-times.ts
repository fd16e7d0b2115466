// When what waits in a run is due, and the records that say so.

import type { PortRecord } from '@vitrine/core';
import { timeAt } from '@vitrine/face-kit';
import type { OpenwopSettings } from '../settings.ts';
import type { Run } from './run.ts';

export type DueSettings = Pick<OpenwopSettings, 'streamMs'>;

/** When each thing is due that waits in a run. */
export function dueTimes(run: Run, { streamMs }: DueSettings): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { id, due } of run.waitsFor) if (due !== undefined) times.set(`interrupt/${id}`, due);
  for (const [id, { waitsSince }] of run.surfaces)
    if (waitsSince !== undefined) times.set(`surface/${id}`, waitsSince + streamMs);
  return times;
}

/** Of what has begun to wait between the two. */
export function dueRecords(before: Run, after: Run, settings: DueSettings): readonly PortRecord[] {
  const known = dueTimes(before, settings);
  const { session } = after;
  return [...dueTimes(after, settings)]
    .filter(([what, due]) => known.get(what) !== due)
    .map(([what, due]) => ({ key: `due/${session}/${what}`, session, due: timeAt(due), value: what }));
}
