// A validator judges a value. Catalogs of different protocols return the same judgement in different forms: as a
// boolean, or as a ValidationResult whose message, if it has none, is that of the rule.

import {
  defineFunction,
  type FunctionDeclaration,
  type FunctionScope,
  type Props,
  type Returns,
} from '../../catalog.ts';
import { accepted, type refused } from '../../issue.ts';
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
  /** Its own words, where it has any. */
  readonly says?: string;
  /** Undefined when the value passes. */
  judge(args: Arguments, scope: FunctionScope): Failure | RefusedCall | undefined;
}

/** No judgement was possible. */
type RefusedCall = ReturnType<typeof refused>;

function defineValidator<A extends Props>(
  { judge, says: _says, ...declared }: Validator<A>,
  returns: Returns,
  result: (failure: Failure | undefined) => Json,
): FunctionDeclaration<A> {
  return defineFunction({
    ...declared,
    returns,
    run(args, scope) {
      const verdict = judge(args, scope);
      return verdict !== undefined && 'ok' in verdict ? verdict : accepted(result(verdict));
    },
  });
}

export function booleanValidator<A extends Props>(validator: Validator<A>): FunctionDeclaration<A> {
  return defineValidator(validator, 'boolean', (failure) => failure === undefined);
}

export function resultValidator<A extends Props>(validator: Validator<A>): FunctionDeclaration<A> {
  const { says } = validator;
  const declared = defineValidator(validator, 'validation', (failure) =>
    failure === undefined ? { valid: true } : { valid: false, severity: 'error', ...failure },
  );
  return says === undefined ? declared : { ...declared, says };
}
