// A file with catalogs of somebody's own: a module that exports what defineCatalog or extendCatalog gave, with widgets and styles
// for our page beside it, or an A2UI catalog.json. Every fault is told with its place; a file with one gives no catalog.

import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { checkCatalog } from '@vitrine/core/check-catalog';
import { importCatalog } from '@vitrine/core/import-catalog';
import {
  type Catalog,
  DEFAULT_LIMITS,
  type Issue,
  isCatalog,
  issue,
  type Limits,
  messageBounds,
  parseJson,
  quote,
} from '@vitrine/core/internal';
import { CallError } from '../errors.ts';
import type { Io } from '../io.ts';
import { fileProblem } from '../read-input.ts';
import { authoringModules } from './authoring-modules.ts';
import { importModule } from './import-module.ts';
import { pageScript } from './page-script.ts';

export interface CatalogFile {
  readonly file: string;
  /** By the name that it is exported under. None where something is wrong. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
  readonly issues: readonly Issue[];
  /** What a page loads: a script, or the definition. */
  readonly page?: { readonly kind: 'js' | 'json'; readonly text: string };
}

export async function readCatalogFile(file: string, io: Io, limits: Limits = DEFAULT_LIMITS): Promise<CatalogFile> {
  const path = resolve(io.cwd, file);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CallError(fileProblem(file, error));
  });
  const kind = extname(path);
  if (kind === '.js' || kind === '.mjs') return readModule(file, path, text);
  if (kind === '.ts' || kind === '.mts')
    return { file, catalogs: new Map(), issues: [fault('A page runs JavaScript: give the compiled .js file.')] };
  return readDefinition(file, text, limits);
}

function readDefinition(file: string, text: string, limits: Limits): CatalogFile {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''), messageBounds(limits));
  if (!parsed.ok) return { file, catalogs: new Map(), issues: [parsed.issue] };
  const read = importCatalog(parsed.value, limits);
  if (!read.ok) return { file, catalogs: new Map(), issues: read.issues };
  const issues = [...read.issues, ...takenIds([read.value])];
  return { file, issues, ...unlessFaulty(issues, [['catalog', read.value]]), page: { kind: 'json', text } };
}

async function readModule(file: string, path: string, text: string): Promise<CatalogFile> {
  const none = new Map<string, Catalog>();
  const [module, script] = [await importModule(path), await pageScript(text, await authoringModules())];
  // What it may not import is why it could not be loaded.
  if (!module.ok) return { file, catalogs: none, issues: script.ok ? module.issues : script.issues };
  const found = Object.entries(module.value).filter((entry): entry is [string, Catalog] => isCatalog(entry[1]));
  const catalogs = [...new Map(found.map(([name, catalog]) => [catalog, name]))].map(
    ([catalog, name]) => [name, catalog] as const,
  );
  if (catalogs.length === 0)
    return { file, catalogs: none, issues: [fault('It exports no catalog: export what extendCatalog gives.')] };
  const issues = [
    ...catalogs.flatMap(([name, catalog]) => checkCatalog(catalog).map((one) => ({ ...one, at: `/${name}${one.at}` }))),
    ...takenIds(catalogs.map(([, catalog]) => catalog)),
    ...checkDrawing(
      module.value,
      catalogs.map(([, catalog]) => catalog),
    ),
    ...script.issues,
  ];
  return {
    file,
    issues,
    ...unlessFaulty(issues, catalogs),
    ...(script.ok ? { page: { kind: 'js', text: script.value } } : {}),
  };
}

function unlessFaulty(
  issues: readonly Issue[],
  catalogs: Iterable<readonly [string, Catalog]>,
): Pick<CatalogFile, 'catalogs'> {
  return { catalogs: new Map(issues.some(({ severity }) => severity === 'error') ? [] : catalogs) };
}

function takenIds(catalogs: readonly Catalog[]): readonly Issue[] {
  const ours = new Set(allCatalogs.flatMap(({ id, aliases }) => [id, ...aliases]));
  const ids = catalogs.map(({ id }) => id);
  return [
    ...ids
      .filter((id) => ours.has(id))
      .map((id) => fault(`${quote(id)} is a catalog of Vitrine: give yours an id of its own.`, '/id')),
    ...ids
      .filter((id, i) => ids.indexOf(id) < i)
      .map((id) => fault(`Two catalogs of this file are ${quote(id)}: give each an id of its own.`, '/id')),
  ];
}

/** What the module says about drawing. */
function checkDrawing(
  { widgets, styles }: { readonly [name: string]: unknown },
  catalogs: readonly Catalog[],
): Issue[] {
  const issues: Issue[] = [];
  if (styles !== undefined && typeof styles !== 'string') issues.push(fault('styles is a text of CSS.', '/styles'));
  // An untrusted surface makes no request, whoever wrote the styles of its components.
  if (typeof styles === 'string' && /url\(\s*['"]?(?!data:|#)|@import|image-set\(/i.test(styles))
    issues.push(fault('Styles fetch nothing: write pictures as data: addresses.', '/styles'));
  if (widgets === undefined) return issues;
  if (typeof widgets !== 'object' || widgets === null)
    return [...issues, fault('widgets is an object of functions, by component.', '/widgets')];
  const names = new Set(catalogs.flatMap(({ components }) => [...components.keys()]));
  for (const [name, widget] of Object.entries(widgets)) {
    if (!names.has(name))
      issues.push(fault(`No catalog of the file has a component ${quote(name)}.`, `/widgets/${name}`));
    if (typeof widget !== 'function') issues.push(fault('A widget is a function (ui, node).', `/widgets/${name}`));
  }
  return issues;
}

function fault(message: string, at?: string): Issue {
  return issue('VITRINE_CATALOG_INVALID', 'error', message, at);
}
