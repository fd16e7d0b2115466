// Compares the rules of every packages/*/SPEC.md with the tests that cite them. The comparison is spec-rules.mjs.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { report } from './report.mjs';
import { isTest, listFiles, ROOT } from './source-files.mjs';
import { compareRules, readCitations, readRules } from './spec-rules.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');

const files = ['packages', 'apps', 'conformance'].flatMap((folder) => listFiles(ROOT, folder));
const specs = files
  .filter((path) => /^packages\/[^/]+\/SPEC\.md$/.test(path))
  .map((path) => ({ folder: dirname(path), ...readRules(read(path)) }));
const citations = files.filter(isTest).flatMap((path) => readCitations(path, read(path)));

const absent = specs.length === 0 ? ['no packages/*/SPEC.md was found'] : [];
const rules = specs.flatMap((spec) => spec.rules);
report(
  'rules',
  [...absent, ...compareRules(specs, citations)],
  `${rules.length} rules in ${specs.length} SPEC.md, cited ${citations.length} times`,
);
