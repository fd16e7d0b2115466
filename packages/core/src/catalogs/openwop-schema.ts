// The payload of `ui.a2ui-surface` as JSON Schema, from the declarations: what a host serves, and what a payload must
// satisfy. `anyOf` throughout, since models emit these payloads and their vendors refuse `oneOf` (RFC 0102 §A.1).

import type { ComponentDeclaration, Props } from '../catalog.ts';
import { isArray, isObject, type Json, type JsonObject } from '../json.ts';
import { type CommonType, propSchema, propsSchema, type SchemaWriter } from '../schema-shape.ts';
import { OPENWOP_CATALOG_VERSION, OPENWOP_TARGETS, openwop1 } from './openwop.ts';
import { openwop2 } from './openwop-2.ts';
import { wireOf } from './wire.ts';

const SCHEMA = 'https://json-schema.org/draft/2020-12/schema';
const STRING = { type: 'string' } as const;

/** The catalog that payloads of generation 2 name. */
export const OPENWOP2_WIRE_CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
export const OPENWOP2_VERSION = 'v0.9';

/** What generation 2 allows at most. */
export const OPENWOP2_LIMITS = {
  messages: 64,
  components: 512,
  id: 128,
  text: 4096,
  listItems: 256,
  listText: 1024,
  path: 512,
  checks: 16,
  checkMessage: 512,
  contextKeys: 64,
  validationRegexp: 256,
  optionValue: 1024,
  agentDisplayName: 128,
} as const;

export function openwopPayloadSchema(generation: 1 | 2): JsonObject {
  const schema = generation === 1 ? payload1() : payload2();
  return { $schema: SCHEMA, title: `ui.a2ui-surface, version ${generation}`, ...schema };
}

