// How large the core is for a browser: bundled with its catalogs' declarations, minified, gzip.

import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Row, row } from './measure.ts';

export async function coreSize(): Promise<Row[]> {
  const engine = await gzipKiB(`export { Fold, Catalogs, Tree, watch } from '@vitrine/core';`);
  const basic = await gzipKiB(
    `export { Fold, Catalogs, Tree, watch } from '@vitrine/core'; export { basic09 } from '@vitrine/core/catalogs/basic-0.9';`,
  );
  return [
    row('core, engine alone: minified and gzipped', engine, 'KiB', null),
    row('core with the basic catalog 0.9: minified and gzipped', basic, 'KiB', null),
  ];
}

async function gzipKiB(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1024;
}
