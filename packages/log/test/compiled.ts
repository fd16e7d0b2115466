// The package as JavaScript, for threads and processes that tests start: Node 20 reads no TypeScript, and a build that
// lies around may be old. Made once for each state of the sources, below node_modules so that libraries are found.

import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGE = join(import.meta.dirname, '..');
const CACHE = join(PACKAGE, '../../node_modules/.cache/vitrine-log');

interface Source {
  readonly path: string;
  readonly text: string;
}

function readSources(folder: string): Source[] {
  return readdirSync(join(PACKAGE, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(PACKAGE, folder, path), 'utf8') }));
}

async function compile(): Promise<string> {
  const sources = [...readSources('src'), ...readSources('test/children')];
  const hash = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16);
  const folder = join(CACHE, hash);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  await writeCompiled(sources, draft);
  try {
    renameSync(draft, folder);
  } catch {
    // Another test file was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

async function writeCompiled(sources: readonly Source[], folder: string): Promise<void> {
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  for (const { path, text } of sources) {
    const target = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, ts.transpileModule(text, { compilerOptions }).outputText);
  }
}

let compiled: Promise<string> | undefined;

async function pathOf(file: string): Promise<string> {
  compiled ??= compile();
  return join(await compiled, file);
}

export async function loadCompiled(): Promise<typeof import('../src/index.ts')> {
  return import(/* @vite-ignore */ pathToFileURL(await pathOf('src/index.js')).href);
}

/** A script of test/children, in a process of its own. */
export async function startChild(
  name: string,
  args: readonly string[],
  { before = [], ...options }: SpawnOptions & { readonly before?: readonly string[] } = {},
): Promise<ChildProcess> {
  const [command = '', ...rest] = [...before, process.execPath, await pathOf(`test/children/${name}.js`), ...args];
  return spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

/** The lines that a child prints, as they come. */
export async function* linesOf(child: ChildProcess): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of child.stdout ?? []) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

export function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? child.signalCode);
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
}
