// What a tool takes, held against its schema. A model mends what it is told by name: which argument, and what it may be.

import { fromJsonSchema, type JsonSchemaType, type JsonSchemaValidatorResult } from '@modelcontextprotocol/server';
import {
  defined,
  getAt,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  quote,
  suggestion,
} from '@vitrine/core/internal';
import { compileSchema, type SchemaProblem } from '@vitrine/dialects';
import type { ToolDefinition } from './call.ts';

export function argumentsOf({ properties, required, isOpen }: ToolDefinition) {
  const schema: JsonObject = {
    ...{ type: 'object', properties, additionalProperties: isOpen === true },
    ...defined({ required }),
  };
  const check = compileSchema(schema);
  const judge = <T>(input: unknown): JsonSchemaValidatorResult<T> => {
    const problem = check(input as Json);
    if (problem === undefined) return { valid: true, data: input as T, errorMessage: undefined };
    return { valid: false, data: undefined, errorMessage: sentence(problem, schema) };
  };
  return fromJsonSchema<JsonObject>(schema as JsonSchemaType, { getValidator: () => judge });
}

function sentence({ instancePath, schemaPath, keyword, message }: SchemaProblem, schema: JsonObject): string {
  const path = parsePointer(instancePath);
  const name = path.length === 0 ? 'the arguments' : quote(path.join('.'));
  const operand = getAt(schema, parsePointer(schemaPath.slice(1)));
  if (keyword === 'enum' && isArray(operand)) return `${name} must be one of ${operand.join(', ')}.`;
  if (keyword !== 'additionalProperties') return `${name} ${message}.`;
  const around = getAt(schema, parsePointer(schemaPath.slice(1)).slice(0, -1));
  const known = isObject(around) && isObject(around.properties) ? Object.keys(around.properties) : [];
  return `${name} is not known here.${suggestion(path.at(-1) ?? '', known)} Known are ${known.join(', ')}.`;
}
