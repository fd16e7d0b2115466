// A reporter of vitest: names each test that passed only when it was tried again. On a shared machine CI tries a test twice; what
// needed it is told each time, because it is a fault of the test or of what it tests.

import { relative } from 'node:path';
import { ROOT } from './source-files.mjs';

/** @typedef {import('vitest/node').Reporter} Reporter */

/** @implements {Reporter} */
// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from the default export of its file
export default class LaterTries {
  /** @type {string[]} */
  #found = [];

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { flaky, retryCount } = test.diagnostic() ?? {};
    if (flaky)
      this.#found.push(`${relative(ROOT, test.module.moduleId)}: ${test.fullName} (try ${(retryCount ?? 0) + 1})`);
  }

  onTestRunEnd() {
    for (const line of this.#found) console.log(`passed at a later try: ${line}`);
  }
}
