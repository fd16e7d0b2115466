import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { Reading } from '../../test/reading.ts';
import { a2ui08 } from './codec.ts';

const AT = '/dataModelUpdate/contents';

function update(contents: Json, path?: Json): Json {
  return { dataModelUpdate: { surfaceId: 's', ...(path === undefined ? {} : { path }), contents } };
}

function started(options: ConstructorParameters<typeof Reading>[2] = {}): Reading {
  const reading = new Reading(a2ui08, 'agent', options);
  reading.accept({ beginRendering: { surfaceId: 's', root: 'root' } });
  return reading;
}

/** The model after one update that has nothing wrong with it. */
function modelOf(contents: Json, path?: Json): Json | undefined {
  const reading = started();
  reading.accept(update(contents, path));
  return reading.data('s');
}

/** The model after one update with these warnings. */
function mended(contents: Json, ...issues: readonly string[]): Json | undefined {
  const reading = started();
  reading.mend(update(contents), ...issues.map((text) => text.replace(' ', ` ${AT}`)));
  return reading.data('s');
}

const filled: Json = [
  {
    key: 'user',
    valueMap: [
      { key: 'name', valueString: 'Ada' },
      { key: 'tags', valueArray: [{ valueString: 'a' }] },
    ],
  },
  { key: 'count', valueNumber: 1 },
];

