// Long JSON on its way through the SDK, which copies whatever it is handed a dozen times: it travels as one text, whose
// copy costs next to nothing, and is put back where an answer leaves.

import {
  isArray,
  isHeavy,
  type Json,
  type JsonObject,
  jsonTextSteps,
  parseJsonSteps,
  type Steps,
} from '@vitrine/core/internal';
import { Slices } from '@vitrine/face-kit';

/** Nobody outside can write it. */
const RAW = `raw-${crypto.randomUUID()}`;
const RAW_PARTS = `parts-${crypto.randomUUID()}`;

/** All of it was read under bounds before it was written. */
const { POSITIVE_INFINITY: any } = Number;
const UNBOUNDED = { maxLength: any, maxDepth: any, maxValues: any, maxNames: any };

/** The text in the place of a value. */
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

/** A message as one text, however short: a turn may have thousands of them. */
export function asRaw(message: Json): Json {
  const isWhole = typeof message !== 'object' || message === null || isArray(message) || rawOf(message) !== undefined;
  return isWhole ? message : { [RAW]: JSON.stringify(message) };
}

/** The same as `rawToText`, quick for a part whose data is one text: there may be thousands. */
export function partToText(part: JsonObject): string {
  const raw = rawOf(part.data);
  if (raw === undefined) return rawToText(part);
  return JSON.stringify({ ...part, data: RAW })
    .split(`"${RAW}"`)
    .join(raw);
}

/** Many parts as one, of which the SDK makes a part of data; `parts` are JSON. */
export function rawParts(parts: readonly string[]): JsonObject {
  return { data: { [RAW_PARTS]: parts.join(',') } };
}

/** The texts of the parts for which one stands. */
function rawPartsOf(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null
    ? (data as { readonly [key: string]: string })[RAW_PARTS]
    : undefined;
}

/** An answer of the SDK as JSON. */
export function rawToText(answer: object): string {
  const raws: string[] = [];
  const around = JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const raw = rawOf(value) ?? rawPartsOf((value as { readonly data?: unknown }).data);
    if (raw !== undefined) raws.push(raw);
    return raw === undefined ? value : RAW;
  });
  if (raws.length === 0) return around;
  return around
    .split(`"${RAW}"`)
    .map((part, i) => part + (raws[i] ?? ''))
    .join('');
}

/** The same, as the JSON that it says. */
export function* rawToJsonSteps(answer: object): Steps<Json> {
  const parsed = yield* parseJsonSteps(rawToText(answer), UNBOUNDED);
  return parsed.ok ? parsed.value : null;
}
