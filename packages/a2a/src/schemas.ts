// The three schemas that the original form names, as JSON Schema 2020-12: how a catalog is defined, what an agent sends,
// what a client sends. The components are those that the catalog declares; the messages are those of the form's dialect.
// sent-check.ts holds against them what leaves.

import type { Catalog, JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { catalogSchema } from '@vitrine/core/schema';
import { type ExtensionForm, formById } from './forms.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const text = { type: 'string' };
const id = { type: 'string', minLength: 1 };
const object = { type: 'object' };

/** All of these fields and no others, but for those that may be left out. */
function closed(required: JsonObject, optional: JsonObject = {}): JsonObject {
  const properties = { ...required, ...optional };
  return { type: 'object', properties, required: Object.keys(required), additionalProperties: false };
}

/** Exactly one of these messages, under the version that the form says. */
function oneMessage({ dialect, version }: ExtensionForm, messages: JsonObject): JsonObject {
  const named: JsonObject = dialect === 'a2ui-0.8' ? {} : { version: { const: version } };
  return { oneOf: Object.entries(messages).map(([key, payload]) => closed({ ...named, [key]: payload })) };
}

const styles = { type: 'object', additionalProperties: { type: ['object', 'string', 'number', 'boolean', 'array'] } };
const definition = {
  ...closed({ components: { type: 'object', additionalProperties: { type: 'object' } } }, { catalogId: id, styles }),
  description: 'Components by name, each as the JSON Schema of its properties.',
};

/** A standard format for a library of components and styles. */
export function catalogDefinitionSchema(): JsonObject {
  return { $schema: DIALECT, title: 'A catalog definition', ...definition };
}

/** One value under its key; a map holds the same again. */
const contents = { type: 'array', items: { $ref: '#/$defs/entry' } };
const values = {
  valueString: text,
  valueNumber: { type: 'number' },
  valueBoolean: { type: 'boolean' },
  valueMap: contents,
};
const entry = { oneOf: Object.entries(values).map(([key, value]) => closed({ key: text, [key]: value })) };

const components = { type: 'array', minItems: 1, items: { $ref: '#/$defs/anyComponent' } };
const deleteSurface = closed({ surfaceId: id });
const updateDataModel = closed({ surfaceId: id }, { path: text, value: {} });

const FROM_AGENT: { readonly [dialect: string]: JsonObject } = {
  'a2ui-0.8': {
    surfaceUpdate: closed({ surfaceId: id, components }),
    dataModelUpdate: closed({ surfaceId: id, contents }, { path: text }),
    beginRendering: closed({ surfaceId: id, root: id }, { catalogId: id, styles: object }),
    deleteSurface,
  },
  'a2ui-0.9': {
    createSurface: closed({ surfaceId: id, catalogId: id }, { theme: object, sendDataModel: { type: 'boolean' } }),
    updateComponents: closed({ surfaceId: id, components }),
    updateDataModel,
    deleteSurface,
  },
  'a2ui-1.0': {
    createSurface: closed(
      { surfaceId: id },
      { catalogId: id, sendDataModel: { type: 'boolean' }, components, dataModel: object, metadata: object },
    ),
    updateComponents: closed({ surfaceId: id, components }),
    updateDataModel,
    deleteSurface,
    callRendererFunction: closed({ functionCallId: id, callFunction: object }),
    agentFunctionResponse: object,
  },
};

/** What an agent may send when the client has this catalog. */
export function serverToClientSchema(
  catalog: Catalog = basic08,
  form: ExtensionForm = formById('original'),
): JsonObject {
  const { oneOf, $defs } = catalogSchema(catalog);
  const component = oneOf === undefined ? { not: {} } : { oneOf };
  const types = form.dialect === 'a2ui-1.0' ? withAskedCalls($defs as JsonObject, catalog) : ($defs as JsonObject);
  return {
    $schema: DIALECT,
    title: 'A message from an agent to a client',
    ...oneMessage(form, FROM_AGENT[form.dialect] as JsonObject),
    $defs: { ...types, anyComponent: component, ...(form.dialect === 'a2ui-0.8' ? { entry } : {}) },
  };
}

/** A call of a function that the catalog does not name is one that its reader asks the agent for (A2UI 1.0, function calls). */
function withAskedCalls(types: JsonObject, { functions }: Catalog): JsonObject {
  const { FunctionCall } = types as { readonly FunctionCall?: { readonly oneOf: readonly JsonObject[] } };
  if (FunctionCall === undefined) return types;
  const call = { ...text, not: { anyOf: [{ enum: [...functions.keys()] }, { pattern: '^@' }] } };
  const asked = closed({ call }, { args: object, catalogId: text });
  return { ...types, FunctionCall: { oneOf: [...FunctionCall.oneOf, asked] } };
}

const action = {
  ...{ name: id, surfaceId: id, sourceComponentId: id },
  timestamp: { type: 'string', format: 'date-time' },
  context: object,
};

const FROM_CLIENT: { readonly [dialect: string]: JsonObject } = {
  'a2ui-0.8': { userAction: closed(action), error: object },
  'a2ui-0.9': { action: closed(action), error: object },
  'a2ui-1.0': {
    action: closed(action, { userMessage: text, metadata: object }),
    callAgentFunction: closed({ surfaceId: id, functionCallId: id, callFunction: object }),
    rendererFunctionResponse: object,
    error: object,
  },
};

/** What a client may send: what a person did, an error, and in the original form its choice of a catalog. */
export function clientToServerSchema(form: ExtensionForm = formById('original')): JsonObject {
  const choice = { oneOf: [closed({ catalogUri: id }), closed({ dynamicCatalog: definition })] };
  return {
    $schema: DIALECT,
    title: 'A message from a client to an agent',
    ...oneMessage(form, {
      ...(FROM_CLIENT[form.dialect] as JsonObject),
      ...(form.capabilitiesIn === 'message' ? { clientUiCapabilities: choice } : {}),
    }),
  };
}
