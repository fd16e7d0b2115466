// Runs the steps of a check, some of them side by side, each with its time; a failing step does not stop the next. What a
// step prints appears when it is over, unless it runs alone or is the first of those that do. Who calls says what the steps are and what they count.

import { spawn } from 'node:child_process';
import { ROOT } from './source-files.mjs';

/**
 * @typedef {import('./count-tests.mjs').Count} Count
 * @typedef {(command: readonly string[], options?: { env?: NodeJS.ProcessEnv }) => Promise<boolean>} RunNode runs a script
 *   of Node with its arguments, and tells whether it ended well
 * @typedef {object} Step
 * @property {string} name
 * @property {(node: RunNode) => Promise<Count>} run
 * @property {readonly string[]} [after] steps that must be over before, however they ended
 * @property {boolean} [alone] true: nothing is begun beside it that does not name it, and nothing that was begun before still runs
 * @property {readonly string[]} [beside] with `alone`: steps that may still run when it begins, those that run alone included
 * @typedef {{ name: string, passed: number, failed: number, seconds: number }} StepResult
 * @typedef {{ lanes: number, maxStepMs: number, write?: (text: string) => void }} StepOptions
 */

/**
 * @param {readonly Step[]} steps a step is begun behind those that stand before it, as soon as a lane is free
 * @param {StepOptions} options
 * @returns {Promise<StepResult[]>} in the order of the steps
 */
export async function runSteps(steps, options) {
  const { lanes, write = (text) => void process.stdout.write(text) } = options;
  /** @type {Map<string, StepResult>} */
  const done = new Map();
  const waiting = [...steps];
  /** @type {Map<Step, Promise<void>>} */
  const running = new Map();
  while (waiting.length + running.size > 0) {
    const next = nextStep(waiting, [...running.keys()], done);
    if (next === undefined || running.size >= lanes) {
      if (running.size === 0)
        throw new Error(`steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    // Two that print as they go would be read as one.
    const isLive = next.alone === true && ![...running.keys()].some(({ alone }) => alone);
    const job = runStep(next, isLive, { ...options, write }).then((result) => {
      done.set(next.name, result);
      running.delete(next);
    });
    running.set(next, job);
  }
  return steps.map(({ name }) => /** @type {StepResult} */ (done.get(name)));
}

/**
 * The first that may begin. One that runs alone waits for the others, and keeps those behind it waiting.
 * @param {readonly Step[]} waiting
 * @param {readonly Step[]} running
 * @param {ReadonlyMap<string, StepResult>} done
 */
function nextStep(waiting, running, done) {
  for (const step of waiting) {
    const isReady = (step.after ?? []).every((name) => done.has(name));
    if (step.alone) return isReady && running.every(({ name }) => step.beside?.includes(name)) ? step : undefined;
    if (running.some(({ alone }) => alone)) return undefined;
    if (isReady) return step;
  }
  return undefined;
}

/**
 * @param {Step} step
 * @param {boolean} isLive prints as it goes
 * @param {StepOptions & { write: (text: string) => void }} options
 * @returns {Promise<StepResult>}
 */
async function runStep({ name, run }, isLive, { maxStepMs, write }) {
  const start = performance.now();
  /** @type {string[]} */
  const held = [];
  const say = isLive ? write : (/** @type {string} */ text) => void held.push(text);
  say(`\n== ${name}\n`);
  const { passed, failed, notes } = await run((command, { env = process.env } = {}) =>
    runNode(command, { env, maxStepMs, ...(isLive ? {} : { say }) }),
  );
  for (const note of notes) say(`${note}\n`);
  const seconds = (performance.now() - start) / 1000;
  say(`== ${name}: ${failed === 0 ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s\n`);
  write(held.join(''));
  return { name, passed, failed, seconds };
}

/**
 * A test that never returns cannot be stopped from inside its own process.
 * @param {readonly string[]} command
 * @param {{ env: NodeJS.ProcessEnv, maxStepMs: number, say?: (text: string) => void }} options
 * @returns {Promise<boolean>}
 */
function runNode(command, { env, maxStepMs, say }) {
  const child = spawn(process.execPath, [...command], {
    cwd: ROOT,
    env,
    stdio: ['ignore', say === undefined ? 'inherit' : 'pipe', say === undefined ? 'inherit' : 'pipe'],
    timeout: maxStepMs,
    killSignal: 'SIGKILL',
  });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => say?.(text));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      (say ?? console.log)(`${command[0]}: ${error.message}\n`);
      resolve(false);
    });
    child.on('close', (code, signal) => {
      if (signal !== null) (say ?? console.log)(`${command[0]}: ended by ${signal}\n`);
      resolve(code === 0);
    });
  });
}

/**
 * A step that counts one: all its commands end well. The first that does not ends it.
 * @param {...readonly string[]} commands
 * @returns {(node: RunNode) => Promise<Count>}
 */
export function check(...commands) {
  return async (node) => {
    for (const command of commands) if (!(await node(command))) return { passed: 0, failed: 1, notes: [] };
    return { passed: 1, failed: 0, notes: [] };
  };
}

/**
 * The table of what was run, then `N passed, M failed`.
 * @param {readonly StepResult[]} results
 */
export function summary(results) {
  const lines = results.map(
    ({ name, passed, failed, seconds }) =>
      `${name.padEnd(22)}${seconds.toFixed(1).padStart(7)} s  ${failed === 0 ? 'ok' : 'FAILED'} (${passed} passed, ${failed} failed)`,
  );
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0);
  return { lines, failed: sum('failed'), count: `${sum('passed')} passed, ${sum('failed')} failed` };
}
