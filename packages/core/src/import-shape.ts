// One JSON Schema of a catalog definition, read as a declared property. References to A2UI's common types decide by
// their name, other references into the document are followed; what a declaration cannot say is dropped with a warning.

import {
  any,
  boundOneOf,
  checks,
  child,
  children,
  list,
  map,
  object,
  oneOf,
  type Prop,
  type Props,
  plainBool,
  plainTextList,
  required,
  value,
} from './catalog.ts';
import { below, type ImportContext, type NameRule } from './import-context.ts';
import {
  momentChoices,
  readNumber,
  readNumberBounds,
  readOptions,
  readText,
  readTextBounds,
} from './import-literal.ts';
import { bindingKind, commonType, referenceName } from './import-reference.ts';
import { readTyped } from './import-typed.ts';
import { type Alternative, joinAlternatives } from './import-union.ts';
import { describeType, isArray, isObject, type Json, type JsonObject, own } from './json.ts';

export function readProp(schema: Json, at: string, context: ImportContext): Prop {
  return context.schema(at, any(), () => {
    if (schema === true) return any();
    if (!isObject(schema)) {
      context.error(at, `A schema is an object or true, not ${describeType(schema)}.`);
      return any();
    }
    warnOfUnread(schema, at, context);
    const prop = readShape(schema, at, context);
    return schema.default === undefined ? prop : { ...prop, default: schema.default };
  });
}

/** Where properties stand. In components names that stand for other components by convention do so, and inside them. */
export type PropsPlace = 'component' | 'item' | 'arguments' | 'inner';

export function readProps(schema: JsonObject, at: string, context: ImportContext, place: PropsPlace): Props {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const props = readEach(properties, below(at, 'properties'), context, place);
  for (const name of isArray(schema.required) ? schema.required : []) {
    if (typeof name !== 'string' || !context.accepts(name, below(at, 'required'), NAME_RULES[place])) continue;
    props[name] = required(own(props, name) ?? any());
  }
  return props;
}

/** The schemas of an object's values, by their names. */
export function readEach(
  properties: JsonObject,
  at: string,
  context: ImportContext,
  place: PropsPlace,
): { [name: string]: Prop } {
  const props: { [name: string]: Prop } = {};
  for (const [name, property] of Object.entries(properties)) {
    const here = below(at, name);
    if (property === false || !context.accepts(name, here, NAME_RULES[place])) continue;
    const read = readProp(property, here, context);
    props[name] = place === 'component' || place === 'item' ? referenceByName(name, read, context) : read;
  }
  return props;
}

const NAME_RULES: { readonly [place in PropsPlace]: NameRule } = {
  component: 'property',
  arguments: 'property',
  item: 'inner',
  inner: 'inner',
};

/** True where nothing closes the object. */
export function isOpen(schema: JsonObject): boolean {
  return schema.additionalProperties !== false && schema.unevaluatedProperties !== false;
}

function readShape(schema: JsonObject, at: string, context: ImportContext): Prop {
  if (typeof schema.$ref === 'string') return readReference(schema.$ref, at, context);
  const typed = context.wire.values === 'typed' ? readTyped(schema) : undefined;
  if (typed !== undefined) return typed;
  if (isArray(schema.allOf)) return readIntersection(schema, schema.allOf, at, context);
  const union = momentChoices(schema) === undefined ? (schema.oneOf ?? schema.anyOf) : undefined;
  if (isArray(union) && isObject(schema.properties)) return readOpened(schema, at, context);
  if (isArray(union)) return readUnion(union, below(at, schema.oneOf === undefined ? 'anyOf' : 'oneOf'), context);
  if (schema.const !== undefined) return readOptions([schema.const], at, context);
  if (isArray(schema.enum)) return readOptions(schema.enum, at, context);
  if (!isArray(schema.type)) return readType(schema, at, context);
  if (ALL_TYPES.every((type) => (schema.type as readonly Json[]).includes(type))) return any();
  return joinAlternatives(schema.type.map((type) => readProp({ ...schema, type }, at, context)));
}

