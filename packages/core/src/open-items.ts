// What is open under an id until it is answered, done or taken back: asks, tasks, calls. Observed as a whole; whether a
// change is allowed is judged in the fold.

import { Source } from './reactive.ts';

export class OpenItems<T> {
  readonly #items = new Map<string, T>();
  readonly #changed = new Source();

  /** All of them; observed when a watcher reads. */
  get all(): ReadonlyMap<string, T> {
    this.#changed.observe();
    return this.#items;
  }

  has(id: string): boolean {
    return this.#items.has(id);
  }

  get size(): number {
    return this.#items.size;
  }

  /** Opens or replaces one, or with undefined closes it. Gives what takes the change back. */
  put(id: string, item: T | undefined): () => void {
    const before = this.#items.get(id);
    if (item === undefined) this.#items.delete(id);
    else this.#items.set(id, item);
    this.#changed.fire();
    return () => void this.put(id, before);
  }

  /** Sorted, so that what was refused in between leaves no trace in the order. */
  snapshot(): { [id: string]: T } {
    return Object.fromEntries([...this.#items].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
