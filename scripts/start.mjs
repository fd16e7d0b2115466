// `npm start [-- FLAGS]`: bundles the pages and the command from the sources, says how far it is, and serves with the demos. Types
// are not checked and packages are not built: nobody waits for what the page does not need, nor for what was bundled before.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, ROOT } from './source-files.mjs';

const STEPS = [
  { words: 'Bundling the pages', script: 'apps/playground/build.mjs' },
  { words: 'Bundling the command', script: 'packages/cli/bundle.mjs' },
];
const TICK_MS = 100;
const VITRINE = join(ROOT, 'packages/cli/bin/vitrine.js');
/** Of which sources the bundles are. */
const STAMP = join(ROOT, 'packages/cli/dist/started-from');
const BUNDLED = [
  STAMP,
  join(ROOT, 'packages/cli/dist/program/main.js'),
  join(ROOT, 'apps/playground/dist/www/index.html'),
];

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

/** Changes with every file that a bundle may be made of: its name, its length and when it was written. */
function digestOfSources() {
  const hash = createHash('sha256').update(process.version);
  for (const file of ['package-lock.json', ...listFiles(ROOT, 'packages'), ...listFiles(ROOT, 'apps')]) {
    const { mtimeMs, size } = statSync(join(ROOT, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

const digest = digestOfSources();
const isBundled = BUNDLED.every((file) => existsSync(file)) && readFileSync(STAMP, 'utf8') === digest;
if (!isBundled) {
  for (const [index, step] of STEPS.entries()) if (!(await run(step, index))) process.exit(1);
  writeFileSync(STAMP, digest);
}
process.argv = [process.execPath, VITRINE, 'serve', '--demo', ...process.argv.slice(2)];
await import(VITRINE);
