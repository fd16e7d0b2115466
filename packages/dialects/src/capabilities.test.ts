import { DEFAULT_LIMITS, defineCatalog, type Json } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { importCatalog } from '@vitrine/core/import-catalog';
import { describe, expect, it } from 'vitest';
import { createSchemaCheck } from '../test/published.ts';
import { deep } from '../test/reading.ts';
import { capabilitiesByVersion, decodeCapabilities, encodeCapabilities } from './capabilities.ts';
import type { WireVersion } from './versions.ts';

const everywhere = defineCatalog({ id: 'any', components: {} });
const catalogs = [basic08, basic09, basic10, everywhere];

function refusal(metadata: Json): readonly string[] {
  const outcome = decodeCapabilities(metadata, DEFAULT_LIMITS);
  expect(outcome.ok).toBe(false);
  for (const { fault } of outcome.issues) expect(fault).toBe('viewer');
  return outcome.issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at}`);
}

describe('capabilities of a viewer', () => {
  it('[VC1] stand without a version in 0.8 and by version later, under another name in 1.0', () => {
    expect(encodeCapabilities(catalogs, 'v0.8')).toEqual({
      a2uiClientCapabilities: { supportedCatalogIds: [basic08.id, 'any'] },
    });
    expect(encodeCapabilities(catalogs, 'v0.9')).toEqual({
      a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [basic09.id, 'any'] } },
    });
    expect(encodeCapabilities(catalogs, 'v0.9.1')).toMatchObject({ a2uiClientCapabilities: { 'v0.9.1': {} } });
    expect(encodeCapabilities(catalogs, 'v1.0')).toEqual({
      a2uiRendererCapabilities: { 'v1.0': { supportedCatalogIds: [basic10.id, 'any'] } },
    });
    expect(capabilitiesByVersion([basic08], 'v0.8')).toEqual({ 'v0.8': { supportedCatalogIds: [basic08.id] } });
  });

  it.each([
    ['v0.8', 'v0_8', 'a2ui_client_capabilities_schema.json', 'a2uiClientCapabilities'],
    ['v0.9', 'v0_9', 'client_capabilities.json', 'a2uiClientCapabilities'],
    ['v1.0', 'v1_0', 'renderer_capabilities.json', 'a2uiRendererCapabilities'],
  ] as const)('[VC1] of %s validate by the published schema, inline definitions too', (version, folder, file, key) => {
    const check = createSchemaCheck(folder, file);
    for (const inline of [false, true]) {
      expect(check(encodeCapabilities(catalogs, version, { inline })[key] as Json)).toEqual([]);
    }
  });

  it.each(['v0.8', 'v0.9', 'v0.9.1', 'v1.0'] as const)('[VC2] of %s read back as they were written', (version) => {
    const own = [...catalogs].filter(
      ({ protocol }) => protocol === undefined || `v${protocol}` === version.slice(0, 4),
    );
    const outcome = decodeCapabilities(encodeCapabilities(catalogs, version, { inline: true }), DEFAULT_LIMITS);
    expect(outcome).toMatchObject({ ok: true, issues: [] });
    if (!outcome.ok) return;
    const [read] = outcome.value;
    expect(read?.version).toBe(version);
    expect(read?.catalogs).toEqual(own.map(({ id }) => id));
    expect(read?.inline.map(({ catalogId }) => catalogId)).toEqual(read?.catalogs);
    const imported = importCatalog(read?.inline[0], DEFAULT_LIMITS, { protocol: own[0]?.protocol as string });
    expect(imported.ok).toBe(true);
  });

  it('[VC2] of several versions are all read; an unknown version is a warning', () => {
    const one = { supportedCatalogIds: ['a'] };
    const metadata = {
      a2uiClientCapabilities: { 'v0.9': one, v7: one },
      a2uiRendererCapabilities: { 'v1.0': one },
      other: 1,
    };
    const outcome = decodeCapabilities(metadata, DEFAULT_LIMITS);
    const versions: readonly WireVersion[] = ['v1.0', 'v0.9'];
    expect(outcome).toMatchObject({
      ok: true,
      value: versions.map((version) => ({ version, catalogs: ['a'], inline: [] })),
      issues: [{ code: 'VITRINE_MESSAGE_VERSION', severity: 'warning', at: '/a2uiClientCapabilities/v7' }],
    });
    for (const none of [{}, null, 'x', []] as Json[])
      expect(decodeCapabilities(none, DEFAULT_LIMITS)).toMatchObject({ ok: true, value: [] });
  });

  it('[VC2] of 0.10 are those of 1.0', () => {
    const given = { supportedCatalogIds: ['https://a2ui.org/specification/v0_10/catalogs/basic/catalog.json'] };
    const outcome = decodeCapabilities({ a2uiClientCapabilities: { 'v0.10': given } }, DEFAULT_LIMITS);
    expect(outcome).toEqual({
      ok: true,
      value: [{ version: 'v1.0', catalogs: given.supportedCatalogIds, inline: [] }],
      issues: [],
    });
  });

  it('[VC3] of a wrong shape are refused with a pointer, and it is the viewer whose fault that is', () => {
    const client = (value: Json): Json => ({ a2uiClientCapabilities: value });
    const at = '/a2uiClientCapabilities';
    expect(refusal(client('x'))).toEqual([`MESSAGE_SHAPE ${at}`]);
    expect(refusal(client({ 'v0.9': 3 }))).toEqual([`MESSAGE_SHAPE ${at}/v0.9`]);
    expect(refusal(client({ 'v0.9': {} }))).toEqual([`MESSAGE_FIELD_MISSING ${at}/v0.9/supportedCatalogIds`]);
    expect(refusal(client({ supportedCatalogIds: 'a' }))).toEqual([`MESSAGE_SHAPE ${at}/supportedCatalogIds`]);
    expect(refusal(client({ supportedCatalogIds: ['a', 3] }))).toEqual([`MESSAGE_SHAPE ${at}/supportedCatalogIds/1`]);
    expect(refusal(client({ supportedCatalogIds: [], inlineCatalogs: [3] }))).toEqual([
      `MESSAGE_SHAPE ${at}/inlineCatalogs/0`,
    ]);
    expect(refusal(client({ supportedCatalogIds: [], inlineCatalogs: [deep(100_000)] }))[0]).toContain('LIMIT_DEPTH');
    expect(refusal(client({ supportedCatalogIds: new Array<Json>(20_000).fill('a') }))).toEqual([
      `LIMIT_ENTRIES ${at}/supportedCatalogIds`,
    ]);
  });
});
