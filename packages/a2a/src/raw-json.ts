// Long JSON on its way through the SDK, which copies whatever it is handed a dozen times: it travels as one text, whose
// copy costs next to nothing, and is put back where an answer leaves.

import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import {
  isArray,
  isHeavy,
  isObject,
  type Json,
  type JsonObject,
  jsonTextSteps,
  parseJson,
} from '@vitrine/core/internal';
import { Slices } from '@vitrine/face-kit';

/** Nobody outside can write it. */
const RAW = `raw-${crypto.randomUUID()}`;

function rawOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: string })[RAW] : undefined;
}

/** What is short stays as it is. A list stays a list, whose items are one text: to A2A 0.3 the SDK wraps lists. */
export async function toRaw<T extends Json>(value: T): Promise<T> {
  if (!isHeavy(value)) return value;
  const text = await new Slices().takeAll(jsonTextSteps(value));
  const raw = isArray(value) ? [{ [RAW]: text.slice(1, -1) }] : { [RAW]: text };
  return raw as Json as T;
}

/** Of the JSON. */
export function lengthOf(value: Json): number {
  return (rawOf(value) ?? JSON.stringify(value)).length;
}

/** An answer of the SDK as JSON. */
export function rawToText(answer: object): string {
  const text = JSON.stringify(answer);
  if (!text.includes(RAW)) return text;
  const raws: string[] = [];
  const around = JSON.stringify(answer, (_, value: unknown) => {
    const raw = rawOf(value);
    if (raw !== undefined) raws.push(raw);
    return raw === undefined ? value : RAW;
  }).split(`"${RAW}"`);
  return around.map((part, i) => part + (raws[i] ?? '')).join('');
}

/** A handler of the SDK whose results have everything in its place, for whoever does not write JSON. */
export function withoutRaw(handler: A2ARequestHandler): A2ARequestHandler {
  return new Proxy(handler, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: readonly unknown[]) => {
        const result = method.apply(target, args) as Promise<Json> | AsyncIterable<Json>;
        return Symbol.asyncIterator in result ? eachRestored(result) : result.then(restored);
      };
    },
  });
}

async function* eachRestored(results: AsyncIterable<Json>): AsyncGenerator<Json, void, undefined> {
  for await (const result of results) yield restored(result);
}

function restored(value: Json): Json {
  const raw = rawOf(value);
  if (raw !== undefined) return parsedRaw(raw);
  if (isArray(value)) return value.flatMap(restoredItems);
  // Bytes and dates have no fields of their own.
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [key, restored(item)]));
}

function restoredItems(item: Json): readonly Json[] {
  const raw = rawOf(item);
  return raw === undefined ? [restored(item)] : (parsedRaw(`[${raw}]`) as readonly Json[]);
}

function parsedRaw(text: string): Json {
  const parsed = parseJson(text, { maxLength: Number.POSITIVE_INFINITY, maxDepth: Number.POSITIVE_INFINITY });
  return parsed.ok ? parsed.value : null;
}
