// Inspects long values a little at a time, for hosts: what a page is sent is short, or was judged before.

import { type Budget, inspect, inspected, keyProblem } from './inspect.ts';
import { isArray, type Json } from './json.ts';
import { isHeavy, PIECE_WEIGHT } from './json-weight.ts';
import type { Limits } from './limits.ts';
import type { Steps } from './steps.ts';

/** `inspect` knows the value afterwards. What is wrong with it, `inspect` says. */
export function* inspectSteps(value: Json, limits: Limits, depth: number): Steps<void> {
  if (depth <= 0 || !isHeavy(value)) return;
  const items = isArray(value) ? value : Object.values(value as object as { readonly [key: string]: Json });
  const budget: Budget = { limits, depth: depth - 1, count: 1 };
  let due = PIECE_WEIGHT;
  for (const item of items) {
    if (isHeavy(item)) yield* inspectSteps(item, limits, depth - 1);
    if (inspect(item, budget, '') !== undefined) return;
    if (budget.count < due) continue;
    due = budget.count + PIECE_WEIGHT;
    yield;
  }
  const names = isArray(value) ? [] : Object.keys(value as object);
  if (names.some((name) => keyProblem(name, limits, '') !== undefined)) return;
  inspected.set(value as object, { limits, depth, count: budget.count });
}
