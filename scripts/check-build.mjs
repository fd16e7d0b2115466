// After the build: every file that a workspace's package.json promises (exports, bin) must be there, and its licence.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './report.mjs';
import { listWorkspaces, ROOT, readManifest } from './source-files.mjs';

/**
 * @param {unknown} value `exports` or `bin` of a package.json
 * @returns {string[]}
 */
function promisedFiles(value) {
  if (typeof value === 'string') return value.startsWith('./') && !value.includes('*') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(promisedFiles) : [];
}

const promised = listWorkspaces(ROOT).flatMap((folder) => {
  const { exports, bin } = readManifest(ROOT, folder);
  return [...promisedFiles(exports), ...promisedFiles(bin), 'LICENSE'].map((file) => join(folder, file));
});
report(
  'build',
  promised
    .filter((path) => !existsSync(join(ROOT, path)))
    .map((path) => `package.json promises ${path}, which is missing`),
  `${promised.length} promised files are there`,
);
