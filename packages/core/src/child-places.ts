// Which places the children of one node stand at: those that a property gave before are given again as long as they stand
// for the same, others are made and let go. What a place is is left to tree-node.ts.

import { Scope } from './binding.ts';
import type { ComponentId } from './entry.ts';
import { HeldPlaces } from './held-places.ts';
import type { Json, JsonObject } from './json.ts';
import { isStepFrom, type Segments } from './pointer.ts';

interface ChildPlace {
  readonly componentId: ComponentId;
  readonly scope: Scope;
  /** Whether a child at this index, -1 for the only one, would stand here. */
  isAt(index: number, scope: Scope): boolean;
  /** Its position in the list of children is another one now. */
  moveTo(index: number): void;
  retarget(id: ComponentId): void;
  drop(): void;
}

/** The node whose children they are. */
export interface ParentNode<P> {
  readonly scope: Scope;
  /** How many places the tree may still hold. */
  readonly room: number;
  /** There are so many more places, or fewer. */
  settle(change: number): void;
  /** `index` in a list of children, -1 for the only one. */
  makePlace(key: string, index: number, id: ComponentId, scope: Scope): P;
}

/** What a template is repeated over: `list` leads there, `steps` lead on to its items. */
export interface Items {
  readonly list: Segments;
  readonly length: number;
  step(i: number): string;
}

const NONE: readonly never[] = [];

/** In all of them `owner` is the property that is read, `key` the position inside it. */
export class ChildPlaces<P extends ChildPlace> extends HeldPlaces<P> {
  only(parent: ParentNode<P>, owner: string, key: string, id: ComponentId): P | undefined {
    const old = this.find(owner, key)?.places ?? NONE;
    const before = old[0];
    if (before?.isAt(-1, parent.scope)) {
      before.retarget(id);
      return before;
    }
    // A list of thousands must not outgrow the tree; a property has one child at most.
    if (owner !== key && parent.room < 0) return undefined;
    for (const other of old) other.drop();
    const place = parent.makePlace(key, -1, id, parent.scope);
    this.#give(parent, owner, key, id, [place], old.length);
    return place;
  }

  /** One place per id: those that stay keep their identity wherever in the list they stand now. */
  listed(parent: ParentNode<P>, owner: string, key: string, ids: readonly Json[]): readonly P[] {
    const held = this.find(owner, key);
    if (held !== undefined && held.source === ids) return held.places;
    const old = held?.places ?? NONE;
    const most = mostPlaces(parent, old);
    const left = old.length === 0 ? undefined : new PlacesById(old, parent.scope);
    // Made to measure: pushing reserves room for seventeen, and most lists have five.
    const places = new Array<P>(Math.min(ids.length, most));
    let at = 0;
    for (const id of ids) {
      if (typeof id !== 'string') continue;
      if (at === most) break;
      const place = left?.take(id) ?? parent.makePlace(key, at, id, parent.scope);
      place.moveTo(at);
      places[at++] = place;
    }
    if (places.length > at) places.length = at;
    left?.dropAll();
    return this.#give(parent, owner, key, ids, places, old.length);
  }

  /** One place per item: positions that survive keep their identity. */
  repeated(
    parent: ParentNode<P>,
    owner: string,
    key: string,
    template: JsonObject,
    id: ComponentId,
    items: Items,
  ): readonly P[] {
    const held = this.find(owner, key);
    const old = held?.places ?? NONE;
    const count = Math.min(items.length, mostPlaces(parent, old));
    const keeps = held !== undefined && held.source === template;
    const { surface, env } = parent.scope;
    const places: P[] = [];
    for (let i = 0; i < count; i++) {
      const step = items.step(i);
      const same = old[i];
      if (same !== undefined && (keeps || same.componentId === id) && isStepFrom(items.list, step, same.scope.segments))
        places.push(same);
      else {
        same?.drop();
        places.push(parent.makePlace(key, i, id, new Scope(surface, env, [...items.list, step], i)));
      }
    }
    for (let i = count; i < old.length; i++) old[i]?.drop();
    return this.#give(parent, owner, key, template, places, old.length);
  }

  #give(
    parent: ParentNode<P>,
    owner: string,
    key: string,
    source: Json,
    places: readonly P[],
    before: number,
  ): readonly P[] {
    this.hold(owner, key, source, places);
    parent.settle(places.length - before);
    return places;
  }
}

/** One place more than there is room for says that something is missing. */
function mostPlaces(parent: ParentNode<unknown>, old: readonly unknown[]): number {
  return old.length + Math.max(0, parent.room + 1);
}

/** The places of a list, to be found again by the component that stands there. The same one may stand there twice. */
class PlacesById<P extends ChildPlace> {
  readonly #places = new Map<ComponentId, P[]>();

  constructor(places: readonly P[], scope: Scope) {
    for (const place of places) {
      const same = this.#places.get(place.componentId);
      // One of a template stands for an item of its list.
      if (place.scope !== scope) place.drop();
      else if (same === undefined) this.#places.set(place.componentId, [place]);
      else same.push(place);
    }
  }

  take(id: ComponentId): P | undefined {
    return this.#places.get(id)?.shift();
  }

  dropAll(): void {
    for (const places of this.#places.values()) for (const place of places) place.drop();
  }
}
