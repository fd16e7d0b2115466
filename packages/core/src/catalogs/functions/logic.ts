// and, or, not over anything that counts as true or false. Where validators return objects, such an object counts by
// its `valid`; elsewhere it is just an object, hence true.

import { bool, defineFunction, type FunctionDeclaration, list, required } from '../../catalog.ts';
import { accepted, type Outcome, refusal } from '../../issue.ts';
import { isArray, type Json } from '../../json.ts';
import { isTruthy } from '../../value.ts';

const ONE = { value: required(bool()) };
const SEVERAL = { values: required(list(bool(), { min: 2 })) };

export interface Logic {
  readonly and: FunctionDeclaration<typeof SEVERAL>;
  readonly or: FunctionDeclaration<typeof SEVERAL>;
  readonly not: FunctionDeclaration<typeof ONE>;
}

export function logic(options: { readonly byValidity: boolean }): Logic {
  const holds = (value: Json | undefined) => isTruthy(value, options.byValidity);
  return {
    and: overList('and', (values) => values.every(holds)),
    or: overList('or', (values) => values.some(holds)),
    not: defineFunction({
      args: ONE,
      returns: 'boolean',
      run: ({ value }) => accepted(!holds(value)),
    }),
  };
}

function overList(name: string, decide: (values: readonly Json[]) => boolean): FunctionDeclaration<typeof SEVERAL> {
  return defineFunction({
    args: SEVERAL,
    returns: 'boolean',
    run: ({ values }): Outcome<boolean> => {
      if (isArray(values) && values.length >= 2) return accepted(decide(values));
      return refusal('VITRINE_FUNCTION_ARGS', `${name} needs a list of at least two values.`);
    },
  });
}
