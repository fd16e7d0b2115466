import { expect, it } from 'vitest';
import { needsOwnProcess } from './own-process.mjs';

// Put together, so that this file is not taken for one of them.
const vi = ['v', 'i.'].join('');
const env = ['process', 'env'].join('.');

it.each([
  `${vi}mock('./x.ts')`,
  `${vi}spyOn(JSON, 'parse')`,
  `${vi}useFakeTimers()`,
  `${vi}stubGlobal('fetch', f)`,
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
  'const kills = Number(process.env.VITRINE_KILLS ?? 5);',
  "expect(process.env.X === 'y').toBe(true)",
  'expect(Object.getPrototypeOf({})).toBe(Object.prototype);',
])('a file with %s does not', (source) => {
  expect(needsOwnProcess(source)).toBe(false);
});
