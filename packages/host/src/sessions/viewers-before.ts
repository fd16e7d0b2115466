// Which viewers an earlier process served, as the log tells it: who joined, who left, and which state each named when it
// acted. What they were sent and confirmed is not written down, so this is the most that they can have been shown.

import type { Entry, Seq } from '@vitrine/core';
import { Slices } from '@vitrine/face-kit';
import type { SessionId, SessionLog } from '@vitrine/log';
import { MAX_RECENT_STATES } from './recent-states.ts';
import { type SeqRange, withRange } from './seq-ranges.ts';

export interface ViewerBefore {
  readonly ranges: readonly SeqRange[];
  /** The newest state that it acted on. */
  readonly basis: Seq;
}

interface Noted extends ViewerBefore {
  /** Since when it is there. */
  readonly since?: Seq;
}

/** Up to `end`. Entries up to `base` are no longer in the log. */
export async function readViewersBefore(
  log: SessionLog,
  session: SessionId,
  base: Seq,
  end: Seq,
): Promise<ReadonlyMap<string, ViewerBefore>> {
  const viewers = new Map<string, Noted>();
  const slices = new Slices();
  for await (const entry of log.read(session, Math.max(base, end - MAX_RECENT_STATES))) {
    if (entry.seq > end) break;
    note(viewers, entry);
    if (slices.isOver) await slices.next();
  }
  // Who did not leave was there until the process ended.
  for (const [viewer, noted] of viewers) viewers.set(viewer, until(noted, end));
  return viewers;
}

function note(viewers: Map<string, Noted>, { seq, from, basis, body }: Entry): void {
  const noted = (viewer: string): Noted => viewers.get(viewer) ?? { ranges: [], basis: 0 };
  if (from.role === 'viewer') {
    const { id } = from;
    const known = noted(id);
    // An act that names nothing was right at the state before it.
    const shown = basis ?? seq - 1;
    const ranges = withRange(known.ranges, { from: shown, to: shown });
    viewers.set(id, { ...known, ranges, basis: Math.max(known.basis, basis ?? 0) });
    return;
  }
  for (const part of body) {
    if (!('event' in part)) continue;
    if (part.event === 'join') viewers.set(part.viewer, { since: seq, ...noted(part.viewer) });
    else if (part.event === 'leave') viewers.set(part.viewer, until(noted(part.viewer), seq));
  }
}

function until({ ranges, basis, since }: Noted, to: Seq): Noted {
  return { ranges: since === undefined ? ranges : withRange(ranges, { from: since, to }), basis };
}
