// Checks of Express (`?required("…")`) and the rules that they become: the bound value of the component first, what was written
// behind it, and a text that no parameter can hold as the message.

import type { Json, JsonObject, Prop } from '@vitrine/core/internal';
import { any, defined } from '@vitrine/core/internal';
import type { Signature } from '../signatures.ts';
import type { ValueCompiler } from './compile-context.ts';
import type { Expression } from './parser.ts';

type ExpressCheck = Extract<Expression, { type: 'check' }>;
const ANY: Prop = any();

/** The checks of an expression that is one, or a list of them; undefined where it is something else. */
export function isCheckList(expression: Expression): readonly Expression[] | undefined {
  if (expression.type === 'check') return [expression];
  if (expression.type !== 'list' || expression.items.length === 0) return undefined;
  return expression.items.every(({ type }) => type === 'check') ? expression.items : undefined;
}

/** What a person is told where the model did not say it. */
export function checkMessage(name: string): string {
  return `This value does not pass the check "${name}".`;
}

export function compileChecks(
  checks: readonly Expression[],
  bound: (property: string) => Json | undefined,
  compiler: ValueCompiler,
): Json {
  return checks.map((check) => compileCheck(check as ExpressCheck, bound, compiler));
}

function compileCheck(
  check: ExpressCheck,
  bound: (property: string) => Json | undefined,
  compiler: ValueCompiler,
): JsonObject {
  const signature = compiler.checkFunction(check.name, check.line);
  const args: { [name: string]: Json } = {};
  const [first] = signature.order;
  const own = first === undefined ? undefined : bound(first);
  const [written] = check.args;
  const isBound = own !== undefined && !(written !== undefined && compiler.resolve(written)?.type === 'path');
  if (isBound && first !== undefined) args[first] = own;
  const message = placeWritten(check, signature, isBound ? 1 : 0, args, compiler);
  for (const name of signature.required) {
    if (Object.hasOwn(args, name)) continue;
    compiler.refuse('VITRINE_FUNCTION_ARGS', `The check ?${check.name} needs ${JSON.stringify(name)}.`, check.line);
  }
  const condition = {
    [compiler.callKey]: signature.name,
    ...defined({ catalogId: compiler.saidOf(signature) }),
    args,
  };
  return { condition, message: message ?? checkMessage(signature.name) };
}

/** Gives the message, if there is one among what was written. */
function placeWritten(
  check: ExpressCheck,
  { order, params }: Signature,
  from: number,
  args: { [name: string]: Json },
  compiler: ValueCompiler,
): string | undefined {
  let message: string | undefined;
  let position = from;
  for (const expression of check.args) {
    const name = order[position];
    const prop = name === undefined ? undefined : params.get(name);
    const value = compiler.value(expression, prop === undefined ? ANY : loosened(prop));
    if (typeof value === 'string' && (prop === undefined || prop.kind === 'number' || prop.kind === 'bool'))
      message = value;
    else if (name === undefined) {
      if (value === undefined) continue;
      compiler.refuse('VITRINE_FUNCTION_ARGS', `The check ?${check.name} takes fewer arguments.`, check.line);
    } else {
      position++;
      if (value !== undefined) args[name] = value;
    }
  }
  return message;
}

/** A text may stand where a number is declared: it is the message then. */
function loosened(prop: Prop): Prop {
  return prop.kind === 'number' || prop.kind === 'bool' ? { ...prop, dynamic: true } : prop;
}
