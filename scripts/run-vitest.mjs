// Runs vitest as a step of a check: every test file that there is must have been looked at, and what took long is told.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { countTests, slowestFiles } from './count-tests.mjs';
import { isTest, listFiles, ROOT } from './source-files.mjs';

const SHOWN_FILES = 8;

/** @param {string} path */
const isBrowserTest = (path) => path.endsWith('.browser.ts');

/** The two runs, each with the files that it must have looked at. */
export const RUNS = {
  unit: { config: 'vitest.config.ts', isIts: isTest },
  browser: { config: 'vitest.browser.config.ts', isIts: isBrowserTest },
};

/**
 * @param {{ config: string, isIts: (path: string) => boolean }} run
 * @param {{ conformanceRequired?: boolean }} [options]
 * @returns {(node: import('./steps.mjs').RunNode) => Promise<import('./count-tests.mjs').Count>}
 */
export function vitest({ config, isIts }, { conformanceRequired = false } = {}) {
  return (node) =>
    withReport(async (file) => {
      const named = ['default', 'json', './scripts/later-tries.mjs'].map((reporter) => `--reporter=${reporter}`);
      const reporters = [...named, `--outputFile.json=${file}`];
      const exitedWell = await node(
        ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--allowOnly=false', ...reporters],
        insideOf(file),
      );
      const report = readReport(file);
      const files = listFiles(ROOT).filter(isIts);
      const count = countTests(report, {
        files: files.map((path) => join(ROOT, path)),
        exitedWell,
        conformanceRequired,
        isConformance: (path) => relative(ROOT, path).startsWith('conformance'),
      });
      const slowest = slowestFiles(report, SHOWN_FILES).map(
        ({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(ROOT, name)}`,
      );
      return { ...count, notes: [...count.notes, 'The slowest files:', ...slowest] };
    });
}

/**
 * Every example counts as a test.
 * @param {import('./steps.mjs').RunNode} node
 */
export function examples(node) {
  return withReport(async (file) => {
    await node(['scripts/check-examples.mjs', '--report', file], insideOf(file));
    return readReport(file) ?? { passed: 0, failed: 1, notes: ['check-examples.mjs wrote no report'] };
  });
}

/**
 * What the step leaves behind, also when it is ended, goes with its report.
 * @param {string} file
 */
function insideOf(file) {
  return { env: { ...process.env, TMPDIR: dirname(file) } };
}

/**
 * @template T
 * @param {(file: string) => Promise<T>} run
 */
async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  try {
    return await run(join(folder, 'report.json'));
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
