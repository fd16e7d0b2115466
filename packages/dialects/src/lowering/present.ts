// What a binding gives at this moment, and what it depends on. Both ask the one evaluator; nothing here runs remotely,
// acts, or reports.

import {
  type CallBinding,
  type Catalog,
  type Dynamic,
  type Environment,
  evaluate,
  type Issue,
  isPending,
  type Json,
  Scope,
  type Segments,
  type Surface,
} from '@vitrine/core/internal';
import type { PassEnvironment } from './pass.ts';

/** A segment that no pointer can name, so that what is read below it is known to be read from the item. */
const ITEM = '\u0000item';

function silent(
  { locale, zone, limits, budget }: PassEnvironment,
  report: (problem: Issue) => void = () => undefined,
): Environment {
  return { locale, zone, limits, budget, report };
}

export function evaluateNow(
  binding: Dynamic,
  surface: Surface,
  env: PassEnvironment,
  scope: Segments = [],
  index?: number,
): Json | undefined {
  const { budget } = env;
  const before = budget.bytes;
  const value = evaluate(binding, new Scope(surface, silent(env), scope, index));
  if (value === undefined || isPending(value)) return undefined;
  return budget.put(value, budget.bytes - before) ? value : undefined;
}

export interface Dependence {
  /** It reads from the item of the template it stands in, or asks for the item's position. */
  readonly item: boolean;
  readonly position: boolean;
  readonly root: boolean;
  /** It calls something that the catalog does not have. */
  readonly unknown: boolean;
}

/** What evaluating a binding would ask for, if calls were looked up in `catalog` (absent: where the surface says). */
export function dependenceOf(binding: Dynamic, surface: Surface, env: PassEnvironment, catalog?: Catalog): Dependence {
  const found = { item: false, position: false, root: false, unknown: false };
  const data = {
    readFrom(scope: Segments, own: Segments): Json | undefined {
      if (scope[0] === ITEM) found.item = true;
      else found.root = true;
      return scope[0] === ITEM ? undefined : surface.data.readFrom(scope, own);
    },
  };
  const report = ({ code }: Issue): void => {
    if (code === 'VITRINE_INDEX_OUTSIDE') found.position = true;
    if (code === 'VITRINE_FUNCTION_UNKNOWN') found.unknown = true;
  };
  const catalogFor = (id: string | undefined): Catalog | Issue => catalog ?? surface.catalogFor(id);
  // What it gives is of no interest.
  const start = env.budget.mark();
  evaluate(binding, new Scope({ data, catalogFor }, silent(env, report), [ITEM]));
  env.budget.rewind(start);
  return { ...found, item: found.item || found.position };
}

/** Whether the text of a formatString calls only what `catalog` has; the call around it is judged by its declaration. */
export function knowsAll(
  call: CallBinding,
  surface: Surface,
  env: PassEnvironment,
  catalog: Catalog,
  index: boolean,
): boolean {
  if (call.call !== 'formatString' || !JSON.stringify(call.args ?? {}).includes('(')) return true;
  const { unknown, position } = dependenceOf(call, surface, env, catalog);
  return !unknown && (index || !position);
}
