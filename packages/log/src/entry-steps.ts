// Entries that are long as text, a little at a time. The log has nothing but types of core: how JSON is taken in steps is
// handed in.

import type { Json, JsonSteps, Seq, Steps } from '@vitrine/core/internal';
import { type EntryToStore, type StoredEntry, withHead } from './entry-text.ts';
import { asLogError, copyOf, isThere, objectOf } from './stored-text.ts';

/** `storeEntry` in steps. */
export function* storeEntrySteps(entry: EntryToStore, seq: Seq, json: JsonSteps): Steps<StoredEntry> {
  return withHead(entry, yield* storedSteps(entry.body, json), seq);
}

function* storedSteps(value: unknown, json: JsonSteps): Steps<{ readonly value: Json; readonly text: string }> {
  try {
    const copy = yield* copySteps(value, json);
    yield;
    return { value: copy, text: yield* json.jsonTextSteps(copy) };
  } catch (error) {
    throw asLogError(error);
  }
}

function* copySteps(value: unknown, json: JsonSteps): Steps<Json> {
  if (typeof value !== 'object' || value === null || !json.isHeavy(value as Json)) return copyOf(value);
  if (Array.isArray(value)) {
    const copy: Json[] = [];
    yield* copyEach(value, json, (item) => copy.push(item));
    return copy;
  }
  const copied = new Map<unknown, Json>();
  yield* copyEach(Object.values(value).filter(isThere), json, (copy, item) => copied.set(item, copy));
  return objectOf(value, (item) => copied.get(item) as Json);
}

function* copyEach(items: readonly unknown[], json: JsonSteps, put: (copy: Json, item: unknown) => void): Steps<void> {
  const { weigh, PIECE_WEIGHT } = json;
  let weight = 0;
  for (const item of items) {
    const own = weigh(item as Json, PIECE_WEIGHT);
    put(own > PIECE_WEIGHT ? yield* copySteps(item, json) : copyOf(item), item);
    weight += own;
    if (weight < PIECE_WEIGHT) continue;
    weight = 0;
    yield;
  }
}
