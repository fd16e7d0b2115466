// One of several options, as a native list to open. Values stand beside the list: they may be of any type, and two options
// may have the same.

import { type Json, jsonEqual } from '@vitrine/core/page';
import { make } from '../dom.ts';
import type { Control, ControlDescription, ControlOption, ControlWords } from './control.ts';

/** The browser measures every option when it lays the list out. */
export const MAX_OPTIONS = 2000;

export class ListControl implements Control {
  readonly dom = make('select', 'input');
  #options: readonly ControlOption[] = [];
  #drawn = '';

  get field(): HTMLElement {
    return this.dom;
  }

  get focus(): HTMLElement {
    return this.dom;
  }

  read(): Json | undefined {
    return this.#options[this.dom.selectedIndex - 1]?.value;
  }

  show(value: Json | undefined): void {
    const index = value === undefined ? 0 : this.#options.findIndex((option) => jsonEqual(option.value, value)) + 1;
    if (this.dom.selectedIndex !== index) this.dom.selectedIndex = index;
  }

  /** The first of the list stands for no choice. */
  draw({ options = [], placeholder }: ControlDescription, words: ControlWords): void {
    const first = placeholder ?? words.choose;
    const drawn = JSON.stringify([first, options]);
    if (drawn === this.#drawn) return;
    const chosen = this.read();
    this.#drawn = drawn;
    this.#options = options;
    this.dom.replaceChildren(...[first, ...options.map(({ label }) => label)].map((label) => new Option(label)));
    this.show(chosen);
  }
}
