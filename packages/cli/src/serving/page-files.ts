// The files of the page, read once into memory: a request can name one of them or nothing.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageFile } from '@vitrine/host';
import { isHashed, pagePaths } from '@vitrine/playground';
import type { CatalogFile } from '../catalog-file/read-catalog-file.ts';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
};

/** No page of this host: MCP hosts show it. */
const VIEW_FILE = 'mcp-view.html';

export function readMcpView(folder: URL): Promise<string | undefined> {
  return readFile(new URL(VIEW_FILE, folder), 'utf8').catch(() => undefined);
}

/** By path: `/`, `/page-1A2B3C4D.js`. Undefined when the page was not built. */
export async function readPageFiles(folder: URL): Promise<ReadonlyMap<string, PageFile> | undefined> {
  const names = await readdir(fileURLToPath(folder)).catch(() => []);
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined || name === VIEW_FILE) continue;
    const { path, former } = pagePaths(name);
    files.set(path, { type, body: await readFile(new URL(name, folder)), hashed: isHashed(name) });
    for (const old of former) files.set(old, { type, body: Buffer.alloc(0), movedTo: path });
  }
  return files.has('/') ? files : undefined;
}

/** What the page has to know of the server that it came from. */
export function settingsFile(settings: {
  readonly media: readonly string[];
  readonly catalogs: readonly string[];
}): PageFile {
  return { type: 'application/json', body: Buffer.from(JSON.stringify(settings)) };
}

/** What pages load of catalog files, by paths that name their content. */
export function catalogPageFiles(files: readonly Pick<CatalogFile, 'page'>[]): ReadonlyMap<string, PageFile> {
  return new Map(
    files.flatMap(({ page }) => {
      if (page === undefined) return [];
      const body = Buffer.from(page.text);
      const digest = createHash('sha256').update(body).digest('hex').slice(0, 16);
      return [[`/catalog-${digest}.${page.kind}`, { type: TYPES[`.${page.kind}`] as string, body, hashed: true }]];
    }),
  );
}
