// Code that only some components need, in a file of its own that is fetched when the first of them is drawn. Drawings
// read `value`: they are drawn again once it is there.

import { Cell } from '../../cell.ts';

export class Chunk<T extends object> {
  readonly #load: () => Promise<T>;
  readonly #state = new Cell<T | 'waiting' | 'failed'>('waiting');
  #begun = false;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** `failed`: it will not come, and what is shown has to do without. */
  get value(): T | 'waiting' | 'failed' {
    this.begin();
    return this.#state.value;
  }

  /** Fetches it though nothing is drawn with it yet. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#load().then(
      (loaded) => {
        this.#state.value = loaded;
      },
      () => {
        this.#state.value = 'failed';
      },
    );
  }
}
