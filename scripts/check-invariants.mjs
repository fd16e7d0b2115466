// Compares SECURITY/invariants.yaml and the threats of docs/threat-model.md with the tests that they name. The comparisons
// are invariants.mjs and threat-proofs.mjs.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compareInvariants, readInvariants, readTitles } from './invariants.mjs';
import { report } from './report.mjs';
import { listFiles, ROOT } from './source-files.mjs';
import { compareProofs } from './threat-proofs.mjs';

const FILE = 'SECURITY/invariants.yaml';
const THREATS = 'docs/threat-model.md';
const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');

const { invariants, findings } = readInvariants(parse(read(FILE)));
const found = compareInvariants(invariants, (path) =>
  existsSync(join(ROOT, path)) ? { path, titles: readTitles(path, read(path)) } : undefined,
);
const threats = compareProofs(read(THREATS), {
  ids: invariants.map(({ id }) => id),
  files: listFiles(ROOT),
  scripts: Object.keys(JSON.parse(read('package.json')).scripts),
  titlesOf: (path) => readTitles(path, read(path)),
});
const proofs = invariants.reduce((sum, { tests }) => sum + tests.length, 0);
report(
  'invariants',
  [...findings, ...found, ...threats.findings.map((finding) => `${THREATS}: ${finding}`)],
  `${invariants.length} invariants, named by tests in ${proofs} places; ${threats.rows} threats with their tests`,
);