/** Of every type but null, which is no argument (A2UI 0.9). */
const ALL_TYPES = ['string', 'number', 'boolean', 'array', 'object'];

function readType(schema: JsonObject, at: string, context: ImportContext): Prop {
  switch (schema.type) {
    case 'string':
      return schema.title === 'ComponentId' ? child() : readText(schema, at, context);
    case 'number':
    case 'integer':
      return readNumber(schema);
    case 'boolean':
      return plainBool();
    case 'null':
      return oneOf([null]);
    case 'array':
      return readList(schema, at, context);
    case 'object':
      return readObject(schema, at, context);
    default:
      return isObject(schema.properties) ? readObject(schema, at, context) : any();
  }
}

function readReference(ref: string, at: string, context: ImportContext): Prop {
  const known = commonType(referenceName(ref), context.wire);
  return known ?? context.follow(ref, at, any(), (schema) => readProp(schema, at, context));
}

/** Alternatives of an object whose members are listed beside them say what else must be there, or may: neither can be declared. */
function readOpened(schema: JsonObject, at: string, context: ImportContext): Prop {
  warnOfChoices(schema, at, context);
  const { oneOf: _one, anyOf: _any, unevaluatedProperties: _closed, ...rest } = schema;
  return readShape(rest, at, context);
}

export function warnOfChoices(schema: JsonObject, at: string, context: ImportContext): void {
  for (const keyword of ['oneOf', 'anyOf']) if (schema[keyword] !== undefined) warnOfKeyword(keyword, at, context);
}

function readUnion(union: readonly Json[], at: string, context: ImportContext): Prop {
  if (isChildList(union)) return children();
  return joinAlternatives(union.map((schema, i) => readAlternative(schema, below(at, i), context)));
}

/** The common type of a child list, written out: ids, or a template. */
function isChildList(union: readonly Json[]): boolean {
  const [ids, template] = union;
  if (union.length !== 2 || !isObject(ids) || !isObject(template) || ids.type !== 'array') return false;
  const isId = isObject(ids.items) && ids.items.type === 'string';
  return isId && isObject(template.properties) && isTemplate(template.properties);
}

function isTemplate(properties: JsonObject): boolean {
  const names = Object.keys(properties);
  return names.length === 2 && names.includes('componentId') && names.includes('path');
}

function readAlternative(schema: Json, at: string, context: ImportContext): Alternative {
  return bindingKind(schema) ?? readProp(schema, at, context);
}

/** A common type with bounds beside it, or parts of one schema. */
function readIntersection(schema: JsonObject, parts: readonly Json[], at: string, context: ImportContext): Prop {
  const { allOf: _parts, ...rest } = schema;
  let whole: JsonObject = rest;
  for (const part of parts) whole = joinParts(whole, resolvePart(part, at, context));
  if (typeof whole.$ref !== 'string') return readProp(whole, at, context);
  return bounded(readReference(whole.$ref, at, context), whole, at, context);
}

/** A part of a schema in its own words: what another place of the document says, and what holds for its one type. */
function resolvePart(part: Json, at: string, context: ImportContext): JsonObject {
  if (!isObject(part)) return {};
  if (typeof part.$ref === 'string' && commonType(referenceName(part.$ref), context.wire) === undefined) {
    return context.follow(part.$ref, at, {}, (schema) => (isObject(schema) ? schema : {}));
  }
  const { if: condition, then, ...inline } = part;
  return isTypeAlone(condition) && isObject(then) ? { ...inline, ...then } : part;
}

function isTypeAlone(condition: Json | undefined): boolean {
  return isObject(condition) && condition.type !== undefined && Object.keys(condition).length === 1;
}

function joinParts(a: JsonObject, b: JsonObject): JsonObject {
  return {
    ...a,
    ...b,
    ...(isObject(a.properties) && isObject(b.properties) ? { properties: { ...a.properties, ...b.properties } } : {}),
    ...(isArray(a.required) && isArray(b.required) ? { required: [...a.required, ...b.required] } : {}),
    ...(isArray(a.allOf) && isArray(b.allOf) ? { allOf: [...a.allOf, ...b.allOf] } : {}),
  };
}

