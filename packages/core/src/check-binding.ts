// The check at the door for bindings and calls: pointers that can be read, catalogs that exist, functions and arguments
// that the catalog declares. Calls are found wherever they stand, one by one.

import { isCallBinding, isPathBinding } from './binding.ts';
import { type FunctionDeclaration, number, type Returns } from './catalog.ts';
import type { CheckContext } from './check-context.ts';
import type { CallBinding, Dynamic } from './entry.ts';
import { inspect, keyProblem } from './inspect.ts';
import { type Issue, issue, quote } from './issue.ts';
import { describeType, isArray, isObject, type Json, type JsonObject } from './json.ts';
import type { Limits } from './limits.ts';
import { isSegments, readPointer, type Segments } from './pointer.ts';
import { returnTypeName } from './schema-types.ts';

export interface BindingPlace {
  /** In words. */
  readonly wanted: string;
  /** Plain objects are values here. */
  readonly objects?: boolean;
  /** What a call must say that it returns, if it says so. */
  readonly returns?: Returns;
}

/** An object that stands where something is declared that may be bound. It is read in the evaluator's order. */
export function checkBinding(value: JsonObject, place: BindingPlace, context: CheckContext): void {
  const { wanted, objects = false, returns } = place;
  if (typeof value.path === 'string') return checkPath(value, context);
  if (isCallBinding(value)) {
    if (returns !== undefined) checkReturnType(value, returns, wanted, context);
    return context.skipCalls ? undefined : checkCall(value, context);
  }
  if ('literal' in value && objects) {
    context.storable(value.literal as Json);
    return;
  }
  context.mend(
    'VITRINE_BINDING_INVALID',
    `This must be ${wanted}, {path} or {call, args}, not ${describeType(value)}.`,
  );
  context.storable(value);
}

function checkPath(value: JsonObject, context: CheckContext): void {
  const path = value.path as string;
  const read = readPointer(path);
  const problem = isSegments(read) ? lengthProblem(read, context.limits) : read;
  if (problem !== undefined) context.addHere(problem);
  for (const key in value) {
    if (key === 'path' || (key === 'from' && value.from === 'item-first')) continue;
    if (context.storableMember(key, value[key] as Json)) {
      context.mend('VITRINE_BINDING_INVALID', `A path binding has no property ${quote(key)}.`);
    }
  }
}

/** Why a pointer can never lead anywhere. */
function lengthProblem(segments: Segments, limits: Limits): Issue | undefined {
  if (segments.length > limits.dataDepth)
    return issue('VITRINE_LIMIT_DEPTH', 'error', `The path is deeper than ${limits.dataDepth} levels.`);
  const long = segments.find((segment) => segment.length > limits.keyLength);
  return long === undefined ? undefined : keyProblem(long, limits, '');
}

/** A2UI 0.9, function calls: a call that says what it returns suits its place. */
function checkReturnType(call: JsonObject, returns: Returns, wanted: string, context: CheckContext): void {
  const { returnType } = call;
  if (context.wire?.returnType !== true || returnType === undefined || returnType === returnTypeName(returns)) return;
  context.mend('VITRINE_BINDING_INVALID', `This must be ${wanted}, but the call says that it returns something else.`);
}

const CALL_KEYS = new Set(['call', 'args', 'catalog', 'catalogId', 'returnType', 'callableFrom']);

/** What a call may hold by the rules of its protocol; a catalog is named by `catalog` once the message is decoded. */
function isCallKey(key: string, { wire }: CheckContext): boolean {
  if (wire === undefined || key === 'call' || key === 'args') return CALL_KEYS.has(key);
  return (key === 'returnType' && wire.returnType) || (key === 'catalog' && wire.callCatalog);
}

export function checkCall(call: CallBinding, context: CheckContext, depth = 1): void {
  if (depth > context.limits.callDepth) {
    return context.refuse(
      'VITRINE_EXPRESSION_DEPTH',
      `Calls are nested deeper than the functionCall depth limit of ${context.limits.callDepth}.`,
    );
  }
  if (!checkCallKeys(call as unknown as JsonObject, context)) return;
  const args = call.args as Json | undefined;
  context.path.push('args');
  const fit = args === undefined || context.storable(args);
  if (fit && isObject(args)) for (const name in args) nested(args[name] as Json, name, context, depth);
  context.path.pop();
  if (!fit) return;
  if (args !== undefined && !isObject(args)) {
    return context.mend('VITRINE_FUNCTION_ARGS', `The arguments of ${quote(call.call)} must be an object.`);
  }
  if (call.call.startsWith('@')) return checkSystemCall(call, context);
  if (call.catalog !== undefined && typeof call.catalog !== 'string') {
    return context.refuse('VITRINE_MESSAGE_SHAPE', 'The catalogId of a call must be a string.');
  }
  const catalog = context.catalogFor(call.catalog);
  if ('code' in catalog) return context.addHere(catalog);
  const declaration = catalog.functions.get(call.call);
  if (declaration === undefined) {
    return context.mend(
      'VITRINE_FUNCTION_UNKNOWN',
      `Unrecognized function ${quote(call.call)}: the catalog ${quote(catalog.id)} does not have it${context.wire?.asksAgent === true ? '; the agent is asked for it' : ''}.`,
    );
  }
  if (declaration.callers === 'agent') {
    context.mend(
      'VITRINE_FUNCTION_CALLER',
      `${quote(call.call)} belongs to the agent and may not be bound in an interface.`,
    );
  }
  checkReturns(call, declaration, context);
  checkArguments(call.call, declaration, args ?? {}, context);
}

