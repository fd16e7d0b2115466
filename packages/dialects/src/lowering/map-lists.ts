// A2UI 0.8 repeats templates over maps too, later versions only over lists. Where such a template stands, the map is sent
// as the list of its values under the same path, and paths that lead through it name the position instead of the key.

import { getAt, isArray, isObject, type Json, type Segments } from '@vitrine/core/internal';
import type { PathPattern } from './placement.ts';

/** One level of all patterns at once. */
interface Level {
  list: boolean;
  readonly keys: Map<string, Level>;
  each: Level | undefined;
}

export class MapLists {
  readonly #top: Level = level();

  constructor(patterns: readonly PathPattern[]) {
    for (const pattern of patterns) {
      let at = this.#top;
      for (const step of pattern) at = next(at, step);
      at.list = true;
    }
  }

  /** The document with its map lists made lists. Parts without any are shared with the original. */
  convert(document: Json): Json {
    // The whole model is an object in every version.
    return convert(document, { ...this.#top, list: false });
  }

  /** A path of the document as it leads through the converted one. */
  translate(path: Segments, document: Json): Segments {
    let at: Level | undefined = this.#top;
    let value: Json | undefined = document;
    return path.map((step, i) => {
      const key = i > 0 && at?.list === true && isObject(value) ? Object.keys(value).indexOf(step) : -1;
      value = value === undefined ? undefined : getAt(value, [step]);
      at = at?.keys.get(step) ?? at?.each;
      return key < 0 ? step : String(key);
    });
  }
}

function level(): Level {
  return { list: false, keys: new Map(), each: undefined };
}

function next(at: Level, step: string | null): Level {
  if (step === null) {
    at.each ??= level();
    return at.each;
  }
  let found = at.keys.get(step);
  if (found === undefined) {
    found = level();
    at.keys.set(step, found);
  }
  return found;
}

function convert(value: Json, at: Level): Json {
  if (isArray(value)) return convertItems(value, at.each);
  if (!isObject(value)) return value;
  if (at.list) return convertItems(Object.values(value), at.each);
  let changed: { [key: string]: Json } | undefined;
  for (const [key, below] of at.keys) {
    const member = Object.hasOwn(value, key) ? (value[key] as Json) : undefined;
    const converted = member === undefined ? undefined : convert(member, below);
    if (converted === undefined || converted === member) continue;
    changed ??= { ...value };
    changed[key] = converted;
  }
  return changed ?? value;
}

function convertItems(items: readonly Json[], each: Level | undefined): readonly Json[] {
  if (each === undefined) return items;
  const converted = items.map((item) => convert(item, each));
  return converted.some((item, i) => item !== items[i]) ? converted : items;
}
