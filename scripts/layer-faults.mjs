// Plants faults: a small copy of the repository's shape, in a temporary folder, with every row of the layer
// table, imports that are allowed, and one file for each import that is not. A check that misses one is blind.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { kindOf } from './layer-rules.mjs';

/** @typedef {import('./layers.mjs').Layer} Layer */
/** @typedef {Readonly<Record<string, Layer>>} Layers */

/** Present in node_modules and declared by no package. */
const STRANGER = 'undeclared-stranger';

/**
 * Files of one planted tree by path. `fault-KIND….ts` must be reported with that kind, `legal….ts` must not be reported.
 * @param {Layers} layers
 * @returns {Map<string, string>}
 */
export function plantedFiles(layers) {
  /** @type {Map<string, string>} */
  const files = new Map([
    [`node_modules/${STRANGER}/package.json`, JSON.stringify({ name: STRANGER, version: '1.0.0', main: 'index.js' })],
    [`node_modules/${STRANGER}/index.js`, 'module.exports = 1;\n'],
  ]);
  for (const [name, layer] of Object.entries(layers)) {
    const put = (/** @type {string} */ file, /** @type {string} */ text) =>
      files.set(`${layer.folder}/${file}`, `${text}\n`);
    put('package.json', plantedManifest(name, layer));
    put('src/index.ts', 'export type Thing = 1;');
    put('src/legal.ts', layer.mayImport.slice(1).map(importOf).join('\n'));
    put('src/legal.test.ts', `import 'node:fs';\nimport '${STRANGER}';`);
    // A cycle is reported once, at one of its files: the first by name.
    put('src/fault-cycle.ts', `import { there } from './returns.ts';\nexport const here = there;`);
    put('src/returns.ts', `import type { here } from './fault-cycle.ts';\nexport const there = 1 as typeof here;`);
    put('src/fault-undeclared.ts', `import '${STRANGER}';`);
    put('src/fault-undeclared-type.ts', `import type { Thing } from '${STRANGER}';\nexport type Mine = Thing;`);
    put('test/legal.ts', `import 'node:fs';\nimport '${STRANGER}';`);
    put('src/fault-test.ts', `import '../test/legal.ts';`);
    put('src/fault-test-file.ts', `import './legal.test.ts';`);
    put('dist/index.js', 'export {};');
    put('src/fault-built.ts', `import '../dist/index.js';`);
    put('src/fault-unresolved.ts', `import './nowhere.ts';`);
    put(`src/${layer.browser ? 'fault-node' : 'legal-node'}.ts`, `import 'node:sqlite';`);
    put(`src/${layer.browser ? 'fault-node' : 'legal-node'}-bare.ts`, `import type { Stats } from 'fs';`);
    for (const [file, text] of crossings(name, layer, layers)) put(file, text);
  }
  return files;
}

/** @param {string} name @param {Layer} layer */
function plantedManifest(name, layer) {
  const declared = layer.mayImport.slice(1).map((other) => [`@vitrine/${other}`, '0.1.0']);
  return JSON.stringify({
    name: `@vitrine/${name}`,
    version: '0.1.0',
    type: 'module',
    exports: { '.': { '@vitrine/source': './src/index.ts', default: './dist/index.js' } },
    dependencies: Object.fromEntries(declared),
  });
}

/** @param {string} name */
function importOf(name) {
  return `import type {} from '@vitrine/${name}';`;
}

/**
 * Imports of other packages that must be reported. The first allowed row is left out of package.json: it is undeclared.
 * @param {string} name
 * @param {Layer} layer
 * @param {Layers} layers
 * @returns {[string, string][]}
 */
function crossings(name, layer, layers) {
  /** @type {[string, string][]} */
  const files = [];
  for (const other of Object.keys(layers)) {
    if (other === name || layer.mayImport.includes(other)) continue;
    files.push([`src/fault-upward-${other}.ts`, importOf(other)]);
    files.push([`src/fault-upward-${other}.test.ts`, `export const lazy = () => import('@vitrine/${other}');`]);
  }
  const [first] = layer.mayImport;
  if (first === undefined) return files;
  files.push(['src/fault-undeclared-workspace.ts', importOf(first)]);
  files.push(['src/fault-bypass.ts', `import '../../../${layers[first]?.folder}/src/index.ts';`]);
  return files;
}

/**
 * Runs `look` on the planted tree and removes the tree again, whatever happens.
 * @template T
 * @param {Layers} layers
 * @param {(root: string, sources: string[]) => Promise<T>} look
 * @returns {Promise<T>}
 */
export async function withPlantedFaults(layers, look) {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-layers-'));
  try {
    const files = plantedFiles(layers);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    mkdirSync(join(root, 'node_modules/@vitrine'), { recursive: true });
    for (const [name, { folder }] of Object.entries(layers)) {
      symlinkSync(join(root, folder), join(root, 'node_modules/@vitrine', name), 'dir');
    }
    return await look(
      root,
      [...files.keys()].filter((path) => /\/(src|test)\/.*\.ts$/.test(path)),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * What the check missed among planted faults, and what it reported although it is allowed.
 * @param {readonly string[]} planted
 * @param {readonly { rule: string, from: string }[]} violations
 * @returns {string[]}
 */
export function blindSpots(planted, violations) {
  /** @type {string[]} */
  const wrong = [];
  for (const path of planted) {
    const kinds = violations.filter(({ from }) => from === path).map(({ rule }) => kindOf(rule));
    const expected = /\/fault-([a-z]+)/.exec(path)?.[1];
    if (expected !== undefined && !kinds.includes(expected)) wrong.push(`the planted fault ${path} was not reported`);
    if (path.includes('/legal') && kinds.length > 0)
      wrong.push(`the allowed ${path} was reported as ${kinds.join(', ')}`);
  }
  return wrong;
}
