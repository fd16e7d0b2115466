// Lists the repository's own files and workspaces for the checks. Walks folders itself, because a machine
// that runs the checks may have no git.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** The compiler from ROOT: TypeScript 7, which builds five times as fast. `typescript` itself is what tools read syntax with. */
export const TSC = 'node_modules/typescript-7/bin/tsc';

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.git', '.vitrine']);

/** The folders whose children, or which themselves, are npm workspaces. */
const WORKSPACE_PARENTS = ['packages', 'apps'];
const WORKSPACE_FOLDERS = ['conformance', 'bench'];

/**
 * @typedef {{ name?: string, bin?: string | Record<string, string>, exports?: unknown,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Manifest
 */

/**
 * Every file below `folder`, as paths from `root` with forward slashes, in a stable order.
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]}
 */
export function listFiles(root, folder = '.') {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  /** @type {string[]} */
  const found = [];
  for (const entry of readdirSync(start, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // In a worktree of git, `.git` is a file.
    if (NOT_OURS.has(entry.name)) continue;
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...listFiles(root, path));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

/**
 * The folders that hold a package.json, from `root`: `packages/core`, `bench`, …
 * @param {string} root
 * @returns {string[]}
 */
export function listWorkspaces(root) {
  const children = WORKSPACE_PARENTS.filter((parent) => existsSync(join(root, parent))).flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return [...children, ...WORKSPACE_FOLDERS].filter((folder) => existsSync(join(root, folder, 'package.json'))).sort();
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Manifest}
 */
export function readManifest(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** @param {string} path */
export function isTest(path) {
  return /\.test\.[cm]?[jt]sx?$/.test(path);
}

/** @param {string} path */
export function isCode(path) {
  return /\.[cm]?[jt]sx?$/.test(path);
}
