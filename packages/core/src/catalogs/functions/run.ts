// What the code of a function is, and that of a validator: it judges a value, and catalogs of different protocols give the
// same judgement in different forms (../basic-functions.ts).

import type { FunctionScope } from '../../catalog.ts';
import type { Outcome, refused } from '../../issue.ts';
import type { Json } from '../../json.ts';

export type Arguments = { readonly [name: string]: Json | undefined };
export type FunctionBody = (args: Arguments, scope: FunctionScope) => Outcome<Json | undefined>;

/** What is wrong with a value. */
export interface Failure {
  readonly code: string;
  readonly message?: string;
}

/** No judgement was possible. */
type RefusedCall = ReturnType<typeof refused>;

/** Undefined when the value passes. */
export type Judge = (args: Arguments, scope: FunctionScope) => Failure | RefusedCall | undefined;
