// Work that is too long to be done at once is done in slices, and everybody else of the process has a turn between two. And
// what is waited for.

import type { Steps } from '@vitrine/core/internal';

/** How long a slice may last, unless a single step takes longer. */
export const SLICE_MS = 8;

/** Not looked up again: who holds the clock of a test still must not hold what waits in here. */
const { setImmediate: soon } = globalThis;

/** Those that wait for a turn, the first of them first. */
const waiting: (() => void)[] = [];

/**
 * What came meanwhile is served first: the first immediate behind a socket's data comes before anything new is read. Of
 * several that wait one goes on in each round of the loop: together their slices would keep everybody else as long as one
 * that was never cut.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) soon(() => soon(releaseOne));
  });
}

function releaseOne(): void {
  // It stays the first until its own work has run, so that what comes then waits for another round.
  waiting[0]?.();
  soon(() => {
    waiting.shift();
    if (waiting.length > 0) releaseOne();
  });
}

export class Slices {
  #begun = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begun >= SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#begun = performance.now();
  }

  /** What fits the slice is found at once. */
  take<T>(steps: Steps<T>): T | Promise<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (this.isOver) return this.next().then(() => this.takeAll(steps));
    }
  }

  async takeAll<T>(steps: Steps<T>): Promise<T> {
    return this.take(steps);
  }
}

/** Resolves when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A promise, and what settles it. */
export function deferred<T = void>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: settle };
}
