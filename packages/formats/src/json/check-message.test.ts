import { type Catalog, Catalogs, Fold, type JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, it } from 'vitest';
import { gatherAnswer, parseAnswer, type WholeAnswer } from './read-answer.ts';

const ALL = [basic08, basic09, basic10];

function read(message: JsonObject, catalogs: readonly Catalog[], strict = true): WholeAnswer {
  return gatherAnswer(
    parseAnswer(JSON.stringify(message), { fold: new Fold({ strict, catalogs: new Catalogs(catalogs) }) }),
  );
}

describe('a catalog that the fold does not have', () => {
  it.each([
    ['0.8', { beginRendering: { surfaceId: 's', root: 'root', catalogId: 'standard-ish' } }, basic08.id],
    ['0.9', { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'the basic one' } }, basic09.id],
    ['0.9.1', { version: 'v0.9.1', createSurface: { surfaceId: 's', catalogId: 'https://example.com/c' } }, basic09.id],
    ['1.0', { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: 'basic_catalog.json' } }, basic10.id],
    ['another version', { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic10.id } }, basic09.id],
  ])('[RR8] of %s is taken for the only one that it can be, and told', (_, message, id) => {
    const { messages, repairs, issues } = read(message as JsonObject, ALL);
    const key = Object.keys(message).at(-1) as string;
    expect(messages).toMatchObject([{ [key]: { catalogId: id } }]);
    expect(repairs).toMatchObject([{ kind: 'unknown-catalog', class: 'lossy', at: `/${key}/catalogId` }]);
    expect(issues.map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('[RR8] is taken for it on a component of A2UI 1.0 as well', () => {
    const components = [{ id: 'root', component: 'Text', text: 'T', catalogId: 'unheard-of' }];
    const message = { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: basic10.id, components } };
    const { messages, repairs } = read(message, ALL);
    expect(messages).toMatchObject([{ createSurface: { components: [{ catalogId: basic10.id }] } }]);
    expect(repairs).toMatchObject([{ kind: 'unknown-catalog', at: '/createSurface/components/0/catalogId' }]);
  });

  it('[RR8] is the only one of a fold that begins a surface of A2UI 0.8 without a name', () => {
    const own = { ...basic08, id: 'own', aliases: [] };
    const { messages, repairs } = read({ beginRendering: { surfaceId: 's', root: 'root' } }, [own, basic09]);
    expect(messages).toMatchObject([{ beginRendering: { catalogId: 'own' } }]);
    expect(repairs).toMatchObject([{ kind: 'unknown-catalog', at: '/beginRendering/catalogId' }]);
  });

  it('[RR8] is refused where there are several, and where a surface must name one and does not', () => {
    const second = { ...basic09, id: 'second', aliases: [] };
    const unknown = read({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'x' } }, [...ALL, second]);
    expect(unknown).toMatchObject({ messages: [], repairs: [], issues: [{ code: 'VITRINE_CATALOG_UNKNOWN' }] });
    const missing = read({ version: 'v0.9', createSurface: { surfaceId: 's' } }, ALL);
    expect(missing).toMatchObject({ messages: [], issues: [{ severity: 'error' }] });
  });
});
