// The JSON Schemas that agents declare for what resumes a run: a documented subset, looked through when an interrupt is
// opened, so that a keyword nobody checks is refused then and never ignored later. Patterns run in linear time.

import {
  compilePattern,
  DEFAULT_LIMITS,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  own,
  quote,
} from '@vitrine/core';

const DEEPEST = 16;
/** A value is judged by every part of its schema: neither may be without bounds. */
const LONGEST = 16 * 1024;

type Below = (schema: JsonObject, value: Json, at: string) => string | undefined;

interface Keyword {
  readonly takes: (operand: Json) => boolean;
  /** Schemas in it. */
  readonly schemas?: (operand: Json) => readonly Json[];
  readonly fits?: (value: Json, operand: Json) => boolean;
  /** For what stands inside the value. */
  readonly inside?: (value: Json, operand: Json, below: Below, at: string, schema: JsonObject) => string | undefined;
}

const TYPES: { readonly [type: string]: (value: Json) => boolean } = {
  object: isObject,
  array: isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const listOf = (operand: Json): readonly Json[] => (isArray(operand) ? operand : [operand]);
const isNumber = (operand: Json): boolean => typeof operand === 'number';
const said: Keyword = { takes: () => true };
/** Compares a number that a value of one kind has. */
const bound = (
  measure: (value: Json) => number | undefined,
  fits: (number: number, most: number) => boolean,
): Keyword => ({
  takes: isNumber,
  fits: (value, operand) => {
    const number = measure(value);
    return number === undefined || fits(number, operand as number);
  },
});
const least = (number: number, operand: number): boolean => number >= operand;
const most = (number: number, operand: number): boolean => number <= operand;
const itself = (value: Json): number | undefined => (typeof value === 'number' ? value : undefined);
const characters = (value: Json): number | undefined => (typeof value === 'string' ? [...value].length : undefined);
const items = (value: Json): number | undefined => (isArray(value) ? value.length : undefined);

const KEYWORDS: { readonly [keyword: string]: Keyword } = {
  ...{ $schema: said, $id: said, $comment: said, title: said, description: said, default: said, examples: said },
  type: {
    takes: (operand) => listOf(operand).every((name) => own(TYPES, String(name)) !== undefined),
    fits: (value, operand) => listOf(operand).some((name) => TYPES[String(name)]?.(value) === true),
  },
  enum: { takes: isArray, fits: (value, operand) => listOf(operand).some((one) => jsonEqual(one, value)) },
  const: { takes: () => true, fits: jsonEqual },
  ...{ minimum: bound(itself, least), maximum: bound(itself, most) },
  ...{ minLength: bound(characters, least), maxLength: bound(characters, most) },
  ...{ minItems: bound(items, least), maxItems: bound(items, most) },
  pattern: {
    takes: (operand) => typeof operand === 'string' && compilePattern(operand, DEFAULT_LIMITS).ok,
    fits: (value, operand) => typeof value !== 'string' || matches(operand as string, value),
  },
  required: {
    takes: (operand) => isArray(operand) && operand.every((name) => typeof name === 'string'),
    fits: (value, operand) => !isObject(value) || listOf(operand).every((name) => Object.hasOwn(value, String(name))),
  },
  properties: {
    takes: isObject,
    schemas: (operand) => Object.values(operand as JsonObject),
    inside: (value, operand, below, at) =>
      eachMember(value, (name, item) => {
        const schema = own(operand as JsonObject, name);
        return schema === undefined ? undefined : below(schema as JsonObject, item, `${at}/${name}`);
      }),
  },
  additionalProperties: {
    takes: (operand) => typeof operand === 'boolean' || isObject(operand),
    schemas: (operand) => (isObject(operand) ? [operand] : []),
    inside: (value, operand, below, at, { properties = {} }) =>
      eachMember(value, (name, item) => {
        if (operand === true || Object.hasOwn(properties as JsonObject, name)) return undefined;
        return isObject(operand) ? below(operand, item, `${at}/${name}`) : `${at}/${name} is not expected.`;
      }),
  },
  items: {
    takes: isObject,
    schemas: (operand) => [operand],
    inside: (value, operand, below, at) =>
      isArray(value)
        ? first(value.entries(), ([i, item]) => below(operand as JsonObject, item, `${at}/${i}`))
        : undefined,
  },
  anyOf: {
    takes: (operand) => isArray(operand) && operand.length > 0,
    schemas: listOf,
    inside: (value, operand, below, at) =>
      listOf(operand).some((branch) => below(branch as JsonObject, value, at) === undefined)
        ? undefined
        : unfit(at, 'anyOf'),
  },
};

/** Why this schema cannot be judged by; undefined when it can. */
export function schemaProblem(schema: Json): string | undefined {
  const { length } = JSON.stringify(schema);
  if (length > LONGEST) return `A schema has ${length} characters; the limit is ${LONGEST}.`;
  return declaredProblem(schema, 0);
}

function declaredProblem(schema: Json, depth: number): string | undefined {
  if (!isObject(schema)) return 'A schema is an object.';
  if (depth > DEEPEST) return `A schema is nested more than ${DEEPEST} levels deep.`;
  return first(Object.entries(schema), ([name, operand]) => {
    const keyword = own(KEYWORDS, name);
    if (keyword?.takes(operand) !== true)
      return `The keyword ${quote(name)} of a schema is not understood, or not with this value.`;
    return first(keyword.schemas?.(operand) ?? [], (one) => declaredProblem(one, depth + 1));
  });
}

/** Why a value does not satisfy a schema that was looked through before; undefined when it does. */
export function valueProblem(schema: JsonObject, value: Json, at = ''): string | undefined {
  return first(Object.entries(schema), ([name, operand]) => {
    const { fits, inside } = KEYWORDS[name] as Keyword;
    if (fits?.(value, operand) === false) return unfit(at, name);
    return inside?.(value, operand, valueProblem, at, schema);
  });
}

function unfit(at: string, keyword: string): string {
  return `${at === '' ? 'The value' : at} does not satisfy ${keyword}.`;
}

function eachMember(value: Json, judge: (name: string, item: Json) => string | undefined): string | undefined {
  return isObject(value) ? first(Object.entries(value), ([name, item]) => judge(name, item)) : undefined;
}

function first<T>(all: Iterable<T>, judge: (item: T) => string | undefined): string | undefined {
  for (const item of all) {
    const problem = judge(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function matches(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern, DEFAULT_LIMITS);
  const outcome = compiled.ok ? compiled.value.match(text) : compiled;
  return outcome.ok && outcome.value;
}
