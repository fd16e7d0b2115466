// The resolved tree of a surface as plain JSON: what a person would see, without how it got there.

import {
  type Fold,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type NodeValue,
  Pending,
  Place,
  type Surface,
  Tree,
  type TreeNode,
} from '@vitrine/core/internal';

export function pictureOf(surface: Surface, fold: Fold): Json {
  const { root } = new Tree(surface, fold);
  return root === undefined ? null : pictureOfNode(root);
}

export function pictureOfNode(node: TreeNode): JsonObject {
  if (node.state !== 'resolved') return { id: node.id, state: node.state };
  const props: { [name: string]: Json } = {};
  for (const name of node.names) {
    const value = asJson(node.get(name));
    if (value !== undefined) props[name] = value;
  }
  return { id: node.id, type: node.type ?? '', at: node.dataPath, props };
}

function asJson(value: NodeValue): Json | undefined {
  if (value instanceof Place) return pictureOfNode(value.node);
  if (value instanceof Pending) return { pending: value.name };
  if (isArray(value)) return (value as readonly NodeValue[]).map((item) => asJson(item) ?? null);
  if (!isObject(value)) return value as Json | undefined;
  const parts = Object.entries(value as { [name: string]: NodeValue }).map(([name, part]) => [
    name,
    asJson(part) ?? null,
  ]);
  return Object.fromEntries(parts) as JsonObject;
}
