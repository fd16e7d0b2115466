// `npm test`: every check, one after another, each with its time; a failing check does not stop the next.
// Ends with `N passed, M failed`, where a check counts one and the test run counts its tests. To add a check, add a line.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { countTests } from './count-tests.mjs';
import { isTest, listFiles, ROOT } from './source-files.mjs';

/**
 * @typedef {import('./count-tests.mjs').Count} Count
 * @typedef {{ name: string, run: () => Count }} Step
 */

/** A test that never returns cannot be stopped from inside its own process. */
const LONGEST_STEP_MS = 30 * 60_000;

const isRequired = process.env.VITRINE_CONFORMANCE === 'required';
const isBrowserTest = (/** @type {string} */ path) => path.endsWith('.browser.ts');

/** @type {readonly Step[]} */
const STEPS = [
  { name: 'types', run: check('scripts/check-types.mjs') },
  { name: 'lint and format', run: check('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings') },
  { name: 'layers', run: check('scripts/check-layers.mjs') },
  { name: 'rules', run: check('scripts/check-rules.mjs') },
  { name: 'house', run: check('scripts/check-house.mjs') },
  { name: 'invariants', run: check('scripts/check-invariants.mjs') },
  {
    name: 'build',
    run: all(
      check('node_modules/typescript/bin/tsc', '-b'),
      check('apps/playground/build.mjs'),
      check('scripts/check-build.mjs'),
    ),
  },
  { name: 'unit and conformance', run: () => vitest('vitest.config.ts', isTest, isRequired) },
  { name: 'browser', run: () => vitest('vitest.browser.config.ts', isBrowserTest, false) },
  { name: 'examples', run: examples },
];

/** @param {string[]} command a script of Node and its arguments */
function runNode(command) {
  const { status, error } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LONGEST_STEP_MS,
    killSignal: 'SIGKILL',
  });
  if (error) console.log(`${command[0]}: ${error.message}`);
  return status === 0;
}

/** @param {string[]} command */
function check(...command) {
  return () => (runNode(command) ? { passed: 1, failed: 0, notes: [] } : { passed: 0, failed: 1, notes: [] });
}

/**
 * Several commands that count as one check; the first that fails ends it.
 * @param {(() => Count)[]} runs
 */
function all(...runs) {
  return () =>
    runs.reduce((/** @type {Count} */ done, run) => (done.failed > 0 ? done : run()), {
      passed: 0,
      failed: 0,
      notes: [],
    });
}

/**
 * @param {string} config
 * @param {(path: string) => boolean} isIts the files that this run must have looked at
 * @param {boolean} conformanceRequired
 */
function vitest(config, isIts, conformanceRequired) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const run = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--allowOnly=false', ...reporters];
    const exitedWell = runNode(run);
    return countTests(readReport(file), {
      files: listFiles(ROOT)
        .filter(isIts)
        .map((path) => join(ROOT, path)),
      exitedWell,
      conformanceRequired,
      isConformance: (path) => relative(ROOT, path).startsWith('conformance'),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every example counts as a test. */
function examples() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-examples-'));
  try {
    const file = join(folder, 'report.json');
    runNode(['scripts/check-examples.mjs', '--report', file]);
    return readReport(file) ?? { passed: 0, failed: 1, notes: ['check-examples.mjs wrote no report'] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Step} step */
function runStep({ name, run }) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const { passed, failed, notes } = run();
  for (const note of notes) console.log(note);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`== ${name}: ${failed === 0 ? 'ok' : 'FAILED'}, ${seconds} s`);
  return { name, passed, failed, seconds };
}

const results = STEPS.map(runStep);
console.log('');
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${name.padEnd(22)}${seconds.padStart(7)} s  ${failed === 0 ? 'ok' : 'FAILED'} (${passed} passed, ${failed} failed)`,
  );
}
const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
