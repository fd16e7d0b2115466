// Turns the layer table and the workspaces' package.json files into dependency-cruiser rules and options.
// The first word of a rule's name is the kind of fault; layer-faults.mjs plants one of each.

import { ABOVE_ALL } from './layers.mjs';

/** @typedef {import('./layers.mjs').Layer} Layer */
/** @typedef {import('./source-files.mjs').Manifest} Manifest */
/** @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule */

const TEST_FILE = '[.]test[.][cm]?[jt]sx?$';
const TEST_SUPPORT = '^(packages|apps)/[^/]+/test/';
const PACKAGE_SOURCE = '^((?:packages|apps)/[^/]+)/(?!test/)';
const PACKAGE_TEST = '^((?:packages|apps)/[^/]+)/test/';
const OUR_FOLDERS = `^(packages|apps|${ABOVE_ALL.join('|')})/`;
/** A development dependency is absent where the package is installed, so shipped code may not import one. */
const UNDECLARED = /** @type {const} */ (['npm-no-pkg', 'npm-unknown', 'npm-dev']);

/**
 * @param {Readonly<Record<string, Layer>>} layers
 * @param {(folder: string) => Manifest | undefined} manifestOf
 * @returns {Rule[]}
 */
export function layerRules(layers, manifestOf) {
  /** @type {Rule[]} */
  const rules = [
    forbid('cycle', { path: OUR_FOLDERS }, { circular: true }),
    forbid('unresolved', { path: OUR_FOLDERS }, { couldNotResolve: true }),
    // A package's own build output is read by nobody's source: the export condition leads to src.
    forbid('built', { path: OUR_FOLDERS }, { path: '^(packages|apps)/[^/]+/dist/' }),
    // Another package is entered by its name, so that its exports decide what is public.
    forbid('bypass', { path: PACKAGE_SOURCE }, { dependencyTypes: ['local'], pathNot: '^$1/' }),
    // Tests may share what they test with, never the inside of another package.
    forbid('bypass test', { path: PACKAGE_TEST }, { dependencyTypes: ['local'], pathNot: ['^$1/', TEST_SUPPORT] }),
    forbid('test', { path: '^(packages|apps)/[^/]+/src/', pathNot: TEST_FILE }, { path: [TEST_SUPPORT, TEST_FILE] }),
  ];
  for (const layer of Object.values(layers)) rules.push(...rulesOfLayer(layer, layers, manifestOf(layer.folder)));
  return rules;
}

/**
 * @param {Layer} layer
 * @param {Readonly<Record<string, Layer>>} layers
 * @param {Manifest | undefined} manifest
 */
function rulesOfLayer(layer, layers, manifest) {
  // Test support may stand on any package: what drives a renderer is a dialect.
  const source = { path: `^${layer.folder}/(?!test/)` };
  const shipped = { path: inside(`${layer.folder}/src`), pathNot: TEST_FILE };
  const allowed = layer.mayImport.map((name) => folderOf(name, layers));
  const declared = declaredNames(manifest, layer).flatMap((name) => workspaceFolder(name, layers));
  const rules = [
    forbid(`upward ${layer.folder}`, source, { path: OUR_FOLDERS, pathNot: [layer.folder, ...allowed].map(inside) }),
    forbid(`undeclared ${layer.folder} workspace`, shipped, {
      path: OUR_FOLDERS,
      pathNot: [layer.folder, ...declared].map(inside),
    }),
    forbid(`undeclared ${layer.folder}`, shipped, {
      // What is bundled is a dependency of the build.
      dependencyTypes: UNDECLARED.filter((type) => layer.bundled !== true || type !== 'npm-dev'),
      // dependency-cruiser takes `peerDependenciesMeta` for a list of packages that it does not know.
      dependencyTypesNot: ['npm-peer'],
    }),
  ];
  if (layer.browser) rules.push(forbid(`node ${layer.folder}`, shipped, { dependencyTypes: ['core'] }));
  return rules;
}

/**
 * @param {string} name
 * @param {Rule['from']} from
 * @param {Rule['to']} to
 * @returns {Rule}
 */
function forbid(name, from, to) {
  return { name, severity: 'error', from, to };
}

/** @param {string} folder */
function inside(folder) {
  return `^${folder}/`;
}

/**
 * @param {string} name
 * @param {Readonly<Record<string, Layer>>} layers
 */
function folderOf(name, layers) {
  const layer = layers[name];
  if (layer === undefined) throw new Error(`the layer table has no row ${name}`);
  return layer.folder;
}

/**
 * @param {Manifest | undefined} manifest
 * @param {Layer} layer
 */
function declaredNames(manifest = {}, { bundled = false }) {
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = manifest;
  return Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
    ...(bundled && devDependencies),
  });
}

/**
 * @param {string} name
 * @param {Readonly<Record<string, Layer>>} layers
 */
function workspaceFolder(name, layers) {
  const layer = name.startsWith('@vitrine/') ? layers[name.slice('@vitrine/'.length)] : undefined;
  return layer === undefined ? [] : [layer.folder];
}

/**
 * The kind of fault that a rule of `layerRules` reports.
 * @param {string} ruleName
 */
export function kindOf(ruleName) {
  return ruleName.split(' ')[0] ?? ruleName;
}

/**
 * How imports are read and resolved: as tsc and vitest do, so type imports count and packages lead to their sources.
 * The cast: dependency-cruiser's types demand that `add` stand beside an `override`, which would switch `add` off.
 */
export const CRUISE_OPTIONS = /** @type {import('dependency-cruiser').ICruiseOptions} */ (
  /** @type {unknown} */ ({
    validate: true,
    tsPreCompilationDeps: true,
    // Components of Svelte import nothing of ours but by their package's name, and its compiler reads them at each user's.
    doNotFollow: { path: '(^|/)(node_modules|dist)/|\\.svelte$' },
    // Node 20 has no such module yet; the log may use it where it exists.
    builtInModules: { add: ['sqlite', 'node:sqlite'] },
  })
);

export const RESOLVE_OPTIONS = {
  exportsFields: ['exports'],
  conditionNames: ['@vitrine/source', 'types', 'import', 'node', 'default'],
  extensions: ['.ts', '.mts', '.js', '.mjs', '.d.ts', '.json'],
  mainFields: ['types', 'main'],
};

/**
 * Sources on disk that the cruise did not visit.
 * @param {readonly string[]} onDisk
 * @param {readonly string[]} visited
 */
export function unseen(onDisk, visited) {
  const seen = new Set(visited);
  return onDisk.filter((path) => !seen.has(path));
}

/**
 * Folders of sources that have no row: no rule would hold for them.
 * @param {readonly string[]} sources
 * @param {Readonly<Record<string, Layer>>} layers
 */
export function withoutRow(sources, layers) {
  const rows = new Set(Object.values(layers).map((layer) => layer.folder));
  const folders = new Set(sources.map((path) => path.split('/').slice(0, 2).join('/')));
  return [...folders].filter((folder) => !rows.has(folder));
}
