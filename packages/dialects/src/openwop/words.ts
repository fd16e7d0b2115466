// What the picture of a surface is put together from: one value of a node, as a message may hold it.

import { OPENWOP2_LIMITS as MOST } from '@vitrine/core/catalogs/openwop-schema';
import { formatPointer, type JsonObject, type TreeNode, toText, type Value } from '@vitrine/core/internal';
import { clip } from '../viewer-messages.ts';

export type Lose = (what: string) => void;

/** A property with one of few values, where it is set. */
export function chosen(node: TreeNode, name: string, options: readonly string[]): JsonObject {
  const value = node.definition?.props[name];
  return typeof value === 'string' && options.includes(value) ? { [name]: value } : {};
}

export function textOf(value: unknown): string {
  return clip(toText(value as Value), MOST.text);
}

/** The path that a property is bound to, where a message may name it. */
export function boundPathOf(node: TreeNode, name: string): { readonly path: string } | undefined {
  const path = node.boundPath(name);
  const pointer = path === undefined || path.length === 0 ? undefined : formatPointer(path);
  return pointer === undefined || pointer.length > MOST.path ? undefined : { path: pointer };
}
