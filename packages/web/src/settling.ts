// When skeletons give up because nothing has come for a while. A clock runs only while a skeleton is shown. What stands
// instead, and what is reported, is left to placeholder.ts.

import { Cell } from './cell.ts';
import type { Stage } from './stage.ts';

/** How long nothing may come before what is missing is called missing. */
export const SETTLE_AFTER_MS = 5000;

export class Settling {
  /** Nothing has come for as long as `after` says. Turns back when a new skeleton is shown. */
  readonly settled = new Cell(false);
  /** Milliseconds. */
  after = SETTLE_AFTER_MS;
  readonly #stage: Stage;
  #waiting = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** A skeleton is shown. */
  wait(): void {
    this.#waiting++;
    this.settled.value = false;
    if (this.#timer === undefined) this.#look();
  }

  /** A skeleton is gone. */
  unwait(): void {
    if (--this.#waiting > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const before = this.#progress;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#progress !== before) this.#look();
      else this.settled.value = true;
    }, this.after);
  }

  /** Components that nobody sees yet are drawn by nobody, but they have come. */
  get #progress(): number {
    return this.#stage.activity + this.#stage.surface.componentCount;
  }
}

const all = new WeakMap<Stage, Settling>();

export function settlingOf(stage: Stage): Settling {
  let settling = all.get(stage);
  if (settling === undefined) {
    settling = new Settling(stage);
    all.set(stage, settling);
  }
  return settling;
}
