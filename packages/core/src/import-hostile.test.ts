import { describe, expect, test } from 'vitest';
import { readPublished } from '../test/published.ts';
import { runs } from '../test/runs.ts';
import { mutate, Random } from '../test/samples.ts';
import { importCatalog } from './import-catalog.ts';
import { exportInlineCatalog } from './inline-catalog.ts';
import type { Json, JsonObject } from './json.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { catalogReference } from './reference.ts';
import { catalogSchema } from './schema.ts';

function nested(depth: number, wrap: (inner: Json) => Json): Json {
  let schema: Json = { type: 'string' };
  for (let i = 0; i < depth; i++) schema = wrap(schema);
  return schema;
}

const withProp = (p: Json, more: JsonObject = {}) => ({
  catalogId: 'c',
  components: { X: { properties: { p } } },
  ...more,
});

describe('hostile definitions', () => {
  test.each<[string, (inner: Json) => Json]>([
    ['lists', (items) => ({ type: 'array', items })],
    ['objects', (a) => ({ type: 'object', properties: { a } })],
    ['unions', (inner) => ({ anyOf: [inner, { type: 'number' }] })],
    ['parts', (inner) => ({ allOf: [inner] })],
  ])('[IM19] %s nested 100,000 deep are refused', (_name, wrap) => {
    const outcome = importCatalog(withProp(nested(100_000, wrap)), DEFAULT_LIMITS);
    expect(outcome.ok).toBe(false);
    expect(outcome.issues.length).toBeLessThanOrEqual(DEFAULT_LIMITS.issuesPerMessage);
  });

  test('[IM19] components made of parts nested 100,000 deep are refused', () => {
    const outcome = importCatalog(
      { catalogId: 'c', components: { X: nested(100_000, (part) => ({ allOf: [part] })) } },
      DEFAULT_LIMITS,
    );
    expect(outcome.ok).toBe(false);
  });

  test('[IM19] references that double at every step are refused before they explode', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const started = performance.now();
    const outcome = importCatalog(withProp({ $ref: '#/$defs/d0' }, { $defs }), DEFAULT_LIMITS);
    expect(outcome.ok).toBe(false);
    expect(outcome.issues.some(({ severity }) => severity === 'error')).toBe(true);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('[IM19] 100,000 components are refused, and issues are counted out', () => {
    const components = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, i) => [`C${i}`, { properties: { p: 1 } }]),
    );
    const outcome = importCatalog({ catalogId: 'c', components }, DEFAULT_LIMITS);
    expect(outcome.ok).toBe(false);
    expect(outcome.issues).toHaveLength(DEFAULT_LIMITS.issuesPerMessage);
    for (const name of Object.keys(components)) components[name] = { properties: { p: {} } } as never;
    expect(importCatalog({ catalogId: 'c', components }, DEFAULT_LIMITS).issues).toHaveLength(1);
  });

  test('[IM20] no prototype is touched', () => {
    const definition = JSON.parse(
      '{"catalogId":"c","components":{"X":{"properties":{"__proto__":{"const":1},"constructor":{}},"required":["__proto__"]}},"theme":{"__proto__":{}},"__proto__":{"polluted":1}}',
    );
    expect(importCatalog(definition, DEFAULT_LIMITS).ok).toBe(false);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  const SEED = 77;
  test(`[IM20] no mutation of a published catalog throws, nor does what is made of it (seed ${SEED})`, () => {
    const random = new Random(SEED);
    const published = [
      readPublished('v0_8', 'standard_catalog_definition.json'),
      readPublished('v0_9', 'catalogs/minimal/catalog.json'),
      readPublished('v1_0', 'catalogs/basic/catalog.json'),
    ];
    let taken = 0;
    const rounds = runs(3000);
    for (let i = 0; i < rounds; i++) {
      let mutant: Json = random.pick(published);
      for (let changes = random.pick([1, 2, 5]); changes > 0; changes--) mutant = mutate(mutant, random);
      const outcome = importCatalog(mutant, DEFAULT_LIMITS, { id: 'm' });
      if (!outcome.ok) {
        expect(outcome.issues.some(({ severity }) => severity === 'error')).toBe(true);
        continue;
      }
      taken++;
      catalogSchema(outcome.value);
      exportInlineCatalog(outcome.value);
      catalogReference(outcome.value);
    }
    expect(taken / rounds).toBeGreaterThan(0.2);
    expect(taken / rounds).toBeLessThan(0.8);
  });
});
