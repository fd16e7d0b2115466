// from_json, to_json, round_trip and validation_schema: catalog documents read, written back and made a schema. What a
// component may hold is compared by what it accepts: an import declares properties and keeps no schema of them. Prose of the
// bundled schemas (descriptions, titles) is not compared, nor uniqueItems, of which an import warns, nor that they close what a
// document leaves open.

import { exportCatalog } from '@vitrine/core/export-catalog';
import { importCatalog } from '@vitrine/core/import-catalog';
import {
  type Catalog,
  Catalogs,
  DEFAULT_LIMITS,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  type Outcome,
} from '@vitrine/core/internal';
import { catalogSchema } from '@vitrine/core/schema';
import { expect } from 'vitest';
import { type Case, NotRunnableError, readData } from '../cases.ts';
import { basicCatalog, caseProtocol, protocolOf } from '../catalogs.ts';
import { compareErrors } from '../categories.ts';
import { publishedCatalog } from '../published-catalogs.ts';
import { differingSamples } from '../schema-samples.ts';
import { Session } from '../session.ts';

export function fromJson(testCase: Case): void {
  const outcome = readCatalog(testCase);
  compareErrors(
    outcome.issues.filter(({ severity }) => severity === 'error'),
    testCase.expectError,
  );
  if (!outcome.ok || !isObject(testCase.expect)) return;
  const { catalogId, protocolVersion, matchesBuiltinCatalog, selfContained, ...expected } = testCase.expect;
  const catalog = outcome.value;
  if (catalogId !== undefined) expect(catalog.id).toBe(catalogId);
  if (protocolVersion !== undefined) expect(catalog.protocol).toBe(protocolOf(protocolVersion));
  if (matchesBuiltinCatalog !== undefined) {
    const builtin = normalized(catalogSchema(basicCatalog(caseProtocol(testCase))));
    expect(jsonEqual(normalized(catalogSchema(catalog)), builtin)).toBe(matchesBuiltinCatalog);
  }
  if (selfContained !== undefined) expect(leadsOutside(catalogSchema(catalog))).toEqual([]);
  if (selfContained !== undefined) expect(selfContained).toBe(true);
  compareParts(catalog, expected);
  compareVerdicts(testCase, catalog, expected);
}

export function toJson(testCase: Case): void {
  const catalog = testCase.catalogPath === undefined ? imported(testCase) : basicCatalog(caseProtocol(testCase));
  const document = exportCatalog(catalog);
  const { components, functions, defs, metadata, unbundled, ...rest } = testCase.expect as JsonObject;
  expect(document).toMatchObject({ ...rest, ...((metadata ?? {}) as JsonObject) });
  expect(namesIn(document.components)).toEqual(sorted(components));
  if (functions !== undefined) expect(namesIn(document.functions)).toEqual(sorted(functions));
  if (defs !== undefined) expect(namesIn(document.$defs)).toEqual(sorted(defs));
  expect(leadsInside(document)).toBe(unbundled);
}

export function roundTrip(testCase: Case): void {
  const document = documentOf(testCase);
  const again = exportCatalog(imported(testCase));
  expect(again).toEqual(document);
  expect(exportCatalog(readOr(importCatalog(again, DEFAULT_LIMITS, optionsOf(testCase))))).toEqual(again);
}

