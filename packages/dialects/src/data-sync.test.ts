import { DEFAULT_LIMITS, type Json } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { createFold } from '../test/fixtures.ts';
import { createSchemaCheck } from '../test/published.ts';
import { deep } from '../test/reading.ts';
import { decodeDataModel, encodeDataMetadata, encodeDataModel } from './data-sync.ts';
import { DIALECTS } from './detect.ts';
import { Intake } from './intake.ts';

function filled(): ReturnType<typeof createFold> {
  const fold = createFold();
  const create = (surfaceId: string, sendDataModel: boolean): Json => ({
    version: 'v0.9',
    createSurface: { surfaceId, catalogId: basic09.id, sendDataModel },
  });
  const receipts = new Intake(fold, { dialects: DIALECTS }).value([
    create('s1', true),
    create('s2', false),
    { version: 'v0.9', updateDataModel: { surfaceId: 's1', value: { user: 'Alice' } } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's2', value: { secret: 'Bob' } } },
    { version: 'v1.0', createSurface: { surfaceId: 'bare', sendDataModel: true } },
  ]);
  expect(receipts.every(({ ok }) => ok)).toBe(true);
  return fold;
}

function refusal(metadata: Json): readonly string[] {
  const outcome = decodeDataModel(metadata, DEFAULT_LIMITS);
  expect(outcome.ok).toBe(false);
  for (const { fault } of outcome.issues) expect(fault).toBe('viewer');
  return outcome.issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at}`);
}

describe('data models that travel with messages', () => {
  it('[VS1] are those of the surfaces that ask for it, of one version', () => {
    const fold = filled();
    expect(encodeDataModel(fold, 'v0.9')).toEqual({ version: 'v0.9', surfaces: { s1: { user: 'Alice' } } });
    expect(encodeDataModel(fold, 'v0.9.1')).toEqual({ version: 'v0.9.1', surfaces: { s1: { user: 'Alice' } } });
    expect(encodeDataModel(fold, 'v1.0')).toEqual({ version: 'v1.0', surfaces: { bare: {} } });
    expect(encodeDataModel(fold, 'v0.8')).toBeUndefined();
    expect(encodeDataModel(createFold(), 'v0.9')).toBeUndefined();
    expect(encodeDataMetadata(createFold(), 'v0.9')).toBeUndefined();
  });

  it('[VS1] validate by the published schemas', () => {
    const fold = filled();
    expect(createSchemaCheck('v0_9', 'client_data_model.json')(encodeDataModel(fold, 'v0.9') as Json)).toEqual([]);
    expect(createSchemaCheck('v1_0', 'renderer_data_model.json')(encodeDataModel(fold, 'v1.0') as Json)).toEqual([]);
  });

  it('[VS1] are not changed by later writes', () => {
    const fold = filled();
    const before = encodeDataModel(fold, 'v0.9');
    fold.surfaces.get('s1')?.data.set('/user', 'Eve');
    expect(before).toEqual({ version: 'v0.9', surfaces: { s1: { user: 'Alice' } } });
  });

  it('[VS2] read back as what the viewer says it holds', () => {
    for (const version of ['v0.9', 'v1.0'] as const) {
      const metadata = encodeDataMetadata(filled(), version) as Json;
      const surfaces = version === 'v0.9' ? { s1: { user: 'Alice' } } : { bare: {} };
      expect(decodeDataModel(metadata, DEFAULT_LIMITS)).toEqual({
        ok: true,
        value: { event: 'sync', surfaces },
        issues: [],
      });
    }
    const draft = { a2uiRendererDataModel: { version: 'v0.10', surfaces: { bare: {} } } };
    expect(decodeDataModel(draft, DEFAULT_LIMITS)).toMatchObject({ ok: true, issues: [] });
    for (const none of [{}, null, []] as Json[]) {
      expect(decodeDataModel(none, DEFAULT_LIMITS)).toEqual({ ok: true, value: undefined, issues: [] });
    }
  });

  it('[VS3] of a wrong shape are refused with a pointer', () => {
    const client = (value: Json): Json => ({ a2uiClientDataModel: value });
    const at = '/a2uiClientDataModel';
    expect(refusal(client(3))).toEqual([`MESSAGE_SHAPE ${at}`]);
    expect(refusal(client({ version: 'v9', surfaces: {} }))).toEqual([`MESSAGE_VERSION ${at}`]);
    expect(refusal(client({ version: 'v0.9' }))).toEqual([`MESSAGE_SHAPE ${at}`]);
    expect(refusal(client({ version: 'v0.9', surfaces: { s: [] } }))).toEqual([`MESSAGE_SHAPE ${at}/surfaces`]);
    expect(refusal(client({ version: 'v0.9', surfaces: { s: deep(100_000) } }))[0]).toContain('LIMIT_DEPTH');
    expect(refusal(client(JSON.parse('{"version":"v0.9","surfaces":{"__proto__":{}}}') as Json))).toEqual([
      `NAME_RESERVED ${at}/surfaces`,
    ]);
  });
});
