// A value as JSON text, the same that JSON.stringify gives, in steps for values that are long.

import { isArray, type Json } from './json.ts';
import { isHeavy, PIECE_WEIGHT, weigh } from './json-weight.ts';
import type { Steps } from './steps.ts';

export function* jsonTextSteps(value: Json): Steps<string> {
  if (!isHeavy(value)) return JSON.stringify(value);
  const parts: string[] = [];
  yield* write(value as object, parts);
  yield;
  return parts.join('');
}

function write(value: object, parts: string[]): Steps<void> {
  return isArray(value) ? writeList(value, parts) : writeObject(value as { readonly [key: string]: Json }, parts);
}

/** Light items that stand together are written at once. */
function* writeList(list: readonly Json[], parts: string[]): Steps<void> {
  parts.push('[');
  for (let from = 0; from < list.length; ) {
    if (from > 0) parts.push(',');
    let to = from;
    for (let weight = 0; to < list.length && weight <= PIECE_WEIGHT; to++) {
      const item = list[to];
      const own = weigh(item, PIECE_WEIGHT);
      if (own > PIECE_WEIGHT && typeof item === 'object') break;
      weight += own;
    }
    if (to > from) parts.push(JSON.stringify(list.slice(from, to)).slice(1, -1));
    else yield* write(list[to++] as object, parts);
    from = to;
    yield;
  }
  parts.push(']');
}

function* writeObject(object: { readonly [key: string]: Json }, parts: string[]): Steps<void> {
  let isFirst = true;
  let weight = 0;
  parts.push('{');
  for (const key of Object.keys(object)) {
    const item = object[key] as Json;
    const own = weigh(item, PIECE_WEIGHT);
    const isWhole = own <= PIECE_WEIGHT || typeof item !== 'object';
    const text = isWhole ? JSON.stringify(item) : undefined;
    // A field that is not there: optional fields may be written as undefined.
    if (isWhole && text === undefined) continue;
    parts.push(`${isFirst ? '' : ','}${JSON.stringify(key)}:`);
    isFirst = false;
    if (text === undefined) yield* write(item as object, parts);
    else parts.push(text);
    weight += own;
    if (weight > PIECE_WEIGHT) {
      weight = 0;
      yield;
    }
  }
  parts.push('}');
}

/** For packages that have nothing but types of core. */
export const JSON_STEPS = { isHeavy, weigh, PIECE_WEIGHT, jsonTextSteps } as const;
export type JsonSteps = typeof JSON_STEPS;
