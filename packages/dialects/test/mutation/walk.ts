// Reads everything that a resolved tree offers, as a renderer would: every node, every declared property, every action,
// check and path. What it gives is text, so that two states can be compared.

import {
  isArray,
  isPending,
  type NodeValue,
  Place,
  type Tree,
  type TreeNode,
  type Value,
} from '@vitrine/core/internal';

const MAX_NODES = 300;
const MAX_TEXT = 200;

export function walk({ root }: Tree): string {
  const said: string[] = [];
  let left = MAX_NODES;
  const look = (value: NodeValue): void => {
    if (value instanceof Place) visit(value.node);
    else if (isArray(value)) for (const item of (value as readonly NodeValue[]).slice(0, MAX_NODES)) look(item);
    else if (isPending(value as Value)) said.push('…');
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value as { [key: string]: NodeValue })) look(item);
    else said.push(String(value).slice(0, MAX_TEXT));
  };
  const visit = (node: TreeNode): void => {
    if (left-- <= 0) return;
    said.push(node.id, node.state, node.type ?? '', node.place.path, node.dataPath);
    for (const name of Object.keys(node.declaration?.props ?? {})) {
      look(node.get(name));
      said.push(String(node.isWritable(name)), String(node.boundPath(name)));
      if (node.declaration?.props[name]?.kind === 'action') said.push(JSON.stringify(node.invoke(name)) ?? '');
    }
    look(node.accessibility('label'));
    said.push(JSON.stringify(node.checks()), String(node.weight));
  };
  if (root !== undefined) visit(root);
  return said.join('\n');
}
