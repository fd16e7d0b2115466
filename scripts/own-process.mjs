// Which test files need a process of their own: those that change for good what all modules of a process share, or measure it. The
// others follow each other in one process and find the modules loaded, which saves half of the time of a run.

import { testsOf } from './changed-tests.mjs';
import { isCode, isTest } from './source-files.mjs';

/**
 * Mocks of modules and false clocks of vitest, which a module may keep; what is written into the environment; the memory of the
 * process; a file that says so. Spies and stubs are put back behind each file (put-back.ts).
 */
const CHANGES_ITS_PROCESS = [
  /\bvi\.(?!fn\b|hoisted\b|waitFor\b|waitUntil\b|spyOn\b|stub\w|unstub\w|restoreAllMocks\b)\w/,
  /\bprocess\.env(\.\w+|\[[^\]]+\])\s*=[^=]/,
  /\bprocess\.(chdir|umask|memoryUsage|getActiveResourcesInfo)\b/,
  /\b(Object|Array|Function)\.prototype(\.\w+|\[[^\]]+\])\s*=[^=]/,
  /\bglobalThis(\.\w+|\[[^\]]+\])\s*=[^=]/,
  /\b(globalThis|global)\.gc\b/,
  /^\/\/ Needs a process of its own/m,
];

/** @param {string} source of a test file */
export function needsOwnProcess(source) {
  return CHANGES_ITS_PROCESS.some((pattern) => pattern.test(source));
}

/** At the top of a helper a hook belongs to the file that loads the helper first, and to no other in the process. */
const HAS_HOOK = /^(before|after)(Each|All)\(/m;

/**
 * @param {readonly string[]} files all files of the repository
 * @param {(path: string) => string} read
 * @returns {string[]} the test files among them that need a process of their own
 */
export function ownProcessTests(files, read) {
  const helpers = files.filter((path) => isCode(path) && path.includes('/test/') && HAS_HOOK.test(read(path)));
  const tests = files.filter((path) => isTest(path) && needsOwnProcess(read(path)));
  return [...new Set([...tests, ...testsOf(helpers, files, read)])].sort();
}
