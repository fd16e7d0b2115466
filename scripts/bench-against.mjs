// `npm run bench -- NAME --against COMMIT`: the same bench of another commit, built in a worktree that goes afterwards, in
// turns with the one of this tree as it stands. What comes of it is decided by compare-rows.mjs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareRows, comparisonLines, MAX_RATIO, readArguments, readRows } from './compare-rows.mjs';
import { ROOT } from './source-files.mjs';

class Refusal extends Error {}

/**
 * @param {readonly string[]} args
 * @returns {number} 1: a row is worse; 2: nothing could be said
 */
export function benchAgainst(args) {
  const asked = readArguments(args);
  if ('problem' in asked) return refuse(asked.problem);
  const { name, against, rounds, isJson } = asked;
  // Who ends this ends what it has started, too; that this one stays long enough to clean up is all that is wanted.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const tree = join(folder, 'tree');
  try {
    const commit = commitOf(against);
    run('git', ['worktree', 'add', '--detach', '--quiet', tree, commit], ROOT);
    say(`installs ${commit.slice(0, 10)}`);
    run('npm', ['ci', '--no-audit', '--no-fund'], tree);
    /** @type {import('./compare-rows.mjs').Round[]} */
    const done = [];
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      // Who comes second finds a warmer machine: they take turns.
      const isFirst = round % 2 === 0;
      const early = bench(isFirst ? ROOT : tree, name);
      const late = bench(isFirst ? tree : ROOT, name);
      done.push(isFirst ? { now: early, before: late } : { now: late, before: early });
    }
    const result = compareRows(done);
    if (result.compared.length === 0) throw new Refusal('the two commits have no row in common');
    const whole = { commit, rounds, limit: MAX_RATIO, ...result };
    console.log(isJson ? JSON.stringify(whole) : comparisonLines(result).join('\n'));
    return result.compared.some(({ verdict }) => verdict === 'worse') ? 1 : 0;
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message);
    throw error;
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: ROOT, stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: ROOT, stdio: 'ignore' });
  }
}

/** @param {string} name */
function commitOf(name) {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Refusal(`${name} is no commit of this repository`);
  return stdout.trim();
}

/**
 * @param {string} root
 * @param {string} name
 */
function bench(root, name) {
  // A promise that is broken makes it exit with 1, and its rows are there all the same.
  const { stdout, status, signal } = spawnSync(process.execPath, ['scripts/bench.mjs', name, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (signal !== null) throw new Refusal(`ended by ${signal}`);
  const rows = status === 0 || status === 1 ? readRows(stdout) : undefined;
  if (rows === undefined)
    throw new Refusal(`the bench ${name} of ${root === ROOT ? 'this tree' : 'the other commit'} gave no rows`);
  return rows;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const { stdout, stderr, status, signal, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  const why = error?.message ?? (signal === null ? stderr.trim() : `ended by ${signal}`);
  throw new Refusal(`${command} ${args.join(' ')}: ${why || `ended with ${status}`}`);
}

/** @param {string} words */
function say(words) {
  console.error(`bench: ${words}`);
}

/** @param {string} why */
function refuse(why) {
  say(why);
  return 2;
}
