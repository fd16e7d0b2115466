// What A2UI publishes in the npm package @a2ui/web_core: schemas, catalogs and example streams, read where npm put them.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import type { JsonObject } from '../src/json.ts';

const sources = dirname(dirname(createRequire(import.meta.url).resolve('@a2ui/web_core')));
// The package is CommonJS: its function is the default export of what Node calls the default export.
const addFormats = addFormatsModule as unknown as FormatsPlugin;

export type Version = 'v0_8' | 'v0_9' | 'v1_0';

export function readPublished(version: Version, file: string): JsonObject {
  return JSON.parse(readFileSync(join(sources, version, 'schemas', file), 'utf8'));
}

export function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats(ajv);
  return ajv;
}

/** The published schema of one component on the wire. */
export function publishedComponentValidator(
  version: Version,
  catalogFile = 'catalogs/basic/catalog.json',
): ValidateFunction {
  const ajv = createValidator();
  if (version === 'v0_8') {
    const catalog = readPublished(version, 'standard_catalog_definition.json');
    return ajv.compile({
      type: 'object',
      properties: {
        id: { type: 'string' },
        weight: { type: 'number' },
        component: { type: 'object', properties: catalog.components, additionalProperties: false },
      },
      required: ['id', 'component'],
      additionalProperties: false,
    });
  }
  const base = `https://a2ui.org/specification/${version}/`;
  // Messages and common types refer to a placeholder beside themselves; the catalog refers to them from its own folder.
  const catalog = { ...readPublished(version, catalogFile), $id: `${base}catalog.json` };
  ajv.addSchema(readPublished(version, 'common_types.json'));
  ajv.addSchema(catalog);
  const messages = version === 'v0_9' ? 'server_to_client.json' : 'agent_to_renderer.json';
  ajv.addSchema(readPublished(version, messages));
  const component = version === 'v0_9' ? 'catalog.json#/$defs/anyComponent' : `${messages}#/$defs/Component`;
  return ajv.compile({ $ref: base + component });
}

/** Every component of the example streams that use one catalog. */
export function publishedExamples(
  version: Version,
  folder = 'catalogs/basic/examples',
): { file: string; component: JsonObject }[] {
  const path = join(sources, version, 'schemas', folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const { messages } = JSON.parse(readFileSync(join(path, file), 'utf8')) as { messages: JsonObject[] };
      return messages.flatMap((message) => {
        const { components = [] } = (message.updateComponents ?? message.createSurface ?? {}) as {
          components?: JsonObject[];
        };
        return components.map((component) => ({ file: basename(file), component }));
      });
    });
}
