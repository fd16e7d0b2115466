// Stretches of states, kept short: those that touch are one, and of too many the oldest are forgotten.

import type { Seq } from '@vitrine/core';

/** A viewer that polls has one for each state that it read and that does not follow the one before. */
export const MAX_RANGES = 256;

/** States that follow each other, both ends included. */
export interface SeqRange {
  readonly from: Seq;
  readonly to: Seq;
}

/** In order, the oldest first. */
export function withRange(ranges: readonly SeqRange[], { from, to }: SeqRange): readonly SeqRange[] {
  if (to < from) return ranges;
  const older = ranges.filter((range) => range.to + 1 < from);
  const newer = ranges.filter((range) => range.from > to + 1);
  const touching = ranges.slice(older.length, ranges.length - newer.length);
  const whole = {
    from: Math.min(from, touching[0]?.from ?? from),
    to: Math.max(to, touching.at(-1)?.to ?? to),
  };
  return [...older, whole, ...newer].slice(-MAX_RANGES);
}
