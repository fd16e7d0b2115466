// and, or, not over anything that counts as true or false. Where validators return objects, such an object counts by
// its `valid`; elsewhere it is just an object, hence true.

import { accepted, type Outcome, refusal } from '../../issue.ts';
import { isArray, type Json } from '../../json.ts';
import { isTruthy } from '../../value.ts';
import type { Arguments } from './run.ts';

type Logic = (args: Arguments, byValidity: boolean) => Outcome<boolean>;

export const and: Logic = ({ values }, byValidity) =>
  overList('and', values, (list) => list.every((value) => isTruthy(value, byValidity)));

export const or: Logic = ({ values }, byValidity) =>
  overList('or', values, (list) => list.some((value) => isTruthy(value, byValidity)));

export const not: Logic = ({ value }, byValidity) => accepted(!isTruthy(value, byValidity));

function overList(name: string, values: Json | undefined, decide: (values: readonly Json[]) => boolean) {
  if (isArray(values) && values.length >= 2) return accepted(decide(values));
  return refusal('VITRINE_FUNCTION_ARGS', `${name} needs a list of at least two values.`);
}
