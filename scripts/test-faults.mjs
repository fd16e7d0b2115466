// `npm run test:faults`: three nodes on one PostgreSQL through 200 faults under load, and a judge that knows every
// acknowledgement. `--seed N` repeats a run; without it the seed is drawn and printed. `--faults N` and `--minutes M` bound
// it, `--only KIND`, which may be repeated, draws from these kinds alone.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT, TSC } from './source-files.mjs';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    minutes: { type: 'string', default: '120' },
    only: { type: 'string', multiple: true, default: [] },
  },
});

for (const name of /** @type {const} */ (['faults', 'seed', 'minutes'])) {
  if (/^[0-9]{1,10}$/.test(values[name])) continue;
  console.error(`test:faults takes a whole number for --${name}, not ${JSON.stringify(values[name])}.`);
  process.exit(2);
}
const { faults, seed, minutes, only } = values;
const env = {
  ...process.env,
  VITRINE_FAULTS: faults,
  VITRINE_FAULT_SEED: seed,
  VITRINE_FAULT_MINUTES: minutes,
  ...(only.length === 0 ? {} : { VITRINE_FAULT_KINDS: only.join(',') }),
};
/** The last fault, and until everybody shows what there is. */
const END_MINUTES = 10;
const run = (/** @type {string[]} */ ...command) =>
  spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;

console.log(`seed ${seed}`);
const status =
  run(TSC, '-b') ||
  run(
    ...['node_modules/vitest/vitest.mjs', 'run', 'conformance/faults/faults.test.ts', '--disable-console-intercept'],
    `--testTimeout=${(Number(minutes) + END_MINUTES) * 60_000}`,
  );
const again = only.map((kind) => ` --only ${kind}`).join('');
if (status !== 0) console.log(`Again: npm run test:faults -- --seed ${seed} --faults ${faults}${again}`);
process.exit(status);
