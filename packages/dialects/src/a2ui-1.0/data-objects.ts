// Data inside the dynamic values of A2UI 1.0: keys that begin with @, and objects that had to be wrapped because they
// look like neutral bindings.

import { isArray, type Json, type JsonObject } from '@vitrine/core/page';

export type Draft = { [key: string]: Json };

const AT = 64;

/** `^@([^@]|$)` of the 1.0 schemas. */
export function isDirective(key: string): boolean {
  return key.charCodeAt(0) === AT && key.charCodeAt(1) !== AT;
}

export function unescapeKey(key: string): string {
  return key.charCodeAt(0) === AT ? key.slice(1) : key;
}

/** Copies only when something changed; keys keep their order. */
export function put(
  copy: Draft | undefined,
  source: JsonObject,
  key: string,
  name: string,
  value: Json,
): Draft | undefined {
  if (copy === undefined) {
    if (value === source[key] && name === key) return undefined;
    const draft: Draft = {};
    for (const earlier of Object.keys(source)) {
      if (earlier === key) break;
      draft[earlier] = source[earlier] as Json;
    }
    draft[name] = value;
    return draft;
  }
  copy[name] = value;
  return copy;
}

/** Takes wrappers of literals inside away: what stands in a literal is never evaluated. */
export function unwrapMembers(object: JsonObject): JsonObject {
  let copy: Draft | undefined;
  for (const key of Object.keys(object)) copy = put(copy, object, key, key, unwrap(object[key] as Json));
  return copy ?? object;
}

function unwrap(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.some((item) => typeof item === 'object') ? value.map(unwrap) : value;
  const object = value as JsonObject;
  const [key, ...more] = Object.keys(object);
  return key === 'literal' && more.length === 0 ? (object.literal as Json) : unwrapMembers(object);
}
