// Whether a viewer says the same as the host. JSON has no word for nothing: viewers leave it out or say null.

import { type EvaluationBudget, isArray, isObject, type Json, type Segments, STEP_COSTS } from '@vitrine/core/internal';

/** `budget`: what cannot be afforded is not alike. `isFree`: what stands at this path below the values may differ. */
export function alike(
  ours: Json | undefined,
  claimed: Json | undefined,
  budget?: EvaluationBudget,
  isFree?: (path: Segments) => boolean,
  path: Segments = [],
): boolean {
  if (budget?.work(isFree === undefined ? STEP_COSTS.value : STEP_COSTS.read) === false) return false;
  if (typeof ours === 'string' && typeof claimed === 'string' && ours.length === claimed.length)
    budget?.read(ours.length);
  if ((ours ?? null) === (claimed ?? null) || isFree?.(path) === true) return true;
  const below = (step: string): Segments => (isFree === undefined ? path : [...path, step]);
  if (isArray(ours) && isArray(claimed)) {
    return (
      ours.length === claimed.length &&
      ours.every((item, i) => alike(item, claimed[i], budget, isFree, below(String(i))))
    );
  }
  // Viewers of versions that repeat over lists only are sent a map as the list of its values.
  if (isObject(ours) && isArray(claimed)) return alike(Object.values(ours), claimed, budget);
  if (!isObject(ours) || !isObject(claimed)) return false;
  const keys = new Set([...Object.keys(ours), ...Object.keys(claimed).filter((key) => !isMadeByHost(key))]);
  return [...keys].every((key) => alike(member(ours, key), member(claimed, key), budget, isFree, below(key)));
}

/** Values that the host puts beside the data of an item for a viewer that cannot make the calls for them. */
function isMadeByHost(key: string): boolean {
  return key.startsWith('vitrine_');
}

function member(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a value is of the type that a function says it returns. Nothing is of every type. */
export function hasType(returns: string, value: Json): boolean {
  if (value === null || returns === 'any') return true;
  if (returns === 'array') return isArray(value);
  if (returns === 'object' || returns === 'validation') return isObject(value);
  return typeof value === returns;
}
