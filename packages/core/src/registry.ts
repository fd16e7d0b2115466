// The catalogs that a fold knows, by id and alias. A scope has its own beside those of the host that it stands on.

import type { Catalog } from './catalog.ts';

export class Catalogs {
  readonly #base: Catalogs | undefined;
  readonly #byId = new Map<string, Catalog>();
  readonly #list: Catalog[] = [];

  constructor(catalogs: Iterable<Catalog> = [], base?: Catalogs) {
    this.#base = base;
    for (const catalog of catalogs) this.add(catalog);
  }

  /** Knows what this one knows; what is added there is known there alone. */
  scope(): Catalogs {
    return new Catalogs([], this);
  }

  /** On the same ground, with the same catalogs; what is added to it is not added here. */
  copy(): Catalogs {
    return new Catalogs(this.#list, this.#base);
  }

  /** A later catalog takes an id over from an earlier one, but nothing from what a scope stands on. */
  add(catalog: Catalog): void {
    if (this.#base?.get(catalog.id) !== undefined) return;
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
    return this.#base?.get(id) ?? this.#byId.get(id);
  }

  /** Without those that a scope stands on. */
  get own(): readonly Catalog[] {
    return this.#list;
  }

  get ids(): readonly string[] {
    return [...this].map((catalog) => catalog.id);
  }

  [Symbol.iterator](): Iterator<Catalog> {
    return [...(this.#base ?? []), ...this.#list][Symbol.iterator]();
  }
}
