import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { type Component, type Json, type JsonObject, type Surface, takeAll } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { createFold } from '../../test/fixtures.ts';
import { derive, derivedKey } from './derived.ts';
import { MapLists } from './map-lists.ts';
import { type PathPattern, Placement } from './placement.ts';

function surface(components: readonly [string, string, JsonObject][], data: Json = {}): Surface {
  const fold = createFold();
  const put: Component[] = components.map(([id, type, props]) => ({ id, type, props }));
  const body = [{ op: 'open', surface: 's', catalog: basic08.id, protocol: '0.8', components: put, data }] as const;
  expect(fold.accept({ body }).ok).toBe(true);
  return fold.surfaces.get('s') as Surface;
}

function placement(components: readonly [string, string, JsonObject][], data: Json = {}): Placement {
  return new Placement(surface(components, data), data);
}

const each = (componentId: string, path: string): Json => ({
  componentId,
  path,
  from: 'item-first',
  over: 'list-or-map',
});

describe('where components stand', () => {
  const nested: [string, string, JsonObject][] = [
    ['root', 'Column', { children: ['title', 'list'] }],
    ['title', 'Text', { text: '' }],
    ['list', 'List', { children: each('row', '/groups') }],
    ['row', 'Column', { children: ['name', 'inner'] }],
    ['name', 'Text', { text: '' }],
    ['inner', 'List', { children: each('cell', '/cells') }],
    ['cell', 'Text', { text: '' }],
    ['loose', 'Text', { text: '' }],
  ];

  it('is outside, or in the items of lists, nested ones too', () => {
    const found = placement(nested, { groups: [{ cells: [1] }] });
    expect(found.scopesOf('title')).toEqual([[]]);
    expect(found.scopesOf('name')).toEqual([['groups', null]]);
    expect(found.scopesOf('cell')).toEqual([['groups', null, 'cells', null]]);
    expect(found.scopesOf('loose')).toEqual([[]]);
    expect(found.isRepeated('cell')).toBe(true);
    expect(found.isRepeated('title')).toBe(false);
    expect(found.mapLists).toEqual([['groups'], ['groups', null, 'cells']]);
  });

  it('is decided with the data: what no item holds is meant from the root', () => {
    expect(placement(nested, { groups: [{}], cells: [1] }).scopesOf('cell')).toEqual([['cells', null]]);
    expect(placement(nested, { groups: [{}] }).scopesOf('cell')).toEqual([['groups', null, 'cells', null]]);
  });

  it('is every place that a component is used in', () => {
    const found = placement([
      ['root', 'Column', { children: ['x', 'list'] }],
      ['list', 'List', { children: each('x', '/items') }],
      ['x', 'Text', { text: '' }],
    ]);
    expect(found.scopesOf('x')).toEqual([['items', null], []]);
  });

  it('ends where a template contains itself', () => {
    const found = placement([['root', 'List', { children: each('root', '/a') }]], { a: [{ a: [{}] }] });
    expect(found.scopesOf('root').length).toBeLessThan(64);
  });

  it('decides pointers', () => {
    const found = placement(nested, { title: 'T', groups: { x: { name: 'A' }, y: {} } });
    expect(found.decide('/name', 'name')).toBe('name');
    expect(found.decide('/title', 'name')).toBe('/title');
    expect(found.decide('/unknown', 'name')).toBe('unknown');
    expect(found.decide('/', 'name')).toBe('.');
    expect(found.decide('/name', 'title')).toBe('/name');
    expect(found.decide('name', 'name')).toBe('name');
  });

  it('knows templates that stand before maps', () => {
    const found = placement(nested, { groups: { x: {} }, list: [{}] });
    expect(found.repeatsOverMaps('/groups', 'list')).toBe(true);
    expect(found.repeatsOverMaps('/list', 'list')).toBe(false);
    expect(found.repeatsOverMaps('/nothing', 'list')).toBe(false);
  });
});

describe('map lists', () => {
  const patterns: PathPattern[] = [['groups'], ['groups', null, 'cells'], ['plain']];
  const lists = new MapLists(patterns);
  const plain = [{ a: 1 }];
  const document = { other: { x: 1 }, plain, groups: { b: { cells: { p: 1, q: 2 } }, a: { cells: [3] } } };

  it('become lists, nested ones too, and the rest is shared', () => {
    const converted = lists.convert(document) as JsonObject;
    expect(converted).toEqual({ other: { x: 1 }, plain: [{ a: 1 }], groups: [{ cells: [1, 2] }, { cells: [3] }] });
    expect(converted.other).toBe(document.other);
    expect(converted.plain).toBe(plain);
    expect(new MapLists([['none']]).convert(document)).toBe(document);
  });

  it('are walked by position', () => {
    expect(lists.translate(['groups', 'a', 'cells', '0'], document)).toEqual(['groups', '1', 'cells', '0']);
    expect(lists.translate(['groups', 'b', 'cells', 'q'], document)).toEqual(['groups', '0', 'cells', '1']);
    expect(lists.translate(['other', 'x'], document)).toEqual(['other', 'x']);
    expect(lists.translate(['groups', 'unknown'], document)).toEqual(['groups', 'unknown']);
  });
});

describe('derived members', () => {
  it('are added to each item, from its own scope, and items without change are not asked again', () => {
    const components: [string, string, JsonObject][] = [
      ['root', 'List', { children: each('x', '/items') }],
      ['x', 'Text', { text: '' }],
    ];
    const items = [{ n: 1 }, 'scalar', { n: 2 }];
    const asked: string[] = [];
    const evaluate = (_binding: unknown, scope: readonly string[], index: number | undefined): Json => {
      asked.push(`${scope.join('/')} ${index}`);
      return asked.length;
    };
    const known = new Map();
    const lost: string[] = [];
    const lose = (what: string): void => void lost.push(what);
    const derivation = { component: 'x', key: 'd', binding: 'b', itemOnly: true };
    const where = placement(components, { items });
    const first = takeAll(derive({ items }, [derivation], where, evaluate, known, lose)) as JsonObject;
    expect(first).toEqual({ items: [{ n: 1, d: 1 }, 'scalar', { n: 2, d: 2 }] });
    expect(asked).toEqual(['items/0 0', 'items/2 2']);
    expect(lost).toEqual(['derived values of items that are no objects are not sent']);
    const changed = [items[0] as Json, 'scalar', { n: 3 }];
    const moved = placement(components, { items: changed });
    const second = takeAll(derive({ items: changed }, [derivation], moved, evaluate, known, lose)) as JsonObject;
    expect(asked).toEqual(['items/0 0', 'items/2 2', 'items/2 2']);
    expect((second.items as Json[])[0]).toBe((first.items as Json[])[0]);
  });

  it('have names of letters, digits and underscores that no two properties share', () => {
    expect(derivedKey('a-b', 'text')).toBe('vitrine_a_2d_b_text');
    expect(derivedKey('a_b', 'text')).toBe('vitrine_a_5f_b_text');
    expect(derivedKey('ü.[0]', 'x')).toMatch(/^\w+$/);
  });
});
