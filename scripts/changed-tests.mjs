// Which test files are the units of a change: those that were changed themselves, and those that import what was changed,
// directly or through a helper of tests. What lies further away is left to `npm test`.

import { dirname, join, normalize } from 'node:path';
import { isCode, isTest } from './source-files.mjs';

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * The files of the repository that a source imports by a relative path.
 * @param {string} path
 * @param {string} source
 */
export function importsOf(path, source) {
  return [...source.matchAll(IMPORT)].map(([, target = '']) => normalize(join(dirname(path), target)));
}

/** @param {string} path */
const isHelper = (path) => /(^|\/)test\//.test(path) || path.startsWith('conformance/');

/**
 * @param {readonly string[]} changed paths from the root; they need not exist any more
 * @param {readonly string[]} files all files of the repository
 * @param {(path: string) => string} read
 * @returns {string[]} those nearest to the change first
 */
export function testsOf(changed, files, read) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const path of files.filter((file) => isCode(file) && (isTest(file) || isHelper(file))))
    for (const target of importsOf(path, read(path))) importers.set(target, [...(importers.get(target) ?? []), path]);
  const existing = new Set(files);
  const found = new Set(changed.filter((path) => isTest(path) && existing.has(path)));
  /** @type {Set<string>} */
  const seen = new Set();
  let next = changed.filter(isCode);
  while (next.length > 0) {
    const at = next.flatMap((path) => importers.get(path) ?? []).filter((path) => !seen.has(path));
    for (const path of at) {
      seen.add(path);
      if (isTest(path)) found.add(path);
    }
    next = [...new Set(at.filter((path) => !isTest(path)))];
  }
  return [...found];
}
