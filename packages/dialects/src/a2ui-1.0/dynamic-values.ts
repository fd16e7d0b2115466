// The dynamic values of A2UI 1.0, made neutral. Bindings are {"@path"} and {"@call"}, in older drafts {path} and {call};
// a key that is data and begins with @ is doubled. What already is neutral is passed on, not copied.

import {
  defined,
  describeType,
  type Findings,
  isArray,
  isObject,
  isReserved,
  type Json,
  type JsonObject,
  quote,
} from '@vitrine/core/page';
import { type Draft, isDirective, put, unescapeKey, unwrapMembers } from './data-objects.ts';

const CALL_FIELDS = new Set(['args', 'catalogId', 'returnType', 'callableFrom']);

/** One value of a component: a literal, a binding, a template, an action, or lists and objects of these. */
export function readDynamic(value: Json, findings: Findings): Json {
  return new DynamicReader(findings).read(value, findings.limits.propDepth);
}

/** The arguments of a call that has no surface around it: literals only. Undefined after a refusal. */
export function readLiteralArguments(args: JsonObject, findings: Findings): JsonObject | undefined {
  const reader = new DynamicReader(findings);
  const before = findings.refused;
  const read = reader.members(args, findings.limits.propDepth);
  if (reader.bindings > 0) {
    return findings.refuse(
      'VITRINE_BINDING_INVALID',
      'A call of an agent belongs to no surface: its arguments must be literals.',
    );
  }
  if (findings.refused && !before) return undefined;
  return unwrapMembers(read);
}

class DynamicReader {
  readonly #findings: Findings;
  /** How many bindings were met so far. */
  bindings = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** `depth`: levels left. */
  read(value: Json, depth: number): Json {
    if (typeof value !== 'object' || value === null) return value;
    if (depth <= 0) {
      this.#findings.refuse('VITRINE_LIMIT_DEPTH', 'The value is nested more deeply than the limit allows.');
      return null;
    }
    return isArray(value) ? this.#list(value, depth - 1) : this.#object(value as JsonObject, depth - 1);
  }

  /** The values of a map whose keys are names and never make a binding: contexts, arguments. */
  members(map: JsonObject, depth: number): JsonObject {
    let copy: Draft | undefined;
    for (const key of Object.keys(map)) {
      if (isReserved(key)) {
        this.#findings.refuse('VITRINE_NAME_RESERVED', `The key ${quote(key)} is reserved.`);
        return {};
      }
      copy = put(copy, map, key, key, this.#at(key, map[key] as Json, depth));
    }
    return copy ?? map;
  }

  #at(step: string | number, value: Json, depth: number): Json {
    if (typeof value !== 'object' || value === null) return value;
    const { path } = this.#findings;
    path.push(step);
    const result = this.read(value, depth);
    path.pop();
    return result;
  }

