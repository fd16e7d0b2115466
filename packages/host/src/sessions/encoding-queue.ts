// What reads the state of one session and takes long: an entry in some dialect, the state that somebody joins with, an act
// that is judged. One after the other, a slice a turn; all at once when the state is about to change.

import { type Steps, takeAll, untracked } from '@vitrine/core';
import { nextTurn, SLICE_MS } from '@vitrine/face-kit';

/** `then` is called when it is done, in the same turn. */
interface Encoding {
  readonly steps: Steps<void>;
  readonly then: () => void;
  /** Called instead where nobody goes on with it. */
  readonly dropped?: () => void;
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

  /** What fits a slice is found at once. Whoever waits has to look whether the state is still the same. */
  read<T>(steps: Steps<T>): T | Promise<T> {
    let found: { readonly value: T } | { readonly error: unknown } | undefined;
    const reading = (function* (): Steps<void> {
      try {
        found = { value: yield* steps };
      } catch (error) {
        found = { error };
      }
    })();
    const result = (): T => {
      if (found === undefined) takeAll(reading);
      if (found !== undefined && 'value' in found) return found.value;
      throw found?.error;
    };
    if (this.#waiting.length === 0 && runUntil(reading, performance.now() + SLICE_MS)) return result();
    // Resolved with the result itself: whoever waits goes on before those who wait until all is done.
    return new Promise((resolve, reject) => {
      const then = (): void => {
        try {
          resolve(result());
        } catch (error) {
          reject(error);
        }
      };
      this.#waiting.push({ steps: reading, then, dropped: then });
      this.#done ??= this.#takeTurns();
    });
  }

  /** Does all of it at once. */
  finish(): void {
    this.#advance(Number.POSITIVE_INFINITY);
  }

  clear(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#done = undefined;
    for (const { dropped } of waiting) dropped?.();
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
