// The catalogs of a case. A path or an alias means our basic catalog of that version; a definition in the case is imported.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { importCatalog } from '@vitrine/core/import-catalog';
import { type Catalog, Catalogs, DEFAULT_LIMITS, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { expect } from 'vitest';
import { type Case, messagesOf, readData, stepsOf } from './cases.ts';

/** Names that the cases use for "a registered catalog"; `unknown-catalog` and the like are not among them. */
const ALIASES = [
  'basic',
  'standard',
  'test-catalog',
  'test-catalog-v10',
  'v08-cat',
  'v09-cat',
  'https://a2ui.org/basic-catalog',
];

const BASIC: { readonly [protocol: string]: Catalog } = { '0.8': basic08, '0.9': basic09, '1.0': basic10 };

const BASIC_PATHS: { readonly [path: string]: string } = {
  'specification/v0_8/json/standard_catalog_definition.json': '0.8',
  'specification/v0_9/catalogs/basic/catalog.json': '0.9',
  'specification/v0_9_1/catalogs/basic/catalog.json': '0.9',
  'catalogs/basic/v1/catalog.json': '1.0',
};

/** `v0.9.1` → `0.9`; undefined for what is no version that we read. */
export function protocolOf(version: unknown): string | undefined {
  const label = typeof version === 'string' ? version.replace(/^v/, '').split('.').slice(0, 2).join('.') : '';
  return Object.hasOwn(BASIC, label) ? label : undefined;
}

export function basicCatalog(protocol: string): Catalog {
  const catalog = BASIC[protocol];
  if (catalog === undefined) throw new Error(`no basic catalog ${protocol}`);
  return { ...catalog, aliases: [...catalog.aliases, ...ALIASES] };
}

export function catalogAt(path: string): Catalog {
  const local = path.replace(/^(\.\.\/)+/, '');
  const protocol = BASIC_PATHS[local];
  if (protocol !== undefined) return basicCatalog(protocol);
  const definition = readData(local.replace(/^conformance\//, ''));
  if (definition === undefined) throw new Error(`there is no catalog ${path}`);
  return imported(definition);
}

export function imported(definition: Json, protocol?: string): Catalog {
  const outcome = importCatalog(definition, DEFAULT_LIMITS, protocol === undefined ? {} : { protocol });
  expect(outcome.issues, 'the catalog of the case is imported').toEqual([]);
  if (!outcome.ok) throw new Error('a catalog without issues was refused');
  return outcome.value;
}

/** The protocol that a case speaks where it matters: its own word, else its catalog's, else its first message's. */
export function caseProtocol(testCase: Case): string {
  const { catalog, protocolVersion } = testCase;
  return (
    protocolOf(protocolVersion) ??
    protocolOf(catalog?.protocolVersion ?? catalog?.version) ??
    protocolOf(firstVersion(testCase)) ??
    '0.9'
  );
}

function firstVersion(testCase: Case): Json | undefined {
  for (const step of stepsOf(testCase)) {
    const sent = messagesOf(step);
    const list = isObject(sent) ? sent.messages : sent;
    const first = Array.isArray(list) ? (list[0] as Json) : undefined;
    if (isObject(first)) return first.version ?? (first.beginRendering === undefined ? undefined : 'v0.8');
  }
  return undefined;
}

/** All catalogs that a case registers; the basic one of its protocol where it names none. */
export function catalogList(testCase: Case): readonly Catalog[] {
  const { catalogPaths = [], catalogs = [], catalog = {} } = testCase;
  const protocol = caseProtocol(testCase);
  const single = definitionOf(catalog);
  const own = [...catalogs, ...(single === undefined ? [] : [single])].map((definition) =>
    imported(definition, protocol),
  );
  const named = catalogPaths.map(catalogAt);
  return own.length + named.length > 0 ? [...own, ...named] : [basicCatalog(protocol)];
}

/** A case's single catalog holds a definition, wraps one, or only says which version is meant. */
function definitionOf(catalog: JsonObject): JsonObject | undefined {
  if (isObject(catalog.catalogSchema)) return catalog.catalogSchema;
  return catalog.catalogId === undefined ? undefined : catalog;
}

export function catalogsOf(testCase: Case): Catalogs {
  return new Catalogs(catalogList(testCase));
}
