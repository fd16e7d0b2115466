// Long work in slices, so that everybody else of the process has a turn in between.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one slice may hold up the others. */
const SLICE_MS = 8;

export class Pace {
  #begun = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#begun >= SLICE_MS;
  }

  async rest(): Promise<void> {
    await nextTurn();
    this.#begun = performance.now();
  }
}
