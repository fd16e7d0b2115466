import { defineConfig } from 'vitest/config';

// Tests read the packages' sources through the export condition, so nothing has to be built first.
const conditions = ['@vitrine/source', 'module', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      '{packages,apps}/**/src/**/*.test.ts',
      'conformance/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    setupFiles: ['scripts/property-seed.ts'],
    testTimeout: 180_000,
  },
});
