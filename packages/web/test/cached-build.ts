// One bundle of esbuild for all test files of a run: the first to ask builds it, the others read it. A bundle whose sources
// have changed since, as they do while somebody watches, is built again.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** What a bundle was made of, and what it is: the outputs stand beside it, named by their number. */
interface Manifest {
  readonly sources: readonly (readonly [path: string, stamp: string])[];
  readonly outputs: readonly string[];
}

export type Bundle = Map<string, Uint8Array>;

/** The outputs by their paths. `folder` is where bundles of this run are kept. */
export async function cachedBuild(folder: string, options: BuildOptions): Promise<Bundle> {
  const place = join(folder, createHash('sha256').update(JSON.stringify(options)).digest('hex'));
  return (await read(place)) ?? (await make(place, options));
}

async function read(place: string): Promise<Bundle | undefined> {
  try {
    const { sources, outputs }: Manifest = JSON.parse(await readFile(join(place, 'manifest.json'), 'utf8'));
    const stamps = await Promise.all(sources.map(([path]) => stampOf(path)));
    if (sources.some(([, stamp], i) => stamp !== stamps[i])) return undefined;
    const contents = await Promise.all(outputs.map((_, i) => readFile(join(place, String(i)))));
    return new Map(outputs.map((path, i) => [path, contents[i] as Uint8Array]));
  } catch {
    return undefined;
  }
}

async function make(place: string, options: BuildOptions): Promise<Bundle> {
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true });
  const paths = Object.keys(metafile.inputs).filter((path) => !path.includes(':'));
  const sources = await Promise.all(paths.map(async (path) => [path, await stampOf(path)] as const));
  const outputs = outputFiles.map(({ path }) => path.replaceAll('\\', '/'));
  const manifest: Manifest = { sources, outputs };
  // Whole or not at all: another test file may look at the same moment.
  const draft = `${place}-${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  await Promise.all(outputFiles.map(({ contents }, i) => writeFile(join(draft, String(i)), contents)));
  await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest));
  await rm(place, { recursive: true, force: true });
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }));
  return new Map(outputFiles.map(({ contents }, i) => [outputs[i] as string, contents]));
}

async function stampOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path);
  return `${mtimeMs}:${size}`;
}
