// Code that only some components need, in a file of its own that is fetched when the first of them is drawn. Drawings
// read `value`: they are drawn again once it is there, and their stage is not idle before.

import { Cell } from '../../cell.ts';
import type { Stage } from '../../stage.ts';

export class LazyModule<T extends object> {
  readonly #load: () => Promise<T>;
  readonly #state = new Cell<T | 'waiting' | 'failed'>('waiting');
  #coming: Promise<void> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** `failed`: it will not come, and what is shown has to do without. */
  value(stage: Stage): T | 'waiting' | 'failed' {
    this.#coming ??= this.#begin();
    const { value } = this.#state;
    if (value === 'waiting') stage.await(this.#coming);
    return value;
  }

  #begin(): Promise<void> {
    return this.#load().then(
      (loaded) => {
        this.#state.value = loaded;
      },
      () => {
        this.#state.value = 'failed';
      },
    );
  }
}
