// One value of the page's own (not of the data model) that drawings can depend on.

import { Source } from '@vitrine/core/page';

export class Cell<T> extends Source {
  #value: T;

  constructor(value: T) {
    super();
    this.#value = value;
  }

  get value(): T {
    this.observe();
    return this.#value;
  }

  set value(value: T) {
    if (Object.is(this.#value, value)) return;
    this.#value = value;
    this.fire();
  }
}
