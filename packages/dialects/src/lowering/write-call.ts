// A call in the target's words. It is said whole or not at all: an argument that cannot be said takes the call with it,
// and then the call's value is sent instead.

import {
  type CallBinding,
  type FunctionDeclaration,
  type Json,
  type JsonObject,
  number,
  type Prop,
} from '@vitrine/core/internal';
import type { WriteProp, Writing } from './writing.ts';

const RETURN_TYPES: { readonly [kind: string]: string } = {
  text: 'string',
  number: 'number',
  bool: 'boolean',
  'text-list': 'array',
};
const OFFSET = { offset: number() };

export function writeCall(call: CallBinding, place: Prop, writing: Writing, write: WriteProp): Json | undefined {
  const { words, syntax } = writing;
  if (call.call === '@index') {
    if (!words.index) return undefined;
    const args = writeArgs(OFFSET, call.args ?? {}, writing, write);
    const output = Object.keys(args).length === 0 ? undefined : args;
    return syntax.call({ name: '@index', args: output, catalog: undefined, returnType: undefined });
  }
  const declared = writing.functionOf(call);
  if (declared === undefined || !writing.means.knowsAll(call)) return undefined;
  const args = writeArguments(declared, call, writing, write);
  if (args === undefined) return undefined;
  return syntax.call({
    name: call.call,
    args,
    catalog: words.ownCatalog ? call.catalog : undefined,
    returnType: returnTypeOf(call, declared, place, writing),
  });
}

/** A call as the value of a property. A boolean that is more than that to the reader is made one again. */
export function writeCallValue(call: CallBinding, place: Prop, writing: Writing, write: WriteProp): Json | undefined {
  const isJudgement =
    !writing.isExact && writing.functionOf(call)?.returns === 'validation' && writing.means.givesBoolean(call);
  const output: CallBinding = isJudgement ? { call: 'and', args: { values: [call as unknown as Json, true] } } : call;
  return writeCall(output, place, writing, write);
}

/** The arguments of a call; undefined where one cannot be said that matters. */
function writeArguments(
  declared: FunctionDeclaration,
  call: CallBinding,
  writing: Writing,
  write: WriteProp,
): JsonObject | undefined {
  const values = (call.args ?? {}) as JsonObject;
  const exact = writing.exact();
  const args = writeArgs(declared.args, values, exact, write, declared.openArgs === true);
  if (!exact.failed) return isComplete(declared, args) ? args : undefined;
  if (!writing.means.lenient) return undefined;
  const some = writeArgs(declared.args, values, writing, write, declared.openArgs === true);
  return isComplete(declared, some) ? some : undefined;
}

function isComplete({ args, needsOneOf }: FunctionDeclaration, values: JsonObject): boolean {
  if (needsOneOf?.every((name) => values[name] === undefined) === true) return false;
  return Object.keys(args).every((name) => args[name]?.required !== true || values[name] !== undefined);
}

function writeArgs(
  props: { readonly [name: string]: Prop },
  values: { readonly [name: string]: unknown },
  writing: Writing,
  write: WriteProp,
  open = false,
): JsonObject {
  const args: { [name: string]: Json } = {};
  for (const name of Object.keys(values)) {
    const prop = Object.hasOwn(props, name) ? props[name] : open ? ANY : undefined;
    const value = values[name] as Json;
    const written = prop === undefined || isNoNumber(prop, value) ? undefined : write(prop, value, writing, name);
    if (written === undefined) writing.lose(`the argument ${name} is dropped`);
    else args[name] = written;
  }
  return args;
}

/** Where a function wants a number, a text that is none gives nothing: it must not become 0. */
function isNoNumber(prop: Prop, value: Json): boolean {
  return (
    prop.kind === 'number' && typeof value === 'string' && !(value.trim() !== '' && Number.isFinite(Number(value)))
  );
}

const ANY: Prop = { kind: 'any', required: false };

/** A stated type is kept where it is true and the place wants it; elsewhere the schema refuses it. */
function returnTypeOf(
  call: CallBinding,
  declared: FunctionDeclaration,
  place: Prop,
  writing: Writing,
): string | undefined {
  const stated = (call as unknown as JsonObject).returnType;
  if (!writing.words.returnType || typeof stated !== 'string' || stated !== declared.returns) return undefined;
  const wanted = RETURN_TYPES[place.kind];
  return wanted === undefined || wanted === stated ? stated : undefined;
}

/** The call of an action: nothing stands in for it, but its arguments may be sent as they are now. */
export function writeActionCall(call: CallBinding, writing: Writing, write: WriteProp): Json | undefined {
  const output = writeCall(call, ANY, writing, write);
  if (output !== undefined) return output;
  const declared = writing.functionOf(call);
  if (declared === undefined || !writing.means.knowsAll(call)) return undefined;
  const args = writeArgs(declared.args, (call.args ?? {}) as JsonObject, writing, write);
  if (!isComplete(declared, args)) return undefined;
  const catalog = writing.words.ownCatalog ? call.catalog : undefined;
  return writing.syntax.call({ name: call.call, args, catalog, returnType: undefined });
}
