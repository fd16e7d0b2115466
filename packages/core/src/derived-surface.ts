// The surface that a catalog derives from one of its own, for whoever draws it: kept up, so that a change of what it was
// derived from puts the components that differ and no others. Both share one data model, and nothing of it is stored.

import type { Catalog, SurfaceReader } from './catalog.ts';
import type { Component } from './entry.ts';
import { type Json, jsonEqual } from './json.ts';
import { untracked, Watcher } from './reactive.ts';
import { Catalogs } from './registry.ts';
import { Surface } from './surface.ts';

export class SurfaceDerivation extends Watcher {
  /** Empty while its catalog derives nothing. */
  readonly surface: Surface;
  readonly #source: Surface;
  readonly #reader: SurfaceReader;

  /** `into`: the catalog of the derived components. Dispose of it when nobody looks at the surface any more. */
  constructor(source: Surface, into: Catalog) {
    super();
    this.#source = source;
    this.#reader = observed(source);
    const op = { op: 'open', surface: source.id, catalog: into.id } as const;
    this.surface = new Surface(op, source.trust, new Catalogs([into]), source.data);
    this.start();
  }

  override run(): void {
    const catalog = this.#source.catalogFor(undefined);
    const derived = 'code' in catalog ? undefined : catalog.derive?.(this.#reader);
    untracked(() => this.#put(derived?.components ?? []));
  }

  #put(components: readonly Component[]): void {
    const { surface } = this;
    const kept = new Set(components.map(({ id }) => id));
    for (const { id } of surface.components()) if (!kept.has(id)) surface.remove(id);
    for (const component of components) {
      const before = surface.component(component.id);
      if (!jsonEqual(before as Json | undefined, component as Json)) surface.put(component);
    }
  }
}

/** The same surface, whose components are observed when a watcher reads them. */
function observed(surface: Surface): SurfaceReader {
  return {
    id: surface.id,
    place: surface.place,
    data: surface.data,
    get root() {
      return surface.root;
    },
    component(id) {
      const slot = surface.slot(id);
      slot.observe();
      return slot.component;
    },
  };
}
