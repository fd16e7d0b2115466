// Builds the pages (sessions, one session for a viewer, composer, gallery): scripts bundled from the packages' sources
// with what they share, and what only some surfaces need, in chunks of their own; styles; the example streams. All lands
// in dist/www; scripts and styles have the hash of their content in their names, and pages name them by absolute paths
// because one page stands at many addresses (/s/ID). What a page begins with is preloaded, code that
// it waits for included; all that it may need later it fetches when it is idle, so that what a surface shows never makes the page
// ask for something.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const www = here('./dist/www/');

/** V8 then compiles the functions of a script together with it, instead of each when it is first called. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** Script, styles and page of each, by the name that the page calls them by. */
const ENTRIES = [
  { out: 'composer', in: './src/composer/start.ts' },
  { out: 'gallery', in: './src/gallery/gallery.ts' },
  { out: 'sessions', in: './src/sessions/sessions.ts' },
  { out: 'viewer', in: './src/viewer/viewer.ts' },
  { out: 'page', in: './src/page/page.css' },
  { out: 'composer', in: './src/composer/composer.css' },
  { out: 'gallery', in: './src/gallery/gallery.css' },
  { out: 'host', in: './src/sessions/host.css' },
  { out: 'home', in: './src/home/home.css' },
];
/** What a catalog file may import, by the names that it imports them by; they share their chunks with the pages. */
const AUTHORING = [
  '@vitrine/core',
  ...['basic-0.8', 'basic-0.9', 'basic-1.0', 'vitrine'].map((name) => `@vitrine/core/catalogs/${name}`),
  '@vitrine/web/authoring',
];
const authoringName = (/** @type {string} */ specifier) => specifier.replace(/\W+/g, '-').slice(1);
/**
 * `name`: of the built page, and of its place in the common header; see `pagePaths` of src/index.ts for its address. `awaits`: what
 * its script imports later in its text, but before anything is drawn.
 */
const PAGES = [
  { file: './src/sessions/index.html', name: 'index', script: 'sessions.js' },
  { file: './src/viewer/session.html', name: 'session', script: 'viewer.js' },
  {
    file: './src/composer/composer.html',
    name: 'composer',
    script: 'composer.js',
    awaits: ['src/composer/editing.ts'],
  },
  { file: './src/gallery/gallery.html', name: 'gallery', script: 'gallery.js' },
  { file: './src/layout/not-found.html', name: 'not-found', script: undefined },
];
const HEADER = readFileSync(here('./src/layout/header.html'), 'utf8').trim();

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
    entryPoint,
    all: imports.filter(({ external }) => external !== true).map(({ path: file }) => basename(file)),
    atOnce: imports
      .filter(({ external, kind }) => external !== true && kind === 'import-statement')
      .map(({ path: file }) => basename(file)),
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
 * Every chunk that scripts import, `atOnce` or ever, but for translations: which of them a page needs does not depend on what
 * a surface shows.
 * @param {readonly string[]} entries
 * @param {Awaited<ReturnType<typeof bundle>>} outputs
 * @param {'all' | 'atOnce'} when
 */
function chunksOf(entries, outputs, when) {
  const found = new Set(entries);
  for (const name of found) for (const next of outputs.get(name)?.[when] ?? []) found.add(next);
  return [...found].filter((name) => outputs.get(name)?.isTranslation !== true).sort();
}

/**
 * A page with absolute addresses of its files and with the links to its chunks.
 * @param {typeof PAGES[number]} page
 * @param {Awaited<ReturnType<typeof bundle>>} outputs
 */
function writePage({ file, name: page, script, awaits = [] }, outputs) {
  const built = new Map([...outputs.values()].map(({ called, name }) => [called, name]));
  const entry = script === undefined ? '' : (built.get(script) ?? '');
  const awaited = [...outputs.values()].flatMap(({ entryPoint, name }) =>
    awaits.some((source) => source === entryPoint) ? [name] : [],
  );
  if (awaited.length < awaits.length)
    throw new Error(`${file} awaits ${awaits.join(', ')}; not all of them are chunks`);
  const chunks = chunksOf([entry, ...awaited], outputs, 'atOnce').filter((name) => name !== entry);
  const later = chunksOf([entry], outputs, 'all').filter((name) => name !== entry && !chunks.includes(name));
  const links = [
    ...chunks.map((name) => `<link rel="modulepreload" href="/${name}" />`),
    `<meta name="later-chunks" content="${later.map((name) => `/${name}`).join(' ')}" />`,
  ].join('\n    ');
  const html = readFileSync(here(file), 'utf8').replace('<!-- header -->', headerOf(page));
  if (script !== undefined && !html.includes('<!-- preload -->'))
    throw new Error(`${file} has no place for its preload links`);
  const named = html.replace(/\b(href|src)="([\w-]+\.(?:js|css|svg))"/g, (_, attribute, name) => {
    const target = name.endsWith('.svg') ? name : built.get(name);
    if (target === undefined) throw new Error(`${file} names ${name}, which was not built`);
    return `${attribute}="/${target}"`;
  });
  writeFileSync(`${www}${page}.html`, named.replace('<!-- preload -->', links));
}

