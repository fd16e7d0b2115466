// The three schemas that the original form names, as JSON Schema 2020-12: how a catalog is defined, what an agent sends,
// what a client sends. The components are those that the catalog declares; the messages are A2UI 0.8's.

import type { Catalog, JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { catalogSchema } from '@vitrine/core/schema';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const text = { type: 'string' };
const id = { type: 'string', minLength: 1 };

/** All of these fields and no others, but for those that may be left out. */
function closed(required: JsonObject, optional: JsonObject = {}): JsonObject {
  const properties = { ...required, ...optional };
  return { type: 'object', properties, required: Object.keys(required), additionalProperties: false };
}

/** Exactly one of these messages. */
function oneMessage(messages: JsonObject): JsonObject {
  return { oneOf: Object.entries(messages).map(([key, payload]) => closed({ [key]: payload })) };
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

/** What an agent may send when the client has this catalog. */
export function serverToClientSchema(catalog: Catalog = basic08): JsonObject {
  const { oneOf, $defs } = catalogSchema(catalog);
  const component = oneOf === undefined ? { not: {} } : { oneOf };
  return {
    $schema: DIALECT,
    title: 'A message from an agent to a client',
    ...oneMessage({
      surfaceUpdate: closed({
        surfaceId: id,
        components: { type: 'array', minItems: 1, items: { $ref: '#/$defs/anyComponent' } },
      }),
      dataModelUpdate: closed({ surfaceId: id, contents }, { path: text }),
      beginRendering: closed({ surfaceId: id, root: id }, { catalogId: id, styles: { type: 'object' } }),
      deleteSurface: closed({ surfaceId: id }),
    }),
    $defs: { ...($defs as JsonObject), anyComponent: component, entry },
  };
}

/** What a client may send: an action, its choice of a catalog, an error. */
export function clientToServerSchema(): JsonObject {
  return {
    $schema: DIALECT,
    title: 'A message from a client to an agent',
    ...oneMessage({
      userAction: closed({
        ...{ name: id, surfaceId: id, sourceComponentId: id },
        timestamp: { type: 'string', format: 'date-time' },
        context: { type: 'object' },
      }),
      clientUiCapabilities: { oneOf: [closed({ catalogUri: id }), closed({ dynamicCatalog: definition })] },
      error: { type: 'object' },
    }),
  };
}
