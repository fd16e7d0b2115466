// Builds the two pages, the playground and the gallery: scripts bundled from the packages' sources with what they share,
// and what only some surfaces need, in chunks of their own; the pages' own files; the example streams. All lands in
// dist/www. Every chunk is preloaded, so that what a surface shows never makes the page ask for something.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const www = here('./dist/www/');

/** V8 then compiles the functions of a script together with it, instead of each when it is first called. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** @typedef {{ path: string, text: string }} Output */

async function bundle() {
  const { outputFiles, metafile } = await build({
    entryPoints: { page: here('./src/page/page.ts'), gallery: here('./src/gallery/gallery.ts') },
    outdir: www,
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    metafile: true,
    write: false,
    conditions: ['@vitrine/source'],
    logLevel: 'warning',
  });
  const outputs = Object.entries(metafile.outputs).map(([path, { imports, inputs }]) => ({
    name: basename(path),
    static: imports.filter(({ kind }) => kind === 'import-statement').map(({ path: file }) => basename(file)),
    all: imports.filter(({ external }) => external !== true).map(({ path: file }) => basename(file)),
    isEngine: Object.keys(inputs).some((file) => file.endsWith('core/src/fold.ts')),
  }));
  const byName = new Map(outputs.map((output) => [output.name, output]));
  for (const { path, text } of outputFiles) {
    const name = basename(path);
    writeFileSync(`${www}${name}`, `${byName.get(name)?.isEngine === true ? COMPILE_HINT : ''}${text}`);
  }
  return byName;
}

/**
 * Every chunk that a script may ever import, whether at once or later.
 * @param {string} entry
 * @param {Awaited<ReturnType<typeof bundle>>} outputs
 */
function chunksOf(entry, outputs) {
  const found = new Set([entry]);
  for (const name of found) for (const next of outputs.get(name)?.all ?? []) found.add(next);
  found.delete(entry);
  return [...found].sort();
}

/**
 * A page with the links to its chunks.
 * @param {string} file
 * @param {readonly string[]} chunks
 */
function writePage(file, chunks) {
  const links = chunks.map((name) => `<link rel="modulepreload" href="${name}" />`).join('\n    ');
  const html = readFileSync(here(file), 'utf8');
  if (!html.includes('<!-- preload -->')) throw new Error(`${file} has no place for its preload links`);
  writeFileSync(`${www}${basename(file)}`, html.replace('<!-- preload -->', links));
}

/** The streams that A2UI publishes with its package, as the gallery shows them. */
function publishedStreams() {
  const source = dirname(dirname(createRequire(import.meta.url).resolve('@a2ui/web_core/v0_9')));
  const folders = /** @type {const} */ ([
    ['A2UI 0.9 basic', 'v0_9/schemas/catalogs/basic/examples'],
    ['A2UI 0.9 minimal', 'v0_9/schemas/catalogs/minimal/examples'],
    ['A2UI 1.0 basic', 'v1_0/schemas/catalogs/basic/examples'],
  ]);
  return folders.flatMap(([group, folder]) =>
    readdirSync(join(source, folder))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => {
        const { name, description, messages } = JSON.parse(readFileSync(join(source, folder, file), 'utf8'));
        return { group, title: name ?? basename(file, '.json'), note: description ?? '', messages };
      }),
  );
}

mkdirSync(www, { recursive: true });
const outputs = await bundle();
writePage('./src/page/index.html', chunksOf('page.js', outputs));
writePage('./src/gallery/gallery.html', chunksOf('gallery.js', outputs));
writeFileSync(`${www}streams.json`, JSON.stringify(publishedStreams()));
const files = ['./src/page/page.css', './src/page/icon.svg', './src/gallery/gallery.css'];
files.push(...readdirSync(here('./examples')).map((name) => `./examples/${name}`));
for (const file of files) cpSync(here(file), `${www}${basename(file)}`);
// What an earlier build left goes last: two builds at once only write the same twice.
const wanted = new Set([
  'index.html',
  'gallery.html',
  'streams.json',
  ...outputs.keys(),
  ...files.map((file) => basename(file)),
]);
for (const name of readdirSync(www)) if (!wanted.has(name)) rmSync(`${www}${name}`, { recursive: true, force: true });
