import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needsOwnProcess, ownProcessTests } from './own-process.mjs';
import { listFiles, ROOT } from './source-files.mjs';

// Put together, so that this file is not taken for one of them.
const vi = ['v', 'i.'].join('');
const env = ['process', 'env'].join('.');

it.each([
  `${vi}mock('./x.ts')`,
  `${vi}resetModules()`,
  `${vi}useFakeTimers()`,
  `${env}.NAME = 'x'`,
  `${env}['NAME'] = 'x'`,
  ['process', 'memoryUsage()'].join('.'),
  ['process', 'chdir(folder)'].join('.'),
  `${['Object', 'prototype'].join('.')}.x = 1`,
  `${['globalThis', 'fetch'].join('.')} = f`,
  ['globalThis', 'gc()'].join('.'),
])('a file with %s needs a process of its own', (source) => {
  expect(needsOwnProcess(source)).toBe(true);
});

it.each([
  'const f = vi.fn();',
  'await vi.waitFor(() => x);',
  "vi.spyOn(JSON, 'parse')",
  "vi.stubGlobal('fetch', f);",
  'const kills = Number(process.env.VITRINE_KILLS ?? 5);',
  "expect(process.env.X === 'y').toBe(true)",
  'expect(Object.getPrototypeOf({})).toBe(Object.prototype);',
])('a file with %s does not', (source) => {
  expect(needsOwnProcess(source)).toBe(false);
});

it('so do the files that load a helper with a hook of its own', () => {
  const sources: { readonly [path: string]: string } = {
    'packages/a/test/kit.ts': "import { afterAll } from 'vitest';\nafterAll(() => close());",
    'packages/a/test/stage.ts': "export * from './kit.ts';",
    'packages/a/test/plain.ts': 'export function plain() {\n  afterAll(() => close());\n}',
    'packages/a/src/kit.test.ts': "import '../test/stage.ts';",
    'packages/a/src/plain.test.ts': "import '../test/plain.ts';",
    'packages/a/src/mock.test.ts': `${vi}mock('./x.ts')`,
  };
  expect(ownProcessTests(Object.keys(sources), (path) => sources[path] ?? '')).toEqual([
    'packages/a/src/kit.test.ts',
    'packages/a/src/mock.test.ts',
  ]);
});

it('no browser test does: vitest.browser.config.ts lets all of them share processes', () => {
  const tests = listFiles(ROOT).filter((path) => path.endsWith('.browser.ts'));
  expect(tests.length).toBeGreaterThan(50);
  expect(tests.filter((path) => needsOwnProcess(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
