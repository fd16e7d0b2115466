// What must be written to make one document the other. Containers that both share are equal without being looked into,
// so the cost is what changed and the width of the containers around it.

import { getAt, isArray, isObject, type Json, type JsonObject, jsonEqual, type Segments } from '@vitrine/core/internal';

/** Without a value: what stood there is removed. */
export interface Write {
  readonly path: Segments;
  readonly value?: Json;
  /** The reader has a container there, of which nothing must stay. */
  readonly over?: boolean;
}

export interface DiffOptions {
  /** Values that are always written whole. */
  readonly isAtom?: (value: Json) => boolean;
  /** Whether members of lists can be removed one by one. Otherwise a list that shrank is written whole. */
  readonly shrinks?: boolean;
}

/** More single writes than this, for more than half of a container, and the container is written whole. */
const MANY = 16;

export function diff(before: Json, after: Json, options: DiffOptions = {}): Write[] {
  return compare(before, after, [], options);
}

function compare(before: Json, after: Json, path: Segments, options: DiffOptions): Write[] {
  if (before === after) return [];
  const { isAtom = () => false } = options;
  if (!isAtom(before) && !isAtom(after)) {
    if (isObject(before) && isObject(after)) return compareMembers(before, after, path, options);
    if (isArray(before) && isArray(after) && (options.shrinks === true || after.length >= before.length)) {
      return compareItems(before, after, path, options);
    }
  }
  if (jsonEqual(before, after)) return [];
  const replaces = typeof before === 'object' && before !== null && !isAtom(before);
  return [{ path, value: after, ...(replaces ? { over: true } : {}) }];
}

function compareMembers(before: JsonObject, after: JsonObject, path: Segments, options: DiffOptions): Write[] {
  const keys = Object.keys(after);
  const kept = Object.keys(before).filter((key) => Object.hasOwn(after, key));
  // The order of members is seen where a map is a list, or text.
  if (kept.some((key, i) => key !== keys[i])) return [{ path, value: after, over: true }];
  const writes: Write[] = [];
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) writes.push({ path: [...path, key] });
  if (keys.length > 0 && kept.length === 0 && writes.length === 0) return [{ path, value: after }];
  for (const key of keys) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    addChanges(writes, old, after[key] as Json, path, key, options);
  }
  return merged(writes, after, keys.length, path, options);
}

function compareItems(before: readonly Json[], after: readonly Json[], path: Segments, options: DiffOptions): Write[] {
  if (before.length === 0 && after.length > 0) return [{ path, value: after }];
  const writes: Write[] = [];
  for (let i = after.length; i < before.length; i++) writes.push({ path: [...path, String(i)] });
  for (let i = 0; i < after.length; i++) addChanges(writes, before[i], after[i] as Json, path, i, options);
  return merged(writes, after, after.length, path, options);
}

/** Called for every member of a wide container, nearly all of which are the same. */
function addChanges(
  writes: Write[],
  before: Json | undefined,
  after: Json,
  path: Segments,
  key: string | number,
  options: DiffOptions,
): void {
  if (before === after) return;
  const at = [...path, String(key)];
  if (before === undefined) writes.push({ path: at, value: after });
  else writes.push(...compare(before, after, at, options));
}

function merged(writes: Write[], after: Json, size: number, path: Segments, options: DiffOptions): Write[] {
  const whole = path.length > 0 && options.shrinks !== true && writes.length > MANY && writes.length > size / 2;
  return whole ? [{ path, value: after }] : writes;
}

/**
 * What a merge of `value` at `path` left in the document, in as few writes as say nothing else: a container that the
 * merge covers is one write.
 */
export function mergeWrites(document: Json, path: Segments, value: Json): Write[] {
  const now = getAt(document, path);
  if (now === undefined) return [];
  if (!isObject(value) || !isObject(now) || covers(value, now)) return [{ path, value: now }];
  return Object.keys(value).flatMap((key) => mergeWrites(document, [...path, key], value[key] as Json));
}

/** Whether nothing stands in `now` but what `value` brought, so that writing it whole touches nothing else. */
function covers(value: Json, now: Json): boolean {
  if (!isObject(value) || !isObject(now)) return true;
  for (const key in now) {
    if (!Object.hasOwn(value, key) || !covers(value[key] as Json, now[key] as Json)) return false;
  }
  return true;
}
