// How large a part of ours is for a browser: bundled from source, minified, gzipped. Catalogs' declarations count; their
// descriptions are never imported by a page.

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { type Row, row } from '../measure.ts';

/** What a page may do without: names of icons that it has no pictures for, and writing dates by pattern. */
export const LUXURIES: readonly string[] = ['catalogs/icon-names.ts', 'catalogs/functions/format-date.ts'];

const ENGINE = `export { Replica, Catalogs, Tree, watch } from '@vitrine/core';`;
const JUDGE = `export { Fold } from '@vitrine/core';`;
const BASIC = `export { basic09 } from '@vitrine/core/catalogs/basic-0.9';`;
const DECODER = `export { decodeAgentMessage } from '@vitrine/dialects/a2ui-0.9/decode';`;

export async function coreSize(): Promise<Row[]> {
  const sizes: readonly (readonly [name: string, contents: string, stub?: readonly string[]])[] = [
    ['engine alone', ENGINE],
    ['engine that judges too', ENGINE + JUDGE],
    ['engine and decoder 0.9', ENGINE + DECODER],
    ['engine, decoder 0.9 and basic catalog', ENGINE + DECODER + BASIC],
    ['the same without icon names and date patterns', ENGINE + DECODER + BASIC, LUXURIES],
  ];
  const rows: Row[] = [];
  for (const [name, contents, stub = []] of sizes)
    rows.push(row(`${name}: minified and gzipped`, await gzipKiB(contents, { stub }), 'KiB', null));
  return rows;
}

/** KiB of a module with all that it imports. Modules whose path ends as `stub` says count nothing. */
export async function gzipKiB(contents: string, options: { readonly stub?: readonly string[] } = {}): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@vitrine/source'],
    plugins: [stubbing(options.stub ?? [])],
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1024;
}

/** A stubbed module exports the same names, with nothing behind them: what is measured never runs. */
function stubbing(endings: readonly string[]): Plugin {
  return {
    name: 'stub',
    setup({ onLoad }) {
      if (endings.length === 0) return;
      const paths = endings.map((ending) => ending.replaceAll('.', '\\.')).join('|');
      onLoad({ filter: new RegExp(`(?:${paths})$`) }, async ({ path }) => {
        const names = (await readFile(path, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm);
        return { contents: [...names].map(([, name]) => `export const ${name} = undefined;`).join('\n') };
      });
    },
  };
}
