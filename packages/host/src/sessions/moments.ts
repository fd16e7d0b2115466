// When entries came lately: what a person acts on is judged as it was shown, if that is not long ago.

import type { Seq } from '@vitrine/core';

const RECENT_MS = 5000;
/** Entries that come closer to each other are one moment. */
const MOMENT_MS = 50;

export class Moments {
  /** The first seq of each moment. */
  #moments: { readonly seq: Seq; readonly at: number }[] = [];

  /** `now`: milliseconds of a clock that nobody sets. */
  note(seq: Seq, now: number): void {
    const last = this.#moments.at(-1);
    if (last !== undefined && now - last.at < MOMENT_MS) return;
    this.#moments = this.#moments.filter((moment) => moment.at >= now - RECENT_MS);
    this.#moments.push({ seq, at: now });
  }

  /** Whether somebody may still have been shown the session as it was at `seq`. */
  isRecent(seq: Seq, head: Seq, now: number): boolean {
    if (seq > head) return false;
    const moment = this.#moments.find(({ at }) => at >= now - RECENT_MS);
    return moment === undefined ? seq === head : seq >= moment.seq - 1;
  }
}
