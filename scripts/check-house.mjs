// Runs the house rules over every text file of the repository and looks whether the lock file is whole.
// The rules stand in house-rules.mjs and lock-file.mjs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { houseFindings } from './house-rules.mjs';
import { LOCK_FILES, missingOptionals } from './lock-file.mjs';
import { report } from './report.mjs';
import { listFiles, ROOT } from './source-files.mjs';

let count = 0;
/** @type {string[]} */
const findings = [];
for (const path of listFiles(ROOT)) {
  const bytes = readFileSync(join(ROOT, path));
  if (bytes.includes(0)) continue; // a picture or another binary file
  count += 1;
  findings.push(...houseFindings(path, bytes.toString('utf8')));
}
for (const path of LOCK_FILES) {
  const lock = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  for (const { name } of missingOptionals(lock))
    findings.push(`${path} leaves out ${name}, so npm ci will refuse it: run npm run complete-lock`);
}
report('house', findings, `${count} files keep the house rules`);
