// What a drawing has read, kept until something of it changes. Large content is drawn in many slices, and reading all of
// it for each would take longer than drawing.

import { Watcher } from '@vitrine/core/page';
import type { Ui } from './widget.ts';

export class Reading<T> extends Watcher {
  readonly #ui: Ui;
  readonly #read: () => T;
  #value: T | undefined;
  #isStale = true;
  #waits = false;

  constructor(ui: Ui, read: () => T) {
    super();
    this.#ui = ui;
    this.#read = read;
  }

  /** Undefined when reading has taken all the time of this slice: the next drawing, which comes by itself, gets it. */
  take(): T | undefined {
    if (!this.#isStale) return this.#value;
    this.execute();
    // What changes all the time is drawn every other time.
    this.#waits = !this.#waits && !this.#ui.stage.hasTime();
    if (!this.#waits) return this.#value;
    this.#ui.schedule();
    return undefined;
  }

  override run(): void {
    this.#value = this.#read();
    this.#isStale = false;
  }

  override enqueue(): void {
    this.#isStale = true;
    this.#ui.schedule();
  }
}
