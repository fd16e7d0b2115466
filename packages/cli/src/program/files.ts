// Where the files stand that the command reads or starts: its manifest, itself, its pages, the demos, its hooks for Node. The bundle that is
// published is dist/program; this folder is as deep in the package, so one path holds from both.

import { readFileSync } from 'node:fs';

const inPackage = (path: string) => new URL(`../../${path}`, import.meta.url);

export const MANIFEST_FILE = inPackage('package.json');
export const COMMAND_FILE = inPackage('bin/vitrine.js');
/** Ends with a slash. */
export const PAGE_FOLDER = inPackage('dist/program/www/');
/** It is started by its file and never imported: the demos are agents, and agents are programs of their own. */
export const DEMO_FILE = inPackage('dist/program/demos.js');
/** Resolves what catalog files import. Node runs it beside the program. */
export const RESOLVE_FILE = inPackage('bin/resolve-vitrine.js');

export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST_FILE, 'utf8'));
  return String((manifest as { readonly version?: unknown }).version);
}
