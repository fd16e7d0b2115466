import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { expect, test } from 'vitest';
import { applyPatch } from './delta.ts';
import { DELTA_TYPE, DeltaReader, diff } from './write-delta.ts';

let seed = 20_261_115;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % below;
};

function sample(depth: number): Json {
  const kind = random(depth === 0 ? 3 : 6);
  if (kind === 0) return random(3);
  if (kind === 1) return ['x', 'a/b', '~'][random(3)] as string;
  if (kind === 2) return null;
  if (kind === 3) return Array.from({ length: random(4) }, () => sample(depth - 1));
  return Object.fromEntries(
    Array.from({ length: random(4) }, () => [['a', 'b/c', '~d', ''][random(4)], sample(depth - 1)]),
  );
}

test('[DW7] a patch that is written leads from any value to any other (2000 pairs, seed 20261115)', () => {
  for (let round = 0; round < 2000; round++) {
    const [from, to] = [sample(4), sample(4)];
    const patch = diff(from, to);
    // A key that stands for the end of a list, or for the whole, is written by no surface.
    if (patch.some(({ path }) => path === '/' || (path as string).endsWith('/'))) continue;
    expect(applyPatch(from, patch as never), JSON.stringify([from, to, patch])).toEqual({ value: to });
  }
});

test('a reader gets the first surface whole, then patches, and another catalog whole again', () => {
  const reader = new DeltaReader();
  const told = (payload: JsonObject, surfaceRef = 's'): JsonObject =>
    reader.document({ type: 'ui.a2ui-surface', payload: { envelope: { payload }, surfaceRef } });
  const one = { catalogVersion: '0.9.1', surface: { components: [] } };
  expect(told(one).type).toBe('ui.a2ui-surface');
  const delta = told({ ...one, surface: { components: [{ component: 'text', text: 'x' }] } });
  expect([delta.type, isObject(delta.payload) && delta.payload.patch]).toEqual([
    DELTA_TYPE,
    [{ op: 'add', path: '/surface/components/0', value: { component: 'text', text: 'x' } }],
  ]);
  expect(told(one, 'other').type).toBe('ui.a2ui-surface');
  expect(told({ ...one, catalogVersion: '1.0' }).type).toBe('ui.a2ui-surface');
  const other = { type: 'run.started', payload: {} };
  expect(reader.document(other)).toBe(other);
});
