// Checks of Express (`?required("…")`) and the rules that they become: the bound value of the component first, what was written
// behind it, and a text that no parameter can hold as the message.

import type { Json, JsonObject, Prop } from '@vitrine/core/internal';
import { defined } from '@vitrine/core/internal';
import type { Signature } from '../signatures.ts';
import { isSame } from './catalog-names.ts';
import type { ValueCompiler } from './compile-context.ts';
import type { ExpressCheck, Expression } from './parser.ts';
import { ANY } from './slots.ts';

/** What a person is told where the model did not say it. */
export function checkMessage(name: string): string {
  return `This value does not pass the check "${name}".`;
}

export function compileChecks(
  checks: readonly ExpressCheck[],
  bound: (property: string) => Json | undefined,
  compiler: ValueCompiler,
): Json {
  return checks.map((check) => compileCheck(check, bound, compiler));
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
  const written = check.args[0];
  const isBound = own !== undefined && !(written?.name === undefined && isPath(written?.value, compiler));
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

function isPath(written: Expression | undefined, compiler: ValueCompiler): boolean {
  return written !== undefined && compiler.resolve(written)?.type === 'path';
}

/** Gives the message, if there is one among what was written. */
function placeWritten(
  check: ExpressCheck,
  signature: Signature,
  from: number,
  args: { [name: string]: Json },
  compiler: ValueCompiler,
): string | undefined {
  let message: string | undefined;
  let position = from;
  for (const { name: key, value: expression } of check.args) {
    const name = key === undefined ? signature.order[position] : named(key, signature, check, compiler);
    const prop = name === undefined ? undefined : signature.params.get(name);
    const value = compiler.value(expression, prop === undefined ? ANY : loosened(prop));
    if (typeof value === 'string' && (prop === undefined || prop.kind === 'number' || prop.kind === 'bool')) {
      if (message !== undefined) tooMany(check, compiler);
      message = value;
    } else if (name === undefined || name === MESSAGE) {
      if (value !== undefined) tooMany(check, compiler);
    } else {
      if (key === undefined) position++;
      if (value !== undefined) args[name] = value;
    }
  }
  return message;
}

const MESSAGE = 'message';

/** The parameter that a word before "=" means; the grammar of checks has none, so it is a mending. */
function named(key: string, { params }: Signature, check: ExpressCheck, compiler: ValueCompiler): string | undefined {
  compiler.repair('moved-argument', check.line);
  const found = [...params.keys(), MESSAGE].find((one) => isSame(one, key));
  if (found === undefined) compiler.repair('unknown-property', check.line);
  return found;
}

function tooMany({ name, line }: ExpressCheck, compiler: ValueCompiler): void {
  if (compiler.mend) compiler.repair('unknown-property', line);
  else compiler.refuse('VITRINE_FUNCTION_ARGS', `The check ?${name} takes fewer arguments.`, line);
}

/** A text may stand where a number is declared: it is the message then. */
function loosened(prop: Prop): Prop {
  return prop.kind === 'number' || prop.kind === 'bool'
    ? ({ kind: 'any-of', required: false, of: [prop, ANY] } as Prop)
    : prop;
}
