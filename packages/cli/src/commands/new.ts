// `vitrine new agent|app FOLDER`, `vitrine new catalog FILE`: something that runs, to be changed from there on.

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { suggestion } from '@vitrine/core/internal';
import type { Command, CommandArguments } from '../command.ts';
import { CallError, CommandError } from '../errors.ts';
import type { ExitCode, Io } from '../io.ts';
import { readVersion } from '../program/files.ts';
import { plain } from '../say.ts';
import { createCatalogFile } from './catalog.ts';

type WriteFiles = (name: string, version: string) => Readonly<Record<string, string>>;

const PROJECTS: { readonly [kind: string]: () => Promise<WriteFiles> } = {
  agent: async () => (await import('../templates/agent-files.ts')).agentFiles,
  app: async () => (await import('../templates/app-files.ts')).appFiles,
};
const KINDS = [...Object.keys(PROJECTS), 'catalog'];

async function run(call: CommandArguments, io: Io): Promise<ExitCode> {
  const [kind = '', target = ''] = call.operands;
  if (kind === 'catalog') return createCatalogFile(target, call, io);
  const project = Object.hasOwn(PROJECTS, kind) ? PROJECTS[kind] : undefined;
  if (project === undefined)
    throw new CallError(`"vitrine new" is followed by ${KINDS.join(', ')}, not "${kind}".${suggestion(kind, KINDS)}`);
  const folder = resolve(io.cwd, target);
  await claimFolder(folder, target);
  const files = (await project())(nameOf(folder), `^${readVersion()}`);
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text, { flag: 'wx' });
  const names = Object.keys(files).join(', ');
  await io.stdout.write(`${plain(target)} is written: ${names}.\n\n  cd ${plain(target)}\n  npm install\n`);
  await io.stdout.write('  npm run host   # keep it running\n  npm start      # in another terminal\n');
  return 0;
}

/** A new or empty folder: nothing of anybody's is written over. */
async function claimFolder(folder: string, target: string): Promise<void> {
  const files = await mkdir(folder, { recursive: true })
    .then(() => readdir(folder))
    .catch((error: Error) => {
      throw new CommandError(`"${target}" cannot be written: ${error.message}`);
    });
  if (files.length > 0) throw new CommandError(`"${target}" is not empty; nothing was written.`);
}

/** As npm takes it. */
function nameOf(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'vitrine-project' : name;
}

export const newCommand: Command = {
  name: 'new',
  operands: ['agent|app|catalog', 'FOLDER'],
  description: 'Begin an agent, a page with a session in it, or a catalog of your own: files that run as they are.',
  examples: [
    ['vitrine new agent my-agent', 'an agent that shows a form and answers'],
    ['vitrine new app my-page', 'a page of your own with <vitrine-session>, and the server behind it'],
    ['vitrine new catalog rating.js', 'a component in one file, as "vitrine catalog new" writes it'],
  ],
  flags: [{ name: 'component', value: 'NAME', description: 'catalog: what the component is called (as the file).' }],
  run,
};
