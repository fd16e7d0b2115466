// Runs a command under another version of Node, which the npm package `node` brings: about 100 MB for each version.

import { spawnSync } from 'node:child_process';

/**
 * @param {string} version as npm takes it: `22`, `24`
 * @param {string} command for the shell; `node` in it is that Node
 * @param {{ cwd: string, timeout?: number }} options
 * @returns {boolean} whether it ended well
 */
export function runUnderNode(version, command, { cwd, timeout }) {
  const args = ['exec', '--yes', `--package=node@${version}`, '--call', command];
  return spawnSync('npm', args, { cwd, timeout, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
