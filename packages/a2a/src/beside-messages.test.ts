import { Catalogs, DEFAULT_LIMITS, Fold, type Json } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, it } from 'vitest';
import {
  readCapabilities,
  readClientUiCapabilities,
  readDataModel,
  readExtensionHeader,
  readMessageRequests,
  writeCapabilities,
  writeClientUiCapabilities,
  writeDataModel,
} from './beside-messages.ts';
import { FORMS, type FormId, formById } from './forms.ts';

const catalogs = [basic08, basic09, basic10];
const limits = DEFAULT_LIMITS;

describe('what a client asks for', () => {
  it('[XF7] stands in a header as a list', () => {
    expect(readExtensionHeader(' a ,b,, c ')).toEqual(['a', 'b', 'c']);
    expect(readExtensionHeader(null)).toEqual([]);
  });

  it('[XF7] stands in the message itself, and for 1.0 alone in the capabilities', () => {
    const v10 = formById('v1.0').uri;
    expect(readMessageRequests({ extensions: ['a', 3, 'b'] })).toEqual(['a', 'b']);
    expect(readMessageRequests({ metadata: { a2uiRendererCapabilities: { 'v1.0': {} } } })).toEqual([v10]);
    expect(readMessageRequests({ metadata: { a2uiClientCapabilities: { 'v1.0': {} } }, extensions: [v10] })).toEqual([
      v10,
    ]);
    expect(readMessageRequests({ metadata: { a2uiClientCapabilities: { 'v0.9': {} } } })).toEqual([]);
    expect(readMessageRequests({ metadata: { a2uiClientCapabilities: { supportedCatalogIds: [] } } })).toEqual([]);
    const both = { metadata: { a2uiClientCapabilities: { 'v1.0': {} } }, extensions: [formById('v0.9').uri] };
    expect(readMessageRequests(both)).toEqual([formById('v0.9').uri]);
    expect(readMessageRequests({ metadata: both.metadata }, [formById('v0.8').uri])).toEqual([formById('v0.8').uri]);
    expect(readMessageRequests({ metadata: both.metadata }, ['other'])).toEqual(['other', v10]);
    for (const junk of [null, 3, 'x', [], { extensions: 'x', metadata: 3 }])
      expect(readMessageRequests(junk)).toEqual([]);
  });
});

describe('what a client can show', () => {
  it.each<readonly [FormId, Json]>([
    ['original', {}],
    ['v0.8', { a2uiClientCapabilities: { supportedCatalogIds: [basic08.id] } }],
    ['v0.9', { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [basic09.id] } } }],
    ['v0.9.1', { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [basic09.id] } } }],
    ['v1.0', { a2uiRendererCapabilities: { 'v1.0': { supportedCatalogIds: [basic10.id] } } }],
  ])('[XF8] is written for %s as %j', (id, metadata) => {
    expect(writeCapabilities(formById(id), catalogs)).toEqual(metadata);
    const read = readCapabilities(formById(id), metadata, limits);
    const expected = id === 'original' ? undefined : { catalogs: [formById(id).catalog] };
    if (expected === undefined) expect(read).toMatchObject({ ok: true, value: undefined });
    else expect(read).toMatchObject({ ok: true, value: expected });
  });

  it('[XF8] is read under both keys of 0.9.1, and not from another version', () => {
    const listed = { supportedCatalogIds: ['x'] };
    const metadata = { a2uiClientCapabilities: { 'v0.9.1': listed } };
    expect(readCapabilities(formById('v0.9.1'), metadata, limits)).toMatchObject({ value: { catalogs: ['x'] } });
    expect(readCapabilities(formById('v1.0'), metadata, limits)).toMatchObject({ ok: true, value: undefined });
  });

  it.each([3, 'x', [], { 'v0.9': 3 }, { 'v0.9': {} }, { 'v0.9': { supportedCatalogIds: 'x' } }])(
    '[XF8] %j is an issue',
    (said) => {
      const read = readCapabilities(formById('v0.9'), { a2uiClientCapabilities: said }, limits);
      expect(read.ok).toBe(false);
      expect(read.issues.every(({ fault }) => fault === 'viewer')).toBe(true);
    },
  );
});

describe('what the surfaces of a client hold', () => {
  const fold = new Fold({ catalogs: new Catalogs(catalogs) });
  fold.accept({
    body: [{ op: 'open', surface: 'a', catalog: basic09.id, protocol: '0.9', sync: true, data: { x: 1 } }],
  });
  fold.accept({ body: [{ op: 'open', surface: 'b', catalog: basic09.id, protocol: '0.9', data: { y: 1 } }] });

  it('[XF8] travels for surfaces that ask for it, in the forms that have it', () => {
    const model = { a2uiClientDataModel: { version: 'v0.9', surfaces: { a: { x: 1 } } } };
    expect(writeDataModel(formById('v0.9.1'), fold)).toEqual(model);
    expect(writeDataModel(formById('v0.8'), fold)).toEqual({});
    expect(writeDataModel(formById('v1.0'), fold)).toEqual({});
    expect(readDataModel(formById('v0.9'), model, limits)).toMatchObject({ ok: true, value: { a: { x: 1 } } });
    expect(readDataModel(formById('v0.8'), model, limits)).toMatchObject({ ok: true, value: undefined });
    expect(readDataModel(formById('v0.9'), undefined, limits)).toMatchObject({ ok: true, value: undefined });
    expect(readDataModel(formById('v0.9'), { a2uiClientDataModel: { surfaces: 3 } }, limits).ok).toBe(false);
  });
});

describe('the choice of the original form', () => {
  it('[XF9] is exactly one of a catalog and a definition', () => {
    for (const choice of [{ catalogUri: 'x' }, { dynamicCatalog: { components: {} } }])
      expect(readClientUiCapabilities(writeClientUiCapabilities(choice))).toMatchObject({ ok: true, value: choice });
    const wrong: readonly Json[] = [
      {},
      { catalogUri: 'x', dynamicCatalog: {} },
      { catalogUri: 3 },
      { dynamicCatalog: 'x' },
      { dynamicCatalog: [] },
      { dynamicCatalog: {} },
      { dynamicCatalog: { components: [] } },
      'x',
      null,
    ];
    for (const said of wrong) expect(readClientUiCapabilities({ clientUiCapabilities: said }).ok).toBe(false);
    expect(FORMS.filter(({ capabilitiesIn }) => capabilitiesIn === 'message').map(({ id }) => id)).toEqual([
      'original',
    ]);
  });
});