/** What may stand beside a common type, and of which it is a bound. */
const BOUNDS: { readonly [keyword: string]: Prop['kind'] | undefined } = {
  ...{ enum: 'text', format: 'text', pattern: 'text', minLength: 'text', minimum: 'number', maximum: 'number' },
  ...{ if: undefined, const: undefined, items: undefined, minItems: undefined, maxItems: undefined },
  ...{ properties: undefined, required: undefined },
};

function bounded(prop: Prop, schema: JsonObject, at: string, context: ImportContext): Prop {
  const { enum: options } = schema;
  for (const keyword of Object.keys(BOUNDS)) {
    const isRead = BOUNDS[keyword] === prop.kind && (keyword !== 'enum' || isTexts(options));
    if (schema[keyword] !== undefined && !isRead) warnOfKeyword(keyword, at, context);
  }
  if (prop.kind === 'text' && isTexts(options)) return boundOneOf(options);
  if (prop.kind === 'text') return { ...prop, ...readTextBounds(schema, at, context) };
  return prop.kind === 'number' ? { ...prop, ...readNumberBounds(schema) } : prop;
}

function isTexts(options: Json | undefined): options is readonly string[] {
  return isArray(options) && options.every((option) => typeof option === 'string');
}

function readList(schema: JsonObject, at: string, context: ImportContext): Prop {
  const { items = true, minItems, maxItems } = schema;
  if (isObject(items) && typeof items.$ref === 'string' && referenceName(items.$ref) === 'CheckRule') return checks();
  const item = readProp(items, below(at, 'items'), context);
  const bounds = {
    ...(typeof minItems === 'number' ? { min: minItems } : {}),
    ...(typeof maxItems === 'number' ? { max: maxItems } : {}),
  };
  return isPlainText(item) && Object.keys(bounds).length === 0 ? plainTextList() : list(item, bounds);
}

function readObject(schema: JsonObject, at: string, context: ImportContext): Prop {
  const { properties, additionalProperties } = schema;
  if (isObject(properties)) {
    if (isTemplate(properties)) return children();
    if (bindingKind(schema) === 'path' && !isOpen(schema)) return value({ bound: true, calls: false });
    return object(readProps(schema, at, context, 'item'), { open: isOpen(schema) });
  }
  if (additionalProperties === false) return object({});
  if (isObject(additionalProperties))
    return map(readProp(additionalProperties, below(at, 'additionalProperties'), context));
  // Decoded, a wrapped value is no object any more.
  return context.wire.values === 'typed' ? any() : map(any());
}

function isPlainText(prop: Prop): boolean {
  return prop.kind === 'text' && !prop.dynamic && !prop.format && !prop.pattern && prop.minLength === undefined;
}

/** A text named `child` and a list of texts named `children` refer to components, as in every A2UI catalog. */
function referenceByName(name: string, prop: Prop, context: ImportContext): Prop {
  if (name === 'children') {
    const refers = (prop.kind === 'text-list' && !prop.dynamic) || (prop.kind === 'list' && prop.item.kind === 'child');
    return refers ? children({ templates: false }) : prop;
  }
  const named = name === 'child' || (context.wire.values === 'typed' && name.endsWith('Child'));
  return named && isPlainText(prop) ? child() : prop;
}

const READ = new Set(
  `$ref $defs $schema $id $comment type properties required items minItems maxItems minLength pattern format minimum
  maximum enum const oneOf anyOf allOf then default additionalProperties unevaluatedProperties title description
  examples deprecated readOnly writeOnly discriminator`.split(/\s+/),
);

export function warnOfUnread(
  schema: JsonObject,
  at: string,
  context: ImportContext,
  alsoRead?: ReadonlySet<string>,
): void {
  for (const keyword of Object.keys(schema)) {
    if (READ.has(keyword) || keyword.startsWith('x-') || alsoRead?.has(keyword)) continue;
    warnOfKeyword(keyword, at, context);
  }
}

function warnOfKeyword(keyword: string, at: string, context: ImportContext): void {
  context.warn(below(at, keyword), 'The keyword is not enforced: a declaration has nothing like it.');
}
