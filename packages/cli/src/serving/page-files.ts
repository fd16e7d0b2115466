// The files of the page, read once into memory: a request can name one of them or nothing.

import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageFile } from '@vitrine/host';
import { isHashed } from '@vitrine/playground';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
};

/** By path: `/`, `/page-1A2B3C4D.js`. Undefined when the page was not built. */
export async function readPageFiles(folder: URL): Promise<ReadonlyMap<string, PageFile> | undefined> {
  const names = await readdir(fileURLToPath(folder)).catch(() => []);
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const file = { type, body: await readFile(new URL(name, folder)), hashed: isHashed(name) };
    files.set(name === 'index.html' ? '/' : `/${name}`, file);
  }
  return files.has('/') ? files : undefined;
}

/** What the page has to know of the server that it came from. */
export function settingsFile(settings: { readonly media: readonly string[] }): PageFile {
  return { type: 'application/json', body: Buffer.from(JSON.stringify(settings)) };
}
