// The objects in which A2UI 0.8 wraps values ({literalString, path}), child lists ({explicitList, template}) and actions
// ({name, context}): what they declare once the dialect has decoded them.

import { action, bool, boundOneOf, children, number, type Prop, text, textList, value } from './catalog.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';

const WRAPPED = new Map<string, () => Prop>([
  ['literalString', () => text()],
  ['literalNumber', () => number()],
  ['literalBoolean', () => bool()],
  ['literalArray', () => textList()],
]);

/** Undefined where the schema is an object like any other. */
export function readTyped(schema: JsonObject): Prop | undefined {
  const { properties } = schema;
  if (!isObject(properties)) return undefined;
  const names = Object.keys(properties);
  const only = (...known: readonly string[]) => names.length > 0 && names.every((name) => known.includes(name));
  if (only('path', ...WRAPPED.keys())) return readWrapped(names, properties);
  if (only('explicitList', 'template')) return children();
  return only('name', 'context') && Object.hasOwn(properties, 'name') ? action() : undefined;
}

function readWrapped(names: readonly string[], properties: JsonObject): Prop {
  const literals = names.filter((name) => name !== 'path');
  const [literal] = literals;
  if (literal === undefined || literals.length > 1) return value();
  const options = literal === 'literalString' ? textOptions(properties.literalString) : undefined;
  return options === undefined ? (WRAPPED.get(literal) as () => Prop)() : boundOneOf(options);
}

function textOptions(schema: Json | undefined): readonly string[] | undefined {
  if (!isObject(schema) || !isArray(schema.enum)) return undefined;
  return schema.enum.every((option): option is string => typeof option === 'string') ? schema.enum : undefined;
}
