// A page as esbuild publishes it: minified, split into chunks. Tells what is loaded at once, and which modules that is.

import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** A chunk that is there when the page starts has every file that it imports statically. */
export class SplitPage {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly #outputs: Metafile['outputs'];

  constructor(files: ReadonlyMap<string, Uint8Array>, outputs: Metafile['outputs']) {
    this.files = files;
    this.#outputs = outputs;
  }

  static async build(contents: string): Promise<SplitPage> {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts', sourcefile: 'page.ts' },
      outdir: '/',
      entryNames: 'page',
      bundle: true,
      minify: true,
      splitting: true,
      write: false,
      metafile: true,
      legalComments: 'none',
      format: 'esm',
      platform: 'browser',
      target: 'es2023',
      conditions: ['@vitrine/source'],
      logLevel: 'error',
    });
    const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
    const files = outputFiles.map(({ path, contents: bytes }) => [nameOf(path), bytes] as const);
    const outputs = Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output] as const);
    return new SplitPage(new Map(files), Object.fromEntries(outputs));
  }

  /** What is loaded before the first line of the page runs. */
  get startup(): ReadonlySet<string> {
    const found = new Set(['page.js']);
    for (const file of found)
      for (const { kind, path } of this.#outputs[file]?.imports ?? [])
        if (kind === 'import-statement') found.add(path.slice(path.lastIndexOf('/') + 1));
    return found;
  }

  /** KiB of these files, each compressed by itself, as they travel. */
  gzipKiB(files: Iterable<string>): number {
    let bytes = 0;
    for (const file of files) bytes += gzipSync(this.files.get(file) ?? new Uint8Array(), { level: 9 }).length;
    return bytes / 1024;
  }

  /** Minified KiB of each module in these files, the largest first. */
  modules(files: Iterable<string>): readonly (readonly [module: string, kib: number])[] {
    const sizes = new Map<string, number>();
    for (const file of files)
      for (const [path, { bytesInOutput }] of Object.entries(this.#outputs[file]?.inputs ?? {}))
        sizes.set(shortName(path), (sizes.get(shortName(path)) ?? 0) + bytesInOutput / 1024);
    return [...sizes].sort(([, a], [, b]) => b - a);
  }
}

/** `core/replica.ts`; of packages that others publish their name. */
function shortName(path: string): string {
  const own = /packages\/(\w[\w-]*)\/(?:src\/)?(.*)$/.exec(path);
  if (own !== null) return `${own[1]}/${own[2]}`;
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
}
