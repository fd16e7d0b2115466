// The places that the properties of one node gave, so that reading a property again gives the same ones, and those that
// it no longer gives are let go. What a place is, and when one is made, is left to tree.ts.

import type { Json } from './json.ts';

interface Droppable {
  drop(): void;
}

/** What one position under the node held when it was read, and the places it gave. */
export interface Held<P> {
  /** The property that it belongs to: itself, or the one that the list or object around it stands in. */
  readonly owner: string;
  source: Json;
  places: readonly P[];
  /** The reading in which it was given last. */
  reading: number;
}

export class HeldPlaces<P extends Droppable> {
  /** By property. Most nodes have one. */
  #first: Held<P> | undefined;
  #more: Held<P>[] | undefined;
  /** By position, for what stands inside lists and objects: there may be thousands. */
  #inner: Map<string, Held<P>> | undefined;
  #reading = 0;

  /** A property is read: what is found or held from now on counts as given by it. */
  begin(): void {
    this.#reading++;
  }

  find(owner: string, key: string): Held<P> | undefined {
    const held = owner === key ? this.#ownOf(owner) : this.#inner?.get(key);
    if (held !== undefined) held.reading = this.#reading;
    return held;
  }

  #ownOf(owner: string): Held<P> | undefined {
    return this.#first?.owner === owner ? this.#first : this.#more?.find((held) => held.owner === owner);
  }

  /** Holds the places in the stead of those before; dropping the latter is left to the caller. */
  hold(owner: string, key: string, source: Json, places: readonly P[]): void {
    const held = this.find(owner, key);
    if (held !== undefined) {
      held.source = source;
      held.places = places;
      return;
    }
    const made = { owner, source, places, reading: this.#reading };
    if (owner !== key) {
      this.#inner ??= new Map();
      this.#inner.set(key, made);
    } else if (this.#first === undefined) this.#first = made;
    else this.#more = [...(this.#more ?? []), made];
  }

  /** Drops what the property gave before and did not give in the present reading; tells how many more there are now. */
  end(owner: string): number {
    let change = 0;
    const held = this.#ownOf(owner);
    if (held !== undefined && held.reading !== this.#reading) {
      if (held === this.#first) this.#first = undefined;
      else this.#more = this.#more?.filter((other) => other !== held);
      change -= drop(held);
    }
    if (this.#inner === undefined) return change;
    for (const [key, inner] of this.#inner) {
      if (inner.owner !== owner || inner.reading === this.#reading) continue;
      change -= drop(inner);
      this.#inner?.delete(key);
    }
    return change;
  }

  /** Drops what properties gave that are set no more; tells how many more there are now. */
  keep(names: readonly string[]): number {
    let change = 0;
    this.begin();
    if (this.#more === undefined && this.#inner === undefined) {
      const owner = this.#first?.owner;
      return owner === undefined || names.includes(owner) ? 0 : this.end(owner);
    }
    for (const { owner } of this.#all()) if (!names.includes(owner)) change += this.end(owner);
    return change;
  }

  #all(): readonly Held<P>[] {
    const first = this.#first === undefined ? [] : [this.#first];
    return [...first, ...(this.#more ?? []), ...(this.#inner?.values() ?? [])];
  }

  /**
   * Drops all. The lists are emptied, because V8 may have put them into its old space from the start, where a dead one
   * keeps the whole tree that its places belong to until the next full collection (twice the time of a tree made and
   * thrown away).
   */
  dropAll(): number {
    let change = 0;
    for (const held of this.#all()) {
      change -= drop(held);
      (held.places as P[]).length = 0;
    }
    this.#first = undefined;
    this.#more = undefined;
    this.#inner = undefined;
    return change;
  }
}

function drop<P extends Droppable>(held: Held<P>): number {
  for (const place of held.places) place.drop();
  return held.places.length;
}
