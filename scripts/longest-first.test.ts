import { expect, it } from 'vitest';
import { compareLength, LONG_TESTS } from './longest-first.ts';
import { listFiles, ROOT } from './source-files.mjs';

it('long tests are begun first, the longest before the others', () => {
  const files = ['a.test.ts', LONG_TESTS[1] ?? '', 'b.test.ts', LONG_TESTS[0] ?? ''];
  expect(files.sort(compareLength)).toEqual([LONG_TESTS[0], LONG_TESTS[1], 'a.test.ts', 'b.test.ts']);
});

it('every long test is there', () => {
  const files = new Set(listFiles(ROOT));
  expect(LONG_TESTS.filter((path) => !files.has(path))).toEqual([]);
});
