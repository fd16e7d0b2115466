// After the build: every example must hold. `--report FILE` writes how many did, for `npm test`. Names run those alone.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from './report.mjs';
import { listExamples, runExample } from './run-examples.mjs';
import { ROOT } from './source-files.mjs';

const LONGEST_MS = 120_000;

const { values, positionals } = parseArgs({ options: { report: { type: 'string' } }, allowPositionals: true });
const folder = join(ROOT, 'examples');
const names = positionals.length > 0 ? positionals : listExamples(folder);

/** @type {string[]} */
const findings = names.length === 0 ? ['no example was found'] : [];
for (const name of names) {
  const { problem, seconds } = await runExample(folder, name, AbortSignal.timeout(LONGEST_MS));
  console.log(`examples/${name}: ${problem ?? 'ok'}, ${seconds.toFixed(1)} s`);
  if (problem !== undefined) findings.push(`examples/${name}/run.mjs: ${problem}`);
}
report('examples', findings, `${names.length} hold`);
if (values.report !== undefined) {
  const passed = names.filter((name) => !findings.some((finding) => finding.startsWith(`examples/${name}/`))).length;
  writeFileSync(values.report, JSON.stringify({ passed, failed: findings.length, notes: [] }));
}
