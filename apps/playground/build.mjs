// Builds the page: one script from src/page, bundled from the packages' sources, beside the page's own files and the
// example streams. Everything lands in dist/www.

import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const www = here('./dist/www/');

mkdirSync(www, { recursive: true });
await build({
  entryPoints: [here('./src/page/page.ts')],
  outfile: `${www}page.js`,
  bundle: true,
  format: 'esm',
  target: 'es2023',
  minify: true,
  conditions: ['@vitrine/source'],
  logLevel: 'warning',
});
const page = ['index.html', 'page.css', 'icon.svg'];
const examples = readdirSync(here('./examples'));
for (const name of page) cpSync(here(`./src/page/${name}`), `${www}${name}`);
for (const name of examples) cpSync(here(`./examples/${name}`), `${www}${name}`);
// What an earlier build left goes last: two builds at once only write the same twice.
const wanted = new Set(['page.js', ...page, ...examples]);
for (const name of readdirSync(www)) if (!wanted.has(name)) rmSync(`${www}${name}`, { recursive: true, force: true });
