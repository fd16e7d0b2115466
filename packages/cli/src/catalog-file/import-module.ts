// A catalog file in JavaScript, run as the module it is. What keeps it from being run is told with its place in the file.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defined, type Issue, issue, type Outcome, refused } from '@vitrine/core/internal';
import { PAGE_FOLDER, RESOLVE_FILE } from '../program/files.ts';
import { authoringModules } from './authoring-modules.ts';

/** A module that waits for longer has no declarations for us. */
const MAX_LOAD_MS = 10_000;

let resolving: Promise<void> | undefined;

export async function importModule(path: string): Promise<Outcome<{ readonly [name: string]: unknown }>> {
  const url = pathToFileURL(path).href;
  resolving ??= resolveOurs();
  await resolving;
  try {
    return { ok: true, value: await inTime(import(/* @vite-ignore */ url)), issues: [] };
  } catch (error) {
    return refused([importProblem(error, path, url)]);
  }
}

async function resolveOurs(): Promise<void> {
  const modules = [...(await authoringModules())].map(([name, file]) => [name, new URL(file, PAGE_FOLDER).href]);
  register(RESOLVE_FILE.href, { data: Object.fromEntries(modules) });
}

async function inTime<T>(coming: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It was not loaded after ${MAX_LOAD_MS / 1000} s.`)), MAX_LOAD_MS);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

function importProblem(error: unknown, path: string, url: string): Issue {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [, after] = stack.split(stack.includes(url) ? url : path, 2);
  const line = name === 'SyntaxError' ? syntaxLine(path) : lineIn(after ?? '');
  const words = `${name === 'Error' ? '' : `${name}: `}${message.split('\n')[0]}`;
  return { ...issue('VITRINE_CATALOG_INVALID', 'error', `It cannot be loaded: ${words}`), ...defined({ line }) };
}

/** What is thrown does not say where; Node does when it is asked to check the text alone. */
function syntaxLine(path: string): number | undefined {
  const input = readFileSync(path);
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--check'], { input, encoding: 'utf8' });
  return lineIn(stderr);
}

function lineIn(text: string): number | undefined {
  const line = /^[^\n:]*:(\d+)/.exec(text)?.[1];
  return line === undefined ? undefined : Number(line);
}
