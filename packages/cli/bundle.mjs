// Writes dist/program, which is all that @vitrine/cli publishes beside its bin: the command, the demos and the log's worker
// with the packages that they stand on, in chunks that load when they are needed; the pages; the licences of what is inside.
// Only libsql stays a dependency, because it is native. So one line installs one tarball of ours and libsql.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const ROOT = here('../../');
const program = here('./dist/program/');

const ENTRIES = [
  { out: 'main', in: here('./src/main.ts') },
  { out: 'demos', in: here('../../apps/demos/src/run.ts') },
  { out: 'worker', in: here('../log/src/sqlite/worker.ts') },
];

/** What CommonJS packages find around them, which a module has not. */
const COMMONJS = `import { createRequire as vitrineRequire } from 'node:module';
const require = vitrineRequire(import.meta.url);
const __dirname = import.meta.dirname;`;

/**
 * What sends traces is of whoever installed it beside us, and all of it stands on one copy of its API; that of the package that
 * counts is inside.
 * @type {import('esbuild').Plugin}
 */
const openTelemetryElsewhere = {
  name: 'opentelemetry-elsewhere',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@opentelemetry\// }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

async function bundle() {
  const { outputFiles, metafile } = await build({
    entryPoints: ENTRIES,
    outdir: program,
    absWorkingDir: ROOT,
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql', 'pg-native', 'bufferutil', 'utf-8-validate'],
    plugins: [openTelemetryElsewhere],
    conditions: ['@vitrine/source'],
    banner: { js: COMMONJS },
    sourcemap: 'linked',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  return { names: outputFiles.map(({ path }) => basename(path)), inputs: Object.keys(metafile.inputs) };
}

/**
 * The folders of the packages of others that stand in the bundle, from ROOT.
 * @param {readonly string[]} inputs
 */
function packagesOf(inputs) {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** @param {string} folder */
function licenceOf(folder) {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(ROOT, folder)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text = file === undefined ? `Licence: ${manifest.license}\n` : readFileSync(join(ROOT, folder, file), 'utf8');
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text.trim()}\n`;
}

const pages = here('../../apps/playground/dist/www/');
if (!existsSync(pages)) throw new Error('the pages are not built: node apps/playground/build.mjs');
mkdirSync(program, { recursive: true });
const { names, inputs } = await bundle();
const licences = packagesOf(inputs).map(licenceOf);
writeFileSync(`${program}LICENSES.txt`, licences.join(`\n${'-'.repeat(80)}\n\n`));
cpSync(pages, `${program}www${sep}`, { recursive: true });
// What an earlier build left goes last: two builds at once only write the same twice.
const wanted = new Set([...names, 'LICENSES.txt', 'www']);
for (const name of readdirSync(program)) if (!wanted.has(name)) rmSync(`${program}${name}`, { recursive: true });
for (const name of readdirSync(`${program}www`))
  if (!existsSync(`${pages}${name}`)) rmSync(`${program}www${sep}${name}`);
