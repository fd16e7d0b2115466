// The search field above the options of a choice. It is the page's own: nothing of it is written or sent.

import { make, text } from '../dom.ts';
import type { ChoiceOptions } from './choice-options.ts';

export class ChoiceFilter {
  readonly dom = make('div', 'filter');
  readonly #options: ChoiceOptions;
  readonly #search = make('input', 'input');
  readonly #count = make('span', 'count');

  constructor(options: ChoiceOptions) {
    this.#options = options;
    const search = this.#search;
    search.type = 'search';
    search.placeholder = 'Filter';
    search.setAttribute('aria-label', 'Filter options');
    search.autocomplete = 'off';
    this.#count.role = 'status';
    this.dom.append(search, this.#count);
    search.addEventListener('input', (event) => {
      // Nothing is chosen by it.
      event.stopPropagation();
      this.apply();
    });
  }

  apply(): void {
    const { value } = this.#search;
    const found = this.#options.filter(value);
    text(this.#count, value.trim() === '' ? '' : `${found} of ${this.#options.size}`);
  }
}
