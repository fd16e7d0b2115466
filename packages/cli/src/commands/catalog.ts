// `vitrine catalog new|check|docs|types FILE`: a catalog of one's own, from its first file to what others read of it.

import { writeFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { type Catalog, suggestion } from '@vitrine/core/internal';
import type { CatalogFile } from '../catalog-file/read-catalog-file.ts';
import type { Command, CommandArguments } from '../command.ts';
import { CallError, CommandError } from '../errors.ts';
import type { ExitCode, Io } from '../io.ts';
import { count, issueLine, plain } from '../say.ts';

const ACTS = ['new', 'check', 'docs', 'types'] as const;
const FORMS = ['reference', 'schema', 'prompt', 'definition'] as const;
type DocsForm = (typeof FORMS)[number];

export async function createCatalogFile(file: string, call: CommandArguments, io: Io): Promise<ExitCode> {
  if (!/\.m?js$/.test(file)) throw new CallError(`"${file}" does not end with .js: a page runs JavaScript.`);
  const component = call.get('component') ?? componentOf(file);
  if (!/^[A-Z][A-Za-z0-9]{0,60}$/.test(component))
    throw new CallError(`--component is a name like StarRating, not "${component}".`);
  const { newCatalog } = await import('../catalog-file/new-catalog.ts');
  await writeFile(resolve(io.cwd, file), newCatalog(component), { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new CommandError(`"${file}" is there already; nothing was written.`);
      throw new CommandError(`"${file}" cannot be written: ${error.message}`);
    },
  );
  await io.stdout.write(`${plain(file)} is written. Serve it: vitrine serve --catalog ${plain(file)}\n`);
  return 0;
}

/** `star-rating.js` is a StarRating. */
function componentOf(file: string): string {
  const words = basename(file, extname(file))
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

async function check(read: CatalogFile, call: CommandArguments, io: Io): Promise<ExitCode> {
  const { file, catalogs, issues } = read;
  const ok = catalogs.size > 0;
  const ids = [...catalogs.values()].map(({ id }) => id);
  if (call.has('json')) {
    await io.stdout.write(`${JSON.stringify({ ok, catalogs: ids, issues }, null, 2)}\n`);
    return ok ? 0 : 1;
  }
  for (const problem of issues) await io.stderr.write(issueLine(file, problem, io.stderr));
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const found = ok ? `ok, ${ids.join(', ')}` : `not ok, ${count(errors, 'error')}`;
  const warnings = issues.length - errors;
  await io.stdout.write(`${plain(`${file}: ${found}`)}${warnings > 0 ? `, ${count(warnings, 'warning')}` : ''}\n`);
  return ok ? 0 : 1;
}

async function document(catalogs: readonly Catalog[], form: DocsForm, io: Io): Promise<ExitCode> {
  const write = await WRITERS[form]();
  const texts = catalogs.map(write);
  await io.stdout.write(texts.map((text) => `${text.trimEnd()}\n`).join('\n'));
  return 0;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Loaded when they are asked for: other commands start without them. */
const WRITERS: { readonly [form in DocsForm]: () => Promise<(catalog: Catalog) => string> } = {
  reference: async () => {
    const [{ catalogReference }, prose] = await Promise.all([import('@vitrine/core/reference'), loadProse()]);
    return (catalog) => catalogReference(catalog, prose(catalog));
  },
  schema: async () => {
    const [{ catalogSchema }, prose] = await Promise.all([import('@vitrine/core/schema'), loadProse()]);
    return (catalog) => json(catalogSchema(catalog, { descriptions: prose(catalog) }));
  },
  prompt: async () => {
    const [{ createPrompt }, prose] = await Promise.all([import('@vitrine/agent'), loadProse()]);
    return (catalog) => createPrompt({ catalog, descriptions: prose(catalog) }).text;
  },
  definition: async () => {
    const { exportCatalog } = await import('@vitrine/core/export-catalog');
    return (catalog) => json(exportCatalog(catalog));
  },
};

async function loadProse() {
  return (await import('../catalog-file/catalog-prose.ts')).catalogProse;
}

async function run(call: CommandArguments, io: Io): Promise<ExitCode> {
  const [word = '', file = ''] = call.operands;
  const act = ACTS.find((candidate) => candidate === word);
  if (act === undefined)
    throw new CallError(`"vitrine catalog" is followed by ${ACTS.join(', ')}, not "${word}".${suggestion(word, ACTS)}`);
  if (act === 'new') return createCatalogFile(file, call, io);
  const { readCatalogFile } = await import('../catalog-file/read-catalog-file.ts');
  const read = await readCatalogFile(file, io);
  if (act === 'check') return check(read, call, io);
  if (read.catalogs.size === 0) {
    await check(read, call, { ...io, stdout: io.stderr });
    return 1;
  }
  if (act === 'docs') return document([...read.catalogs.values()], (call.get('as') ?? 'reference') as DocsForm, io);
  const { catalogTypes } = await import('../catalog-file/catalog-types.ts');
  await io.stdout.write(catalogTypes(read.catalogs, read.page?.kind === 'js'));
  return 0;
}

export const catalogCommand: Command = {
  name: 'catalog',
  operands: ['new|check|docs|types', 'FILE'],
  description: 'Begin, check, describe or type a catalog of your own.',
  examples: [
    ['vitrine catalog new rating.js', 'write a file that works, to be changed'],
    ['vitrine catalog check rating.js', 'say every fault with its place; exit 1 where there is one'],
    ['vitrine catalog docs rating.js > rating.md', 'the reference in Markdown'],
    ['vitrine catalog docs rating.js --as prompt', 'what a model is told of it'],
    ['vitrine catalog types rating.js > rating.d.ts', 'types, for builders and editors'],
    ['vitrine serve --catalog rating.js', 'take it from agents, and show it to people'],
  ],
  flags: [
    { name: 'component', value: 'NAME', description: 'new: what the component is called (as the file).' },
    { name: 'as', value: 'FORM', choices: FORMS, description: 'docs: what to print (reference).' },
    { name: 'json', description: 'check: print {ok, catalogs, issues}.' },
  ],
  run,
};
