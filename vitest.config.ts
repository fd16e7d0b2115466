import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { ownProcessTests } from './scripts/own-process.mjs';
import { listFiles, ROOT } from './scripts/source-files.mjs';

// Tests read the packages' sources through the export condition, so nothing has to be built first.
const conditions = ['@vitrine/source', 'node'];

const include = [
  '{packages,apps}/**/src/**/*.test.ts',
  'conformance/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
];
const alone = ownProcessTests(listFiles(ROOT), (path) => readFileSync(join(ROOT, path), 'utf8'));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Each worker loads what it tests anew. One more than there are cores: files wait for hosts, databases and clocks about a
    // third of their time. Beside the browser tests on two cores that is 462 s in the place of 700.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['scripts/own-temp.ts'],
    setupFiles: ['scripts/property-seed.ts', 'scripts/put-back.ts'],
    testTimeout: 180_000,
    // On machines that others use too; scripts/later-tries.mjs names what needed it.
    retry: process.env.CI ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'shared process', include, exclude: [...configDefaults.exclude, ...alone], isolate: false },
      },
      { extends: true, test: { name: 'own process', include: alone } },
    ],
  },
});
