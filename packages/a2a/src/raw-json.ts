// Long JSON on its way through the SDK, which copies whatever it is handed a dozen times: it travels as one text, whose
// copy costs next to nothing, and is put back where an answer leaves.

import { isArray, isHeavy, type Json, jsonTextSteps, parseJsonSteps, type Steps } from '@vitrine/core/internal';
import { Slices } from '@vitrine/face-kit';

/** Nobody outside can write it. */
const RAW = `raw-${crypto.randomUUID()}`;

/** It was read under bounds before it was written. */
const UNBOUNDED = { maxLength: Number.POSITIVE_INFINITY, maxDepth: Number.POSITIVE_INFINITY };

/** The text in the place of a value. */
export function rawOf(value: unknown): string | undefined {
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

/** What a raw text says. */
export function* rawValueSteps(text: string): Steps<Json> {
  const parsed = yield* parseJsonSteps(text, UNBOUNDED);
  return parsed.ok ? parsed.value : null;
}