function closed(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

function enumOf(...names: readonly string[]): JsonObject {
  return { type: 'string', enum: names };
}

function limited(maxLength: number): JsonObject {
  return { ...STRING, maxLength };
}

/** Generation 1: no ids but those of fields and buttons, no bindings, and a target in place of an event. */
function payload1(): JsonObject {
  const writer = writerOf({ Action: closed({ target: enumOf(...OPENWOP_TARGETS) }, ['target']) });
  const { surface: _list, ...items } = openwop1.declared;
  const components = Object.entries<ComponentDeclaration>(items).map(([type, { props }]) => {
    const { value: _where, name, ...rest } = props;
    return componentSchema(type, name === undefined ? rest : { id: name, ...rest }, {}, writer);
  });
  const surface = closed({ title: STRING, components: { type: 'array', items: { anyOf: components } } }, [
    'components',
  ]);
  return closed({ reasoning: STRING, catalogVersion: enumOf(OPENWOP_CATALOG_VERSION), surface }, [
    'catalogVersion',
    'surface',
  ]);
}

function componentSchema(type: string, props: Props, common: JsonObject, writer: SchemaWriter): JsonObject {
  const { properties, required = [], ...rest } = propsSchema(props, false, writer);
  return {
    ...rest,
    properties: { ...common, component: enumOf(type), ...(properties as JsonObject) },
    required: [...('id' in common ? ['id'] : []), 'component', ...(required as readonly string[])],
  };
}

function writerOf(types: { readonly [T in CommonType]?: JsonObject }): SchemaWriter {
  return {
    wire: wireOf(openwop2.protocol),
    type(name) {
      const schema = types[name];
      if (schema === undefined) throw new Error(`OpenWOP has no ${name}.`);
      return schema;
    },
  };
}

const LIMITS = OPENWOP2_LIMITS;
const PATH = { ...limited(LIMITS.path), pattern: '^/' };
const BINDING = closed({ path: PATH }, ['path']);
const COMPONENT_ID = { ...limited(LIMITS.id), minLength: 1, pattern: '^[A-Za-z0-9_.-]+$' };
const SURFACE_ID = { ...limited(LIMITS.id), minLength: 1, pattern: '^[A-Za-z0-9_.:-]+$' };
const TEXT = { anyOf: [limited(LIMITS.text), BINDING] };
const VALUE = {
  anyOf: [
    limited(LIMITS.text),
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', maxItems: LIMITS.listItems },
    BINDING,
  ],
};
const CONDITION = closed(
  { call: enumOf('required'), args: closed({ value: BINDING }, ['value']), returnType: enumOf('boolean') },
  ['call', 'args'],
);
const CHECK = closed({ message: limited(LIMITS.checkMessage), condition: CONDITION }, ['message', 'condition']);
const CONTEXT = { type: 'object', maxProperties: LIMITS.contextKeys, additionalProperties: VALUE };
const ACTION = closed({ event: closed({ name: enumOf(...OPENWOP_TARGETS), context: CONTEXT }, ['name']) }, ['event']);

/** Texts that may not be bound have limits of their own. */
const OWN_LENGTHS: { readonly [property: string]: number } = {
  validationRegexp: LIMITS.validationRegexp,
  value: LIMITS.optionValue,
  agentDisplayName: LIMITS.agentDisplayName,
};

function payload2(): JsonObject {
  const writer = writerOf({ ComponentId: COMPONENT_ID, DataBinding: BINDING, Action: ACTION, CheckRule: CHECK });
  const common = {
    id: COMPONENT_ID,
    accessibility: closed({ label: TEXT, description: TEXT }),
    weight: { type: 'number' },
  };
  const components = Object.entries<ComponentDeclaration>(openwop2.declared).map(([type, { props }]) =>
    componentSchema(type, props, common, writer),
  );
  const theme = openwop2.theme === undefined ? {} : propSchema(openwop2.theme, writer);
  return bounded(
    closed(
      {
        reasoning: STRING,
        version: enumOf(OPENWOP2_VERSION),
        catalogId: enumOf(OPENWOP2_WIRE_CATALOG),
        surfaceId: SURFACE_ID,
        messages: {
          type: 'array',
          minItems: 1,
          maxItems: LIMITS.messages,
          items: { anyOf: messages({ anyOf: components }, theme) },
        },
      },
      ['version', 'catalogId', 'surfaceId', 'messages'],
    ),
  );
}

function messages(component: JsonObject, theme: JsonObject): readonly JsonObject[] {
  const surfaceId = SURFACE_ID;
  const components = { type: 'array', minItems: 1, maxItems: LIMITS.components, items: component };
  const catalogId = enumOf(OPENWOP2_WIRE_CATALOG);
  return [
    message('createSurface', closed({ surfaceId, catalogId, theme }, ['surfaceId', 'catalogId'])),
    message('updateComponents', closed({ surfaceId, components }, ['surfaceId', 'components'])),
    message('updateDataModel', closed({ surfaceId, path: PATH, value: {} }, ['surfaceId'])),
    message('deleteSurface', closed({ surfaceId }, ['surfaceId'])),
  ];
}

function message(key: string, payload: JsonObject): JsonObject {
  return closed({ version: enumOf(OPENWOP2_VERSION), [key]: payload }, ['version', key]);
}

/** Adds what the declarations cannot say: the lengths of literals. */
function bounded(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => boundedMember(key, value)));
}

function boundedMember(key: string, value: Json): [string, Json] {
  if (key === 'oneOf' && isArray(value)) return ['anyOf', value.map(boundedLiteral)];
  if (isArray(value)) return [key, value.map((item) => (isObject(item) ? bounded(item) : item))];
  if (!isObject(value)) return [key, value];
  const length = OWN_LENGTHS[key];
  if (length !== undefined && value.type === 'string' && !('enum' in value)) {
    return [key, { ...value, maxLength: length }];
  }
  if (key === 'checks') return [key, { ...value, maxItems: LIMITS.checks }];
  return [key, bounded(value)];
}

/** One of the forms of a bindable value. */
function boundedLiteral(form: Json): Json {
  if (!isObject(form)) return form;
  if (form.type === 'string') return { ...form, maxLength: LIMITS.text };
  if (form.type !== 'array') return form;
  return { ...form, items: limited(LIMITS.listText), maxItems: LIMITS.listItems };
}
