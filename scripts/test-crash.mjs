// `npm run test:crash -- 200`: the crash test of the host with as many kills as are asked for; 200 when none are.

import { spawnSync } from 'node:child_process';
import { ROOT, TSC } from './source-files.mjs';

const kills = process.argv[2] ?? '200';
if (!/^[1-9][0-9]{0,4}$/.test(kills)) {
  console.error(`test:crash takes the number of kills, not ${JSON.stringify(kills)}.`);
  process.exit(2);
}
const run = (/** @type {string[]} */ ...command) =>
  spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, VITRINE_KILLS: kills } })
    .status;
process.exit(
  run(TSC, '-b', 'packages/host') ||
    run(
      'node_modules/vitest/vitest.mjs',
      'run',
      'packages/host/src/crash.test.ts',
      `--testTimeout=${Number(kills) * 15_000}`,
    ) ||
    0,
);
