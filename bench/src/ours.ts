// The engine as a user drives it: lines through the intake into a fold, and a reader that draws nothing but reads all.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { Catalogs, Fold, Place, Tree, type TreeNode, type Watcher, watch } from '@vitrine/core/internal';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { SURFACE } from './streams.ts';

const catalogs = new Catalogs([basic09]);

export class Engine {
  readonly fold = new Fold({ catalogs });
  readonly #intake = new Intake(this.fold, { dialects: DIALECTS });

  feed(lines: readonly string[]): void {
    for (const line of lines) {
      const receipt = this.#intake.message(JSON.parse(line));
      if (!receipt.ok || receipt.issues.length > 0)
        throw new Error(`Refused: ${line.slice(0, 200)}: ${receipt.issues[0]?.message}`);
    }
  }
}

type Known = Place | readonly Place[] | undefined;

/** Reads every property of every node, and again whatever changes: one watcher a node, as a renderer would have. */
export class Reader {
  readonly tree: Tree;
  reads = 0;
  readonly #watchers: Watcher[] = [];

  constructor(fold: Fold) {
    const surface = fold.surfaces.get(SURFACE);
    if (surface === undefined) throw new Error('There is no surface to read.');
    this.tree = new Tree(surface, fold);
    this.#watch(() => this.tree.root);
  }

  dispose(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.dispose();
    this.tree.dispose();
  }

  #watch(node: () => TreeNode | undefined): void {
    let known: Known;
    const read = (): void => {
      known = this.#read(node(), known);
    };
    this.#watchers.push(watch(read));
  }

  #read(node: TreeNode | undefined, known: Known): Known {
    let next = known;
    for (const name of node?.names ?? []) {
      const value = node?.get(name);
      this.reads++;
      if (value instanceof Place) {
        if (known !== value) this.#watch(() => value.node);
        next = value;
      } else if (isPlaces(value)) {
        this.#mount(value, known);
        next = value;
      }
    }
    return next;
  }

  #mount(places: readonly Place[], known: Known): void {
    const before = isPlaces(known) ? known : [];
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as Place;
      if (before[i] !== place) this.#watch(() => place.node);
    }
  }
}

function isPlaces(value: unknown): value is readonly Place[] {
  return Array.isArray(value) && value[0] instanceof Place;
}
