// `npm test`: every check, those that need no other side by side, each with its time; a failing one does not stop the next.
// Ends with `N passed, M failed`, where a check counts one and the test run counts its tests. To add a check, add a line.

import { availableParallelism } from 'node:os';
import { examples, RUNS, vitest } from './run-vitest.mjs';
import { TSC } from './source-files.mjs';
import { check, runSteps, summary } from './steps.mjs';

const MAX_STEP_MS = 30 * 60_000;

const conformanceRequired = process.env.VITRINE_CONFORMANCE === 'required';

/** @type {readonly import('./steps.mjs').Step[]} */
const STEPS = [
  {
    name: 'build',
    run: check(
      [TSC, '-b'],
      ['packages/embed/bundle.mjs'],
      ['apps/playground/build.mjs'],
      ['packages/cli/bundle.mjs'],
      ['scripts/prune-build.mjs'],
      ['scripts/copy-license.mjs'],
      ['scripts/check-build.mjs'],
    ),
  },
  // Both would write the same outputs.
  { name: 'types', after: ['build'], run: check(['scripts/check-types.mjs']) },
  { name: 'packages', after: ['build'], run: check(['scripts/check-packages.mjs']) },
  { name: 'layers', run: check(['scripts/check-layers.mjs']) },
  { name: 'lint and format', run: check(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']) },
  { name: 'rules', run: check(['scripts/check-rules.mjs']) },
  { name: 'invariants', run: check(['scripts/check-invariants.mjs']) },
  { name: 'house', run: check(['scripts/check-house.mjs']) },
  // These three wait for processes, frames and limits of time as well as they work: side by side, each takes the core that
  // another leaves. The one that takes the longest begins first; its tests that measure a task come last in it.
  { name: 'browser', alone: true, beside: ['types', 'packages', 'layers'], run: vitest(RUNS.browser) },
  {
    name: 'unit and conformance',
    alone: true,
    beside: ['types', 'packages', 'layers', 'browser'],
    run: vitest(RUNS.unit, { conformanceRequired }),
  },
  { name: 'examples', alone: true, beside: ['browser', 'unit and conformance'], run: examples },
];

const start = performance.now();
const results = await runSteps(STEPS, { lanes: Math.min(availableParallelism(), 4), maxStepMs: MAX_STEP_MS });
const { lines, failed, count } = summary(results);
console.log(
  `\n${lines.join('\n')}\nall together${((performance.now() - start) / 1000).toFixed(1).padStart(17)} s\n${count}`,
);
process.exitCode = failed === 0 ? 0 : 1;