describe('typed contents', () => {
  it('[DA14] every type becomes plain JSON', () => {
    const contents = [
      { key: 'text', valueString: 'x' },
      { key: 'number', valueNumber: 1.5 },
      { key: 'flag', valueBoolean: false },
      { key: 'map', valueMap: [{ key: 'inner', valueMap: [{ key: 'deep', valueString: 'y' }] }] },
      { key: 'none', valueMap: [] },
      { key: 'list', valueArray: [{ valueNumber: 1 }, { valueMap: [{ key: 'k', valueBoolean: true }] }] },
      { key: 'a/b~c', valueString: 'one key' },
    ];
    expect(modelOf(contents)).toEqual({
      text: 'x',
      number: 1.5,
      flag: false,
      map: { inner: { deep: 'y' } },
      none: {},
      list: [1, { k: true }],
      'a/b~c': 'one key',
    });
  });

  it('[DA14] an update merges: leaves and lists are overwritten, maps recursed, at the root too', () => {
    const reading = started();
    reading.accept(update(filled));
    reading.accept(
      update([
        {
          key: 'user',
          valueMap: [
            { key: 'age', valueNumber: 36 },
            { key: 'tags', valueArray: [] },
          ],
        },
      ]),
    );
    expect(reading.data('s')).toEqual({ user: { name: 'Ada', age: 36, tags: [] }, count: 1 });
    reading.accept(update([{ key: 'name', valueString: 'Eve' }], '/user'));
    expect(reading.data('s')).toEqual({ user: { name: 'Eve', age: 36, tags: [] }, count: 1 });
    reading.accept(update([]));
    expect(reading.data('s')).toEqual({ user: { name: 'Eve', age: 36, tags: [] }, count: 1 });
  });

  it('[DA14] the path is seen from the root and made where it is missing', () => {
    const city = [{ key: 'city', valueString: 'London' }];
    const made = { user: { address: { city: 'London' } } };
    expect(modelOf(city, '/user/address')).toEqual(made);
    expect(modelOf(city, 'user/address')).toEqual(made);
    for (const root of ['/', '', '.']) expect(modelOf(city, root)).toEqual({ city: 'London' });
    const reading = started();
    reading.mend(update(city, 'user.address'), 'POINTER_SYNTAX /dataModelUpdate/path');
    expect(reading.data('s')).toEqual(made);
    reading.refuse(update(city, 7), 'MESSAGE_SHAPE /dataModelUpdate/path');
    reading.refuse(update(city, '/user/constructor'), 'POINTER_RESERVED /dataModelUpdate/path');
    reading.refuse(update(city, '/user/address/city/street'), 'POINTER_BLOCKED /dataModelUpdate/path');
  });

  it('[DA15] the key . sets a value at the path itself', () => {
    const reading = started();
    expect(reading.accept(update([{ key: '.', valueString: 'v' }], '/x/y'))).toEqual([
      { op: 'set', surface: 's', path: '/x/y', value: 'v' },
    ]);
    reading.accept(update([{ key: '.', valueArray: [{ valueNumber: 1 }] }], '/x/list'));
    reading.accept(update([{ key: '.', valueMap: [{ key: 'z', valueNumber: 2 }] }], '/x'));
    expect(reading.data('s')).toEqual({ x: { y: 'v', list: [1], z: 2 } });
    reading.mend(update([{ key: '', valueString: 'w' }], '/x/y'), `MESSAGE_SHAPE ${AT}`);
    expect(reading.data('s')).toEqual({ x: { y: 'w', list: [1], z: 2 } });
    reading.refuse(update([{ key: '.', valueString: 'v' }]), `MESSAGE_SHAPE ${AT}`);
  });

  it('[DA15] among other entries . is a key like any other', () => {
    expect(
      modelOf([
        { key: '.', valueNumber: 1 },
        { key: 'a', valueNumber: 2 },
      ]),
    ).toEqual({ '.': 1, a: 2 });
  });

  it('[DA16] items of a list have a type and no key; null and {} keep their place', () => {
    const items = [
      { valueString: 'a' },
      null,
      {},
      { valueArray: [{ valueBoolean: true }] },
      { key: 'k', valueNumber: 2 },
    ];
    expect(modelOf([{ key: 'list', valueArray: items }])).toEqual({ list: ['a', null, null, [true], 2] });
  });

  it('[DA16] bare items and objects of nobody are taken as they are', () => {
    const at = '/0/valueArray';
    const items = ['a', 3, { name: 'x' }, [1]];
    expect(mended([{ key: 'l', valueArray: items }], ...items.map((_, i) => `MESSAGE_SHAPE ${at}/${i}`))).toEqual({
      l: items,
    });
  });

  it('[DA17] forms that 0.8 does not have are read with a warning', () => {
    expect(mended({ a: { b: 1 } }, 'MESSAGE_SHAPE ')).toEqual({ a: { b: 1 } });
    expect(mended([{ key: 'a', value: [1, 2] }], 'MESSAGE_SHAPE /0/value')).toEqual({ a: [1, 2] });
    expect(mended([{ key: 'a', valueList: [{ valueNumber: 1 }] }], 'MESSAGE_SHAPE /0/valueList')).toEqual({ a: [1] });
    expect(mended([{ key: 'a', valueMap: { b: 1 } }], 'MESSAGE_SHAPE /0/valueMap')).toEqual({ a: { b: 1 } });
    expect(mended([{ key: 'a', valueNumber: '5' }], 'MESSAGE_SHAPE /0/valueNumber')).toEqual({ a: '5' });
    expect(mended([{ key: 'a', valueString: null }], 'MESSAGE_SHAPE /0/valueString')).toEqual({ a: null });
    expect(mended([{ key: 'a' }], 'MESSAGE_FIELD_MISSING /0')).toEqual({ a: null });
    expect(mended([{ key: 'a', valueNumber: 1, valueString: 'x' }], 'MESSAGE_SHAPE /0')).toEqual({ a: 'x' });
    expect(mended([{ key: 'a', valueNumber: 1, note: 'x' }], 'MESSAGE_SHAPE /0')).toEqual({ a: 1 });
    const twice = [
      { key: 'a', valueNumber: 1 },
      { key: 'a', valueNumber: 2 },
    ];
    expect(mended(twice, 'MESSAGE_SHAPE /1')).toEqual({ a: 2 });
  });

  it('[DA17] strict reading refuses what is mended here', () => {
    const reading = started({ strict: true });
    reading.refuse(update({ a: 1 }), `MESSAGE_SHAPE ${AT}`);
    reading.refuse(update([{ key: 'a', value: 1 }]), `MESSAGE_SHAPE ${AT}/0/value`);
    reading.accept(update(filled));
  });

  it('[DA18] a text that is the JSON of a list or object is read as such, with a warning', () => {
    const warning = 'MESSAGE_SHAPE /0/valueString';
    expect(mended([{ key: 'a', valueString: '["x", "y"]' }], warning)).toEqual({ a: ['x', 'y'] });
    expect(mended([{ key: 'a', valueString: ' {"b": [1]} ' }], warning)).toEqual({ a: { b: [1] } });
    const reading = started({ strict: true });
    reading.mend(update([{ key: 'a', valueString: '[1]' }]), `MESSAGE_SHAPE ${AT}/0/valueString`);
  });

  it('[DA18] any other text stays a text', () => {
    const texts = [
      '[draft]',
      '{name}',
      '"x"',
      '12',
      'true',
      'null',
      '[1',
      '[1] ok',
      '{"a": 1e400}',
      '{"__proto__": {}}',
      `${'['.repeat(200)}${']'.repeat(200)}`,
    ];
    for (const text of texts) expect(modelOf([{ key: 'a', valueString: text }])).toEqual({ a: text });
  });

  it('[DA19] an entry that has no key, or a reserved one, refuses the message', () => {
    const reading = started();
    const good = { key: 'a', valueNumber: 1 };
    reading.refuse(update([good, { valueNumber: 1 }]), `MESSAGE_FIELD_MISSING ${AT}/1`);
    reading.refuse(update([good, { key: 7, valueNumber: 1 }]), `MESSAGE_FIELD_MISSING ${AT}/1`);
    reading.refuse(update([good, 'x']), `MESSAGE_SHAPE ${AT}/1`);
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      reading.refuse(update([good, { key, valueNumber: 1 }]), `NAME_RESERVED ${AT}/1`);
      reading.refuse(update([{ key: 'm', valueMap: [{ key, valueNumber: 1 }] }]), `NAME_RESERVED ${AT}/0/valueMap/0`);
    }
    reading.refuse(update(JSON.parse('{"__proto__": {"x": 1}}') as Json), `NAME_RESERVED ${AT}`);
    reading.refuse({ dataModelUpdate: { surfaceId: 's' } }, 'MESSAGE_FIELD_MISSING /dataModelUpdate');
    reading.refuse(update('x'), `MESSAGE_SHAPE ${AT}`);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('[DA19] entries, depth, keys and texts have limits', () => {
    const reading = started({ limits: 'openclaw' });
    const entries = (count: number): Json =>
      Array.from({ length: count }, (_, i) => ({ key: `k${i}`, valueNumber: i }));
    reading.accept(update(entries(1024)));
    reading.refuse(update(entries(1025)), `LIMIT_ENTRIES ${AT}`);
    reading.accept(update([{ key: 'k'.repeat(256), valueNumber: 1 }]));
    reading.refuse(update([{ key: 'k'.repeat(257), valueNumber: 1 }]), `LIMIT_TEXT ${AT}`);
    reading.accept(update([{ key: 'a', valueString: 'x'.repeat(65_536) }]));
    reading.refuse(update([{ key: 'a', valueString: 'x'.repeat(65_537) }]), `LIMIT_TEXT ${AT}/0/valueString`);
    reading.accept(update(nested(31)));
    reading.refuse(update(nested(32)), `LIMIT_DEPTH ${AT}${'/0/valueMap'.repeat(31)}/0/valueMap`);
    expect(reading.send(update(nested(100_000))).issues[0]?.code).toBe('VITRINE_LIMIT_DEPTH');
    reading.refuse(update([{ key: 'a', valueNumber: Number('1e400') }]), `JSON_NUMBER ${AT}/0/valueNumber`);
    reading.refuse(update([{ key: 'a', valueString: 'half \ud800' }]), `JSON_TEXT ${AT}/0/valueString`);
  });
});

/** `levels` maps inside one another, below the contents. */
function nested(levels: number): Json {
  let entries: readonly JsonObject[] = [{ key: 'end', valueNumber: 1 }];
  for (let i = 0; i < levels; i++) entries = [{ key: 'm', valueMap: entries }];
  return entries;
}
