// Edits that a viewer tells by the context of its action: a value that is bound to a path where an input writes, or that
// holds such paths. Only where the host was not told another way: our own client tells all but secrets and files itself.

import {
  getAt,
  isArray,
  isCallBinding,
  isObject,
  isPathBinding,
  isWithin,
  type Json,
  type Segments,
} from '@vitrine/core';
import { pointerOf } from './context.ts';
import type { Verdict } from './verdict.ts';
import type { Viewpoint } from './viewpoint.ts';

/** False when one of them was refused. */
export function takeEntered(
  declared: Json,
  said: Json | undefined,
  from: Viewpoint,
  verdict: Verdict,
  at: readonly (string | number)[] = ['context'],
): boolean {
  if (said === undefined || said === null || typeof declared !== 'object' || declared === null) return true;
  if (isArray(declared)) {
    if (!isArray(said)) return true;
    return declared.every((item, i) => takeEntered(item, said[i], from, verdict, [...at, i]));
  }
  // The last place that the evaluator looks at is where the path leads.
  if (isPathBinding(declared))
    return takeAt(from.evaluate(declared).reads.at(-1) ?? [], said, from, verdict, pointerOf(at));
  if (isCallBinding(declared) || 'literal' in declared || !isObject(said)) return true;
  return Object.keys(declared).every((key) => {
    const inner = Object.hasOwn(said, key) ? said[key] : undefined;
    return takeEntered(declared[key] as Json, inner, from, verdict, [...at, key]);
  });
}

function takeAt(path: Segments, said: Json, from: Viewpoint, verdict: Verdict, at: string): boolean {
  const { trial, unknown } = from;
  if (unknown.has(path)) return trial.writeIfNew(path, said, at, verdict);
  if (!unknown.isBelow(path)) return true;
  for (const inner of unknown.all()) {
    if (!isWithin(inner, path)) continue;
    const value = getAt(said, inner.slice(path.length));
    if (value === undefined || value === null) continue;
    if (!trial.writeIfNew(inner, value, at, verdict)) return false;
  }
  return true;
}
