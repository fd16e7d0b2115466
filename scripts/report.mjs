// How a check speaks: one line when all is well, every finding and a count when not. Sets the exit code
// and lets the process end by itself, so that nothing printed is cut off.

/**
 * @param {string} check
 * @param {readonly string[]} findings
 * @param {string} summary what was looked at, said when nothing was found
 */
export function report(check, findings, summary) {
  for (const finding of findings) console.error(`${check}: ${finding}`);
  if (findings.length === 0) console.log(`${check}: ${summary}`);
  else process.exitCode = 1;
}
