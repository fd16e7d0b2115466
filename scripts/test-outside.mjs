// `npm run test:outside [-- NAME…]`: what needs heavy packages of others. They stand in outside/ with a lock file of their
// own, which this installs; each outside/NAME/run.mjs checks itself and ends with 0 if it holds. One that needs a newer Node
// names it in `newerNode` of outside/package.json and is run under that one.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runUnderNode } from './other-node.mjs';
import { listExamples, runExample } from './run-examples.mjs';
import { ROOT, TSC } from './source-files.mjs';

const MAX_INSTALL_MS = 15 * 60_000;
const MAX_RUN_MS = 10 * 60_000;
const folder = join(ROOT, 'outside');

/** @param {string} command @param {string[]} args @param {string} cwd */
const run = (command, args, cwd) =>
  spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], timeout: MAX_INSTALL_MS }).status === 0;

/** @type {{ newerNode?: Record<string, string> }} */
const { newerNode = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** @param {string} name */
async function holds(name) {
  const version = newerNode[name];
  if (version !== undefined) return runUnderNode(version, `node ${name}/run.mjs`, { cwd: folder, timeout: MAX_RUN_MS });
  const { problem } = await runExample(folder, name, AbortSignal.timeout(MAX_RUN_MS));
  if (problem !== undefined) console.log(`outside/${name}: ${problem}`);
  return problem === undefined;
}

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : listExamples(folder);
const isReady =
  run('npm', ['ci', '--no-progress'], folder) && run(process.execPath, [TSC, '-b'], ROOT) && names.length > 0;
let passed = 0;
for (const name of isReady ? names : []) {
  console.log(`\n== outside/${name}`);
  const isFine = await holds(name);
  console.log(`== outside/${name}: ${isFine ? 'ok' : 'FAILED'}`);
  if (isFine) passed += 1;
}
const failed = Math.max(names.length, 1) - passed;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
