// Messages that come before what they need, in every order, through both readers.

import { type Catalog, Catalogs, extendCatalog, Fold, type JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, it } from 'vitest';
import { type AnswerPart, AnswerReader } from './answer-reader.ts';
import { MAX_HELD_MESSAGES } from './held-messages.ts';
import { ProgressiveReader } from './progressive-reader.ts';

type Messages = (surfaceId: string) => readonly [open: JsonObject, components: JsonObject, data: JsonObject];

const since09 =
  (version: string, catalogId: string, path: string): Messages =>
  (surfaceId) => [
    { version, createSurface: { surfaceId, catalogId } },
    {
      version,
      updateComponents: { surfaceId, components: [{ id: 'root', component: 'Text', text: { [path]: '/x' } }] },
    },
    { version, updateDataModel: { surfaceId, path: '/x', value: 'Hello' } },
  ];

const in08 =
  (catalogId?: string): Messages =>
  (surfaceId) => [
    { beginRendering: { surfaceId, root: 'r', ...(catalogId === undefined ? {} : { catalogId }) } },
    { surfaceUpdate: { surfaceId, components: [{ id: 'r', component: { Text: { text: { path: '/x' } } } }] } },
    { dataModelUpdate: { surfaceId, contents: [{ key: 'x', valueString: 'Hello' }] } },
  ];

const own08 = extendCatalog(basic08, {}, { id: 'https://example.com/own08' });

const VERSIONS: readonly (readonly [string, Catalog, Messages])[] = [
  ['0.8', basic08, in08()],
  ['0.8 with a catalog that only its opening names', own08, in08(own08.id)],
  ['0.9', basic09, since09('v0.9', basic09.id, 'path')],
  ['0.9.1', basic09, since09('v0.9.1', basic09.id, 'path')],
  ['1.0', basic10, since09('v1.0', basic10.id, '@path')],
];
const READERS = [AnswerReader, ProgressiveReader] as const;
const CASES = VERSIONS.flatMap(([name, ...rest]) =>
  READERS.map((Reader) => [name, Reader.name, Reader, ...rest] as const),
);

function permutations<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length <= 1) return [list];
  return list.flatMap((first, i) =>
    permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [first, ...rest]),
  );
}

function read(Reader: (typeof READERS)[number], fold: Fold, messages: readonly JsonObject[], size: number) {
  const reader = new Reader({ fold });
  const text = `<a2ui-json>${messages.map((one) => JSON.stringify(one)).join('\n')}</a2ui-json>`;
  const parts: AnswerPart[] = [];
  for (let at = 0; at < text.length; at += size) parts.push(...reader.push(text.slice(at, at + size)));
  const held = reader.end();
  return { parts, held };
}

const foldOf = (catalog: Catalog): Fold => new Fold({ catalogs: new Catalogs([catalog]) });
const isUpdate = (one: JsonObject): boolean => !('createSurface' in one || 'beginRendering' in one);
const given = (parts: readonly AnswerPart[]): readonly JsonObject[] =>
  parts.flatMap((part) => (part.part === 'message' && part.draft !== true ? [part.message] : []));

describe('messages that come before what they need', () => {
  it.each(CASES)('[SP19] of %s wait for it in %s and are given in the order in which they came', (...row) => {
    const [, , Reader, catalog, messages] = row;
    const wanted = foldOf(catalog);
    read(Reader, wanted, messages('s'), 1e6);
    for (const order of permutations(messages('s')))
      for (const size of [1e6, 64, 7]) {
        const fold = foldOf(catalog);
        const { parts, held } = read(Reader, fold, order, size);
        expect(parts.filter(({ part }) => part === 'refused')).toEqual([]);
        expect(held).toEqual([]);
        if (size > 64) expect(given(parts).filter(isUpdate)).toEqual(order.filter(isUpdate));
        expect(fold.snapshot()).toEqual(wanted.snapshot());
      }
  });

  it.each(CASES)('[SP19] of %s wait each for their own surface in %s', (...row) => {
    const [, , Reader, catalog, messages] = row;
    const [openA, partsA, dataA] = messages('a');
    const [openB, partsB, dataB] = messages('b');
    const fold = foldOf(catalog);
    const { parts } = read(Reader, fold, [partsA, dataB, dataA, partsB, openB, openA], 1e6);
    expect(given(parts)).toHaveLength(6);
    expect([...fold.surfaces.keys()].sort()).toEqual(['a', 'b']);
    for (const { data } of fold.surfaces.values()) expect(data.snapshot()).toEqual({ x: 'Hello' });
  });

  it.each(CASES)('[SP19] of %s whose surface does not come are refused by %s at the end, and only then', (...row) => {
    const [name, , Reader, catalog, messages] = row;
    const [, ...others] = messages('s');
    const { parts, held } = read(Reader, foldOf(catalog), others, 1e6);
    expect(parts.filter(({ part }) => part === 'refused')).toEqual([]);
    // In 0.8 the first update opens its surface.
    if (name !== '0.8') expect(held.map(({ part }) => part)).toEqual(['refused', 'refused']);
  });

  it('[SP19] a surface is not deleted by what came before it, and nothing is held for one that is broken', () => {
    const [open, components] = since09('v0.9', basic09.id, 'path')('s');
    for (const Reader of READERS) {
      const fold = foldOf(basic09);
      const early = { version: 'v0.9', deleteSurface: { surfaceId: 's' } };
      const broken = { version: 'v0.9', updateComponents: { surfaceId: 's', components: 'none' } };
      const { parts } = read(Reader, fold, [early, broken, open, components], 1e6);
      expect(given(parts).slice(-2)).toEqual([open, components]);
      expect(fold.surfaces.has('s')).toBe(true);
    }
  });

  it('[SP19] no more than a bound of them wait', () => {
    const [open, components] = since09('v0.9', basic09.id, 'path')('s');
    const many = Array.from({ length: MAX_HELD_MESSAGES + 3 }, () => components);
    for (const Reader of READERS) {
      const { parts } = read(Reader, foldOf(basic09), [...many, open], 1e6);
      expect(parts.filter(({ part }) => part === 'refused')).toHaveLength(3);
    }
  });
});
