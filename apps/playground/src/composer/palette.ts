// Every component of the catalog, to be put in by a press or dragged to its place; a filter finds one by name or purpose.

import type { Catalog } from '@vitrine/core';
import { el, replaceRows } from '../page/element.ts';
import type { CatalogHelp } from './catalog-help.ts';
import { DRAGGED_TYPE } from './outline.ts';

export class Palette {
  readonly #list: HTMLElement;
  readonly #filter: HTMLInputElement;
  readonly #help: CatalogHelp;
  #catalog: Catalog | undefined;

  constructor(list: HTMLElement, filter: HTMLInputElement, help: CatalogHelp, chosen: (type: string) => void) {
    this.#list = list;
    this.#filter = filter;
    this.#help = help;
    filter.addEventListener('input', () => this.#draw());
    list.addEventListener('click', ({ target }) => {
      const type = target instanceof Element ? target.closest<HTMLElement>('[data-type]')?.dataset.type : undefined;
      if (type !== undefined) chosen(type);
    });
    list.addEventListener('dragstart', (event) => {
      const type = (event.target as HTMLElement).dataset.type;
      if (type !== undefined) event.dataTransfer?.setData(DRAGGED_TYPE, type);
    });
  }

  update(catalog: Catalog | undefined): void {
    if (catalog === this.#catalog) return;
    this.#catalog = catalog;
    this.#draw();
  }

  #draw(): void {
    const wanted = this.#filter.value.trim().toLowerCase();
    const words = this.#catalog === undefined ? undefined : this.#help.catalogWords(this.#catalog).components;
    const types = [...(this.#catalog?.components.keys() ?? [])].filter((type) =>
      `${type} ${words?.[type]?.summary ?? ''}`.toLowerCase().includes(wanted),
    );
    const rows = types.map((type) =>
      el(
        'button',
        { type: 'button', class: 'palette-item', draggable: 'true', 'data-type': type, title: words?.[type]?.summary },
        type,
      ),
    );
    const none = this.#catalog === undefined ? 'No surface yet.' : 'No component is called that.';
    replaceRows(this.#list, ...(rows.length > 0 ? rows : [el('p', { class: 'empty' }, none)]));
  }
}
