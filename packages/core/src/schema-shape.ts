// One declared property as JSON Schema. Bindings, calls, children, actions and checks are common types: how to refer to
// them is left to the caller, because a schema may hold them itself (schema.ts) or share them (inline-catalog.ts).

import type { Prop, Props, Shape } from './catalog.ts';
import type { Wire } from './catalogs/wire.ts';
import type { Describe } from './descriptions.ts';
import { defined, type JsonObject } from './json.ts';

export type CommonType =
  | 'ComponentId'
  | 'ChildList'
  | 'DataBinding'
  | 'FunctionCall'
  | 'DynamicString'
  | 'DynamicNumber'
  | 'DynamicBoolean'
  | 'DynamicStringList'
  | 'DynamicValue'
  | 'Action'
  | 'CheckRule';

export interface SchemaWriter {
  readonly wire: Wire;
  /** A reference to a common type. */
  type(name: CommonType): JsonObject;
}

type Of<K extends Shape['kind']> = Extract<Shape, { kind: K }> & Prop;
type Bindable = Of<'text'> | Of<'number'> | Of<'bool'> | Of<'text-list'> | Of<'one-of'>;

const NOTHING: Describe = () => undefined;

/** The properties of a component, the arguments of a call or the fields of an object. */
export function propsSchema(
  props: Props,
  open: boolean,
  writer: SchemaWriter,
  describe: Describe = NOTHING,
): JsonObject {
  const names = Object.keys(props);
  const required = names.filter((name) => props[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, propSchema(props[name] as Prop, writer, describe, name)]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: open,
  };
}

export function propSchema(prop: Prop, writer: SchemaWriter, describe: Describe = NOTHING, path = ''): JsonObject {
  const description = describe(path);
  return {
    ...shapeSchema(prop, writer, (below) => describe(`${path}.${below}`)),
    ...defined({ default: prop.default, description }),
  };
}

function shapeSchema(prop: Prop, writer: SchemaWriter, describe: Describe): JsonObject {
  switch (prop.kind) {
    case 'text':
    case 'number':
    case 'bool':
    case 'text-list':
    case 'one-of':
      return prop.dynamic ? bindableSchema(prop, writer) : literalSchema(prop);
    case 'value':
      return prop.bound === true ? boundSchema(prop, writer) : writer.type('DynamicValue');
    case 'any':
      return {};
    case 'child':
      return writer.type('ComponentId');
    case 'children':
      return prop.templates === false ? { type: 'array', items: writer.type('ComponentId') } : writer.type('ChildList');
    case 'action':
      return writer.type('Action');
    case 'checks':
      return { type: 'array', items: writer.type('CheckRule') };
    case 'list':
      return listSchema(prop, writer, describe);
    case 'object':
      return propsSchema(prop.props, prop.open, writer, describe);
    case 'map':
      return { type: 'object', additionalProperties: shapeSchema(prop.item, writer, describe) };
    case 'any-of':
      return { anyOf: prop.of.map((option) => shapeSchema(option, writer, describe)) };
  }
}

/** Where the catalog has no functions, no call fits and the union comes down to the binding. */
function boundSchema(prop: Prop, writer: SchemaWriter): JsonObject {
  if (prop.calls === false) return writer.type('DataBinding');
  return { anyOf: [writer.type('DataBinding'), writer.type('FunctionCall')] };
}

function listSchema(prop: Of<'list'>, writer: SchemaWriter, describe: Describe): JsonObject {
  const literal: JsonObject = {
    type: 'array',
    items: shapeSchema(prop.item, writer, describe),
    ...defined({ minItems: prop.min, maxItems: prop.max }),
  };
  return prop.dynamic === true ? { oneOf: [literal, writer.type('DataBinding')] } : literal;
}

function bindableSchema(prop: Bindable, writer: SchemaWriter): JsonObject {
  if (writer.wire.values === 'typed') return typedSchema(prop);
  const literal = literalSchema(prop);
  if (prop.kind === 'one-of' || prop.calls === false) {
    const call = prop.calls === false ? [] : [writer.type('FunctionCall')];
    return { oneOf: [literal, writer.type('DataBinding'), ...call] };
  }
  const { type, items: _items, ...more } = literal;
  const dynamic = DYNAMIC[prop.kind];
  const bounds = type === dynamic.literal ? more : { type, ...more };
  if (Object.keys(bounds).length === 0) return writer.type(dynamic.type);
  return { allOf: [writer.type(dynamic.type), { if: { type: dynamic.literal }, then: bounds as JsonObject }] };
}

const DYNAMIC = {
  text: { type: 'DynamicString', literal: 'string' },
  number: { type: 'DynamicNumber', literal: 'number' },
  bool: { type: 'DynamicBoolean', literal: 'boolean' },
  'text-list': { type: 'DynamicStringList', literal: 'array' },
} as const;

const TYPED_KEY = {
  text: 'literalString',
  'one-of': 'literalString',
  number: 'literalNumber',
  bool: 'literalBoolean',
  'text-list': 'literalArray',
} as const;

function typedSchema(prop: Bindable): JsonObject {
  return {
    type: 'object',
    properties: { [TYPED_KEY[prop.kind]]: literalSchema(prop), path: { type: 'string' } },
    additionalProperties: false,
  };
}

function literalSchema(prop: Bindable): JsonObject {
  switch (prop.kind) {
    case 'text':
      return textSchema(prop);
    case 'number':
      return {
        type: prop.integer ? 'integer' : 'number',
        ...defined({ minimum: prop.min, maximum: prop.max }),
      };
    case 'bool':
      return { type: 'boolean' };
    case 'text-list':
      return { type: 'array', items: { type: 'string' } };
    case 'one-of':
      return {
        ...(prop.options.every((option) => typeof option === 'string') ? { type: 'string' } : {}),
        enum: prop.options,
      };
  }
}

const MOMENTS = [{ format: 'date' }, { format: 'time' }, { format: 'date-time' }];

/** A text format without a keyword of JSON Schema (an icon's path, a template, a pattern) is checked elsewhere. */
function textSchema(prop: Of<'text'>): JsonObject {
  return {
    type: 'string',
    ...defined({ minLength: prop.minLength, pattern: prop.pattern }),
    ...(prop.format === 'url' ? { format: 'uri' } : {}),
    ...(prop.format === 'date' ? { anyOf: MOMENTS } : {}),
  };
}
