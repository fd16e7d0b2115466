// Writes the references of the basic catalogs to docs/catalogs, from the built packages (npm run build first).
// A test of packages/core compares the files with what the sources give.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.mjs';

const FOLDER = join(ROOT, 'docs/catalogs');
const BUILT = new URL('../packages/core/dist/', import.meta.url).href;

const { catalogReference } = await import(`${BUILT}reference.js`);

mkdirSync(FOLDER, { recursive: true });
for (const version of ['0.8', '0.9', '1.0']) {
  const short = version.replace('.', '');
  const { [`basic${short}`]: catalog } = await import(`${BUILT}catalogs/basic-${version}.js`);
  const { [`basic${short}Descriptions`]: descriptions } = await import(`${BUILT}catalogs/descriptions-${version}.js`);
  writeFileSync(join(FOLDER, `basic-${version}.md`), catalogReference(catalog, descriptions));
}
