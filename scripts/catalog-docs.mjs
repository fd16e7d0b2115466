// Writes the references of our catalogs to docs/catalogs, from the built packages (npm run build first).
// A test of packages/core compares the files with what the sources give.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.mjs';

const FOLDER = join(ROOT, 'docs/catalogs');
const BUILT = new URL('../packages/core/dist/', import.meta.url).href;

/**
 * File in docs/catalogs, module of the catalog, its name there, module of its descriptions.
 * @type {readonly (readonly [file: string, module: string, name: string, prose: string])[]}
 */
const CATALOGS = [
  ['basic-0.8', 'basic-0.8', 'basic08', 'descriptions-0.8'],
  ['basic-0.9', 'basic-0.9', 'basic09', 'descriptions-0.9'],
  ['basic-1.0', 'basic-1.0', 'basic10', 'descriptions-1.0'],
  ['vitrine-0.8', 'vitrine', 'vitrine08', 'descriptions-vitrine'],
  ['vitrine-0.9', 'vitrine', 'vitrine09', 'descriptions-vitrine'],
  ['vitrine-1.0', 'vitrine', 'vitrine10', 'descriptions-vitrine'],
  ['agentchains', 'agentchains', 'agentchains', 'descriptions-agentchains'],
  ['openwop-1', 'openwop', 'openwop1', 'descriptions-openwop'],
  ['openwop-2', 'openwop', 'openwop2', 'descriptions-openwop'],
];

const { catalogReference } = await import(`${BUILT}reference.js`);

mkdirSync(FOLDER, { recursive: true });
for (const [file, module, name, prose] of CATALOGS) {
  const { [name]: catalog } = await import(`${BUILT}catalogs/${module}.js`);
  const { [`${name}Descriptions`]: descriptions } = await import(`${BUILT}catalogs/${prose}.js`);
  writeFileSync(join(FOLDER, `${file}.md`), catalogReference(catalog, descriptions));
}
