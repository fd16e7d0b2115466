// Which test files need a process of their own: those that change what all modules of a process share, or measure it. The
// others follow each other in one process and find the modules loaded, which saves half of the time of a run.

/** Mocks, stubs, spies and false clocks of vitest; what is written into the environment; the memory of the process. */
const CHANGES_ITS_PROCESS = [
  /\bvi\.(?!fn\b|hoisted\b|waitFor\b|waitUntil\b)\w/,
  /\bprocess\.env(\.\w+|\[[^\]]+\])\s*=[^=]/,
  /\bprocess\.(chdir|umask|memoryUsage|getActiveResourcesInfo)\b/,
  /\b(Object|Array|Function)\.prototype(\.\w+|\[[^\]]+\])\s*=[^=]/,
  /\bglobalThis(\.\w+|\[[^\]]+\])\s*=[^=]/,
  /\b(globalThis|global)\.gc\b/,
];

/** @param {string} source of a test file */
export function needsOwnProcess(source) {
  return CHANGES_ITS_PROCESS.some((pattern) => pattern.test(source));
}
