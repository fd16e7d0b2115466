// `npm run quick [-- BASE]`: format and lint of what changed, types, and the units of what changed, in less than a minute.
// What changed: everything since the branch left main (or BASE), committed or not. `npm test` says whether all holds.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsOf } from './changed-tests.mjs';
import { listFiles, ROOT, TSC } from './source-files.mjs';
import { check, runSteps, summary } from './steps.mjs';

const MAX_STEP_MS = 10 * 60_000;
/** About what a minute has room for on two cores. */
const MAX_TEST_FILES = 60;

/** A few of what is repeated: this looks for the mistake of the last hour. */
const FEW = { VITRINE_MUTATIONS: '1000', VITRINE_KILLS: '2', VITRINE_LOG_KILLS: '2', VITRINE_PROPERTY_FACTOR: '0.2' };

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}

/** Where the branch left main; on main itself the last commit, so that only what is not committed counts. */
function findBase() {
  const [given] = process.argv.slice(2);
  if (given !== undefined) return git('rev-parse', '--verify', `${given}^{commit}`)?.[0];
  return git('merge-base', 'HEAD', 'main')?.[0] ?? git('merge-base', 'HEAD', 'origin/main')?.[0] ?? 'HEAD';
}

const base = findBase();
const changed = base === undefined ? undefined : git('diff', '--name-only', '--no-renames', base);
if (changed === undefined) {
  console.error('quick: git does not know what has changed; say since which commit: npm run quick -- BASE');
  process.exit(2);
}
const all = [...new Set([...changed, ...(git('ls-files', '--others', '--exclude-standard') ?? [])])].sort();
const existing = all.filter((path) => existsSync(join(ROOT, path)));
const units = testsOf(all, listFiles(ROOT), (path) => readFileSync(join(ROOT, path), 'utf8'));
const run = units.slice(0, MAX_TEST_FILES);
const left = units.length - run.length;
console.log(`${all.length} files changed since ${base}; ${units.length} test files are their units`);
if (left > 0) console.log(`${left} of them are left to npm test: a minute has room for ${MAX_TEST_FILES}`);

const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched'];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', ...run];
/** @type {readonly import('./steps.mjs').Step[]} */
const STEPS = [
  // Units may start what is built.
  { name: 'build', run: check([TSC, '-b']) },
  ...(existing.length === 0 ? [] : [{ name: 'lint and format', run: check([...biome, ...existing]) }]),
  { name: 'types', after: ['build'], run: check(['scripts/check-types.mjs']) },
  ...(run.length === 0
    ? []
    : [
        {
          name: 'units',
          after: ['build'],
          run: async (/** @type {import('./steps.mjs').RunNode} */ node) => ({
            ...((await node(vitest, { env: { ...FEW, ...process.env } }))
              ? { passed: 1, failed: 0 }
              : { passed: 0, failed: 1 }),
            notes: [],
          }),
        },
      ]),
];

const { lines, failed, count } = summary(await runSteps(STEPS, { lanes: 2, maxStepMs: MAX_STEP_MS }));
console.log(`\n${lines.join('\n')}\n${count}`);
process.exitCode = failed === 0 ? 0 : 1;
