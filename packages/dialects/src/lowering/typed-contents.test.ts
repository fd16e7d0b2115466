import { type Json, type JsonObject, type Steps, takeAll } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { Reader, schemaProblems } from '../../test/emitted.ts';
import { a2ui08 } from '../a2ui-0.8/codec.ts';
import { diff } from './diff.ts';
import { isAtom, writeChanges, writeDocument } from './typed-contents.ts';

const payloads = (messages: Steps<readonly Json[] | undefined>): unknown =>
  takeAll(messages)?.map((message) => {
    const { surfaceId, ...rest } = (message as { dataModelUpdate: JsonObject }).dataModelUpdate;
    expect(surfaceId).toBe('s');
    return rest;
  });

describe('a document', () => {
  it('is typed entries, with maps one level deep', () => {
    expect(
      payloads(writeDocument('s', { text: 'a', number: 1, bool: true, none: null, map: { k: 'v' }, tags: ['x', 'y'] })),
    ).toEqual([
      {
        contents: [
          { key: 'text', valueString: 'a' },
          { key: 'number', valueNumber: 1 },
          { key: 'bool', valueBoolean: true },
          { key: 'none', valueString: '' },
          { key: 'map', valueMap: [{ key: 'k', valueString: 'v' }] },
          { key: 'tags', valueString: '["x","y"]' },
        ],
      },
    ]);
  });

  it('continues at its paths where it is deeper, and keeps the order of its keys', () => {
    expect(payloads(writeDocument('s', { 'a/b': { deep: { er: 1 }, leaf: 2 }, items: [{ n: { m: 1 } }] }))).toEqual([
      {
        contents: [
          { key: 'a/b', valueMap: [] },
          { key: 'items', valueMap: [] },
        ],
      },
      {
        path: '/a~1b',
        contents: [
          { key: 'deep', valueMap: [{ key: 'er', valueNumber: 1 }] },
          { key: 'leaf', valueNumber: 2 },
        ],
      },
      { path: '/items', contents: [{ key: '0', valueMap: [] }] },
      { path: '/items/0', contents: [{ key: 'n', valueMap: [{ key: 'm', valueNumber: 1 }] }] },
    ]);
  });

  it('is nothing where it is empty or no object', () => {
    expect(takeAll(writeDocument('s', {}))).toEqual([]);
    expect(takeAll(writeDocument('s', [1]))).toEqual([]);
  });
});

describe('a change', () => {
  const change = (before: Json, after: Json): Steps<readonly Json[] | undefined> =>
    writeChanges('s', diff(before, after, { isAtom, shrinks: true }), after);

  it('of one value touches nothing beside it', () => {
    expect(payloads(change({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }))).toEqual([
      { path: '/a/c', contents: [{ key: '.', valueNumber: 3 }] },
    ]);
    expect(payloads(change({ a: { c: 2 } }, { a: { c: 3 } }))).toEqual([
      { path: '/a', contents: [{ key: 'c', valueNumber: 3 }] },
    ]);
    expect(payloads(change({ a: 1 }, { a: 2 }))).toEqual([{ contents: [{ key: 'a', valueNumber: 2 }] }]);
  });

  it('that takes something out of a container writes it anew', () => {
    expect(payloads(change({ a: 1, m: { x: 1, y: 2 } }, { a: 1, m: { y: 2 } }))).toEqual([
      { path: '/m', contents: [{ key: '.', valueString: '[]' }] },
      { path: '/m', contents: [{ key: 'y', valueNumber: 2 }] },
    ]);
    const items = (count: number): Json => ({ a: 1, items: Array.from({ length: count }, (_, i) => ({ n: i })) });
    expect(payloads(change(items(3), items(1)))).toEqual([
      { path: '/items', contents: [{ key: '.', valueString: '[]' }] },
      { path: '/items', contents: [{ key: '0', valueMap: [{ key: 'n', valueNumber: 0 }] }] },
    ]);
  });

  it('that takes something out of the model blanks it', () => {
    expect(payloads(change({ a: 1, b: { c: 1 } }, { a: 1 }))).toEqual([
      { path: '/b', contents: [{ key: '.', valueString: '' }] },
    ]);
  });

  it('of the whole model, or of its order, needs a new surface', () => {
    expect(takeAll(change({ a: 1 }, ['x']))).toBeUndefined();
    expect(takeAll(change({ a: 1, b: 1 }, { b: 1, a: 1 }))).toBeUndefined();
  });

  it.each<[Json, Json]>([
    [{ a: 'x' }, { a: { b: { c: { d: 1 } } } }],
    [{ a: { b: { c: 1 } } }, { a: 'x', z: true }],
    [{ l: ['a', 'b'] }, { l: [{ a: 1 }] }],
    [
      { l: [{ a: 1 }, { b: { c: 1 } }], k: 1 },
      { l: ['a'], k: 1 },
    ],
    [
      { l: [{ a: 1 }], k: 1 },
      { l: { x: { y: 1 } }, k: 1 },
    ],
    [{ m: { a: 1, b: { c: [{ d: 1 }, { e: 1 }] } } }, { m: { a: 1, b: { c: [{ d: 2 }] } } }],
    [{ m: {} }, { m: { x: null } }],
  ])('from %j to %j is read as meant', (before, after) => {
    const messages = [...takeAll(writeDocument('s', before)), ...(takeAll(change(before, after)) ?? [])];
    expect(schemaProblems('a2ui-0.8', messages)).toEqual([]);
    const fresh = new Reader(a2ui08).read(takeAll(writeDocument('s', after))).fold;
    expect(new Reader(a2ui08).read(messages).fold.surfaces.get('s')?.data.get('/')).toEqual(
      fresh.surfaces.get('s')?.data.get('/'),
    );
  });
});
