// Runs examples as processes: each `examples/NAME/run.mjs` checks itself and says by its exit code whether it holds.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ name: string, problem?: string, seconds: number }} Ran no problem: it holds
 */

/**
 * The names of all folders in `folder` that have a run.mjs.
 * @param {string} folder
 */
export function listExamples(folder) {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'run.mjs')))
    .sort();
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {AbortSignal} signal its time is over
 * @returns {Promise<Ran>}
 */
export async function runExample(folder, name, signal) {
  const start = performance.now();
  const problem = await run(join(folder, name, 'run.mjs'), signal);
  const seconds = (performance.now() - start) / 1000;
  return problem === undefined ? { name, seconds } : { name, seconds, problem };
}

/**
 * A group of its own, so that what it has started ends with it.
 * @param {string} file
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}
 */
function run(file, signal) {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  return new Promise((resolve) => {
    const end = () => endGroup(child.pid);
    signal.addEventListener('abort', end, { once: true });
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, by) => {
      signal.removeEventListener('abort', end);
      end();
      if (signal.aborted) resolve('not done in time');
      else resolve(code === 0 ? undefined : `ended with ${by ?? code}`);
    });
  });
}

/** @param {number | undefined} leader */
function endGroup(leader) {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}
