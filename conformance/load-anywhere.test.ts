// Every module that a page may import loads where there is no page: in a context with what a worker at the edge has and
// nothing more of a browser or of Node, and in Node by the names that packages export. A server that renders a page in which one
// of our elements stands does no more than that.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { LAYERS } from '../scripts/layers.mjs';
import { listFiles, ROOT } from '../scripts/source-files.mjs';

const folders = Object.values(LAYERS)
  .filter(({ folder, browser }) => browser === true && folder.startsWith('packages/'))
  .map(({ folder }) => folder);

const files = listFiles(ROOT);

/** Relative to the folder, of what is shipped. */
const sourcesOf = (folder: string): string[] =>
  files
    .filter((path) => path.startsWith(`${folder}/src/`) && /\.tsx?$/.test(path) && !/\.(?:test|d)\.tsx?$/.test(path))
    .map((path) => path.slice(folder.length + 1));

/** What a worker at the edge has: the web's own words, and no document. */
const EDGE = [
  ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'fetch', 'Request', 'Response', 'Headers', 'crypto'],
  ...['setTimeout', 'clearTimeout', 'queueMicrotask', 'AbortController', 'AbortSignal', 'Event', 'EventTarget'],
  ...['ReadableStream', 'TransformStream', 'structuredClone', 'performance', 'console'],
] as const;

async function bundled(folder: string): Promise<string> {
  const contents = sourcesOf(folder).map((path) => `import ${JSON.stringify(`./${path}`)};`);
  const { outputFiles } = await build({
    stdin: { contents: contents.join('\n'), resolveDir: join(ROOT, folder) },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['@vitrine/source'],
    target: 'es2023',
    ignoreAnnotations: true,
    logLevel: 'error',
    // What only a compiler of Svelte can make is fetched when a page draws.
    external: ['*.svelte'],
  });
  return outputFiles[0]?.text ?? '';
}

/** What Vue and Angular leave at the edge by themselves. */
const OF_FRAMEWORKS = /^(?:__VUE_|ngDevMode$)/;

describe('without a document', () => {
  it('there are packages to look at', () => expect(folders).toContain('packages/embed'));

  it.each(folders)('every module of %s loads at the edge', async (folder) => {
    const code = await bundled(folder);
    expect(code.length).toBeGreaterThan(100);
    const edge = createContext(Object.fromEntries(EDGE.map((name) => [name, globalThis[name]])));
    runInContext(code, edge);
    const before = new Set(['globalThis', ...EDGE]);
    // Nothing is left behind that a later check for a browser would take for one.
    expect(Object.keys(edge).filter((name) => !before.has(name) && !OF_FRAMEWORKS.test(name))).toEqual([]);
  });

  it.each(folders)('what %s exports loads in Node by its name', async (folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    expect('document' in globalThis).toBe(false);
    for (const path of Object.keys(exports).filter((one) => !/[*]|\.json$|^\.\/browser\//.test(one)))
      expect(await import(`${name}${path.slice(1)}`), path).toBeTypeOf('object');
  });
});
