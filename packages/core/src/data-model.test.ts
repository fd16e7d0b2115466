import { describe, expect, it } from 'vitest';
import { nestedLists, poisoned } from '../test/stage.ts';
import { DataModel } from './data-model.ts';
import { copyJson, type Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { batch, watch } from './reactive.ts';

function model(data: Json = {}, limits: Partial<Limits> = {}): DataModel {
  const made = new DataModel({ ...DEFAULT_LIMITS, ...limits });
  expect(made.set('/', data)).toBeUndefined();
  return made;
}

const all = (data: DataModel) => data.get('/');
const code = (problem: { readonly code: string } | undefined) => problem?.code.replace('VITRINE_', '');

describe('setting', () => {
  it('[DM1] a value replaces what is at its path, whole', () => {
    const data = model({ a: { b: 1, c: 2 } });
    expect(data.set('/a', { d: 3 })).toBeUndefined();
    expect(all(data)).toEqual({ a: { d: 3 } });
    data.set('/a/d', [1]);
    data.set('/a/d/0', null);
    expect(all(data)).toEqual({ a: { d: [null] } });
  });

  it('[DM1] containers are made on the way: a list for a position, an object for a key', () => {
    const data = model();
    data.set('/a/0/b', 1);
    data.set('/x/007/1', 2);
    data.set('/y/99999999999', 3);
    expect(all(data)).toEqual({ a: [{ b: 1 }], x: { '007': [null, 2] }, y: { '99999999999': 3 } });
  });

  it('[DM1] null on the way becomes a container', () => {
    const data = model({ a: null, l: [null] });
    data.set('/a/b', 1);
    data.set('/l/0/0', 2);
    expect(all(data)).toEqual({ a: { b: 1 }, l: [[2]] });
  });

  it('[DM1] a path without a leading slash begins at the root too', () => {
    const data = model();
    data.set('a/b', 1);
    expect(data.get('/a/b')).toBe(1);
  });

  it('[DM2] a path that leads through another value is refused', () => {
    const data = model({ t: 'text', n: 0, b: false });
    for (const path of ['/t/a', '/n/0', '/b/x/y']) expect(code(data.set(path, 1))).toBe('POINTER_BLOCKED');
    expect(data.set('/t/a', 1, '/where')).toMatchObject({
      severity: 'error',
      at: '/path',
      message: expect.stringContaining('"/t/a"'),
    });
    expect(all(data)).toEqual({ t: 'text', n: 0, b: false });
  });

  it('[DM2] a list has positions only', () => {
    const data = model({ l: [1] });
    for (const path of ['/l/a', '/l/-', '/l/01', '/l/-1', '/l/length', '/l/x/y'])
      expect(code(data.set(path, 1))).toBe('POINTER_INDEX');
    expect(all(data)).toEqual({ l: [1] });
  });

  it('[DM3] a write behind the end of a list fills the gap with null, up to listGap', () => {
    const data = model({ l: ['a'] }, { listGap: 2 });
    expect(data.set('/l/3', 'd')).toBeUndefined();
    expect(data.get('/l')).toEqual(['a', null, null, 'd']);
    expect(code(data.set('/l/7', 'x'))).toBe('POINTER_INDEX');
    expect(code(data.set('/new/3', 'x'))).toBe('POINTER_INDEX');
    expect(data.set('/new/2', 'x')).toBeUndefined();
    expect(data.get('/new')).toEqual([null, null, 'x']);
  });

  it('[DM3] a position in the billions is refused at once', () => {
    const data = model({ items: [] });
    for (const path of ['/items/4294967294', '/none/4294967294', '/items/0/4294967294/a', '/a/b/9999999999']) {
      expect(code(data.set(path, 1))).toBe('POINTER_INDEX');
    }
    expect(all(data)).toEqual({ items: [] });
  });

  it('[DM4] a write at the root replaces everything', () => {
    const data = model({ a: 1 });
    for (const root of ['/', '']) {
      expect(data.set(root, { b: 2 })).toBeUndefined();
      expect(all(data)).toEqual({ b: 2 });
    }
    data.set('/', [1]);
    data.set('/1', 2);
    expect(all(data)).toEqual([1, 2]);
  });

  it('[DM4] a model that is null begins anew as an object, unless the write is refused', () => {
    const data = model(null);
    expect(code(data.set('/a/99999', 1))).toBe('POINTER_INDEX');
    expect(all(data)).toBeNull();
    data.set('/0', 'x');
    expect(all(data)).toEqual({ 0: 'x' });
    const text = model('text');
    expect(code(text.set('/a', 1))).toBe('POINTER_BLOCKED');
  });
});

describe('merging, unsetting, appending', () => {
  it('[DM5] merging recurses into objects and overwrites leaves and lists', () => {
    const data = model({ a: { b: 1, l: [1, 2], o: { x: 1 } }, t: 'text' });
    expect(data.merge('/', { a: { l: [3], o: { y: 2 } }, t: { now: 'object' } })).toBeUndefined();
    expect(all(data)).toEqual({ a: { b: 1, l: [3], o: { x: 1, y: 2 } }, t: { now: 'object' } });
    data.merge('/a/o', 5);
    data.merge('/new/list/0', { a: 1 });
    expect(data.get('/a/o')).toBe(5);
    expect(data.get('/new')).toEqual({ list: [{ a: 1 }] });
  });

  it('[DM5] what merging leaves as it was is not told', () => {
    const data = model({ a: { same: { x: [1] }, other: 1 } });
    const seen: string[] = [];
    data.observe('/a/same', () => seen.push('same'));
    data.observe('/a/other', () => seen.push('other'));
    data.observe('/a', () => seen.push('parent'));
    data.merge('/', { a: { same: { x: [1] }, other: 2, more: 3 } });
    expect(seen.sort()).toEqual(['other', 'parent']);
  });

  it('[DM5] merging into a blocked path changes nothing', () => {
    const data = model({ t: 'text' });
    expect(code(data.merge('/t/a', { b: 1 }))).toBe('POINTER_BLOCKED');
    expect(all(data)).toEqual({ t: 'text' });
  });

  it('[DM6] unsetting removes a key and leaves its siblings and an empty parent', () => {
    const data = model({ a: { b: 1, c: 2 } });
    data.unset('/a/b');
    expect(all(data)).toEqual({ a: { c: 2 } });
    data.unset('/a/c');
    expect(all(data)).toEqual({ a: {} });
  });

  it('[DM6] unsetting a position empties it, and the list keeps its length', () => {
    const data = model({ l: ['a', 'b', { c: 1 }] });
    data.unset('/l/1');
    data.unset('/l/2/c');
    data.unset('/l/9');
    expect(data.get('/l')).toEqual(['a', null, {}]);
  });

  it('[DM6] unsetting what is not there is no issue and tells nobody; the root becomes empty', () => {
    const data = model({ a: 1 });
    let told = 0;
    data.observe('/', () => told++);
    for (const path of ['/b', '/b/c', '/a/b', '/a/0']) expect(data.unset(path)).toBeUndefined();
    expect([all(data), told]).toEqual([{ a: 1 }, 0]);
    data.unset('/');
    expect([all(data), told]).toEqual([{}, 1]);
  });

  it('[DM7] appending adds to a text or a list', () => {
    const data = model({ t: 'ab', l: [1] });
    expect(data.append('/t', 'cd')).toBeUndefined();
    expect(data.append('/l', [2, [3]])).toBeUndefined();
    expect(data.append('/l', [])).toBeUndefined();
    expect(all(data)).toEqual({ t: 'abcd', l: [1, 2, [3]] });
  });

  it('[DM7] where nothing or null is, the value itself is written', () => {
    const data = model({ n: null, m: null });
    data.append('/n', 'text');
    data.append('/m', [1]);
    data.append('/new/0/t', 'x');
    data.append('/list', [2]);
    expect(all(data)).toEqual({ n: 'text', m: [1], new: [{ t: 'x' }], list: [2] });
  });

  it('[DM7] nothing can be appended to other values', () => {
    const data = model({ n: 1, o: {}, t: 'x', l: [] });
    expect(
      [data.append('/n', 'a'), data.append('/o', [1]), data.append('/t', [1]), data.append('/l', 'a')].map(code),
    ).toEqual(Array(4).fill('POINTER_BLOCKED'));
    expect(all(data)).toEqual({ n: 1, o: {}, t: 'x', l: [] });
  });

  it('[DM7] an appended list tells the list and its new positions, not the old ones', () => {
    const data = model({ l: [1, 2] });
    const seen: string[] = [];
    for (const path of ['/l', '/l/0', '/l/1', '/l/2', '/l/3']) data.observe(path, () => seen.push(path));
    data.append('/l', [3, 4]);
    expect(seen).toEqual(['/l', '/l/2', '/l/3']);
  });

  it('[DM8] a piece of text may begin and end inside a surrogate pair', () => {
    const data = model({ t: 'a' });
    expect(data.append('/t', 'b\ud83d')).toBeUndefined();
    expect(data.append('/t', '')).toBeUndefined();
    expect(data.append('/t', '\ude00c')).toBeUndefined();
    expect(data.get('/t')).toBe('ab\u{1f600}c');
    expect(data.append('/new', '\ud83d')).toBeUndefined();
    expect(data.append('/new', '\ude00')).toBeUndefined();
    expect(data.get('/new')).toBe('\u{1f600}');
  });

  it('[DM8] half a pair that never becomes one is refused', () => {
    const data = model({ t: 'a', h: '' });
    expect(code(data.append('/t', 'b\ud83dc'))).toBe('JSON_TEXT');
    expect(code(data.append('/t', '\ude00'))).toBe('JSON_TEXT');
    expect(code(data.append('/new', '\ude00'))).toBe('JSON_TEXT');
    data.append('/h', 'x\ud83d');
    expect(code(data.append('/h', 'y'))).toBe('JSON_TEXT');
    expect(code(data.append('/h', '\ud83d'))).toBe('JSON_TEXT');
    expect(data.append('/h', '\ude00y')).toBeUndefined();
    expect(all(data)).toEqual({ t: 'a', h: 'x\u{1f600}y' });
  });
});

describe('whose values they are', () => {
  it('[DM9] a value that was handed in is never changed', () => {
    const handed = { list: [{ name: 'a' }], map: { x: 1 } };
    const before = copyJson(handed);
    const data = model(handed);
    data.set('/list/0/name', 'b');
    data.set('/list/1', 1);
    data.append('/list', [2]);
    data.unset('/map/x');
    data.merge('/', { map: { y: 1 } });
    expect(handed).toEqual(before);
    const item = { deep: { n: 1 } };
    data.append('/list', [item]);
    data.set('/list/3/deep/n', 2);
    expect(item).toEqual({ deep: { n: 1 } });
  });

  it('[DM9] a frozen value can be written into', () => {
    const frozen = Object.freeze({ a: Object.freeze([Object.freeze({ b: 1 })]) }) as unknown as Json;
    const data = model(frozen);
    data.set('/a/0/b', 2);
    expect(all(data)).toEqual({ a: [{ b: 2 }] });
  });

  it('[DM9] one value at two paths does not change at both', () => {
    const shared = { n: 1 };
    const data = model({ a: shared, b: shared });
    data.set('/a/n', 2);
    expect(all(data)).toEqual({ a: { n: 2 }, b: { n: 1 } });
  });

  it('[DM9] what was read from the model can be handed back to it', () => {
    const data = model();
    data.set('/a/list/0', 1);
    data.set('/b', data.get('/a') as Json);
    data.set('/a/list/0', 2);
    expect(all(data)).toEqual({ a: { list: [2] }, b: { list: [1] } });
    data.set('/a/self', data.get('/a') as Json);
    expect(data.get('/a')).toEqual({ list: [2], self: { list: [2] } });
  });

  it('[DM10] a snapshot never changes, and the next is not disturbed by it', () => {
    const data = model({ list: [{ n: 0 }] });
    const taken: [Json, string][] = [];
    const take = () => {
      const snapshot = data.snapshot();
      taken.push([snapshot, JSON.stringify(snapshot)]);
    };
    take();
    data.set('/list/0/n', 1);
    take();
    data.append('/list', [{ n: 2 }]);
    data.set('/list/1/n', 3);
    take();
    data.unset('/list');
    take();
    for (const [snapshot, text] of taken) expect(JSON.stringify(snapshot)).toBe(text);
    expect(taken.map(([, text]) => text)).toEqual([
      '{"list":[{"n":0}]}',
      '{"list":[{"n":1}]}',
      '{"list":[{"n":1},{"n":3}]}',
      '{}',
    ]);
  });

  it('[DM11] what is written stays in place: a leaf write copies no list that is ours', () => {
    const data = model({ list: Array.from({ length: 1000 }, (_, i) => ({ n: i })) });
    data.set('/list/0/n', -1);
    const list = data.get('/list');
    data.set('/list/500/n', -1);
    data.append('/list', [{ n: 1 }]);
    expect(data.get('/list')).toBe(list);
  });
});

describe('taking back', () => {
  it('[DM12] a rollback restores the document exactly, the order of keys included', () => {
    const data = model({ z: 1, a: { b: [1] } });
    const before = JSON.stringify(data.snapshot());
    data.begin();
    data.unset('/z');
    data.set('/a/b/0', { x: 1 });
    data.append('/a/b', [2]);
    data.set('/z', 2);
    data.rollback();
    expect(JSON.stringify(data.snapshot())).toBe(before);
    data.set('/a/b/0', 9);
    expect(all(data)).toEqual({ z: 1, a: { b: [9] } });
  });

  it('[DM12] after a commit there is nothing to take back', () => {
    const data = model({ a: 1 });
    data.begin();
    data.set('/a', 2);
    data.commit();
    data.rollback();
    expect(all(data)).toEqual({ a: 2 });
  });

  it('[DM12] a rollback is told to those who saw what is taken back, and to nobody if nothing was written', () => {
    const data = model({ a: 1, b: 1 });
    const seen: (Json | undefined)[] = [];
    data.observe('/a', (value) => seen.push(value));
    data.begin();
    data.rollback();
    expect(seen).toEqual([]);
    data.begin();
    data.set('/a', 2);
    data.rollback();
    expect(seen).toEqual([2, 1]);
    let runs = 0;
    watch(() => {
      runs++;
      data.get('/b');
    });
    batch(() => {
      data.begin();
      data.set('/a', 3);
      data.rollback();
    });
    expect([runs, seen, data.get('/a')]).toEqual([1, [2, 1], 1]);
  });
});

describe('telling', () => {
  it('[DM13] a refused write changes nothing and tells nobody', () => {
    const data = model({ a: { b: 1 }, l: [1], t: 'x' }, { dataValues: 8, textLength: 5 });
    const before = JSON.stringify(all(data));
    let told = 0;
    data.observe('/', () => told++);
    const refusals = [
      data.set('/t/x', 1),
      data.set('/l/x', 1),
      data.set('/l/9999', 1),
      data.set('/x', poisoned()),
      data.set('/__proto__/x', 1),
      data.set('/x~', 1),
      data.set('/x', Infinity),
      data.set('/x', [1, 2, 3, 4, 5, 6, 7, 8]),
      data.merge('/', { a: { c: [1, 2, 3, 4] } }),
      data.merge('/t/x', {}),
      data.append('/l', [1, 2, 3, 4]),
      data.append('/t', '123456'),
      data.append('/a', 'x'),
      data.unset('/constructor'),
    ];
    expect(refusals.filter((problem) => problem === undefined)).toEqual([]);
    expect([JSON.stringify(all(data)), told]).toEqual([before, 0]);
  });

  it('[DM14] writing the primitive that is there tells nobody', () => {
    const data = model({ a: 1, t: 'x', n: false });
    let told = 0;
    watch(() => {
      data.get('/');
      told++;
    });
    data.set('/a', 1);
    data.set('/t', 'x');
    data.set('/n', false);
    data.append('/t', '');
    expect(told).toBe(1);
  });

  it('[DM15] a watcher runs once for a write, outside a batch too', () => {
    const data = model({ a: { b: { c: 1 } } });
    let runs = 0;
    watch(() => {
      runs++;
      data.get('/a');
      data.get('/a/b');
      data.get('/a/b/c');
      data.readShape(['a']);
    });
    data.set('/a', { b: { c: 2 } });
    expect(runs).toBe(2);
    batch(() => {
      data.set('/a/b/c', 3);
      data.set('/a/b/c', 4);
    });
    expect(runs).toBe(3);
  });

  it('[DM15] a watcher whose reads change place with the data is still told', () => {
    const data = model({ details: true, more: 'm', name: 'n' });
    const seen: string[] = [];
    watch(() => {
      const more = data.get('/details') === true ? data.get('/more') : '';
      seen.push(`${more}${data.get('/name')}`);
    });
    data.set('/details', false);
    data.set('/name', 'o');
    data.set('/name', 'p');
    expect(seen).toEqual(['mn', 'n', 'o', 'p']);
  });

  it('[DM15] a list is watched by its members: a change inside an item does not concern it', () => {
    const data = model({ list: [{ n: 1 }] });
    let runs = 0;
    watch(() => {
      runs++;
      data.readShape(['list']);
    });
    data.set('/list/0/n', 2);
    data.set('/list/0/more', 2);
    data.set('/list/0', { n: 3 });
    data.unset('/list/0/n');
    expect(runs).toBe(1);
    data.append('/list', [{}]);
    data.set('/list/2', {});
    data.set('/list', []);
    data.unset('/list');
    data.set('/', {});
    expect(runs).toBe(6);
    data.set('/list/0/n', 1);
    expect(runs).toBe(7);
  });

  it('[DM15] an empty list and an object see members come and go', () => {
    const data = model({ map: { a: 1 } });
    let runs = 0;
    watch(() => {
      runs++;
      data.readShape(['map']);
    });
    data.set('/map/a', 2);
    expect(runs).toBe(1);
    data.set('/map/b', 1);
    data.unset('/map/a');
    expect(runs).toBe(3);
  });

  it('[DM15] a gap that is filled is told at the positions that become null', () => {
    const data = model({ list: ['a'] });
    const seen: string[] = [];
    for (const path of ['/list/0', '/list/1', '/list/2', '/list/3', '/new/0'])
      data.observe(path, (value) => seen.push(`${path} ${value}`));
    data.set('/list/2', 'c');
    data.set('/new/1/x', 1);
    expect(seen).toEqual(['/list/2 c', '/list/1 null', '/new/0 null']);
  });

  it('[DM16] observe tells what is there after each change, and not at the beginning', () => {
    const data = model({ a: 1 });
    const seen: (Json | undefined)[] = [];
    const watcher = data.observe('/a', (value) => seen.push(value));
    data.set('/a', 2);
    data.set('/', { a: 2 });
    data.unset('/a');
    data.set('/a/b', 1);
    watcher.dispose();
    data.set('/a', 3);
    expect(seen).toEqual([2, undefined, { b: 1 }]);
    expect(data.observerCount).toBe(0);
  });

  it('[DM17] a path deeper than any data reads as absent and is not observed', () => {
    const data = model({}, { dataDepth: 5 });
    const deep = `/${Array(100_000).fill('a').join('/')}`;
    const watcher = watch(() => {
      expect(data.get(deep)).toBeUndefined();
      expect(data.readShape(Array(6).fill('a'))).toBeUndefined();
      expect(data.readFrom(['a', 'a', 'a'], ['a', 'a', 'a'])).toBeUndefined();
      data.get('/a/a/a/a/a');
    });
    expect(data.observerCount).toBe(5);
    data.set('/', { a: 1 });
    watcher.dispose();
    expect(data.observerCount).toBe(0);
  });
});

describe('limits', () => {
  it('[DM18] the number of values is bounded exactly, whatever is written', () => {
    const data = model({ a: 1, b: [1, 2] }, { dataValues: 6 });
    expect(data.set('/c', 1)).toBeUndefined();
    expect(code(data.set('/d', 1))).toBe('LIMIT_DATA');
    expect(data.set('/b', [3, 4])).toBeUndefined();
    expect(code(data.set('/b', [3, 4, 5]))).toBe('LIMIT_DATA');
    expect(code(data.append('/b', [5]))).toBe('LIMIT_DATA');
    data.unset('/c');
    expect(data.append('/b', [5])).toBeUndefined();
    expect(data.merge('/', { a: 2, b: [1, 2, 3] })).toBeUndefined();
    expect(code(data.merge('/', { a: { x: 1 } }))).toBe('LIMIT_DATA');
    data.set('/', {});
    expect(data.set('/x', [1, 2, 3, 4])).toBeUndefined();
  });

  it('[DM18] containers and gaps that a write makes on its way count', () => {
    const limits = { dataValues: 5 };
    expect(code(model({}, limits).set('/a/b/c/d/e', 1))).toBe('LIMIT_DATA');
    expect(model({}, limits).set('/a/b/c/d', 1)).toBeUndefined();
    expect(code(model({ l: [] }, limits).set('/l/3', 1))).toBe('LIMIT_DATA');
    expect(model({ l: [] }, limits).set('/l/2', 1)).toBeUndefined();
    expect(code(model({}, limits).append('/a/b/c/d/e', 'x'))).toBe('LIMIT_DATA');
    expect(code(model({}, limits).set('/100/100', 1))).toBe('LIMIT_DATA');
    expect(model(null, limits).set('/a/b/c/d', 1)).toBeUndefined();
  });

  it('[DM18] the sentence names the number and the limit', () => {
    expect(model({ a: 1 }, { dataValues: 3 }).set('/b', [1, 2], '/value')).toMatchObject({
      message: 'The data model would hold 5 values; the limit is 3.',
      at: '/value',
    });
  });

  it('[DM19] paths and values together are bounded in depth, also where text is appended', () => {
    const limits = { dataDepth: 3 };
    expect(model({}, limits).set('/a/b/c', 'x')).toBeUndefined();
    expect(code(model({}, limits).set('/a/b/c', []))).toBe('LIMIT_DEPTH');
    expect(code(model({}, limits).set('/a/b/c/d', 'x'))).toBe('LIMIT_DEPTH');
    expect(code(model({}, limits).append('/a/b/c/d', 'x'))).toBe('LIMIT_DEPTH');
    expect(model({}, limits).set('/', nestedLists(3))).toBeUndefined();
    expect(code(new DataModel({ ...DEFAULT_LIMITS, ...limits }).set('/', nestedLists(4)))).toBe('LIMIT_DEPTH');
    const lists = model({ a: [] }, limits);
    expect(lists.append('/a', [[1]])).toBeUndefined();
    expect(code(lists.append('/a', [[[1]]]))).toBe('LIMIT_DEPTH');
    expect(code(lists.merge('/a', { b: { c: {} } }))).toBe('LIMIT_DEPTH');
  });

  it('[DM19] data and paths of a hundred thousand levels are refused without overflow', () => {
    const data = model();
    const deep = Array(100_000).fill('a').join('/');
    const problems = [
      data.set('/a', nestedLists(100_000)),
      data.merge('/', { a: nestedLists(100_000) }),
      data.append('/l', [nestedLists(100_000)]),
      data.set(`/${deep}`, 1),
      data.append(`/${deep}`, 'x'),
    ];
    expect(problems.map(code)).toEqual(Array(5).fill('LIMIT_DEPTH'));
    expect(data.unset(`/${deep}`)).toBeUndefined();
    expect(all(data)).toEqual({});
  });

  it('[DM20] keys and texts are bounded in length, in paths and by appending too', () => {
    const data = model({ t: 'abc' }, { keyLength: 4, textLength: 5 });
    expect(
      [data.set('/abcde', 1), data.set('/a/abcde/b', 1), data.append('/abcde', 'x'), data.set('/a', { abcde: 1 })].map(
        code,
      ),
    ).toEqual(Array(4).fill('LIMIT_TEXT'));
    expect(data.append('/t', 'de')).toBeUndefined();
    expect([data.append('/t', 'f'), data.append('/n', '123456'), data.set('/n', '123456')].map(code)).toEqual(
      Array(3).fill('LIMIT_TEXT'),
    );
    expect(all(data)).toEqual({ t: 'abcde' });
  });
});
