// The ui.update that makes the data of a component other data: what grew is appended, what changed is merged, and only
// where a member went is everything sent again. Data that both share are equal without being looked into.

import { isArray, type Json, type JsonObject, jsonEqual } from '@vitrine/core';

export interface Change {
  readonly [field: string]: Json;
  readonly operation: 'replace' | 'merge' | 'append';
  readonly data: JsonObject;
}

/** Undefined where nothing differs. */
export function changeOf(before: JsonObject, now: JsonObject): Change | undefined {
  if (before === now) return undefined;
  const keys = Object.keys(now);
  const isGone = Object.keys(before).some((key) => !Object.hasOwn(now, key));
  const changed = keys.filter((key) => !Object.hasOwn(before, key) || !jsonEqual(before[key], now[key]));
  if (isGone) return { operation: 'replace', data: now };
  if (changed.length === 0) return undefined;
  const [only] = changed;
  const grown = only !== undefined && changed.length === 1 ? grownBy(before[only], now[only] as Json) : undefined;
  if (grown !== undefined) return { operation: 'append', data: { [only as string]: grown } };
  return { operation: 'merge', data: Object.fromEntries(changed.map((key) => [key, now[key] as Json])) };
}

function grownBy(before: Json | undefined, now: Json): Json | undefined {
  if (typeof before === 'string' && typeof now === 'string')
    return before !== '' && now.startsWith(before) ? now.slice(before.length) : undefined;
  if (!isArray(before) || !isArray(now) || before.length === 0 || now.length <= before.length) return undefined;
  return before.every((item, i) => jsonEqual(item, now[i])) ? now.slice(before.length) : undefined;
}
