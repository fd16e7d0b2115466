// Work that is too long to be done at once is done in slices, and everybody else of the process has a turn between two.

import type { Steps } from '@vitrine/core';

/** How long a slice may last, unless a single step takes longer. */
export const SLICE_MS = 8;

/** What came meanwhile is served first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
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

  async takeAll<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (this.isOver) await this.next();
    }
  }
}
