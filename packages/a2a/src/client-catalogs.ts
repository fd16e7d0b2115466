// The catalogs that clients brought. A host knows one catalog of an id, so it is kept here whose it is: nobody takes an id
// with another definition behind it, or all the room there is.

import { createHash } from 'node:crypto';
import type { Catalog, Catalogs, JsonObject } from '@vitrine/core';
import type { A2aLimits } from './limits.ts';

interface Brought {
  readonly owner: string;
  readonly digest: string;
}

export class ClientCatalogs {
  readonly #limits: A2aLimits;
  readonly #brought = new Map<string, Brought>();

  constructor(limits: A2aLimits) {
    this.#limits = limits;
  }

  /** Undefined: the host has it, this one or its own of that id. A text: why not. */
  add(known: Catalogs, catalog: Catalog, definition: JsonObject, owner: string): string | undefined {
    const digest = createHash('sha256').update(JSON.stringify(definition)).digest('base64url');
    const before = this.#brought.get(catalog.id);
    if (before !== undefined && before.digest !== digest) return 'The id of this catalog is taken by another one.';
    if (known.get(catalog.id) !== undefined) return undefined;
    const own = [...this.#brought.values()].filter((one) => one.owner === owner).length;
    if (own >= this.#limits.catalogsPerPrincipal) return 'The client has brought as many catalogs as it may.';
    if (known.ids.length >= this.#limits.catalogs) return 'The host has no room for another catalog.';
    known.add(catalog);
    this.#brought.set(catalog.id, { owner, digest });
    return undefined;
  }
}
