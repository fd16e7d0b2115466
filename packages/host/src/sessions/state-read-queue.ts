// What reads the state of one session and takes long: an entry in some dialect, the state that somebody joins with, an act
// that is judged. One after the other, a slice a turn; all at once when the state is about to change.

import { type Steps, takeAll, untracked } from '@vitrine/core/internal';
import { nextTurn, SLICE_MS } from '@vitrine/face-kit';

/** `then` is called when it is done, in the same turn. */
interface QueuedRead {
  readonly steps: Steps<void>;
  readonly then: () => void;
  /** Called instead where nobody goes on with it. */
  readonly dropped?: () => void;
}

export class StateReadQueue {
  readonly #onError: (error: unknown) => void;
  #waiting: QueuedRead[] = [];
  #done: Promise<void> | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Resolves when all of it is done. Undefined: nothing waits. */
  get whenDone(): Promise<void> | undefined {
    return this.#done;
  }

  add(steps: Steps<void>, then: () => void, dropped?: () => void): void {
    this.#waiting.push({ steps, then, ...(dropped && { dropped }) });
    this.#done ??= this.#takeTurns();
  }

  /** What fits a slice is found at once. Whoever waits has to look whether the state is still the same. */
  read<T>(steps: Steps<T>): T | Promise<T> {
    let found: T | undefined;
    const reading = (function* (): Steps<void> {
      found = yield* steps;
    })();
    if (this.#waiting.length === 0 && runUntil(reading, performance.now() + SLICE_MS)) return found as T;
    return new Promise((resolve, reject) => {
      // What fails concerns who waits for it, and not the session. Resolved here: before those who wait until all is done.
      const rest = (function* (): Steps<void> {
        try {
          yield* reading;
          resolve(found as T);
        } catch (error) {
          reject(error);
        }
      })();
      this.add(
        rest,
        () => undefined,
        () => takeAll(rest),
      );
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
