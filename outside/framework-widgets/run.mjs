// The tests of widgets in frameworks, with those that are not installed with the repository: React 18, and Angular, whose
// newest version needs a newer Node than we do to be built, but not to be bundled.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../scripts/source-files.mjs';

const modules = join(import.meta.dirname, '../node_modules');
const angular = ['core', 'common', 'compiler', 'platform-browser'].map((name) => `@angular/${name}`);
const pages = {
  angular: {
    page: join(import.meta.dirname, 'angular-page.mjs'),
    modules,
    packages: Object.fromEntries([...angular, 'rxjs'].map((name) => [name, name])),
    // Templates that are compiled in the page are code made of text.
    policy: "default-src 'self' 'unsafe-eval' 'unsafe-inline' data:",
  },
  'react 18': {
    page: join(ROOT, 'conformance/frameworks/react-page.ts'),
    modules,
    packages: { react: 'react-18', 'react-dom': 'react-dom-18' },
  },
};
const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'vitest.browser.config.ts',
  'conformance/frameworks/widgets',
  ...process.argv.slice(2),
];
const { status } = spawnSync(process.execPath, args, {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, VITRINE_OUTSIDE_PAGES: JSON.stringify(pages) },
});
assert.equal(status, 0);
