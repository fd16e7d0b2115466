import type { Json } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { type DataChange, writesOf } from './data-change.ts';
import { diff, mergeWrites } from './diff.ts';

describe('the difference of two documents', () => {
  it.each<[Json, Json, unknown]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: ['b'], value: 3 }]],
    [{ a: 1, b: 2 }, { b: 2 }, [{ path: ['a'] }]],
    [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, [{ path: ['a', 'b', '1', 'c'], value: 3 }]],
    [{ a: [1] }, { a: [1, 2] }, [{ path: ['a', '1'], value: 2 }]],
    [{ a: [1, 2] }, { a: [1] }, [{ path: ['a'], value: [1], over: true }]],
    [{ a: {} }, { a: { b: 1, c: 2 } }, [{ path: ['a'], value: { b: 1, c: 2 } }]],
    [{}, { b: 1, c: 2 }, [{ path: [], value: { b: 1, c: 2 } }]],
    [{ a: 'x' }, { a: { b: 1 } }, [{ path: ['a'], value: { b: 1 } }]],
    [{ a: { b: 1 } }, { a: null }, [{ path: ['a'], value: null, over: true }]],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, [{ path: [], value: { b: 2, a: 1 }, over: true }]],
  ])('%j → %j is %j', (before, after, writes) => {
    expect(diff(before, after)).toEqual(writes);
  });

  it('does not look into what both share', () => {
    const shared = new Proxy({ a: 1 }, { ownKeys: () => expect.fail('looked into') });
    expect(diff({ shared, b: 1 }, { shared, b: 2 })).toEqual([{ path: ['b'], value: 2 }]);
  });

  it('writes a container whole when most of it changed', () => {
    const of = (value: number): Json => ({ list: Array.from({ length: 40 }, () => ({ value })) });
    expect(diff(of(1), of(2))).toEqual([{ path: ['list'], value: (of(2) as { list: Json }).list }]);
  });

  it('takes atoms as a whole and members of lists away where it is asked to', () => {
    const options = {
      isAtom: (value: Json) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
      shrinks: true,
    };
    expect(diff({ a: ['x', 'y'] }, { a: ['x'] }, options)).toEqual([{ path: ['a'], value: ['x'] }]);
    expect(diff({ a: [{}, {}] }, { a: [{}] }, options)).toEqual([{ path: ['a', '1'] }]);
  });
});

describe('what a merge left', () => {
  it('is one write where nothing else stands there', () => {
    const document = { a: { b: 1, c: { d: 2 } } };
    expect(mergeWrites(document, [], document)).toEqual([{ path: [], value: document }]);
  });

  it('is a write per member where something else does', () => {
    const document = { keep: 0, a: { b: 1, keep: 0, c: { d: 2 } } };
    expect(mergeWrites(document, [], { a: { b: 1, c: { d: 2 } } })).toEqual([
      { path: ['a', 'b'], value: 1 },
      { path: ['a', 'c'], value: { d: 2 } },
    ]);
  });

  it('is nothing where a later change took it away', () => {
    expect(mergeWrites({}, ['a'], { b: 1 })).toEqual([]);
  });
});

describe('the writes of an entry', () => {
  it.each<[DataChange, Json, unknown]>([
    [{ kind: 'set', path: '/a', value: 1 }, { a: 1 }, [{ path: ['a'], value: 1 }]],
    [{ kind: 'unset', path: '/a/b' }, { a: {} }, [{ path: ['a', 'b'] }]],
    [{ kind: 'unset', path: '/' }, {}, [{ path: [], value: {} }]],
    [{ kind: 'append', path: '/t', value: 'cd' }, { t: 'abcd' }, [{ path: ['t'], value: 'abcd' }]],
    [{ kind: 'append', path: '/l', value: [3] }, { l: [1, 2, 3] }, [{ path: ['l', '2'], value: 3 }]],
    [{ kind: 'append', path: '/l', value: [1] }, { l: [1] }, [{ path: ['l'], value: [1] }]],
    [{ kind: 'merge', path: '/', value: { a: 1 } }, { a: 1, b: 2 }, [{ path: ['a'], value: 1 }]],
  ])('%j that left %j are %j', (change, document, writes) => {
    expect(writesOf([change], document)).toEqual(writes);
  });

  it('are what several changes left where they touched', () => {
    const changes: DataChange[] = [
      { kind: 'set', path: '/m/x', value: 1 },
      { kind: 'merge', path: '/', value: { n: 2 } },
      { kind: 'set', path: '/m', value: 'leaf' },
      { kind: 'unset', path: '/gone' },
      { kind: 'unset', path: '/deep/er/gone' },
    ];
    expect(writesOf(changes, { m: 'leaf', n: 2, deep: { kept: 1 } })).toEqual([
      { path: ['m'], value: 'leaf' },
      { path: ['n'], value: 2 },
      { path: ['gone'] },
      { path: ['deep'], value: { kept: 1 } },
    ]);
    expect(writesOf([...changes, { kind: 'set', path: '/', value: {} }], { a: 1 })).toEqual([
      { path: [], value: { a: 1 } },
    ]);
  });
});
