import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planDeep } from './deep-plan.mjs';
import { listFiles, ROOT } from './source-files.mjs';

const REPEATED = /\bVITRINE_(?:MUTATIONS|PROPERTY_FACTOR|LATE_\w+|\w*KILLS|SOAK_\w+)\b/g;

const FILES = {
  dialects: ['a.test.ts', 'b.test.ts'],
  crashes: ['crash.test.ts'],
  properties: ['p.test.ts'],
  soaks: ['soak.test.ts'],
  lines: ['late-acts.test.ts'],
};
const OPTIONS = { seed: 7, mutations: 250_000, kills: 200, rounds: 2, soakMinutes: 10 };

it('the same seed gives the same parts, another seed others', () => {
  expect(planDeep(FILES, OPTIONS)).toEqual(planDeep(FILES, OPTIONS));
  expect(planDeep(FILES, { ...OPTIONS, seed: 8 })).not.toEqual(planDeep(FILES, OPTIONS));
});

it('no part is named twice', () => {
  const ids = planDeep(FILES, OPTIONS).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('every dialect gets all mutations, no two parts of it with the same seed', () => {
  const parts = planDeep(FILES, OPTIONS).filter(({ file }) => file === 'a.test.ts');
  expect(parts.reduce((sum, { env }) => sum + Number(env.VITRINE_MUTATIONS), 0)).toBe(250_000);
  expect(new Set(parts.map(({ env }) => env.VITRINE_SEED)).size).toBe(parts.length);
});

it('seeds stay in the range that fast-check takes', () => {
  const parts = planDeep(FILES, { ...OPTIONS, seed: 2 ** 31 - 1 });
  for (const { env } of parts) expect(Number(env.VITRINE_SEED)).toBeLessThan(2 ** 31);
});

it('stores and hosts are killed as often as is asked for', () => {
  const [part] = planDeep(FILES, OPTIONS).filter(({ kind }) => kind === 'kills');
  expect(part?.env).toMatchObject({ VITRINE_KILLS: '200', VITRINE_LOG_KILLS: '200' });
});

it('acts that come late are tried over every line', () => {
  const parts = planDeep(FILES, OPTIONS).filter(({ file }) => file === 'late-acts.test.ts');
  expect(parts.map(({ env }) => env.VITRINE_LATE_ACTS)).toEqual(['all']);
});

it('every repetition that a test takes from its environment is asked for', () => {
  const names = new Set(
    listFiles(ROOT)
      .filter((path) => /\.ts$/.test(path) && !path.startsWith('scripts/'))
      .flatMap((path) => readFileSync(join(ROOT, path), 'utf8').match(REPEATED) ?? []),
  );
  const asked = new Set(planDeep(FILES, OPTIONS).flatMap(({ env }) => Object.keys(env)));
  expect([...names].filter((name) => !asked.has(name))).toEqual([]);
  expect(names.size).toBeGreaterThan(4);
});
