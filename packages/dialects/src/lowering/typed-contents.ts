// Data as A2UI 0.8 can say it under its published schema: typed entries, maps one level deep, deeper ones in further
// messages at their paths. A list of scalars is JSON in a text, any other list a map by position; null is an empty text.
//
// Readers merge what comes (the reading that we share) or replace the map at the path (the first renderer). Every message
// here means the same to both: a container is written with all its members, a single value with the key ".", which sets
// the path itself. Nothing can be deleted, so a container that lost something is emptied and written anew; what the model
// itself lost is blanked.

import {
  formatPointer,
  getAt,
  isArray,
  isObject,
  type Json,
  type Segments,
  type Steps,
  type SurfaceId,
} from '@vitrine/core/internal';
import type { Write } from './diff.ts';

type ReadonlyContainer = { readonly [key: string]: Json } | readonly Json[];

/** Entries that are written in one step. */
const STEP_ENTRIES = 256;

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

/** Written whole, in one entry. */
export function isAtom(value: Json): boolean {
  return isScalar(value) || (isArray(value) && value.every(isScalar));
}

/** The whole document. What is no object cannot be a data model of 0.8. */
export function* writeDocument(surface: SurfaceId, document: Json): Steps<readonly Json[]> {
  return isObject(document) && Object.keys(document).length > 0 ? yield* writeContainer(surface, [], document) : [];
}

/** Undefined: it cannot be said to a reader that has something already. */
export function* writeChanges(
  surface: SurfaceId,
  writes: readonly Write[],
  document: Json,
): Steps<readonly Json[] | undefined> {
  const messages: Json[] = [];
  const anew: string[] = [];
  for (const write of writes) {
    const lost = write.value === undefined && write.path.length > 1;
    const path = lost ? write.path.slice(0, -1) : write.path;
    const value = lost ? getAt(document, path) : write.value;
    if (anew.some((done) => `${formatPointer(path)}/`.startsWith(done))) continue;
    if (path.length === 0 && (write.over === true || !isObject(value))) return undefined;
    if (lost) anew.push(`${formatPointer(path)}/`);
    for (const message of yield* writeOne(surface, path, value ?? '', lost || write.over === true, document))
      messages.push(message);
  }
  return messages;
}

function* writeOne(
  surface: SurfaceId,
  path: Segments,
  value: Json,
  over: boolean,
  document: Json,
): Steps<readonly Json[]> {
  if (isAtom(value)) return [writeAtom(surface, path, value, document)];
  const written = yield* writeContainer(surface, path, value as ReadonlyContainer);
  return over ? [message(surface, path, [entry('.', [])]), ...written] : written;
}

/** Maps that hold more than atoms stand here empty, for the order of the keys, and follow in messages of their own. */
function* writeContainer(surface: SurfaceId, path: Segments, container: ReadonlyContainer): Steps<readonly Json[]> {
  const deeper: Json[] = [];
  const contents: Json[] = [];
  for (const [key, member] of Object.entries(container)) {
    if (isAtom(member)) contents.push(entry(key, member));
    else {
      const members = Object.entries(member as ReadonlyContainer);
      if (members.every(([, inner]) => isAtom(inner)))
        contents.push({ key, valueMap: members.map(([name, inner]) => entry(name, inner)) });
      else {
        contents.push({ key, valueMap: [] });
        for (const message of yield* writeContainer(surface, [...path, key], member as ReadonlyContainer))
          deeper.push(message);
      }
    }
    if (contents.length % STEP_ENTRIES === 0) yield;
  }
  return [message(surface, path, contents), ...deeper];
}

function writeAtom(surface: SurfaceId, path: Segments, value: Json, document: Json): Json {
  const key = path.at(-1) ?? '';
  const parent = getAt(document, path.slice(0, -1));
  const only =
    isObject(parent) && Object.keys(parent).length === 1 && Object.hasOwn(parent, key) && key !== '.' && key !== '';
  return only ? message(surface, path.slice(0, -1), [entry(key, value)]) : message(surface, path, [entry('.', value)]);
}

function entry(key: string, value: Json): Json {
  if (typeof value === 'number') return { key, valueNumber: value };
  if (typeof value === 'boolean') return { key, valueBoolean: value };
  return { key, valueString: isArray(value) ? JSON.stringify(value) : String(value ?? '') };
}

function message(surface: SurfaceId, path: Segments, contents: readonly Json[]): Json {
  const base = path.length === 0 ? {} : { path: formatPointer(path) };
  return { dataModelUpdate: { surfaceId: surface, ...base, contents } };
}
