// Catalog documents that the cases name by their path in the A2UI project, read from its published package.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@vitrine/core';
import { NotRunnableError } from './cases.ts';

const sources = dirname(dirname(createRequire(import.meta.url).resolve('@a2ui/web_core')));

const PLACES: { readonly [path: string]: string } = {
  'specification/v0_9/catalogs/basic/catalog.json': 'v0_9/schemas/catalogs/basic/catalog.json',
  'specification/v0_9/catalogs/minimal/catalog.json': 'v0_9/schemas/catalogs/minimal/catalog.json',
  'catalogs/basic/v1/catalog.json': 'v1_0/schemas/catalogs/basic/catalog.json',
};

export function publishedCatalog(path: string): JsonObject {
  const place = Object.hasOwn(PLACES, path) ? join(sources, PLACES[path] as string) : undefined;
  if (place === undefined || !existsSync(place)) throw new NotRunnableError(`there is no document ${path} here`);
  return JSON.parse(readFileSync(place, 'utf8')) as JsonObject;
}