export function validationSchema(testCase: Case): void {
  const file = testCase.expectFile as string;
  const golden = readData(file.replace(/^conformance\//, ''));
  if (!isObject(golden)) throw new NotRunnableError(`there is no golden schema ${file} here`);
  const catalog = imported(testCase);
  expect(catalog.id).toBe(golden.catalogId);
  expect(sorted([...catalog.components.keys()])).toEqual(namesIn(golden.components));
  expect(sorted([...catalog.functions.keys()])).toEqual(namesIn(golden.functions));
  expect(catalog.instructions).toBe(golden.instructions);
  expect(differingSamples(golden, catalog)).toEqual([]);
}

function documentOf(testCase: Case): JsonObject {
  const { catalog, catalogPath } = testCase;
  return catalog ?? publishedCatalog(catalogPath as string);
}

function optionsOf({ catalogId, protocolVersion }: Case): { id?: string; protocol?: string } {
  const protocol = protocolOf(protocolVersion);
  return {
    ...(typeof catalogId === 'string' ? { id: catalogId } : {}),
    ...(protocol === undefined ? {} : { protocol }),
  };
}

/** The published catalog of 0.9.1 is that of 0.9, word for word: its id says so. */
function readCatalog(testCase: Case): Outcome<Catalog> {
  const path = String(testCase.catalogPath).replace('/v0_9_1/', '/v0_9/');
  const document = testCase.catalog ?? publishedCatalog(path);
  return importCatalog(document, DEFAULT_LIMITS, optionsOf(testCase));
}

function imported(testCase: Case): Catalog {
  return readOr(importCatalog(documentOf(testCase), DEFAULT_LIMITS, optionsOf(testCase)));
}

function readOr(outcome: Outcome<Catalog>): Catalog {
  expect(outcome.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!outcome.ok) throw new Error('a catalog without errors was refused');
  return outcome.value;
}

/** What a case expects is a catalog itself, with all references written out: it must mean the same. */
function compareParts(catalog: Catalog, expected: JsonObject): void {
  const { components, functions, theme } = expected;
  const document = { catalogId: catalog.id, protocolVersion: catalog.protocol ?? null, ...expected };
  if (components === undefined && functions === undefined && theme === undefined) return;
  const wanted = readOr(importCatalog(document, DEFAULT_LIMITS));
  if (components !== undefined) {
    expect(sorted([...catalog.components.keys()])).toEqual(namesIn(components));
    expect(normalized(catalogSchema(catalog))).toEqual(normalized(catalogSchema(wanted)));
    expect(namesOfRules(catalog)).toEqual(namesOfRules(wanted));
  }
  if (functions !== undefined)
    expect(Object.fromEntries(catalog.functions)).toEqual(Object.fromEntries(wanted.functions));
  if (theme !== undefined && Object.keys(theme as JsonObject).length > 0) expect(catalog.theme).toEqual(wanted.theme);
}

function namesOfRules(catalog: Catalog): unknown {
  return [...catalog.components]
    .map(([name, { allowedParents, allowedChildren }]) => [name, allowedParents, allowedChildren])
    .sort(([a], [b]) => String(a).localeCompare(String(b)));
}

function compareVerdicts(testCase: Case, catalog: Catalog, { validComponents, invalidComponents }: JsonObject): void {
  for (const [components, error] of [
    [validComponents, undefined],
    [invalidComponents, 'a component that the catalog does not have'],
  ] as const) {
    for (const component of isArray(components) ? components : []) {
      const session = new Session({ ...testCase, strictMode: true }, new Catalogs([catalog]));
      const version = testCase.protocolVersion === 'v1.0' ? 'v1.0' : 'v0.9';
      const receipts = session.send([
        { version, createSurface: { surfaceId: 's', catalogId: catalog.id } },
        { version, updateComponents: { surfaceId: 's', components: [component as Json] } },
      ]);
      compareErrors(
        receipts.flatMap(({ issues }) => issues),
        error,
      );
    }
  }
}

function namesIn(value: Json | undefined): readonly string[] {
  if (isArray(value)) return value.map((item) => String((item as JsonObject).name)).sort();
  return isObject(value) ? Object.keys(value).sort() : [];
}

function sorted(names: Json | undefined): readonly string[] {
  return isArray(names) ? names.map(String).sort() : [];
}

/** References that do not lead to a definition of the schema itself. */
function leadsOutside(schema: JsonObject): readonly string[] {
  const definitions = Object.keys(schema.$defs as JsonObject).map((name) => `#/$defs/${encodeURIComponent(name)}`);
  return references(schema).filter((ref) => !definitions.includes(ref));
}

/** Whether common types are referred to and not repeated. */
function leadsInside(document: JsonObject): boolean {
  return references(document).every((ref) => !ref.startsWith('#/$defs/'));
}

function references(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  return [...(typeof value.$ref === 'string' ? [value.$ref] : []), ...Object.values(value).flatMap(references)];
}

const SETS: readonly string[] = ['enum', 'required', 'oneOf', 'anyOf'];

const PROSE: readonly string[] = ['title', 'description'];

function sortedParts(parts: readonly Json[]): Json {
  return parts.map(normalized).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

/** Without prose, and with sets in one order. A property may be called description, too. */
function normalized(value: Json): Json {
  if (isArray(value)) return value.map(normalized);
  if (!isObject(value)) return value;
  const parts = Object.entries(value)
    .filter(([key, part]) => !(PROSE.includes(key) && typeof part === 'string'))
    .map(([key, part]) => [key, isArray(part) && SETS.includes(key) ? sortedParts(part) : normalized(part)]);
  return Object.fromEntries(parts) as JsonObject;
}
