// Compares SECURITY/invariants.yaml with the tests that it names. The comparison is invariants.mjs.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compareInvariants, readInvariants, readTitles } from './invariants.mjs';
import { report } from './report.mjs';
import { ROOT } from './source-files.mjs';

const FILE = 'SECURITY/invariants.yaml';
const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');

const { invariants, findings } = readInvariants(parse(read(FILE)));
const found = compareInvariants(invariants, (path) =>
  existsSync(join(ROOT, path)) ? { path, titles: readTitles(path, read(path)) } : undefined,
);
const proofs = invariants.reduce((sum, { tests }) => sum + tests.length, 0);
report('invariants', [...findings, ...found], `${invariants.length} invariants, named by tests in ${proofs} places`);
