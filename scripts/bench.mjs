// `npm run bench -- NAME [--json]`: builds the packages and the bench workspace, then runs it from its build output,
// because Node 20 cannot run TypeScript. Standard output belongs to the bench; what the build says goes to standard error.
// With `--against COMMIT [--rounds N]` it is compared with the one of another commit: see bench-against.mjs.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { benchAgainst } from './bench-against.mjs';
import { ROOT, TSC } from './source-files.mjs';

const ENTRY = 'bench/dist/main.js';

/**
 * @param {string[]} command
 * @param {import('node:child_process').StdioOptions} stdio
 */
function runNode(command, stdio) {
  return spawnSync(process.execPath, command, { cwd: ROOT, stdio }).status ?? 1;
}

/** @param {string} why */
function refuse(why) {
  console.error(`bench: ${why}`);
  return 2;
}

function main() {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === '--against' || arg === '--rounds')) return benchAgainst(args);
  if (!existsSync(join(ROOT, 'bench/tsconfig.json')))
    return refuse('there is no bench workspace (bench/tsconfig.json)');
  const built = runNode([TSC, '-b', 'tsconfig.json', 'bench'], ['ignore', 2, 2]);
  if (built !== 0) return refuse('the build failed');
  if (!existsSync(join(ROOT, ENTRY))) return refuse(`the build left no ${ENTRY}`);
  // Rows about memory need to ask for a collection. Making and dropping the same surface thousands of times teaches V8 to
  // put its parts into the old space, where the dead ones pile up: a ratio then depends on when that lesson was learnt.
  const flags = ['--expose-gc', '--no-allocation-site-pretenuring'];
  return runNode([...flags, ENTRY, ...args], 'inherit');
}

process.exitCode = main();
