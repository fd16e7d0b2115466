// `npm start [-- FLAGS]`: bundles the pages and the command from the sources, says how far it is, and serves with the demos. Types
// are not checked and packages are not built: nobody waits for what the page does not need.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './source-files.mjs';

const STEPS = [
  { words: 'Bundling the pages', script: 'apps/playground/build.mjs' },
  { words: 'Bundling the command', script: 'packages/cli/bundle.mjs' },
];
const TICK_MS = 100;
const VITRINE = join(ROOT, 'packages/cli/bin/vitrine.js');

/** @param {typeof STEPS[number]} step @param {number} index */
async function run({ words, script }, index) {
  const begun = performance.now();
  const line = () => `${index + 1}/${STEPS.length} ${words} … ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  const { isTTY } = process.stderr;
  if (!isTTY) console.error(`${index + 1}/${STEPS.length} ${words} …`);
  const ticks = setInterval(() => isTTY && process.stderr.write(`\r${line()}`), TICK_MS);
  const child = spawn(process.execPath, [join(ROOT, script)], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  clearInterval(ticks);
  if (isTTY) process.stderr.write(`\r${line()}\n`);
  return code === 0;
}

for (const [index, step] of STEPS.entries()) if (!(await run(step, index))) process.exit(1);
process.argv = [process.execPath, VITRINE, 'serve', '--demo', ...process.argv.slice(2)];
await import(VITRINE);
