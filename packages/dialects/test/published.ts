// The schemas and example streams that A2UI publishes in the npm package @a2ui/web_core, read where npm put them.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Json, JsonObject } from '@vitrine/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';

const sources = dirname(dirname(createRequire(import.meta.url).resolve('@a2ui/web_core')));
// The package is CommonJS: its function is the default export of what Node calls the default export.
const addFormats = addFormatsModule as unknown as FormatsPlugin;

export type Version = 'v0_8' | 'v0_9' | 'v1_0';

export function readPublished(version: Version, file: string): JsonObject {
  return JSON.parse(readFileSync(join(sources, version, 'schemas', file), 'utf8')) as JsonObject;
}

/** What is wrong with a value by one of the published schemas; empty if nothing. */
export function createSchemaCheck(version: Version, file: string): (value: Json) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats(ajv);
  if (version !== 'v0_8') {
    const base = `https://a2ui.org/specification/${version}/`;
    ajv.addSchema(readPublished(version, 'common_types.json'));
    ajv.addSchema({ ...readPublished(version, 'catalogs/basic/catalog.json'), $id: `${base}catalog.json` });
    if (version === 'v1_0') ajv.addSchema(readPublished(version, 'catalog_definition.json'));
  } else ajv.addSchema(readPublished(version, 'catalog_description_schema.json'), 'catalog_description_schema.json');
  const validate = ajv.compile(readPublished(version, file));
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export interface Example {
  readonly file: string;
  readonly messages: readonly JsonObject[];
}

/** Every example stream of the basic catalog. */
export function publishedExamples(version: 'v0_9' | 'v1_0'): readonly Example[] {
  const folder = join(sources, version, 'schemas/catalogs/basic/examples');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const { messages } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { messages: JsonObject[] };
      return { file, messages };
    });
}
