// Code of ours that a page does not need to begin with. It has a place here, and an evaluation that meets an empty place
// gives a pending value and runs again once the code is there. When it is fetched, and how, is the page's business.

import { Source } from './reactive.ts';

export class LateCode<T extends object> {
  readonly #arrived = new Source();
  #code: T | undefined;

  /** Undefined until it is there. Observed. */
  get code(): T | undefined {
    if (this.#code === undefined) this.#arrived.observe();
    return this.#code;
  }

  give(code: T): void {
    this.#code = code;
    this.#arrived.fire();
  }
}
