// The catalogs that a fold knows, by id and alias.

import type { Catalog } from './catalog.ts';

export class Catalogs {
  readonly #byId = new Map<string, Catalog>();
  readonly #list: Catalog[] = [];

  constructor(catalogs: Iterable<Catalog> = []) {
    for (const catalog of catalogs) this.add(catalog);
  }

  /** A later catalog takes an id over from an earlier one. */
  add(catalog: Catalog): void {
    const at = this.#list.findIndex(({ id }) => id === catalog.id);
    const before = this.#list[at];
    if (before === undefined) this.#list.push(catalog);
    else this.#list[at] = catalog;
    this.#byId.set(catalog.id, catalog);
    for (const alias of catalog.aliases) {
      const holder = this.#byId.get(alias);
      if (holder === undefined || holder === before) this.#byId.set(alias, catalog);
    }
  }

  get(id: string): Catalog | undefined {
    return this.#byId.get(id);
  }

  get ids(): readonly string[] {
    return this.#list.map((catalog) => catalog.id);
  }

  [Symbol.iterator](): Iterator<Catalog> {
    return this.#list[Symbol.iterator]();
  }
}
