// Schemas of single values, read as declarations: texts, numbers and closed sets of values.

import { any, oneOf, type Prop, plainNumber, plainText, type TextFormat } from './catalog.ts';
import { below, type ImportContext } from './import-context.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { compilePattern } from './pattern.ts';

const URL_FORMATS: readonly Json[] = ['uri', 'url', 'uri-reference', 'iri', 'iri-reference'];
const MOMENT_FORMATS: readonly Json[] = ['date', 'time', 'date-time'];

export function readText(schema: JsonObject, at: string, context: ImportContext): Prop {
  return plainText(readTextBounds(schema, at, context));
}

export interface TextBounds {
  format?: TextFormat;
  pattern?: string;
  minLength?: number;
}

export function readTextBounds(schema: JsonObject, at: string, context: ImportContext): TextBounds {
  const bounds: TextBounds = {};
  const format = readFormat(schema);
  if (format !== undefined) bounds.format = format;
  if (typeof schema.minLength === 'number') bounds.minLength = schema.minLength;
  if (typeof schema.pattern === 'string') {
    const compiled = compilePattern(schema.pattern, context.limits);
    if (compiled.ok) bounds.pattern = schema.pattern;
    else context.warn(below(at, 'pattern'), `The pattern is not enforced: ${compiled.issues[0]?.message ?? ''}`);
  }
  return bounds;
}

function readFormat(schema: JsonObject): TextFormat | undefined {
  if (schema.format !== undefined && URL_FORMATS.includes(schema.format)) return 'url';
  return isMoment(schema) || isArray(momentChoices(schema)) ? 'date' : undefined;
}

function isMoment(schema: Json): boolean {
  return isObject(schema) && schema.format !== undefined && MOMENT_FORMATS.includes(schema.format);
}

/** The alternatives of a schema that offers nothing but formats of a moment; they bound a text and are no union. */
export function momentChoices(schema: JsonObject): readonly Json[] | undefined {
  const choices = schema.oneOf ?? schema.anyOf;
  return isArray(choices) && choices.length > 0 && choices.every(isMoment) ? choices : undefined;
}

export interface NumberBounds {
  integer?: boolean;
  min?: number;
  max?: number;
}

export function readNumberBounds(schema: JsonObject): NumberBounds {
  const bounds: NumberBounds = {};
  if (schema.type === 'integer') bounds.integer = true;
  if (typeof schema.minimum === 'number') bounds.min = schema.minimum;
  if (typeof schema.maximum === 'number') bounds.max = schema.maximum;
  return bounds;
}

export function readNumber(schema: JsonObject): Prop {
  return plainNumber(readNumberBounds(schema));
}

/** Sets of objects and lists cannot be declared, so anything may stand there. */
export function readOptions(options: readonly Json[], at: string, context: ImportContext): Prop {
  if (options.every(isPrimitive)) return oneOf(options);
  context.warn(at, 'Only texts, numbers, booleans and null can be listed; anything is accepted here.');
  return any();
}

function isPrimitive(value: Json): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}
