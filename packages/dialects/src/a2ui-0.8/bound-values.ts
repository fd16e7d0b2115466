// The typed values of A2UI 0.8, made neutral: {literalString, path}, {explicitList}, {template}, {name, context: [...]}.
// The wire names each form, so reading goes by shape; a shape that 0.8 does not have passes as it is.

import {
  describeType,
  type Findings,
  isArray,
  isObject,
  isReserved,
  type Json,
  type JsonObject,
  quote,
} from '@vitrine/core/page';

const INDEX = /\[(\d+)\]/g;

/**
 * Paths of A2UI 0.8. The protocol means JSON pointers; its first renderer also read `a.b[0]`, and samples use it. A
 * pointer, relative where the path was; dots and brackets are separators where no slash is, or where a bracket is.
 */
export function readPath(path: string, findings: Findings): string {
  if (path === '' || path === '.' || path === '/') return path;
  const bracketed = path.includes('[') && path.search(INDEX) >= 0;
  if (!bracketed && (path.includes('/') || !path.includes('.'))) return path;
  const absolute = path.startsWith('/') ? '/' : '';
  const parts = path.replace(INDEX, '.$1').split(/[./]/);
  const pointer = absolute + parts.filter((part) => part !== '').join('/');
  findings.mend('VITRINE_POINTER_SYNTAX', `Write the path ${quote(path)} as a pointer: ${quote(pointer)}.`);
  return pointer;
}

type Draft = { [key: string]: Json };

const LITERAL_TYPES: { readonly [key: string]: string } = {
  literalString: 'string',
  literalNumber: 'number',
  literalBoolean: 'boolean',
  literalArray: 'array',
};

/** A literal that stood beside a path: the data model gets it where it has nothing yet. */
export interface Initial {
  readonly path: string;
  readonly value: Json;
}

export class ValueReader {
  readonly #findings: Findings;
  readonly initial: Initial[] = [];

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
    if (isArray(value)) return this.#list(value, depth - 1);
    const object = value as JsonObject;
    if (isBound(object)) return this.#bound(object, depth - 1);
    if (object.explicitList !== undefined) return this.#children(object, depth - 1);
    if (isObject(object.template)) return this.#template(object.template, object);
    if (this.#isAction(object)) return this.#action(object, depth - 1);
    return this.#map(object, depth - 1);
  }

  #list(list: readonly Json[], depth: number): Json {
    return list.map((item, i) => this.#at(i, item, depth));
  }

