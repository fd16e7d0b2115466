// The search field above the options of a choice. It is the page's own: nothing of it is written or sent.

import { attribute, make, text } from '../dom.ts';
import type { Stage } from '../stage.ts';
import type { ChoiceOptions } from './choice-options.ts';

export class ChoiceFilter {
  readonly dom = make('div', 'filter');
  readonly #options: ChoiceOptions;
  readonly #search = make('input', 'input');
  readonly #count = make('span', 'count');
  readonly #stage: Stage;

  constructor(options: ChoiceOptions, stage: Stage) {
    this.#stage = stage;
    this.#options = options;
    const search = this.#search;
    search.type = 'search';
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
    const { words } = this.#stage;
    for (const name of ['placeholder', 'aria-label']) attribute(this.#search, name, words.filter);
    const { value } = this.#search;
    const found = this.#options.filter(value);
    text(this.#count, value.trim() === '' ? '' : words.found(found, this.#options.size));
  }
}
