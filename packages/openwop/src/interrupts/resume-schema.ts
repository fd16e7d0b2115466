// The JSON Schemas that agents declare for what resumes a run: a documented subset, looked through when an interrupt is
// opened, so that a keyword nobody checks is refused then and never ignored later. What is looked through is judged by the
// one check of schemas; patterns run in linear time.

import {
  compilePattern,
  DEFAULT_LIMITS,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  quote,
} from '@vitrine/core/internal';
import { compileSchema } from '@vitrine/dialects';

const MAX_DEPTH = 16;
/** A value is judged by every part of its schema: neither may be without bounds. */
const MAX_LENGTH = 16 * 1024;
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** The schemas inside an operand; undefined: it is none for the keyword. */
type Operand = (operand: Json) => readonly Json[] | undefined;

const such =
  (fits: (operand: Json) => boolean): Operand =>
  (operand) =>
    fits(operand) ? [] : undefined;
const anything = such(() => true);
const isNumber = such((operand) => typeof operand === 'number');

const KEYWORDS: { readonly [keyword: string]: Operand } = {
  ...{ $schema: anything, $id: anything, $comment: anything, title: anything, description: anything },
  ...{ default: anything, examples: anything, const: anything, enum: such(isArray) },
  ...{ minimum: isNumber, maximum: isNumber, minLength: isNumber, maxLength: isNumber },
  ...{ minItems: isNumber, maxItems: isNumber },
  type: such((operand) => (isArray(operand) ? operand : [operand]).every((name) => TYPES.includes(String(name)))),
  pattern: such((operand) => typeof operand === 'string' && compilePattern(operand, DEFAULT_LIMITS).ok),
  required: such((operand) => isArray(operand) && operand.every((name) => typeof name === 'string')),
  properties: (operand) => (isObject(operand) ? Object.values(operand) : undefined),
  additionalProperties: (operand) => (typeof operand === 'boolean' ? [] : [operand]),
  items: (operand) => [operand],
  anyOf: (operand) => (isArray(operand) && operand.length > 0 ? operand : undefined),
};

/** Why this schema cannot be judged by; undefined when it can. */
export function schemaProblem(schema: Json, depth = 0): string | undefined {
  const { length } = depth === 0 ? JSON.stringify(schema) : '';
  if (length > MAX_LENGTH) return `A schema has ${length} characters; the limit is ${MAX_LENGTH}.`;
  if (!isObject(schema)) return 'A schema is an object.';
  if (depth > MAX_DEPTH) return `A schema is nested more than ${MAX_DEPTH} levels deep.`;
  for (const [name, operand] of Object.entries(schema)) {
    const inside = own(KEYWORDS, name)?.(operand);
    if (inside === undefined)
      return `The keyword ${quote(name)} of a schema is not understood, or not with this value.`;
    for (const one of inside) {
      const problem = schemaProblem(one, depth + 1);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Why a value does not satisfy a schema that was looked through before; undefined when it does. */
export function valueProblem(schema: JsonObject, value: Json): string | undefined {
  const problem = compileSchema(schema)(value);
  if (problem === undefined) return undefined;
  const { instancePath, keyword } = problem;
  return `${instancePath === '' ? 'The value' : instancePath} does not satisfy ${keyword}.`;
}
