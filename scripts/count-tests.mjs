// Counts a vitest JSON report the way `npm test` does: a test that did not run is a failure, a file that could not be
// loaded or that vitest did not look for is one too, and a run without tests proves nothing.

/**
 * @typedef {{ status: string, fullName: string }} TestResult
 * @typedef {{ name: string, status: string, message?: string, startTime?: number, endTime?: number,
 *   assertionResults: readonly TestResult[] }} FileResult
 * @typedef {{ success: boolean, testResults: readonly FileResult[] }} VitestReport
 * @typedef {{ passed: number, failed: number, notes: string[] }} Count
 */

/**
 * @param {VitestReport | undefined} report undefined: the run ended without one
 * @param {{ files: readonly string[], exitedWell: boolean, conformanceRequired: boolean,
 *   isConformance: (path: string) => boolean }} options `files`: all test files there are
 * @returns {Count}
 */
export function countTests(report, { files, exitedWell, conformanceRequired, isConformance }) {
  if (report === undefined) return { passed: 0, failed: 1, notes: ['vitest wrote no report'] };
  /** @type {Count} */
  const count = { passed: 0, failed: 0, notes: [] };
  const fail = (/** @type {string} */ note) => {
    count.failed += 1;
    count.notes.push(note);
  };
  for (const file of report.testResults) countFile(file, count, fail, !conformanceRequired && isConformance(file.name));
  const seen = new Set(report.testResults.map(({ name }) => name));
  for (const file of files.filter((path) => !seen.has(path)))
    fail(`not run: ${file}, which vitest.config.ts does not include`);
  if (count.passed + count.failed === 0) fail('no test was found');
  if (conformanceRequired && !report.testResults.some(({ name }) => isConformance(name)))
    fail('VITRINE_CONFORMANCE=required, but no conformance test was found');
  if (!(report.success && exitedWell) && count.failed === 0) fail('vitest failed outside of any test');
  return count;
}

/**
 * @param {FileResult} file
 * @param {Count} count
 * @param {(note: string) => void} fail
 * @param {boolean} maySkip
 */
function countFile(file, count, fail, maySkip) {
  const { assertionResults: tests, name } = file;
  for (const { status, fullName } of tests) {
    if (status === 'passed') count.passed += 1;
    else if (status === 'failed') fail(`failed: ${name}: ${fullName}`);
    else if (maySkip) count.notes.push(`not run, for want of the outside cases: ${fullName}`);
    else fail(`not run (${status}): ${name}: ${fullName}`);
  }
  if (file.status === 'failed' && !tests.some(({ status }) => status === 'failed')) {
    fail(`failed as a whole: ${name}: ${file.message?.split('\n')[0] ?? ''}`);
  }
}

/**
 * The files that took the longest, so that a run that grows is seen to grow.
 * @param {VitestReport | undefined} report
 * @param {number} count
 * @returns {{ name: string, seconds: number }[]}
 */
export function slowestFiles(report, count) {
  return (report?.testResults ?? [])
    .map(({ name, startTime = 0, endTime = 0 }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
