// What an entry did to the data of a surface, as the writes that say it: ops of the neutral model for readers that have
// no words for merging and appending.

import {
  defined,
  formatPointer,
  getAt,
  isArray,
  isObject,
  isOp,
  type Json,
  type Op,
  parsePointer,
  type Segments,
  type SurfaceId,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { mergeWrites, type Write } from './diff.ts';

export type DataChange =
  | { readonly kind: 'set' | 'merge'; readonly path: string; readonly value: Json }
  | { readonly kind: 'unset'; readonly path: string }
  | { readonly kind: 'append'; readonly path: string; readonly value: string | readonly Json[] };

/** The ops that change data, and a person's input. `ifAbsent` is settled by now: what stands there counts. */
export function dataChangeOf(
  part: Op | ViewerEvent,
): { readonly surface: SurfaceId; readonly change: DataChange } | undefined {
  if (!isOp(part)) {
    return part.event === 'input'
      ? { surface: part.surface, change: { kind: 'set', path: part.path, value: part.value } }
      : undefined;
  }
  switch (part.op) {
    case 'set':
      return {
        surface: part.surface,
        change: { kind: part.ifAbsent === true ? 'merge' : 'set', path: part.path, value: part.value },
      };
    case 'merge':
      return { surface: part.surface, change: { kind: 'merge', path: part.path, value: part.value } };
    case 'append':
      return { surface: part.surface, change: { kind: 'append', path: part.path, value: part.value } };
    case 'unset':
      return { surface: part.surface, change: { kind: 'unset', path: part.path } };
    default:
      return undefined;
  }
}

/**
 * The writes that make an entry's changes, from the state they left. A single change tells what it did; of several only
 * the end is known, so what they touched is written as it is now.
 */
export function writesOf(changes: readonly DataChange[], document: Json): readonly Write[] {
  const [change, ...more] = changes;
  if (change === undefined) return [];
  return more.length === 0 ? writesOfOne(change, document) : finalWrites(changes.flatMap(touchedBy), document);
}

function writesOfOne(change: DataChange, document: Json): readonly Write[] {
  const path = parsePointer(change.path);
  switch (change.kind) {
    case 'set':
      return [{ path, value: change.value }];
    case 'unset':
      return [path.length === 0 ? { path, value: {} } : { path }];
    case 'merge':
      return mergeWrites(document, path, change.value);
    case 'append':
      return appendWrites(change.value, path, document);
  }
}

/** What was appended to a text is the whole text; items of a list are single writes. */
function appendWrites(value: string | readonly Json[], path: Segments, document: Json): readonly Write[] {
  const now = getAt(document, path);
  if (now === undefined) return [];
  const from = isArray(now) && isArray(value) ? now.length - value.length : 0;
  if (from <= 0 || typeof value === 'string') return [{ path, value: now }];
  return value.map((item, i) => ({ path: [...path, String(from + i)], value: item }));
}

/** A merge into the model touches single members; elsewhere there may have been no object to merge into. */
function touchedBy(change: DataChange): readonly Segments[] {
  const path = parsePointer(change.path);
  if (change.kind !== 'merge' || path.length > 0 || !isObject(change.value)) return [path];
  return Object.keys(change.value).map((key) => [key]);
}

/** One write per touched path that lies in no other. Where nothing is left, what is left around it is written. */
function finalWrites(touched: readonly Segments[], document: Json): readonly Write[] {
  const left = touched.map((path) => {
    let length = path.length;
    while (length > 1 && getAt(document, path.slice(0, length)) === undefined) length--;
    return path.slice(0, length);
  });
  const byPointer = new Map(left.map((path) => [path.length === 0 ? '' : formatPointer(path), path]));
  const isInside = (pointer: string): boolean => {
    for (let at = pointer.lastIndexOf('/'); at >= 0; at = at === 0 ? -1 : pointer.lastIndexOf('/', at - 1)) {
      if (byPointer.has(pointer.slice(0, at))) return true;
    }
    return false;
  };
  return [...byPointer].flatMap(([pointer, path]) => {
    if (isInside(pointer)) return [];
    const value = getAt(document, path);
    return [{ path, ...defined({ value }) }];
  });
}
