// After the build: what an earlier one left of a source that is gone. The compiler only ever adds, and what stands in dist is
// published.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './pack-packages.mjs';
import { ROOT } from './source-files.mjs';

/** What others than the compiler write. */
const BUNDLES = /^(?:browser|program|test)[\\/]/;

/** @param {string} folder of a package */
function prune(folder) {
  const dist = join(ROOT, folder, 'dist');
  for (const entry of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const source = entry.replace(/(?:\.d\.ts|\.js|\.js\.map)$/, '.ts');
    const isOurs = source !== entry && !BUNDLES.test(entry);
    if (isOurs && !existsSync(join(ROOT, folder, 'src', source))) rmSync(join(dist, entry));
  }
}

for (const { folder } of publishedPackages()) prune(folder);
