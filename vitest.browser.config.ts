import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests in a real browser against the built product: `npm run build` comes first. Not part of the unit step.
export default defineConfig({
  test: {
    include: ['{packages,apps}/*/test/**/*.browser.ts', 'conformance/**/*.browser.ts'],
    maxWorkers: availableParallelism(),
    // Modules stay loaded from one file to the next. No file of these changes its process: what it tests runs in the browser.
    isolate: false,
    globalSetup: ['scripts/browser-setup.ts'],
    testTimeout: 60_000,
    // Two test files on two cores: a frame may be late by more than the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
  },
});
