// The text in which values are stored, made once by whoever hands them over. JSON.stringify turns what JSON cannot say
// into null or nothing, and the state that was judged would not be the state that is replayed: so it is refused here.

import { LogError, messageOf } from './log-error.ts';

export function toText(value: unknown): string {
  try {
    assertJson(value);
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof LogError) throw error;
    // A cycle, or nesting beyond the stack.
    throw new LogError('VITRINE_LOG_VALUE', `A value cannot be stored: ${messageOf(error)}.`);
  }
}

/** Canonical, so that texts compare as the times do. */
export function toTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw new LogError('VITRINE_LOG_VALUE', 'A time is not of ISO 8601.');
  return date.toISOString();
}

function assertJson(value: unknown): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return;
    case 'number':
      if (Number.isFinite(value)) return;
      throw new LogError('VITRINE_LOG_VALUE', `The number ${value} cannot be stored.`);
    case 'object':
      if (value !== null) assertContainer(value);
      return;
    default:
      throw new LogError('VITRINE_LOG_VALUE', `A ${typeof value} cannot be stored.`);
  }
}

function assertContainer(value: object): void {
  if (Array.isArray(value)) {
    for (const item of value) assertJson(item);
    return;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new LogError('VITRINE_LOG_VALUE', 'Only plain objects and lists can be stored.');
  for (const key in value) {
    const item = (value as { readonly [key: string]: unknown })[key];
    // A field that is not there: optional fields may be written as undefined.
    if (item !== undefined) assertJson(item);
  }
}
