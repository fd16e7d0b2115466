// What a node of the resolved tree has to show: its children, and its other properties as short texts. No DOM.

import { isPending, type Json, type NodeValue, Place, type TreeNode, type Value } from '@vitrine/core/page';
import { shorten } from './element.ts';

export function childPlaces(node: TreeNode): Place[] {
  return node.names.flatMap((name) => (bears(node, name) ? collect(node.get(name)) : []));
}

/** The properties that hold no children. */
export function plainNames(node: TreeNode): string[] {
  return node.names.filter((name) => !bears(node, name));
}

/** Judged by the declaration: a value that is bound to data may be large. */
function bears(node: TreeNode, name: string): boolean {
  const kind = node.declaration?.props[name]?.kind;
  if (kind === 'child' || kind === 'children') return true;
  return (kind === 'list' || kind === 'object') && collect(node.get(name)).length > 0;
}

function collect(value: NodeValue): Place[] {
  if (value instanceof Place) return [value];
  if (typeof value !== 'object' || value === null || isPending(value as Value)) return [];
  return Object.values(value as { readonly [key: string]: NodeValue }).flatMap(collect);
}

export function isSecret(node: TreeNode, name: string): boolean {
  const { secretWhen, props } = node.declaration ?? {};
  if (secretWhen === undefined || props?.[name]?.writable !== true) return false;
  return node.get(secretWhen.prop) === secretWhen.is;
}

export function valueText(node: TreeNode, name: string, most?: number): string {
  if (isSecret(node, name)) return '•••';
  const value = node.get(name);
  if (value === undefined) return 'nothing';
  if (isPending(value as Value)) return 'waiting for the agent';
  return shorten(JSON.stringify(value as Json), most);
}

/** Where a value comes from, if it is no literal: `/name`, `formatString(…)`. */
export function sourceText(node: TreeNode, name: string): string | undefined {
  const value = node.component?.props[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { path, call, componentId } = value as { readonly [key: string]: Json };
  if (typeof componentId === 'string') return undefined;
  if (typeof path === 'string') return path === '' ? 'the item' : path;
  return typeof call === 'string' ? `${call}(…)` : undefined;
}

/** The first words about a node: its own short values. */
export function summary(node: TreeNode): string {
  const parts = plainNames(node)
    .filter((name) => !['checks', 'action'].includes(node.declaration?.props[name]?.kind ?? ''))
    .slice(0, 4)
    .map((name) => `${name}: ${valueText(node, name, 60)}`);
  return parts.join('  ');
}
