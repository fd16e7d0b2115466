// Parts of an imported definition, given back for an inline catalog in the author's own words. A part that refers to
// other places of its document cannot stand alone; then nothing is returned and the declaration is written out instead.

import type { Wire } from './catalogs/wire.ts';
import { isArray, isObject, type Json, type JsonObject, own } from './json.ts';

export const COMMON_FIELDS: JsonObject = { $ref: 'common_types.json#/$defs/ComponentCommon' };
const MAX_DEPTH = 50;

export function componentFromSource(name: string, source: JsonObject | undefined, wire: Wire): JsonObject | undefined {
  const schema = isObject(source?.components) ? own(source.components, name) : undefined;
  if (!isObject(schema) || !standsAlone(schema)) return undefined;
  if (!wire.definition.commonFields) return schema;
  const parts = isArray(schema.allOf) ? schema.allOf : [];
  if (parts.some(refersToCommonFields)) return schema;
  const { type: _type, allOf: _parts, properties, required, additionalProperties, ...rest } = schema;
  const needed = isArray(required) ? required.filter((name) => name !== 'component') : [];
  const fields = {
    properties: { ...(isObject(properties) ? properties : {}), component: { const: name } },
    required: ['component', ...needed],
  };
  return {
    ...rest,
    type: 'object',
    allOf: [COMMON_FIELDS, ...parts, fields],
    // Closed by itself the part would refuse the common fields beside it.
    ...(additionalProperties === false ? { unevaluatedProperties: false } : {}),
  };
}

function refersToCommonFields(part: Json): boolean {
  return isObject(part) && typeof part.$ref === 'string' && part.$ref.endsWith('/ComponentCommon');
}

/** What an interface says besides the name. */
export function functionFromSource(name: string, source: JsonObject | undefined): JsonObject | undefined {
  const definition = findFunction(name, source?.functions);
  if (!isObject(definition?.parameters) || typeof definition.returnType !== 'string' || !standsAlone(definition)) {
    return undefined;
  }
  const { description, parameters, returnType } = definition;
  return { ...(typeof description === 'string' ? { description } : {}), parameters, returnType };
}

function findFunction(name: string, functions: Json | undefined): JsonObject | undefined {
  const found = isArray(functions)
    ? functions.find((definition) => isObject(definition) && definition.name === name)
    : isObject(functions)
      ? own(functions, name)
      : undefined;
  return isObject(found) ? found : undefined;
}

/** The schemas of the theme's properties, whether or not they were wrapped in an object's schema. */
export function themeFromSource(source: JsonObject | undefined): JsonObject | undefined {
  const theme = source?.theme ?? source?.styles;
  if (!isObject(theme) || !standsAlone(theme)) return undefined;
  return theme.type === 'object' && isObject(theme.properties) ? theme.properties : theme;
}

/** Whether no reference leads into the document around it. */
function standsAlone(value: Json, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (isArray(value)) return value.every((item) => standsAlone(item, depth + 1));
  if (!isObject(value)) return true;
  if (typeof value.$ref === 'string' && value.$ref.startsWith('#')) return false;
  return Object.values(value).every((item) => standsAlone(item, depth + 1));
}
