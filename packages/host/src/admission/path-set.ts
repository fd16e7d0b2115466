// Paths of a data model, to be asked whether one of them has to do with another path: is it, contains it or lies in it.

import { type EvaluationBudget, formatPointer, isWithin, type Segments, STEP_COSTS } from '@vitrine/core/internal';

export interface Paths {
  has(path: Segments): boolean;
  all(): Iterable<Segments>;
  /** One of them is the path, or around it. */
  covers(path: Segments): boolean;
  /** One of them lies inside what the path leads to. */
  isBelow(path: Segments): boolean;
  touches(path: Segments): boolean;
}

export class PathSet implements Paths {
  readonly #paths = new Map<string, Segments>();
  /** All that leads to one of them. */
  readonly #above = new Set<string>();

  add(path: Segments): void {
    const key = formatPointer(path);
    if (this.#paths.has(key)) return;
    this.#paths.set(key, path);
    for (let i = 0; i < path.length; i++) this.#above.add(formatPointer(path.slice(0, i)));
  }

  has(path: Segments): boolean {
    return this.#paths.has(formatPointer(path));
  }

  get size(): number {
    return this.#paths.size;
  }

  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  all(): Iterable<Segments> {
    return this.#paths.values();
  }

  covers(path: Segments): boolean {
    if (this.isEmpty) return false;
    for (let i = path.length; i >= 0; i--) if (this.#paths.has(formatPointer(path.slice(0, i)))) return true;
    return false;
  }

  isBelow(path: Segments): boolean {
    return !this.isEmpty && this.#above.has(formatPointer(path));
  }

  touches(path: Segments): boolean {
    return this.covers(path) || this.isBelow(path);
  }
}

/** Those of a set that are not in another: the first is large and shared, the second small. */
export class PathsBut implements Paths {
  readonly #paths: PathSet;
  readonly #gone: PathSet;
  readonly #budget: EvaluationBudget;

  /** The budget is that of who asks: looking through all of them ends where it does. */
  constructor(paths: PathSet, gone: PathSet, budget: EvaluationBudget) {
    this.#budget = budget;
    this.#paths = paths;
    this.#gone = gone;
  }

  has(path: Segments): boolean {
    return this.#paths.has(path) && !this.#gone.has(path);
  }

  *all(): Iterable<Segments> {
    for (const path of this.#paths.all()) {
      if (!this.#budget.work(STEP_COSTS.read)) return;
      if (!this.#gone.has(path)) yield path;
    }
  }

  covers(path: Segments): boolean {
    if (this.#paths.isEmpty) return false;
    for (let i = path.length; i >= 0; i--) if (this.has(path.slice(0, i))) return true;
    return false;
  }

  isBelow(path: Segments): boolean {
    if (!this.#paths.isBelow(path)) return false;
    for (const one of this.all()) if (isWithin(one, path)) return true;
    return false;
  }

  touches(path: Segments): boolean {
    return this.covers(path) || this.isBelow(path);
  }
}
