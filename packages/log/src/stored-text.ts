// Values as they are stored, made once by whoever hands them over. JSON.stringify turns what JSON cannot say into null or
// nothing, and the state that was judged would not be the state that is replayed: so it is refused here.

import type { Json, Steps } from '@vitrine/core';
import { LogError, messageOf } from './log-error.ts';

/** The text of a value, and what JSON.parse reads from that text, made for half of what reading it costs. */
export function toStored(value: unknown): { readonly value: Json; readonly text: string } {
  // What is not long is one step. Nothing of core runs here: the thread of the log has types of it alone.
  return storedSteps(value, false).next().value as { readonly value: Json; readonly text: string };
}

/** The same in steps, for values that are long. */
export function* storedSteps(value: unknown, isLong: boolean): Steps<{ readonly value: Json; readonly text: string }> {
  try {
    const copy = isLong ? yield* copySteps(value, STEP_DEPTH) : copyOf(value);
    if (isLong) yield;
    return { value: copy, text: JSON.stringify(copy) };
  } catch (error) {
    if (error instanceof LogError) throw error;
    // A cycle, or nesting beyond the stack.
    throw new LogError('VITRINE_LOG_VALUE', `A value cannot be stored: ${messageOf(error)}.`);
  }
}

export function toText(value: unknown): string {
  return toStored(value).text;
}

/** Canonical, so that texts compare as the times do. */
export function toTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw new LogError('VITRINE_LOG_VALUE', 'A time is not of ISO 8601.');
  return date.toISOString();
}

/** How deep in an entry long lists are looked for, and how many of their items are copied in one step. */
const STEP_DEPTH = 4;
const STEP_ITEMS = 1000;

function* copySteps(value: unknown, depth: number): Steps<Json> {
  if (depth === 0 || typeof value !== 'object' || value === null) return copyOf(value);
  if (!Array.isArray(value)) {
    const copied = new Map<unknown, Json>();
    for (const item of Object.values(value))
      if (typeof item === 'object' && item !== null) copied.set(item, yield* copySteps(item, depth - 1));
    return objectOf(value, (item) => copied.get(item) ?? copyOf(item));
  }
  const copy: Json[] = [];
  for (const item of value) {
    copy.push(value.length < STEP_ITEMS ? yield* copySteps(item, depth - 1) : copyOf(item));
    if (copy.length % STEP_ITEMS === 0) yield;
  }
  return copy;
}

function copyOf(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new LogError('VITRINE_LOG_VALUE', `The number ${value} cannot be stored.`);
      // JSON has one zero.
      return value === 0 ? 0 : value;
    case 'object':
      return value === null ? null : Array.isArray(value) ? listOf(value) : objectOf(value);
    default:
      throw new LogError('VITRINE_LOG_VALUE', `A ${typeof value} cannot be stored.`);
  }
}

function listOf(list: readonly unknown[]): Json {
  const copy: Json[] = [];
  for (const item of list) copy.push(copyOf(item));
  return copy;
}

function objectOf(value: object, copyItem: (item: unknown) => Json = copyOf): Json {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new LogError('VITRINE_LOG_VALUE', 'Only plain objects and lists can be stored.');
  const copy: { [key: string]: Json } = {};
  for (const key in value) {
    const item = (value as { readonly [key: string]: unknown })[key];
    // A field that is not there: optional fields may be written as undefined.
    if (item === undefined) continue;
    if (key === '__proto__') defineKey(copy, key, copyItem(item));
    else copy[key] = copyItem(item);
  }
  return copy;
}

/** Assigning to a key named __proto__ would change the prototype instead. */
function defineKey(object: object, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
