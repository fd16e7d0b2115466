// Single values out of data that an agent sent: whatever they are, the answer has the wanted type, and nothing throws.

import { isArray, isObject, type Json, type JsonObject, own } from '../json.ts';

/** The first of these members that is there and not null. */
export function member(data: JsonObject, ...names: readonly string[]): Json | undefined {
  for (const name of names) {
    const value = own(data, name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** As a person reads it: text as it is, containers as indented JSON, nothing for nothing. */
export function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value);
}

/** `{[name]: text}` if one of the members has something to show, else nothing. */
export function optional<N extends string>(
  name: N,
  data: JsonObject,
  ...names: readonly string[]
): { readonly [K in N]?: string } {
  const text = shown(member(data, ...names));
  return text === '' ? {} : ({ [name]: text } as { [K in N]: string });
}

export function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: Json | undefined): readonly Json[] {
  if (isArray(value)) return value;
  // An agent that merges by position sends an object of positions.
  return isObject(value) ? Object.values(value) : [];
}

export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject);
}

/** The name of a closed set, another word for one, or the first of the set. */
export function choice<T extends string>(
  value: Json | undefined,
  set: readonly T[],
  words: { readonly [word: string]: T } = {},
  fallback = set[0] as T,
): T {
  if (typeof value !== 'string') return fallback;
  const word = value.trim().toLowerCase();
  return set.find((name) => name === word) ?? own(words, word) ?? fallback;
}

/** The data with what stands under `content` (§4.1: `{title, content: {…}}`), where their own members do not say it. */
export function dataOf(data: unknown): JsonObject {
  if (!isObject(data)) return {};
  const inner = own(data, 'content');
  return isObject(inner) ? { ...inner, ...data } : data;
}