function checkReturns(call: CallBinding, { returns }: FunctionDeclaration, context: CheckContext): void {
  const { returnType } = call as unknown as JsonObject;
  if (context.wire?.returnType !== true || returnType === undefined || returns === 'any') return;
  if (returnType === returnTypeName(returns)) return;
  const message = `${quote(call.call)} returns ${returnTypeName(returns)}; returnType says otherwise.`;
  context.mend('VITRINE_BINDING_INVALID', message);
}

/** False when something beside the arguments can never be stored. */
function checkCallKeys(call: JsonObject, context: CheckContext): boolean {
  let fit = true;
  for (const key in call) {
    if (key === 'args') continue;
    if (!context.storableMember(key, call[key] as Json)) fit = false;
    else if (!isCallKey(key, context)) context.mend('VITRINE_BINDING_INVALID', `A call has no property ${quote(key)}.`);
  }
  return fit;
}

function checkSystemCall(call: CallBinding, context: CheckContext): void {
  if (call.call !== '@index' || context.wire?.callCatalog === false) {
    return context.mend(
      'VITRINE_FUNCTION_UNKNOWN',
      `Unrecognized system function ${quote(call.call)}: @index is the only one, from A2UI 1.0 on.`,
    );
  }
  if (call.catalog !== undefined && context.wire !== undefined)
    context.mend('VITRINE_BINDING_INVALID', '@index belongs to no catalog: it names none.');
  checkArguments(call.call, INDEX, (call.args ?? {}) as JsonObject, context);
}

const INDEX: FunctionDeclaration = { args: { offset: number() }, returns: 'number' };

/** Nested calls are judged by themselves, so here they count as a value of the wanted type. */
export function checkArguments(
  name: string,
  declaration: FunctionDeclaration,
  args: JsonObject,
  context: CheckContext,
): void {
  const trial = context.trial();
  trial.skipCalls = true;
  context.checkProps(declaration.args, declaration.openArgs === true, args, trial);
  for (const problem of trial.issues ?? []) {
    const code =
      problem.code.startsWith('VITRINE_PROP_') || problem.code === 'VITRINE_BINDING_INVALID'
        ? 'VITRINE_FUNCTION_ARGS'
        : problem.code;
    context.add({
      ...problem,
      code,
      message: `In the arguments of ${quote(name)}: ${problem.message}`,
      at: `${context.at()}/args${problem.at ?? ''}`,
    });
  }
  if (context.wire?.nullArguments === false) refuseNull(name, declaration, args, context);
  const { needsOneOf } = declaration;
  if (needsOneOf !== undefined && !needsOneOf.some((option) => args[option] !== undefined)) {
    context.mend('VITRINE_FUNCTION_ARGS', `${quote(name)} needs at least one of ${needsOneOf.join(', ')}.`);
  }
}

/** Free arguments take everything but null, which other arguments refuse by their type. */
function refuseNull(name: string, declaration: FunctionDeclaration, args: JsonObject, context: CheckContext): void {
  for (const [argument, prop] of Object.entries(declaration.args)) {
    if (prop.kind !== 'any' || args[argument] !== null) continue;
    context.path.push('args', argument);
    context.mend('VITRINE_FUNCTION_ARGS', `In the arguments of ${quote(name)}: null is no value.`);
    context.path.length -= 2;
  }
}

/** Calls inside the arguments of a call, one level down each. */
function nested(value: Json, step: string | number, context: CheckContext, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  context.path.push(step);
  if (isArray(value)) for (let i = 0; i < value.length; i++) nested(value[i] as Json, i, context, depth);
  else if (isPathBinding(value)) {
    // Judged where the argument is.
  } else if (isCallBinding(value)) checkCall(value, context, depth + 1);
  else if (!('literal' in value))
    for (const key of Object.keys(value)) nested((value as JsonObject)[key] as Json, key, context, depth);
  context.path.pop();
}

/** Free JSON in which bindings may stand anywhere. */
export function checkEmbedded(value: Dynamic, context: CheckContext): void {
  if (value === '') return;
  const problem = inspect(value as Json, { limits: context.limits, depth: context.limits.propDepth, count: 0 }, '');
  if (problem !== undefined) return context.add({ ...problem, at: `${context.at()}${problem.at ?? ''}` });
  if (context.literal) return;
  if (typeof value === 'object' && value !== null) embedded(value as Json, context);
}

function embedded(value: Json, context: CheckContext): void {
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      context.path.push(i);
      embedded(value[i] as Json, context);
      context.path.pop();
    }
  } else if (isObject(value)) {
    if (isPathBinding(value)) return checkPath(value as unknown as JsonObject, context);
    if (isCallBinding(value)) return context.skipCalls ? undefined : checkCall(value, context);
    if ('literal' in value) return;
    for (const key of Object.keys(value)) {
      context.path.push(key);
      embedded(value[key] as Json, context);
      context.path.pop();
    }
  }
}