  #list(list: readonly Json[], depth: number): Json {
    let copy: Json[] | undefined;
    for (let i = 0; i < list.length; i++) {
      const item = list[i] as Json;
      const read = this.#at(i, item, depth);
      if (read !== item) {
        copy ??= list.slice();
        copy[i] = read;
      }
    }
    return copy ?? list;
  }

  #object(object: JsonObject, depth: number): Json {
    const keys = Object.keys(object);
    for (const key of keys) {
      if (isReserved(key)) return this.#refuse('VITRINE_NAME_RESERVED', `The key ${quote(key)} is reserved.`);
      if (isDirective(key) && key !== '@path' && key !== '@call') {
        return this.#invalid(
          `Keys with one @ are reserved: write ${quote(`@${key}`)} for the literal key ${quote(key)}.`,
        );
      }
    }
    if (object.message !== undefined && object.condition === undefined && this.#isRule())
      return this.#flatRule(object, depth);
    if (Object.hasOwn(object, '@call')) return this.#call(object, '@call', depth);
    if (Object.hasOwn(object, '@path')) return this.#path(object, keys, '@path');
    if (typeof object.call === 'string' && !isPlainPair(object, keys)) return this.#call(object, 'call', depth);
    if (typeof object.path === 'string' && !isPlainPair(object, keys)) return this.#path(object, keys, 'path');
    if (isAction(object, keys)) return this.#action(object, depth);
    return this.#literal(object, keys, depth);
  }

  #path(object: JsonObject, keys: readonly string[], name: '@path' | 'path'): Json {
    const path = object[name];
    if (typeof path !== 'string') return this.#invalid(`${name} must be a string, not ${describeType(path)}.`);
    const { componentId } = object;
    if (typeof componentId === 'string' && keys.length === 2) {
      if (name === '@path') this.#findings.mend('VITRINE_BINDING_INVALID', 'Write a template as {componentId, path}.');
      return name === 'path' ? object : { componentId, path };
    }
    if (keys.length > 1) return this.#invalid(`A data binding is {${quote(name)}: ...} and nothing else.`);
    this.bindings++;
    return name === 'path' ? object : { path };
  }

  #call(object: JsonObject, name: '@call' | 'call', depth: number): Json {
    const call = object[name];
    if (typeof call !== 'string') return this.#invalid(`${name} must be a string, not ${describeType(call)}.`);
    const foreign = Object.keys(object).find((key) => key !== name && !CALL_FIELDS.has(key));
    if (foreign !== undefined) return this.#invalid(`A function call has no property ${quote(foreign)}.`);
    const { args, catalogId, returnType, callableFrom } = object;
    if (callableFrom !== undefined) {
      this.#findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', 'callableFrom is no longer part of a call; it is not used.');
    }
    if (catalogId !== undefined && typeof catalogId !== 'string') {
      return this.#refuse(
        'VITRINE_MESSAGE_SHAPE',
        `The catalogId of a call must be a string, not ${describeType(catalogId)}.`,
      );
    }
    if (args !== undefined && !isObject(args)) {
      return this.#refuse('VITRINE_FUNCTION_ARGS', `The args of a call must be an object, not ${describeType(args)}.`);
    }
    this.bindings++;
    return {
      call,
      ...defined({ args: args && this.#named('args', args, depth) }),
      ...defined({ catalog: catalogId, returnType }),
    };
  }

  /** Directly in a list of checks. */
  #isRule(): boolean {
    const { path } = this.#findings;
    return path.at(-2) === 'checks' && typeof path.at(-1) === 'number';
  }

  /** {call, args, message} or {path, message}, the check of early samples: what is left is its condition. Told where it is judged. */
  #flatRule({ message, ...condition }: JsonObject, depth: number): Json {
    const read = this.#object(condition, depth);
    return isObject(read) ? { ...read, message: message as Json } : read;
  }

  #named(step: string, map: JsonObject, depth: number): JsonObject {
    if (depth <= 0) {
      this.#refuse('VITRINE_LIMIT_DEPTH', 'The value is nested more deeply than the limit allows.');
      return {};
    }
    const { path } = this.#findings;
    path.push(step);
    const read = this.members(map, depth - 1);
    path.pop();
    return read;
  }

  /** {event: {name, context, userMessage}}, or the shorthand without event. */
  #action(object: JsonObject, depth: number): Json {
    if (!isObject(object.event)) return this.#event(object, depth);
    const { path } = this.#findings;
    path.push('event');
    const event = this.#event(object.event, depth);
    path.pop();
    return event === object.event ? object : { event };
  }

  #event(event: JsonObject, depth: number): Json {
    const { name, context, userMessage, ...rest } = event;
    const foreign = Object.keys(rest);
    for (const key of foreign) {
      this.#findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `An event has no property ${quote(key)}; it is not used.`);
    }
    const values = isObject(context) ? this.#named('context', context, depth) : context;
    if (values === context && userMessage === undefined && foreign.length === 0) return event;
    return {
      ...defined({ name, context: values }),
      ...defined({ message: userMessage === undefined ? undefined : this.#at('userMessage', userMessage, depth) }),
    };
  }

  /** An object that is data. Where it would look like a neutral binding it is wrapped, which nothing inside may need. */
  #literal(object: JsonObject, keys: readonly string[], depth: number): Json {
    const before = this.bindings;
    let copy: Draft | undefined;
    for (const key of keys) copy = put(copy, object, key, unescapeKey(key), this.#at(key, object[key] as Json, depth));
    const read = copy ?? object;
    if (read.path === undefined && read.call === undefined && read.literal === undefined) return read;
    if (this.bindings === before) return { literal: unwrapMembers(read) };
    if (typeof read.path !== 'string' && typeof read.call !== 'string' && read.literal === undefined) return read;
    return this.#invalid('An object with the keys path, call or literal holds a binding as well: rename the key.');
  }

  #invalid(message: string): null {
    return this.#refuse('VITRINE_BINDING_INVALID', message);
  }

  #refuse(code: Parameters<Findings['refuse']>[0], message: string): null {
    this.#findings.refuse(code, message);
    return null;
  }
}

/** {path, call} and nothing else is neither binding: both keys are data. */
function isPlainPair(object: JsonObject, keys: readonly string[]): boolean {
  return keys.length === 2 && object.path !== undefined && object.call !== undefined;
}

function isAction(object: JsonObject, keys: readonly string[]): boolean {
  if (keys.length === 1 && isObject(object.event)) return typeof object.event.name === 'string';
  if (typeof object.name !== 'string' || !isObject(object.context)) return false;
  return keys.every((key) => key === 'name' || key === 'context' || key === 'userMessage');
}
