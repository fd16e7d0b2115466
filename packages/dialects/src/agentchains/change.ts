// The ui.update that makes the data of a component other data: the operation that the agent sent where it sent one, else
// what grew is appended, what changed is merged, and only where a member went is everything sent again. Data that both
// share are equal without being looked into.

import { DATA_PATH } from '@vitrine/core/catalogs/agentchains';
import {
  isArray,
  isObject,
  isOp,
  type Json,
  type JsonObject,
  jsonEqual,
  type Op,
  parsePointer,
  type SurfaceId,
  type ViewerEvent,
} from '@vitrine/core/internal';

export type Operation = 'replace' | 'merge' | 'append';

export interface Change {
  readonly [field: string]: Json;
  readonly operation: Operation;
  readonly data: JsonObject;
}

export interface Update {
  readonly operation: Operation;
  readonly keys: readonly string[];
}

/** The ui.update that an entry was (components.ts reads it); undefined where it was something else. */
export function updateIn(body: readonly (Op | ViewerEvent)[], surface: SurfaceId): Update | undefined {
  let operation: Operation | undefined;
  const keys: string[] = [];
  for (const part of body) {
    if (!isOp(part) || !('path' in part) || part.surface !== surface) continue;
    const [first, key, ...deeper] = parsePointer(part.path);
    if (first !== parsePointer(DATA_PATH)[0]) continue;
    const now = deeper.length > 0 ? undefined : operationOf(part, key === undefined);
    if (now === undefined || (operation !== undefined && operation !== now)) return undefined;
    operation = now;
    if (key !== undefined) keys.push(key);
  }
  return operation === undefined ? undefined : { operation, keys };
}

function operationOf(op: Extract<Op, { readonly path: string }>, isWhole: boolean): Operation | undefined {
  if (op.op === 'append' || op.op === 'unset') return op.op === 'append' && !isWhole ? 'append' : undefined;
  if (op.op === 'set' && isWhole) return 'replace';
  if (op.op === 'merge' && !(isWhole && isObject(op.value) && Object.keys(op.value).length === 0)) return undefined;
  return op.ext?.operation === 'append' ? 'append' : 'merge';
}

/** Undefined where nothing differs and nothing was sent. */
export function changeOf(before: JsonObject, now: JsonObject, sent?: Update): Change | undefined {
  if (before === now && sent === undefined) return undefined;
  const isGone = Object.keys(before).some((key) => !Object.hasOwn(now, key));
  if (isGone || sent?.operation === 'replace') return { operation: 'replace', data: now };
  const changed = Object.keys(now).filter((key) => !Object.hasOwn(before, key) || !jsonEqual(before[key], now[key]));
  if (sent !== undefined && changed.every((key) => sent.keys.includes(key))) {
    const data = sent.operation === 'merge' ? pick(now, sent.keys) : grown(before, now, sent.keys);
    if (data !== undefined) return { operation: sent.operation, data };
  }
  if (changed.length === 0) return undefined;
  // What was nothing does not grow: it comes to be.
  const canGrow = changed.every((key) => isLong(before[key]) && isLong(now[key]));
  const data = changed.length === 1 && canGrow ? grown(before, now, changed) : undefined;
  return data === undefined ? { operation: 'merge', data: pick(now, changed) } : { operation: 'append', data };
}

function pick(data: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(data, key)).map((key) => [key, data[key] as Json]));
}

function isLong(value: Json | undefined): boolean {
  return (typeof value === 'string' || isArray(value)) && value.length > 0;
}

/** What an append has to hold; undefined where a viewer would add to a text or list what should overwrite it. */
function grown(before: JsonObject, now: JsonObject, keys: readonly string[]): JsonObject | undefined {
  const data: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(pick(now, keys))) {
    const piece = grownBy(Object.hasOwn(before, key) ? before[key] : undefined, value);
    if (piece === undefined) return undefined;
    data[key] = piece;
  }
  return data;
}

function grownBy(before: Json | undefined, now: Json): Json | undefined {
  if (typeof before === 'string' && typeof now === 'string')
    return now.startsWith(before) ? now.slice(before.length) : undefined;
  if (!isArray(before) || !isArray(now)) return now;
  return before.every((item, i) => jsonEqual(item, now[i])) ? now.slice(before.length) : undefined;
}
