// Every node of a resolved tree, with every property read: what a renderer would do once.

import { type Fold, type NodeValue, Place, type Surface, Tree, type TreeNode } from '@vitrine/core/internal';

/** Places among a property's values, however deep. */
export function placesIn(value: NodeValue): readonly Place[] {
  if (value instanceof Place) return [value];
  if (Array.isArray(value)) return value.flatMap(placesIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(placesIn);
  return [];
}

export function* nodesBelow(node: TreeNode): Iterable<TreeNode> {
  yield node;
  for (const name of node.names) for (const place of placesIn(node.get(name))) yield* nodesBelow(place.node);
}

/** The resolved tree of a surface, walked once; the caller's fold hears what goes wrong on the way. */
export function walkSurface(surface: Surface, fold: Fold): readonly TreeNode[] {
  const { root } = new Tree(surface, fold);
  if (root === undefined) return [];
  const nodes = [...nodesBelow(root)];
  for (const node of nodes) {
    node.accessibility('label');
    node.accessibility('description');
  }
  return nodes;
}
