// A tree that is looked at once and whole, by whoever judges it, or draws it as text.

import { surfaceBudget } from './evaluation-budget.ts';
import { isArray, isObject } from './json.ts';
import type { Tree, TreeView } from './tree.ts';
import { Place, type TreeNode } from './tree-node.ts';

/** What all of it has evaluated is bounded together. */
export function boundedView({ env, limits }: TreeView): TreeView {
  return { env: { ...env, budget: surfaceBudget(limits) }, limits };
}

/** Every node of a tree, parents first, with every property read: what a viewer that shows all of it would evaluate. */
export function* walkTree(tree: Pick<Tree, 'root'>): Iterable<TreeNode> {
  const left: (TreeNode | undefined)[] = [tree.root];
  while (left.length > 0) {
    const node = left.pop();
    if (node === undefined) continue;
    yield node;
    const places: Place[] = [];
    for (const name of node.names) collectPlaces(node.get(name), places);
    for (let place = places.pop(); place !== undefined; place = places.pop()) left.push(place.node);
  }
}

function collectPlaces(value: unknown, places: Place[]): void {
  if (value instanceof Place) places.push(value);
  else if (isArray(value)) for (const item of value) collectPlaces(item, places);
  else if (isObject(value)) for (const item of Object.values(value)) collectPlaces(item, places);
}
