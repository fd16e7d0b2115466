// Delta frames (RFC 0114) as they are written, for readers who ask for them: a surface that follows another one of the same
// name travels as a patch. What is recorded is always whole; a patch stands in the place of the whole only where it leads
// exactly to it. How a frame is read is left to delta.ts.

import { escapeSegment, isArray, isObject, type Json, type JsonObject, jsonEqual } from '@vitrine/core/internal';

type JsonPatch = readonly JsonObject[];

/** What leads from one value to another, in the words of RFC 6902: add, remove and replace. */
export function diff(from: Json, to: Json, at = ''): JsonPatch {
  if (jsonEqual(from, to)) return [];
  if (isObject(from) && isObject(to)) return diffObjects(from, to, at);
  if (isArray(from) && isArray(to)) return diffLists(from, to, at);
  return [{ op: 'replace', path: at, value: to }];
}

function diffObjects(from: JsonObject, to: JsonObject, at: string): JsonPatch {
  const path = (name: string): string => `${at}/${escapeSegment(name)}`;
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  return [
    ...gone.map((name) => ({ op: 'remove', path: path(name) })),
    ...Object.entries(to).flatMap(([name, value]) =>
      Object.hasOwn(from, name)
        ? diff(from[name] as Json, value, path(name))
        : [{ op: 'add', path: path(name), value }],
    ),
  ];
}

/** By position: what is behind the shorter end is added, or removed from the end. */
function diffLists(from: readonly Json[], to: readonly Json[], at: string): JsonPatch {
  const both = Math.min(from.length, to.length);
  const changes = to.slice(0, both).flatMap((item, i) => diff(from[i] as Json, item, `${at}/${i}`));
  const more = to.slice(both).map((value, i) => ({ op: 'add', path: `${at}/${both + i}`, value }));
  const less = from.slice(both).map((_, i) => ({ op: 'remove', path: `${at}/${from.length - 1 - i}` }));
  return [...changes, ...more, ...less];
}

export const DELTA_TYPE = 'ui.a2ui-surface.delta';

interface LastSurface {
  readonly surface: JsonObject;
  readonly isPartial: boolean;
}

/** For one reader: what it was sent last of each surface. */
export class DeltaReader {
  readonly #last = new Map<string, LastSurface>();

  /** The document as this reader is sent it. */
  document(document: JsonObject): JsonObject {
    const { payload } = document;
    const { surfaceRef, envelope } = isObject(payload) ? payload : {};
    const surface = isObject(envelope) ? envelope.payload : undefined;
    if (typeof surfaceRef !== 'string' || !isObject(surface) || typeof surface.catalogVersion !== 'string')
      return document;
    const before = this.#last.get(surfaceRef);
    const isPartial = isObject(envelope) && isObject(envelope.partial) && envelope.partial.isPartial === true;
    this.#last.set(surfaceRef, { surface, isPartial });
    // Another catalog is another language: it begins anew. A frame has no word for a part, nor for what makes it whole.
    if (before === undefined || before.surface.catalogVersion !== surface.catalogVersion) return document;
    if (isPartial || before.isPartial) return document;
    const patch = diff(before.surface, surface);
    if (patch.length === 0) return document;
    return { ...document, type: DELTA_TYPE, payload: { surfaceRef, catalogVersion: surface.catalogVersion, patch } };
  }
}
