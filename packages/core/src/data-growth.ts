// How many values a write would add to a document, the containers and filled gaps on its way included. Asked only where
// the limit is near: elsewhere a bound that costs nothing is enough.

import { countValues } from './inspect.ts';
import { isArray, isObject, type Json } from './json.ts';
import { getAt, listIndex, type Segments, step } from './pointer.ts';

/** `set` replaces, `merge` recurses into objects, `append` adds the items of a list to the list that is there. */
export type WriteMode = 'set' | 'merge' | 'append';

export function growth(document: Json, segments: Segments, value: Json, how: WriteMode): number {
  if (how === 'append') return countValues(value) - 1;
  const old = getAt(document, segments);
  return madeOnTheWay(document, segments) + (how === 'merge' ? mergeGrowth(old, value) : setGrowth(old, value));
}

function setGrowth(old: Json | undefined, value: Json): number {
  return countValues(value) - countValues(old);
}

function mergeGrowth(old: Json | undefined, value: Json): number {
  if (!isObject(old) || !isObject(value)) return setGrowth(old, value);
  return Object.keys(value).reduce((sum, key) => sum + mergeGrowth(step(old, key), value[key] as Json), 0);
}

function madeOnTheWay(document: Json, segments: Segments): number {
  let container: Json = document ?? {};
  let made = 0;
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i] as string;
    if (isArray(container)) made += Math.max(0, listIndex(segment) - container.length);
    const next = segments[i + 1];
    if (next === undefined) break;
    const child = step(container, segment);
    if (child === undefined) made++;
    container = child ?? (listIndex(next) >= 0 ? [] : {});
  }
  return made;
}
