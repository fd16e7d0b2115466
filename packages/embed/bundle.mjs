// Builds what pages without a bundler load, into dist/browser: `vitrine.js` makes the tags known, `surface.js` is for pages
// without a host. What both share, and what only some surfaces need, stands in chunks beside them.

import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const outdir = here('./dist/browser/');

rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [
    { out: 'vitrine', in: here('./src/define.ts') },
    { out: 'surface', in: here('./src/browser.ts') },
  ],
  outdir,
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  legalComments: 'linked',
  conditions: ['@vitrine/source'],
  logLevel: 'warning',
});
