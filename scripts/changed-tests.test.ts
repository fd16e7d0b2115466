import { expect, it } from 'vitest';
import { importsOf, testsOf } from './changed-tests.mjs';

const SOURCES: { readonly [path: string]: string } = {
  'packages/a/src/x.ts': "import { y } from './deep/y.ts';",
  'packages/a/src/deep/y.ts': 'export const y = 1;',
  'packages/a/src/x.test.ts': "import { x } from './x.ts';",
  'packages/a/src/deep/y.test.ts': "import { y } from './y.ts';",
  'packages/a/test/kit.ts': "export { kit } from './parts/part.ts';",
  'packages/a/test/parts/part.ts': "const { y } = await import('../../src/deep/y.ts');",
  'packages/a/src/kit.test.ts': "import type { Kit } from '../test/kit.ts';",
  'packages/b/src/z.test.ts': "import { z } from '@vitrine/a';",
};
const files = Object.keys(SOURCES);
const tests = (...changed: string[]) => testsOf(changed, files, (path) => SOURCES[path] ?? '').sort();

it('relative imports are found in every form, packages are not', () => {
  const source = `import a from './a.ts';\nexport * from '../b.ts';\nawait import('./c/d.ts');\nimport 'node:fs';\nimport '@vitrine/core';`;
  expect(importsOf('packages/x/src/e.ts', source)).toEqual([
    'packages/x/src/a.ts',
    'packages/x/b.ts',
    'packages/x/src/c/d.ts',
  ]);
});

it('a changed test is a unit of the change, one that is gone is not', () => {
  expect(tests('packages/a/src/x.test.ts', 'packages/a/src/gone.test.ts')).toEqual(['packages/a/src/x.test.ts']);
});

it('so are the tests that import what was changed, through helpers of tests too, but not through other sources', () => {
  expect(tests('packages/a/src/deep/y.ts')).toEqual(['packages/a/src/deep/y.test.ts', 'packages/a/src/kit.test.ts']);
  expect(tests('packages/a/test/parts/part.ts')).toEqual(['packages/a/src/kit.test.ts']);
});

it('a document has no units', () => {
  expect(tests('README.md')).toEqual([]);
});
