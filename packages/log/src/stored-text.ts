// Values as they are stored, made once by whoever hands them over. JSON.stringify turns what JSON cannot say into null or
// nothing, and the state that was judged would not be the state that is replayed: so it is refused here.

import type { Json } from '@vitrine/core';
import { LogError, messageOf } from './log-error.ts';

/** The text of a value, and what JSON.parse reads from that text, made for half of what reading it costs. */
export function toStored(value: unknown): { readonly value: Json; readonly text: string } {
  try {
    const copy = copyOf(value);
    return { value: copy, text: JSON.stringify(copy) };
  } catch (error) {
    throw asLogError(error);
  }
}

export function asLogError(error: unknown): LogError {
  if (error instanceof LogError) return error;
  // A cycle, or nesting beyond the stack.
  return new LogError('VITRINE_LOG_VALUE', `A value cannot be stored: ${messageOf(error)}.`);
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

export function copyOf(value: unknown): Json {
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

export function objectOf(value: object, copyItem: (item: unknown) => Json = copyOf): Json {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new LogError('VITRINE_LOG_VALUE', 'Only plain objects and lists can be stored.');
  const copy: { [key: string]: Json } = {};
  for (const key in value) {
    const item = (value as { readonly [key: string]: unknown })[key];
    if (!isThere(item)) continue;
    if (key === '__proto__') defineKey(copy, key, copyItem(item));
    else copy[key] = copyItem(item);
  }
  return copy;
}

/** Optional fields may be written as undefined. */
export function isThere(item: unknown): boolean {
  return item !== undefined;
}

/** Assigning to a key named __proto__ would change the prototype instead. */
function defineKey(object: object, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
