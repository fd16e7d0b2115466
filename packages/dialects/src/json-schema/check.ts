// A JSON Schema made into a check that stops at the first problem. Only the keywords that the schemas of OpenWOP use;
// another one is a fault of ours. Patterns are our own, never those of agents.

import { escapeSegment, isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
import { isDateTime } from './date-time.ts';

export interface SchemaProblem {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly message: string;
}

export type SchemaCheck = (value: Json, at?: string) => SchemaProblem | undefined;

/** `at` is where the value stands. */
type Judge = (value: Json, at: string) => SchemaProblem | undefined;
type Keyword = (operand: Json, schema: JsonObject, where: string) => Judge | undefined;

export function compileSchema(schema: JsonObject, where = '#'): SchemaCheck {
  const judges: Judge[] = [];
  for (const keyword of Object.keys(schema).sort((a, b) => rankOf(a) - rankOf(b))) {
    const make = KEYWORDS[keyword];
    if (make === undefined) throw new Error(`The schema check has no keyword ${keyword}.`);
    const judge = make(schema[keyword] as Json, schema, `${where}/${keyword}`);
    if (judge !== undefined) judges.push(judge);
  }
  return (value, at = '') => {
    for (const judge of judges) {
      const problem = judge(value, at);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** What tells branches apart speaks before what only closes them. */
const FIRST = ['type', 'enum', 'properties', 'required'];

function rankOf(keyword: string): number {
  const rank = FIRST.indexOf(keyword);
  return rank < 0 ? FIRST.length : rank;
}

function problem(instancePath: string, schemaPath: string, message: string): SchemaProblem {
  return { instancePath, schemaPath, keyword: schemaPath.slice(schemaPath.lastIndexOf('/') + 1), message };
}

/** A judge of values of one type; others pass. */
function forType<T extends Json>(
  isType: (value: Json) => value is T,
  where: string,
  fits: (value: T) => boolean,
  message: string,
): Judge {
  return (value, at) => (!isType(value) || fits(value) ? undefined : problem(at, where, message));
}

const isText = (value: Json): value is string => typeof value === 'string';
const isNumber = (value: Json): value is number => typeof value === 'number';

const TYPES: { readonly [type: string]: (value: Json) => boolean } = {
  object: isObject,
  array: isArray,
  string: isText,
  number: isNumber,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const IGNORED: Keyword = () => undefined;

const KEYWORDS: { readonly [keyword: string]: Keyword } = {
  ...{ $schema: IGNORED, $id: IGNORED, title: IGNORED, description: IGNORED, default: IGNORED },
  type: (operand, _schema, where) => {
    const names = (isArray(operand) ? operand : [operand]) as readonly string[];
    return (value, at) =>
      names.some((name) => TYPES[name]?.(value)) ? undefined : problem(at, where, `must be ${names.join(',')}`);
  },
  enum: (operand, _schema, where) => (value, at) =>
    (operand as readonly Json[]).includes(value)
      ? undefined
      : problem(at, where, 'must be equal to one of the allowed values'),
  minimum: (least, _schema, where) =>
    forType(isNumber, where, (value) => value >= (least as number), `must be >= ${least}`),
  maximum: (most, _schema, where) =>
    forType(isNumber, where, (value) => value <= (most as number), `must be <= ${most}`),
  minLength: (least, _schema, where) =>
    forType(
      isText,
      where,
      (text) => lengthOf(text) >= (least as number),
      `must NOT have fewer than ${least} characters`,
    ),
  maxLength: (most, _schema, where) =>
    forType(isText, where, (text) => fitsIn(text, most as number), `must NOT have more than ${most} characters`),
  pattern: (source, _schema, where) => {
    const pattern = new RegExp(source as string, 'u');
    return forType(isText, where, (text) => pattern.test(text), `must match pattern "${source}"`);
  },
  format: (_format, _schema, where) => forType(isText, where, isDateTime, 'must match format "date-time"'),
  minItems: (least, _schema, where) =>
    forType(isArray, where, (list) => list.length >= (least as number), `must NOT have fewer than ${least} items`),
  maxItems: (most, _schema, where) =>
    forType(isArray, where, (list) => list.length <= (most as number), `must NOT have more than ${most} items`),
  items: (operand, _schema, where) => {
    const check = compileSchema(operand as JsonObject, where);
    return (value, at) =>
      isArray(value) ? firstOf(value.keys(), (i) => check(value[i] as Json, `${at}/${i}`)) : undefined;
  },
  maxProperties: (most, _schema, where) =>
    forType(
      isObject,
      where,
      (value) => Object.keys(value).length <= (most as number),
      `must NOT have more than ${most} properties`,
    ),
  required: (operand, _schema, where) => (value, at) => {
    const missing = isObject(value)
      ? (operand as readonly string[]).find((name) => !Object.hasOwn(value, name))
      : undefined;
    return missing === undefined ? undefined : problem(at, where, `must have required property '${missing}'`);
  },
  properties: (operand, _schema, where) => {
    const checks = Object.entries(operand as { readonly [name: string]: JsonObject }).map(
      ([name, schema]) => [name, compileSchema(schema, `${where}/${escapeSegment(name)}`)] as const,
    );
    return (value, at) =>
      isObject(value)
        ? firstOf(checks, ([name, check]) =>
            Object.hasOwn(value, name) ? check(value[name] as Json, `${at}/${escapeSegment(name)}`) : undefined,
          )
        : undefined;
  },
  additionalProperties: (operand, schema, where) => {
    const known = new Set(Object.keys((schema.properties ?? {}) as JsonObject));
    const check = isObject(operand) ? compileSchema(operand, where) : undefined;
    return (value, at) =>
      isObject(value)
        ? firstOf(Object.keys(value), (name) => {
            if (known.has(name)) return undefined;
            if (check !== undefined) return check(value[name] as Json, `${at}/${escapeSegment(name)}`);
            return problem(`${at}/${escapeSegment(name)}`, where, 'must NOT have additional properties');
          })
        : undefined;
  },
  anyOf: (operand, _schema, where) => {
    const checks = (operand as readonly JsonObject[]).map((branch, i) => compileSchema(branch, `${where}/${i}`));
    return (value, at) => nearest(checks, value, at, where);
  },
};

function firstOf<T>(items: Iterable<T>, judge: (item: T) => SchemaProblem | undefined): SchemaProblem | undefined {
  for (const item of items) {
    const found = judge(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is wrong in the branch that was nearly right: the one whose problem lies deepest. */
function nearest(checks: readonly SchemaCheck[], value: Json, at: string, where: string): SchemaProblem | undefined {
  let best: SchemaProblem | undefined;
  let most = depthAt(at);
  for (const check of checks) {
    const found = check(value, at);
    if (found === undefined) return undefined;
    const near = depthAt(found.instancePath) + (NEARNESS[found.keyword] ?? 0);
    if (near < most || (near === most && best !== undefined)) continue;
    best = found;
    most = near;
  }
  return best ?? problem(at, where, 'must match a schema in anyOf');
}

/** Another type or another name is another branch, which something missing is not. */
const NEARNESS: { readonly [keyword: string]: number } = { type: -1, enum: -1, required: 0.5 };

function depthAt(pointer: string): number {
  return pointer.split('/').length;
}

/** JSON Schema counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length++;
  return length;
}

function fitsIn(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && lengthOf(text) <= most);
}
