// A validator judges a value. Catalogs of different protocols return the same judgement in different forms: as a
// boolean, or as a ValidationResult whose message, if it has none, is that of the rule.

import { defineFunction, type FunctionDeclaration, type FunctionScope, type Props } from '../../catalog.ts';
import { accepted, type Outcome } from '../../issue.ts';
import type { Json } from '../../json.ts';

export type Arguments = { readonly [name: string]: Json | undefined };

/** What is wrong with a value. */
export interface Failure {
  readonly code: string;
  readonly message?: string;
}

export interface Validator<A extends Props = Props> {
  readonly args: A;
  readonly needsOneOf?: readonly string[];
  /** Undefined when the value passes. */
  judge(args: Arguments, scope: FunctionScope): Outcome<Failure | undefined>;
}

export const PASSED: Outcome<Failure | undefined> = accepted(undefined);

const TRUE = accepted(true);
const FALSE = accepted(false);
const VALID = accepted({ valid: true });

export function booleanValidator<A extends Props>(validator: Validator<A>): FunctionDeclaration<A> {
  const { judge, ...declared } = validator;
  return defineFunction({
    ...declared,
    returns: 'boolean',
    run(args, scope) {
      const verdict = judge(args, scope);
      if (!verdict.ok) return verdict;
      return verdict.value === undefined ? TRUE : FALSE;
    },
  });
}

export function resultValidator<A extends Props>(validator: Validator<A>): FunctionDeclaration<A> {
  const { judge, ...declared } = validator;
  return defineFunction({
    ...declared,
    returns: 'validation',
    run(args, scope) {
      const verdict = judge(args, scope);
      if (!verdict.ok) return verdict;
      return verdict.value === undefined ? VALID : accepted({ valid: false, severity: 'error', ...verdict.value });
    },
  });
}