  #map(object: JsonObject, depth: number): Json {
    const result: Draft = {};
    for (const key of Object.keys(object)) this.#put(result, key, key, object[key] as Json, depth);
    return result;
  }

  /** Reads a member; a name that reaches a prototype is refused before anything is assigned. */
  #put(result: Draft, name: string, step: string, value: Json, depth: number): void {
    if (isReserved(name)) this.#findings.refuse('VITRINE_NAME_RESERVED', `The key ${quote(name)} is reserved.`);
    else result[name] = this.#at(step, value, depth);
  }

  #at(step: string | number, value: Json, depth: number): Json {
    if (typeof value !== 'object' || value === null) return value;
    const { path } = this.#findings;
    path.push(step);
    const result = this.read(value, depth);
    path.pop();
    return result;
  }

  #bound(object: JsonObject, depth: number): Json {
    const { path } = object;
    const literals = Object.keys(object).filter((key) => key !== 'path');
    if (literals.length > 1)
      this.#mend(`A value has one literal; ${literals[0]} counts and ${literals.slice(1).join(', ')} does not.`);
    const [key] = literals;
    const literal = key === undefined ? undefined : this.#literal(key, object[key] as Json, depth);
    if (path === undefined) return literal ?? null;
    const pointer = readPath(path as string, this.#findings);
    if (literal === undefined) return { path: pointer, from: 'item-first' };
    return this.#initialised(pointer, literal);
  }

  /**
   * A2UI 0.8, bound values: a literal beside a path initialises the model, then the path counts. Inside a template the
   * literal goes to the root as well: items that lack the path read through to it, because the path is item-first.
   */
  #initialised(pointer: string, value: Json): Json {
    if (pointer === '' || pointer === '.' || pointer === '/') {
      this.#mend('A literal beside the path of a whole item or model is not used.');
      return { path: pointer, from: 'item-first' };
    }
    const path = pointer.startsWith('/') ? pointer : `/${pointer.replace(/^\.\//, '')}`;
    this.initial.push({ path, value });
    return { path, from: 'item-first' };
  }

  #literal(key: string, value: Json, depth: number): Json {
    const wanted = LITERAL_TYPES[key] as string;
    if (isObject(value)) {
      this.#findings.refuse(
        'VITRINE_BINDING_INVALID',
        `${key} holds an object; a literal is a text, number, boolean or list.`,
      );
      return null;
    }
    const fits = wanted === 'array' ? isArray(value) : typeof value === wanted;
    if (!fits) this.#mend(`${key} holds ${describeType(value)}; it is taken as it is.`);
    return this.#at(key, value, depth);
  }

  #children(object: JsonObject, depth: number): Json {
    for (const key of Object.keys(object)) {
      if (key !== 'explicitList') this.#mend(`${quote(key)} beside explicitList is not used.`);
    }
    return this.#at('explicitList', object.explicitList as Json, depth);
  }

  #template(template: JsonObject, object: JsonObject): Json {
    const { componentId, dataBinding, ...rest } = template;
    for (const key of [...Object.keys(object).filter((name) => name !== 'template'), ...Object.keys(rest)]) {
      this.#mend(`${quote(key)} is no part of a template and is not used.`);
    }
    if (typeof componentId !== 'string' || typeof dataBinding !== 'string') {
      this.#findings.refuse('VITRINE_PROP_TYPE', 'A template is {componentId, dataBinding}, both texts.');
      return null;
    }
    return { componentId, path: readPath(dataBinding, this.#findings), from: 'item-first', over: 'list-or-map' };
  }

  #isAction(object: JsonObject): boolean {
    const under = this.#findings.path.at(-1) === 'action';
    if (under && isObject(object.event) && typeof object.event.name === 'string') return true;
    return typeof object.name === 'string' && (isArray(object.context) || under);
  }

  #action(object: JsonObject, depth: number): Json {
    if (isObject(object.event)) {
      this.#mend('Write an action as {name, context}, without event.');
      return this.#event(object.event, depth);
    }
    return this.#event(object, depth);
  }

  #event(object: JsonObject, depth: number): Json {
    const { name, context, ...rest } = object;
    for (const key of Object.keys(rest)) this.#mend(`An action has no property ${quote(key)}; it is not used.`);
    if (context === undefined) return { event: { name: name as string } };
    const { path } = this.#findings;
    path.push('context');
    const values = isArray(context) ? this.#context(context, depth) : this.#plainContext(context, depth);
    path.pop();
    return { event: { name: name as string, context: values } };
  }

  #context(list: readonly Json[], depth: number): Json {
    const result: Draft = {};
    const { path } = this.#findings;
    for (let i = 0; i < list.length; i++) {
      const item = list[i];
      path.push(i);
      if (!isObject(item) || typeof item.key !== 'string')
        this.#mend('A context entry is {key, value}; this one is not used.');
      else {
        if (Object.hasOwn(result, item.key))
          this.#mend(`The context key ${quote(item.key)} stands here twice; the last counts.`);
        this.#put(result, item.key, 'value', item.value ?? null, depth);
      }
      path.pop();
    }
    return result;
  }

  #plainContext(context: Json, depth: number): Json {
    if (!isObject(context)) {
      this.#mend(`The context is a list of {key, value}, not ${describeType(context)}; it is not used.`);
      return {};
    }
    this.#mend('Write the context as a list of {key, value}.');
    return this.#map(context, depth);
  }

  #mend(message: string): void {
    this.#findings.mend('VITRINE_BINDING_INVALID', message);
  }
}

/** Nothing but literals and a path: anything else beside them is a shape of somebody's own. */
export function isBound(object: JsonObject): boolean {
  let found = false;
  for (const key of Object.keys(object)) {
    if (key === 'path') {
      if (typeof object.path !== 'string') return false;
    } else if (!Object.hasOwn(LITERAL_TYPES, key)) return false;
    found = true;
  }
  return found;
}
