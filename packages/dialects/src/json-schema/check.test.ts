import type { Json, JsonObject } from '@vitrine/core';
import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changed } from '../../test/changed.ts';
import { envelope, payload1, payload2s } from '../../test/openwop-streams.ts';
import { deltaFrameSchema, envelopeSchema } from '../openwop/schemas.ts';
import { compileSchema } from './check.ts';
import { isDateTime } from './values.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: true });
(addFormatsModule as unknown as FormatsPlugin)(ajv);

const others = fc.constantFrom<Json>(
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'x'.repeat(5000),
  '😀'.repeat(128),
  [],
  {},
  [1],
  { path: '/a' },
  'remove',
  'add',
  'v0.9',
  'root',
);
const cases: readonly [string, JsonObject, fc.Arbitrary<Json>][] = [
  ['payload 1', openwopPayloadSchema(1), payload1],
  ['payload 2', openwopPayloadSchema(2), payload2s],
  [
    'envelope 1',
    envelopeSchema(1),
    payload1.map((payload) => envelope(payload, { nodeId: 'n', partial: { isPartial: true, index: 0, total: -1 } })),
  ],
  ['envelope 2', envelopeSchema(2), payload2s.map((payload) => envelope(payload, { nodeId: 'n', schemaVersion: 2 }))],
  [
    'delta frame',
    deltaFrameSchema(),
    fc.constant({
      surfaceRef: 's',
      catalogVersion: '0.9.1',
      patch: [{ op: 'move', from: '/a', path: '/b', value: 1 }],
    }),
  ],
];

it.each(cases)('[DW14] of %s, whole and changed', (_name, schema, values) => {
  const [ours, theirs] = [compileSchema(schema), ajv.compile(schema)];
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(values, fc.nat(), others, fc.boolean(), (value, at, by, whole) => {
      const given = whole ? value : changed(value, at, by);
      const problem = ours(given);
      expect(problem === undefined).toBe(theirs(given));
      seen[problem === undefined ? 'taken' : 'refused']++;
      if (problem !== undefined) expect(problem.message).toMatch(/^must /);
    }),
    { numRuns: 1500 },
  );
  expect(seen.taken).toBeGreaterThan(100);
  expect(seen.refused).toBeGreaterThan(100);
});

it.each([
  '2026-02-28T10:00:00Z',
  '2024-02-29T23:59:60Z',
  '2026-06-30T23:59:60+00:00',
  '2026-01-01T00:59:60+01:00',
  '2026-01-01t00:00:00z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T10:60:00Z',
  '2026-01-01T10:00:60Z',
  '2026-01-01',
  '2026-01-01T10:00:00',
  '2026-01-01T10:00:00+25:00',
  '2026-01-01T10:00:00.123+0530',
  'now',
  '',
  '0000-01-01T00:00:00Z',
])('[DW14] the time %s', (text) => {
  expect(isDateTime(text)).toBe(ajv.validate({ type: 'string', format: 'date-time' }, text));
});

it('a keyword that the check does not have is a fault of ours', () => {
  expect(() => compileSchema({ uniqueItems: true })).toThrow('uniqueItems');
});
