// The engine as a user drives it: lines through the intake into a fold, and a reader that draws nothing but reads all.

import { Catalogs, Fold, Place, Tree, type TreeNode, type Watcher, watch } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { Intake } from '@vitrine/dialects';
import { SURFACE } from './streams.ts';

export interface Engine {
  readonly fold: Fold;
  feed(lines: readonly string[]): void;
}

const catalogs = new Catalogs([basic09]);

export function createEngine(): Engine {
  const fold = new Fold({ catalogs });
  const intake = new Intake(fold);
  return {
    fold,
    feed(lines) {
      for (const line of lines) {
        const receipt = intake.message(JSON.parse(line));
        if (!receipt.ok || receipt.issues.length > 0)
          throw new Error(`Refused: ${line.slice(0, 200)}: ${receipt.issues[0]?.message}`);
      }
    },
  };
}

/** Reads every property of every node, and again whatever changes: one watcher a node, as a renderer would have. */
export function readTree(fold: Fold): { readonly tree: Tree; reads: number; dispose(): void } {
  const surface = fold.surfaces.get(SURFACE);
  if (surface === undefined) throw new Error('There is no surface to read.');
  const tree = new Tree(surface, fold);
  const watchers: Watcher[] = [];
  const reader = {
    tree,
    reads: 0,
    dispose: () => {
      for (const watcher of watchers) watcher.dispose();
      tree.dispose();
    },
  };
  type Known = Place | readonly Place[] | undefined;
  const readNode = (node: TreeNode | undefined, known: Known): Known => {
    let next = known;
    for (const name of node?.names ?? []) {
      const value = node?.get(name);
      reader.reads++;
      if (value instanceof Place) {
        if (known !== value) mount(value);
        next = value;
      } else if (isPlaces(value)) {
        for (let i = 0; i < value.length; i++)
          if ((known as readonly Place[] | undefined)?.[i] !== value[i]) mount(value[i] as Place);
        next = value;
      }
    }
    return next;
  };
  const mount = (place: Place): void => {
    let known: Known;
    watchers.push(
      watch(() => {
        known = readNode(place.node, known);
      }),
    );
  };
  let top: Known;
  watchers.push(
    watch(() => {
      top = readNode(tree.root, top);
    }),
  );
  return reader;
}

function isPlaces(value: unknown): value is readonly Place[] {
  return Array.isArray(value) && value[0] instanceof Place;
}
