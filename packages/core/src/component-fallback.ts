// The components that stand for one whose look nobody here knows, for whoever draws it: what its declaration gives as its
// fallback, else what it says or contains. Kept up, so that a change puts the parts that differ and no others. Parts stand
// in the place of the component, over the same data, within the bounds of its tree; nothing of them is stored.

import { evaluate } from './binding.ts';
import type { Catalog, Fallback, FallbackContext } from './catalog.ts';
import { degradedComponent } from './degraded-component.ts';
import type { Component, ComponentId } from './entry.ts';
import { type Json, jsonEqual } from './json.ts';
import type { Limits } from './limits.ts';
import { untracked, Watcher } from './reactive.ts';
import { referencesOf } from './references.ts';
import { Catalogs } from './registry.ts';
import { type Slot, Surface } from './surface.ts';
import { type Ground, Place, type TreeNode } from './tree-node.ts';
import { isPending } from './value.ts';

export class ComponentFallback extends Watcher {
  /** Where the part stands that has the id of the component. */
  readonly place: Place;
  readonly #node: TreeNode;
  readonly #surface: PartsSurface;
  #losses: readonly string[] = [];

  /** `into`: the catalog of the parts. Dispose of it when nobody looks at them any more. */
  constructor(node: TreeNode, into: Catalog) {
    super();
    this.#node = node;
    const { tree, parent, scope } = node.place;
    this.#surface = new PartsSurface(node.id, tree.surface, into);
    this.start();
    this.place = new Place(new PartsGround(this.#surface, tree), parent, '', -1, node.id, scope);
  }

  /** Those that have another id than the component. */
  get partIds(): readonly ComponentId[] {
    return this.#surface.components().flatMap(({ id }) => (id === this.#node.id ? [] : [id]));
  }

  /** What the parts do not say of the component. */
  get losses(): readonly string[] {
    return this.#losses;
  }

  override run(): void {
    const { component, declaration } = this.#node;
    if (component === undefined) return;
    const { catalog: _catalog, ...plain } = component;
    const fallback: Fallback | undefined = declaration?.fallback?.(plain, this.#context);
    const parts = fallback?.components ?? [degradedComponent(plain, declaration, referencesOf(component, declaration))];
    this.#losses = fallback?.losses ?? [];
    untracked(() => this.#put(parts));
  }

  override dispose(): void {
    super.dispose();
    this.place.drop();
  }

  get #context(): FallbackContext {
    const { id, scope } = this.#node;
    return {
      ...{ isLive: true, hasFormat: true, partId: (name) => `${id}:${name}` },
      read: (value) => {
        const now = evaluate(value, scope);
        return isPending(now) ? undefined : now;
      },
    };
  }

  #put(parts: readonly Component[]): void {
    const surface = this.#surface;
    surface.partIds = new Set(parts.map(({ id }) => id));
    for (const part of parts)
      if (!jsonEqual(surface.component(part.id) as Json | undefined, part as Json)) surface.put(part);
  }
}

/** The parts, and behind them everything of the surface that they are drawn in. */
class PartsSurface extends Surface {
  readonly #behind: Surface;
  #partIds: ReadonlySet<ComponentId> = new Set();

  constructor(root: ComponentId, behind: Surface, into: Catalog) {
    const op = { op: 'open', surface: behind.id, root, catalog: into.id } as const;
    super(op, behind.trust, new Catalogs([into]), behind.data);
    this.#behind = behind;
  }

  /** What the parts are called from now on: whatever the surface has under one of these ids is not theirs. */
  set partIds(ids: ReadonlySet<ComponentId>) {
    for (const { id } of this.components()) if (!ids.has(id)) this.remove(id);
    this.#partIds = ids;
  }

  override slot(id: ComponentId): Slot {
    return this.#partIds.has(id) ? super.slot(id) : this.#behind.slot(id);
  }
}

class PartsGround implements Ground {
  readonly surface: Surface;
  readonly #outer: Ground;

  constructor(surface: Surface, outer: Ground) {
    this.surface = surface;
    this.#outer = outer;
  }

  get limits(): Limits {
    return this.#outer.limits;
  }
  get topId(): ComponentId {
    return this.#outer.topId;
  }
  get room(): number {
    return this.#outer.room;
  }
  settle(change: number): void {
    this.#outer.settle(change);
  }
  admit(): boolean {
    return this.#outer.admit();
  }
  release(): void {
    this.#outer.release();
  }
  reading(id: ComponentId, name: string): void {
    this.#outer.reading(id, name);
  }
  exceeded(id: ComponentId): void {
    this.#outer.exceeded(id);
  }
}
