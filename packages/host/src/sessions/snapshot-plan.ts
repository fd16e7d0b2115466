// When the state of a session is worth writing down: often enough that what must be read to come to a seq is bounded, and
// seldom enough that snapshots are a small part of what is written.

import type { Json, Seq } from '@vitrine/core';

/** So much more must have been written than the last snapshot is long, and so many entries. */
const FACTOR = 4;
const ENTRIES = 200;
/** Or so many characters: what must be read is bounded in bytes too. */
const CHARS = 4 << 20;

export interface DueSnapshot {
  readonly seq: Seq;
  readonly state: Json;
}

export class SnapshotPlan {
  #chars = 0;
  #entries = 0;
  /** How long the last one is. */
  #last = 0;

  wrote(chars: number): void {
    this.#chars += chars;
    this.#entries++;
  }

  /** The next load would be long without one. */
  get isWorthSaving(): boolean {
    return this.#entries >= ENTRIES;
  }

  /** How long the last one was when it was written, which is later: it is dear to write. */
  saved(chars: number): void {
    this.#last = chars;
  }

  /** A snapshot, if it is time for one. */
  due(seq: Seq, state: () => Json): DueSnapshot | undefined {
    if ((!this.isWorthSaving && this.#chars < CHARS) || this.#chars < this.#last * FACTOR) return undefined;
    const made = state();
    this.#chars = 0;
    this.#entries = 0;
    return { seq, state: made };
  }
}