/** The header that all pages have; the link to this one is marked. @param {string} page */
function headerOf(page) {
  return HEADER.replace(`data-page="${page}"`, `data-page="${page}" aria-current="page"`);
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

/**
 * What one file has no other way to leave out: how pictures of icons are put together, and the spaces of styles.
 * @type {import('esbuild').Plugin}
 */
const SMALLER = {
  name: 'smaller',
  setup({ onLoad }) {
    onLoad({ filter: /\bweb\/src\/icons\.ts$/ }, async () => {
      const { iconNames, iconPath, UNKNOWN_ICON } = await import('../../packages/web/dist/icons.js');
      const paths = JSON.stringify(Object.fromEntries(iconNames().map((name) => [name, iconPath(name)])));
      const find = '(name) => (Object.hasOwn(PATHS, name) ? PATHS[name] : undefined)';
      const unknown = JSON.stringify(UNKNOWN_ICON);
      return { contents: `const PATHS = ${paths}; export const iconPath = ${find}, UNKNOWN_ICON = ${unknown};` };
    });
    onLoad({ filter: /\bweb\/src\/styles\/.*\.ts$/ }, async ({ path }) => {
      const parts = readFileSync(path, 'utf8').split('`');
      // Every other part is a text; one that is made of others is no style sheet yet.
      for (let i = 1; i < parts.length; i += 2) {
        const css = parts[i] ?? '';
        if (!css.includes('{') || /\$\{|\\/.test(css)) continue;
        const { code, warnings } = await transform(css, { loader: 'css', minify: true, target: 'es2023' });
        if (warnings.length === 0 && !code.includes('\\')) parts[i] = code.trim();
      }
      return { contents: parts.join('`'), loader: 'ts' };
    });
  },
};

/** The document that MCP hosts show surfaces in: one file with all that it needs, since its frame may fetch nothing. */
async function writeMcpView() {
  const { outputFiles } = await build({
    entryPoints: [here('./src/mcp-view/view.ts')],
    absWorkingDir: here('.'),
    bundle: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    write: false,
    // They stand in LICENSES.txt of what is published.
    legalComments: 'none',
    conditions: ['@vitrine/source'],
    plugins: [SMALLER],
    logLevel: 'warning',
  });
  const script = outputFiles[0]?.text ?? '';
  // Both would end the script where they stand, and no minifier escapes the second.
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of the MCP view cannot stand in a document');
  const source = readFileSync(here('./src/mcp-view/view.html'), 'utf8');
  const [, css = ''] = /<style>(.*)<\/style>/s.exec(source) ?? [];
  const { code } = await transform(css, { loader: 'css', minify: true });
  const html = source.replace(css, () => code.trim()).replace(/\n\s*/g, '');
  writeFileSync(
    `${www}mcp-view.html`,
    html.replace('<script type="module">', () => `<script type="module">${script}`),
  );
}

mkdirSync(www, { recursive: true });
await writeMcpView();
const outputs = await bundle();
for (const page of PAGES) writePage(page, outputs);
writeFileSync(`${www}authoring.json`, JSON.stringify(authoringFiles(outputs)));
writeFileSync(`${www}streams.json`, JSON.stringify(publishedStreams()));
const files = ['./src/page/icon.svg', ...readdirSync(here('./examples')).map((name) => `./examples/${name}`)];
for (const file of files) cpSync(here(file), `${www}${basename(file)}`);
// What an earlier build left goes last: two builds at once only write the same twice.
const wanted = new Set([
  'mcp-view.html',
  'authoring.json',
  'streams.json',
  ...outputs.keys(),
  ...PAGES.map(({ name }) => `${name}.html`),
  ...files.map((file) => basename(file)),
]);
for (const name of readdirSync(www)) if (!wanted.has(name)) rmSync(`${www}${name}`, { recursive: true, force: true });
