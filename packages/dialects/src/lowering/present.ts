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
} from '@vitrine/core';

/** A segment that no pointer can name, so that what is read below it is known to be read from the item. */
const ITEM = '\u0000item';

function silent(env: Environment, report: (problem: Issue) => void = () => undefined): Environment {
  return { locale: env.locale, zone: env.zone, limits: env.limits, report };
}

export function evaluateNow(
  binding: Dynamic,
  surface: Surface,
  env: Environment,
  scope: Segments = [],
  index?: number,
): Json | undefined {
  const value = evaluate(binding, new Scope(surface, silent(env), scope, index));
  return isPending(value) ? undefined : value;
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
export function dependenceOf(binding: Dynamic, surface: Surface, env: Environment, catalog?: Catalog): Dependence {
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
  evaluate(binding, new Scope({ data, catalogFor }, silent(env, report), [ITEM]));
  return { ...found, item: found.item || found.position };
}

/** Whether the text of a formatString calls only what `catalog` has; the call around it is judged by its declaration. */
export function knowsAll(
  call: CallBinding,
  surface: Surface,
  env: Environment,
  catalog: Catalog,
  index: boolean,
): boolean {
  if (call.call !== 'formatString' || !JSON.stringify(call.args ?? {}).includes('(')) return true;
  const { unknown, position } = dependenceOf(call, surface, env, catalog);
  return !unknown && (index || !position);
}
