// The writes that make one document another: what is the same is not written, so that nobody's typing is reset by it.

import { escapeSegment, isObject, type Json, jsonEqual } from '@vitrine/core/internal';

export interface DataChange {
  readonly path: string;
  /** Absent: it goes. */
  readonly value?: Json;
}

export function* dataChanges(before: Json | undefined, after: Json, at = ''): Generator<DataChange> {
  if (jsonEqual(before, after)) return;
  if (!isObject(before) || !isObject(after)) return yield { path: at === '' ? '/' : at, value: after };
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) yield { path: `${at}/${escapeSegment(name)}` };
  for (const [name, value] of Object.entries(after))
    yield* dataChanges(Object.hasOwn(before, name) ? before[name] : undefined, value, `${at}/${escapeSegment(name)}`);
}
