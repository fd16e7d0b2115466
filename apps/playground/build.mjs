// Builds the pages (sessions, one session for a viewer, workbench, gallery): scripts bundled from the packages' sources
// with what they share, and what only some surfaces need, in chunks of their own; styles; the example streams. All lands
// in dist/www; scripts and styles have the hash of their content in their names, and pages name them by absolute paths
// because one page stands at many addresses (/s/ID). Every chunk is preloaded, so that what a surface shows never makes
// the page ask for something.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const www = here('./dist/www/');

/** V8 then compiles the functions of a script together with it, instead of each when it is first called. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** Script, styles and page of each, by the name that the page calls them by. */
const ENTRIES = [
  { out: 'workbench', in: './src/page/page.ts' },
  { out: 'gallery', in: './src/gallery/gallery.ts' },
  { out: 'sessions', in: './src/sessions/sessions.ts' },
  { out: 'viewer', in: './src/viewer/viewer.ts' },
  { out: 'page', in: './src/page/page.css' },
  { out: 'gallery', in: './src/gallery/gallery.css' },
  { out: 'host', in: './src/sessions/host.css' },
];
/** What a catalog file may import, by the names that it imports them by; they share their chunks with the pages. */
const AUTHORING = [
  '@vitrine/core',
  ...['basic-0.8', 'basic-0.9', 'basic-1.0', 'vitrine'].map((name) => `@vitrine/core/catalogs/${name}`),
  '@vitrine/web/authoring',
];
const authoringName = (/** @type {string} */ specifier) => specifier.replace(/\W+/g, '-').slice(1);
const PAGES = [
  { file: './src/sessions/index.html', script: 'sessions.js' },
  { file: './src/viewer/session.html', script: 'viewer.js' },
  { file: './src/page/workbench.html', script: 'workbench.js' },
  { file: './src/gallery/gallery.html', script: 'gallery.js' },
];

async function bundle() {
  const { outputFiles, metafile } = await build({
    entryPoints: [
      ...ENTRIES.map((entry) => ({ out: entry.out, in: here(entry.in) })),
      ...AUTHORING.map((specifier) => ({ out: authoringName(specifier), in: specifier })),
    ],
    absWorkingDir: here('.'),
    outdir: www,
    entryNames: '[name]-[hash]',
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
  const outputs = Object.entries(metafile.outputs).map(([path, { entryPoint, imports, inputs }]) => ({
    name: basename(path),
    /** As the pages call it. */
    called: entryPoint === undefined ? undefined : basename(path).replace(/-[^-.]*(?=\.\w+$)/, ''),
    all: imports.filter(({ external }) => external !== true).map(({ path: file }) => basename(file)),
    isTranslation: Object.keys(inputs).some((file) => file.includes('web/src/words/')),
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
 * Every chunk that a script may ever import, whether at once or later, but for translations: which of them a page needs
 * does not depend on what a surface shows.
 * @param {string} entry
 * @param {Awaited<ReturnType<typeof bundle>>} outputs
 */
function chunksOf(entry, outputs) {
  const found = new Set([entry]);
  for (const name of found) for (const next of outputs.get(name)?.all ?? []) found.add(next);
  found.delete(entry);
  return [...found].filter((name) => outputs.get(name)?.isTranslation !== true).sort();
}

/**
 * A page with absolute addresses of its files and with the links to its chunks.
 * @param {typeof PAGES[number]} page
 * @param {Awaited<ReturnType<typeof bundle>>} outputs
 */
function writePage({ file, script }, outputs) {
  const built = new Map([...outputs.values()].map(({ called, name }) => [called, name]));
  const chunks = chunksOf(built.get(script) ?? '', outputs);
  const links = chunks.map((name) => `<link rel="modulepreload" href="/${name}" />`).join('\n    ');
  const html = readFileSync(here(file), 'utf8');
  if (!html.includes('<!-- preload -->')) throw new Error(`${file} has no place for its preload links`);
  const named = html.replace(/\b(href|src)="([\w-]+\.(?:js|css|svg))"/g, (_, attribute, name) => {
    const target = name.endsWith('.svg') ? name : built.get(name);
    if (target === undefined) throw new Error(`${file} names ${name}, which was not built`);
    return `${attribute}="/${target}"`;
  });
  writeFileSync(`${www}${basename(file)}`, named.replace('<!-- preload -->', links));
}

/**
 * For whoever serves a catalog file: the file of each module that it may import.
 * @param {Awaited<ReturnType<typeof bundle>>} outputs
 */
function authoringFiles(outputs) {
  const built = new Map([...outputs.values()].map(({ called, name }) => [called, name]));
  return Object.fromEntries(AUTHORING.map((specifier) => [specifier, built.get(`${authoringName(specifier)}.js`)]));
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
for (const page of PAGES) writePage(page, outputs);
writeFileSync(`${www}authoring.json`, JSON.stringify(authoringFiles(outputs)));
writeFileSync(`${www}streams.json`, JSON.stringify(publishedStreams()));
const files = ['./src/page/icon.svg', ...readdirSync(here('./examples')).map((name) => `./examples/${name}`)];
for (const file of files) cpSync(here(file), `${www}${basename(file)}`);
// What an earlier build left goes last: two builds at once only write the same twice.
const wanted = new Set([
  'authoring.json',
  'streams.json',
  ...outputs.keys(),
  ...[...PAGES.map(({ file }) => file), ...files].map((file) => basename(file)),
]);
for (const name of readdirSync(www)) if (!wanted.has(name)) rmSync(`${www}${name}`, { recursive: true, force: true });
