// What is being said to the audiences of one session and takes long: an entry in some dialect, the state that somebody joins
// with. One after the other, a slice a turn; all at once when the state is about to change, because it is read from there.

import { type Steps, untracked } from '@vitrine/core';
import { nextTurn, SLICE_MS } from '@vitrine/face-kit';

/** `then` is called when it is done, in the same turn. */
interface Encoding {
  readonly steps: Steps<void>;
  readonly then: () => void;
}

export class EncodingQueue {
  readonly #onError: (error: unknown) => void;
  #waiting: Encoding[] = [];
  #done: Promise<void> | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Resolves when all of it is done. Undefined: nothing waits. */
  get whenDone(): Promise<void> | undefined {
    return this.#done;
  }

  add(steps: Steps<void>, then: () => void): void {
    this.#waiting.push({ steps, then });
    this.#done ??= this.#takeTurns();
  }

  /** Does all of it at once. */
  finish(): void {
    this.#advance(Number.POSITIVE_INFINITY);
  }

  clear(): void {
    this.#waiting = [];
    this.#done = undefined;
  }

  async #takeTurns(): Promise<void> {
    try {
      do await nextTurn();
      while (!this.#advance(performance.now() + SLICE_MS));
    } catch (error) {
      this.#onError(error);
    }
  }

  /** True: nothing waits any more. */
  #advance(until: number): boolean {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!runUntil(next.steps, until)) return false;
      this.#waiting.shift();
      next.then();
    }
    this.#done = undefined;
    return true;
  }
}

/** True: it is done. */
export function runUntil(steps: Steps<void>, until: number): boolean {
  while (untracked(() => steps.next()).done !== true) if (performance.now() >= until) return false;
  return true;
}
