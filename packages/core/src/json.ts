// JSON as the engine knows it: types, guards and the few questions that every module asks of a value.
// Walking by path is left to pointer.ts.

export type JsonPrimitive = string | number | boolean | null;
export type JsonArray = readonly Json[];
export type JsonObject = { readonly [key: string]: Json };
export type Json = JsonPrimitive | JsonArray | JsonObject;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is JsonArray {
  return Array.isArray(value);
}

/** Own property only: an agent's `constructor` must not find ours. */
export function own<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The members that are there. */
export function defined<const T extends object>(members: T): Defined<T> {
  const kept: { [key: string]: unknown } = {};
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept as Defined<T>;
}

/** The JSON type's name, for sentences: `a string`, `an array`. */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]));
}

/** A copy that shares no container with the original. */
export function copyJson<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map(copyJson) as Json as T;
  // By entries: assigning to a key named __proto__ would change the copy's prototype instead.
  const entries = Object.entries(value as JsonObject).map(([key, item]) => [key, copyJson(item)] as const);
  return Object.fromEntries(entries) as Json as T;
}

/** Assigning to a key named __proto__ would change the prototype instead. */
export function setMember(object: { [key: string]: Json }, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
