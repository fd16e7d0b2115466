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

const NONE: never[] = [];

export class HeldPlaces<P extends Droppable> {
  /** By property. Most nodes have one, so room is made for one. */
  #own: Held<P>[] = NONE;
  /** By position, for what stands inside lists and objects: there may be thousands. */
  #inner: Map<string, Held<P>> | undefined;
  #reading = 0;
  #names: readonly string[] | undefined;

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
    for (let i = 0; i < this.#own.length; i++) if (this.#own[i]?.owner === owner) return this.#own[i];
    return undefined;
  }

  /** Holds the places in the stead of those before; dropping the latter is left to the caller. */
  hold(owner: string, key: string, source: Json, places: readonly P[]): void {
    const held = this.find(owner, key);
    if (held !== undefined) {
      held.source = source;
      held.places = places;
    } else {
      const made = { owner, source, places, reading: this.#reading };
      if (owner === key) this.#own = this.#own.length === 0 ? [made] : [...this.#own, made];
      else {
        this.#inner ??= new Map();
        this.#inner.set(key, made);
      }
    }
  }

  /** Drops what the property gave before and did not give in the present reading; tells how many more there are now. */
  end(owner: string): number {
    let change = 0;
    for (let at = 0; at < this.#own.length; at++) {
      const held = this.#own[at] as Held<P>;
      if (held.owner !== owner || held.reading === this.#reading) continue;
      this.#own.splice(at, 1);
      change -= drop(held);
      break;
    }
    if (this.#inner === undefined) return change;
    for (const [key, held] of this.#inner) {
      if (held.owner !== owner || held.reading === this.#reading) continue;
      change -= drop(held);
      this.#inner?.delete(key);
    }
    return change;
  }

  /** Drops what properties gave that are set no more; tells how many more there are now. */
  keep(names: readonly string[]): number {
    if (names === this.#names) return 0;
    this.#names = names;
    this.begin();
    let change = 0;
    for (const { owner } of [...this.#own, ...(this.#inner?.values() ?? [])])
      if (!names.includes(owner)) change += this.end(owner);
    return change;
  }

  /**
   * Drops all. The lists are emptied, because V8 may have put them into its old space from the start, where a dead one
   * keeps the whole tree that its places belong to until the next full collection (twice the time of a tree made and
   * thrown away).
   */
  dropAll(): number {
    let change = 0;
    for (const held of [...this.#own.splice(0), ...(this.#inner?.values() ?? [])]) {
      change -= drop(held);
      (held.places as P[]).length = 0;
    }
    this.#inner = undefined;
    return change;
  }
}

function drop<P extends Droppable>(held: Held<P>): number {
  for (const place of held.places) place.drop();
  return held.places.length;
}
