// The peers' pages as the host serves them: one script and one document each, at /peers.

import { join } from 'node:path';
import type { PageFile, ServedPage } from '@vitrine/host';
import { inject } from 'vitest';
import { cachedBuild } from '../../packages/web/test/cached-build.ts';
import { PEERS } from './peer-view.ts';

/** What the peers need: they write style elements and attributes, and nothing else beside their own script. */
const POLICY = "default-src 'self'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'";

export async function bundlePages(): Promise<ServedPage> {
  const bundle = await cachedBuild(inject('bundleFolder'), {
    entryPoints: PEERS.map((peer) => join(import.meta.dirname, `pages/${peer}.ts`)),
    outdir: '/peers',
    bundle: true,
    format: 'esm',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map<string, PageFile>();
  for (const [path, body] of bundle) files.set(path, { type: 'text/javascript; charset=utf-8', body });
  for (const peer of PEERS) {
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${peer}</title><script type="module" src="/peers/${peer}.js"></script></html>`;
    files.set(`/peers/${peer}.html`, { type: 'text/html; charset=utf-8', body: Buffer.from(html) });
  }
  return { files: (path) => files.get(path), policy: POLICY };
}
