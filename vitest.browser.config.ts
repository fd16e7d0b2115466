import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { listFiles, ROOT } from './scripts/source-files.mjs';

const include = ['{packages,apps}/*/test/**/*.browser.ts', 'conformance/**/*.browser.ts'];
/** Files that look at how long a task of the page takes, or whether code came in time: a neighbour on the same cores would lengthen it. */
const measuring = listFiles(ROOT).filter(
  (path) =>
    path.endsWith('.browser.ts') &&
    /\b(longestTask\w*|expectUnfelt|taskTimes)\b|hostile-tasks|layout-shift/.test(
      readFileSync(join(ROOT, path), 'utf8'),
    ),
);

// Tests in a real browser against the built product: `npm run build` comes first. Not part of the unit step.
export default defineConfig({
  test: {
    // Modules stay loaded from one file to the next. No file of these changes its process: what it tests runs in the browser.
    isolate: false,
    // What is built, Node loads as it is.
    server: { deps: { external: [/\/dist\//] } },
    globalSetup: ['scripts/own-temp.ts', 'scripts/browser-setup.ts'],
    testTimeout: 180_000,
    // More test files than cores: a frame may be late by more than the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
    // On machines that others use too; scripts/later-tries.mjs names what needed it.
    retry: process.env.CI ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'side by side',
          include,
          exclude: [...configDefaults.exclude, ...measuring],
          // One more than there are cores: a test waits for the browser, and the browser for the test.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // A neighbour on the machine only ever lengthens a task: what holds once, holds.
        test: { name: 'one by one', include: measuring, maxWorkers: 1, retry: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
