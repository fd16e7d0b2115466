import { describe, expect, it } from 'vitest';
import { Page } from '../test/page.ts';
import { boxOf, component, createStage, puts, type Stage, textOf } from '../test/stage.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import type { Component } from './entry.ts';
import { Fold } from './fold.ts';
import type { Issue } from './issue.ts';
import type { Json, JsonObject } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { type Watcher, watch } from './reactive.ts';
import { Catalogs } from './registry.ts';
import type { Surface } from './surface.ts';
import { Tree } from './tree.ts';
import { Place, type TreeNode } from './tree-node.ts';
import { walkTree } from './tree-walk.ts';

function grow(stage: Stage, ...components: readonly Component[]): { tree: Tree; root: TreeNode } {
  stage.send(puts(...components));
  const tree = new Tree(stage.surface, stage.fold);
  if (tree.root === undefined) throw new Error('there is no root');
  return { tree, root: tree.root };
}

const places = (node: TreeNode, name = 'children') => node.get(name) as readonly Place[];
const nodes = (node: TreeNode, name = 'children') => places(node, name).map((place) => place.node);
const only = (node: TreeNode, name = 'child') => (node.get(name) as Place).node;
const listOf = (id: string, path: string, more: JsonObject = {}) =>
  component('root', 'Box', { children: { componentId: id, path, ...more } });
const texts = (node: TreeNode) => nodes(node).map((one) => one.get('text'));

/** Walks everything, as a page does that reads all there is. */
function walk(node: TreeNode): number {
  let count = 1;
  const into = (value: unknown): void => {
    if (value instanceof Place) count += walk(value.node);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) into(one);
  };
  for (const name of node.names) into(node.get(name));
  return count;
}

describe('the root', () => {
  it('[TR1] there is none until its component comes, and none after it went', () => {
    const stage = createStage();
    const tree = new Tree(stage.surface, stage.fold);
    const seen: (string | undefined)[] = [];
    watch(() => void seen.push(tree.root?.id));
    stage.put(textOf('other', 'x'));
    stage.put(textOf('root', 'x'));
    stage.surface.remove('root');
    stage.put(textOf('root', 'y'));
    expect(seen).toEqual([undefined, 'root', undefined, 'root']);
  });

  it('[TR1] a surface that is held back shows nothing until it is revealed, and then the root that was named', () => {
    const stage = createStage();
    stage.must({ op: 'open', surface: 'h', catalog: 'stage', held: true });
    const surface = stage.fold.surfaces.get('h');
    if (surface === undefined) throw new Error('not opened');
    const tree = new Tree(surface, stage.fold);
    const seen: (string | undefined)[] = [];
    watch(() => void seen.push(tree.root?.id));
    stage.must({ op: 'put', surface: 'h', components: [textOf('root', 'x'), textOf('top', 'x')] });
    stage.must({ op: 'reveal', surface: 'h', root: 'top' });
    stage.must({ op: 'reveal', surface: 'h', root: 'root' });
    expect([...new Set(seen)]).toEqual([undefined, 'top', 'root']);
    expect(tree.size).toBe(1);
  });
});

describe('states', () => {
  it('[TR2] a component is resolved, pending, unknown or cyclic', () => {
    const { root } = grow(
      createStage(),
      boxOf('root', 'a', 'none', 'odd', 'self'),
      textOf('a', 'x'),
      component('odd', 'Nothing', { child: 'a' }),
      component('self', 'Card', { child: 'root' }),
    );
    expect(nodes(root).map(({ id, state, type }) => [id, state, type])).toEqual([
      ['a', 'resolved', 'Text'],
      ['none', 'pending', undefined],
      ['odd', 'unknown', 'Nothing'],
      ['self', 'resolved', 'Card'],
    ]);
    const cyclic = only(nodes(root)[3] as TreeNode);
    expect([cyclic.id, cyclic.state]).toEqual(['root', 'cyclic']);
  });

  it('[TR2] only resolved nodes have properties, so whoever walks a tree comes to an end', () => {
    const { root } = grow(
      createStage(),
      boxOf('root', 'root', 'odd', 'none'),
      component('odd', 'Nothing', { child: 'a' }),
    );
    for (const node of nodes(root)) {
      expect([node.names, node.get('children'), node.get('child'), node.get('text')]).toEqual([
        [],
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(walk(root)).toBe(4);
  });

  it('[TR3] what waited is replaced when it comes, and its parent stays', () => {
    const stage = createStage();
    const { root } = grow(stage, boxOf('root', 'late'));
    const [place] = places(root) as [Place];
    const waiting = place.node;
    let destroyed = 0;
    waiting.onDestroy(() => destroyed++);
    const seen: string[] = [];
    watch(() => void seen.push(place.node.state));
    stage.put(textOf('late', 'x'));
    expect([seen, destroyed, waiting.alive, place.node === waiting]).toEqual([
      ['pending', 'resolved'],
      1,
      false,
      false,
    ]);
    expect([root.alive, places(root)[0] === place]).toEqual([true, true]);
  });

  it('[TR3] an update keeps the node, another type or catalog replaces it', () => {
    const stage = createStage();
    const { root } = grow(stage, boxOf('root', 'a'), textOf('a', 'x'));
    const [place] = places(root) as [Place];
    const first = place.node;
    stage.put(textOf('a', 'y'));
    expect([place.node === first, first.get('text')]).toEqual([true, 'y']);
    stage.put(boxOf('a'));
    expect([place.node === first, first.alive, place.node.type]).toEqual([false, false, 'Box']);
    const second = place.node;
    stage.must(puts({ ...boxOf('a'), catalog: 'other' }));
    expect([place.node === second, place.node.catalog?.id]).toEqual([false, 'other']);
  });

  it('[TR3] a node whose component has changed its type gives nothing of the new one', () => {
    const stage = createStage();
    const { root } = grow(stage, boxOf('root', 'a'), component('a', 'Card', { child: 'b' }), textOf('b', 'x'));
    const [node] = nodes(root) as [TreeNode];
    const seen: unknown[] = [];
    watch(() => void seen.push([node.names, node.get('children'), node.component?.type]));
    stage.put(boxOf('a', 'b', 'b'));
    stage.put(component('a', 'Card', { child: 'b' }));
    expect(seen).toEqual([
      [['child'], undefined, 'Card'],
      [[], undefined, undefined],
      [['child'], undefined, 'Card'],
    ]);
  });

  it('[TR3] a place whose child is another one is told of, though the place is the same', () => {
    const stage = createStage();
    const { root } = grow(stage, component('root', 'Card', { child: 'a' }), textOf('a', 'x'), textOf('b', 'x'));
    const place = root.get('child') as Place;
    const seen: string[] = [];
    watch(() => void seen.push(place.node.id));
    stage.put(component('root', 'Card', { child: 'b' }));
    expect([root.get('child') === place, place.componentId, seen]).toEqual([true, 'b', ['a', 'b']]);
  });
});

describe('templates', () => {
  it('[TR4] a list gives one place an item, with the item as its scope', () => {
    const stage = createStage();
    stage.set('/', { people: [{ name: 'Ada' }, { name: 'Lin' }], title: 'T' });
    const { root } = grow(
      stage,
      listOf('person', '/people'),
      component('person', 'Box', { children: ['name', 'title', 'at'] }),
      textOf('name', { path: 'name' }),
      textOf('title', { path: '/title' }),
      textOf('at', { call: '@index', args: { offset: 1 } }),
    );
    expect(nodes(root).map((row) => texts(row))).toEqual([
      ['Ada', 'T', 1],
      ['Lin', 'T', 2],
    ]);
    expect(nodes(root).map((row) => row.dataPath)).toEqual(['/people/0', '/people/1']);
    expect(nodes(nodes(root)[1] as TreeNode).map((one) => one.dataPath)).toEqual([
      '/people/1',
      '/people/1',
      '/people/1',
    ]);
  });

  it('[TR4] nested templates start at the item around them', () => {
    const stage = createStage();
    stage.set('/groups', [{ items: ['a', 'b'] }, { items: [] }, { items: ['c'] }]);
    const { root } = grow(
      stage,
      listOf('group', '/groups'),
      component('group', 'Box', { children: { componentId: 'item', path: 'items' } }),
      textOf('item', { path: '.' }),
    );
    expect(nodes(root).map((row) => texts(row))).toEqual([['a', 'b'], [], ['c']]);
    stage.set('/groups/1/items/0', 'new');
    expect(nodes(root).map((row) => texts(row))).toEqual([['a', 'b'], ['new'], ['c']]);
    expect(nodes(nodes(root)[1] as TreeNode)[0]?.dataPath).toBe('/groups/1/items/0');
  });

  it('[TR4] maps are iterated in their order where the template says so, else they give nothing', () => {
    const stage = createStage();
    stage.set('/', { map: { z: { n: 1 }, a: { n: 2 } } });
    const open = { over: 'list-or-map' };
    const { root } = grow(stage, listOf('row', '/map', open), textOf('row', { path: 'n' }));
    expect([texts(root), nodes(root).map((row) => row.dataPath)]).toEqual([
      [1, 2],
      ['/map/z', '/map/a'],
    ]);
    stage.set('/map/m', { n: 3 });
    expect(texts(root)).toEqual([1, 2, 3]);
    stage.must({ op: 'unset', surface: 's', path: '/map/z' });
    expect(texts(root)).toEqual([2, 3]);
    stage.put(listOf('row', '/map'));
    expect(places(root)).toEqual([]);
  });

  it('[TR4] item-first looks for the list in the item before the root', () => {
    const stage = createStage();
    stage.set('/', { rows: [{ tags: ['x'] }, {}], tags: ['r', 's'] });
    const { root } = grow(
      stage,
      listOf('row', '/rows'),
      component('row', 'Box', { children: { componentId: 'tag', path: '/tags', from: 'item-first' } }),
      textOf('tag', { path: '' }),
    );
    expect(nodes(root).map((row) => texts(row))).toEqual([['x'], ['r', 's']]);
    stage.set('/rows/1/tags', ['own']);
    expect(nodes(root).map((row) => texts(row))).toEqual([['x'], ['own']]);
  });

  it('[TR4] what is no list gives nothing', () => {
    const stage = createStage();
    const { root } = grow(stage, listOf('row', '/l'), textOf('row', 'x'));
    for (const value of [null, 5, 'text', true, {}] as Json[]) {
      stage.set('/l', value);
      expect(places(root)).toEqual([]);
    }
    stage.set('/l', [null, 5]);
    expect(places(root)).toHaveLength(2);
  });

  it('[TR5] positions that survive keep their nodes; those that go are destroyed once', () => {
    const stage = createStage();
    stage.set('/l', ['a', 'b']);
    const { root } = grow(stage, listOf('row', '/l'), textOf('row', { path: '.' }));
    const before = nodes(root);
    const destroyed: string[] = [];
    for (const node of before) node.onDestroy(() => destroyed.push(node.dataPath));
    stage.set('/l', ['a', 'new', 'b']);
    expect(nodes(root).slice(0, 2)).toEqual(before);
    expect(texts(root)).toEqual(['a', 'new', 'b']);
    stage.set('/l', ['only']);
    expect([nodes(root)[0] === before[0], texts(root), destroyed]).toEqual([true, ['only'], ['/l/1']]);
    stage.put(listOf('other', '/l'), textOf('other', 'x'));
    expect([nodes(root)[0] === before[0], destroyed]).toEqual([false, ['/l/1', '/l/0']]);
  });

  it('[TR18] children that are listed keep their nodes wherever in the list they stand', () => {
    const stage = createStage();
    const { root } = grow(stage, boxOf('root', 'a', 'b'), textOf('a', 'x'), textOf('b', 'x'), textOf('c', 'x'));
    const [a, b] = nodes(root) as [TreeNode, TreeNode];
    stage.put(boxOf('root', 'a', 'c', 'b'));
    const after = nodes(root);
    expect([after[0] === a, after[2] === b, after.map(({ id }) => id)]).toEqual([true, true, ['a', 'c', 'b']]);
    expect([b.place.key, a.alive, b.alive]).toEqual(['children/2', true, true]);
    stage.put(boxOf('root', 'b', 'a', 'b'));
    const twice = nodes(root);
    expect([twice[0] === b, twice[1] === a, twice[2] === b, after[1]?.alive]).toEqual([true, true, false, false]);
    stage.put(boxOf('root'));
    expect([nodes(root), a.alive, b.alive, twice[2]?.alive]).toEqual([[], false, false, false]);
  });

  it('[TR5] a list watched by its members is not drawn again for a change inside an item', () => {
    const stage = createStage();
    stage.set('/l', [{ n: 1 }, { n: 2 }]);
    const { root } = grow(stage, listOf('row', '/l'), textOf('row', { path: 'n' }));
    let [lists, rows] = [0, 0];
    watch(() => {
      lists++;
      places(root);
    });
    for (const node of nodes(root)) {
      watch(() => {
        rows++;
        node.get('text');
      });
    }
    stage.set('/l/0/n', 5);
    stage.set('/l/1/other', 5);
    stage.set('/l/0', { n: 6 });
    expect([lists, rows]).toEqual([1, 4]);
    stage.must({ op: 'append', surface: 's', path: '/l', value: [{ n: 3 }] });
    expect([lists, rows]).toEqual([2, 4]);
  });

  it('[TR6] one definition stands in many places, each on its own', () => {
    const stage = createStage();
    const { root, tree } = grow(
      stage,
      boxOf('root', 'left', 'right'),
      component('left', 'Card', { child: 'shared' }),
      component('right', 'Card', { child: 'shared' }),
      textOf('shared', { path: '/g' }),
    );
    const [left, right] = nodes(root).map((card) => only(card)) as [TreeNode, TreeNode];
    expect([left === right, left.id, right.id, tree.size]).toEqual([false, 'shared', 'shared', 5]);
    stage.surface.remove('left');
    nodes(root);
    expect([left.alive, right.alive, tree.size]).toEqual([false, true, 3]);
  });
});

describe('limits', () => {
  it('[TR7] a cycle is cut where a component would contain itself, through any way', () => {
    const { root } = grow(
      createStage(),
      component('root', 'Tabs', { tabs: [{ title: 'x', child: 'a' }] }),
      component('a', 'Shelf', { slots: { k: 'b' } }),
      component('b', 'Box', { children: ['root', 'a', 'c'] }),
      textOf('c', 'x'),
    );
    expect(walk(root)).toBe(6);
    const a = ((root.get('tabs') as readonly JsonObject[])[0] as unknown as { child: Place }).child.node;
    const b = (a.get('slots') as { k: Place }).k.node;
    expect(nodes(b).map(({ state }) => state)).toEqual(['cyclic', 'cyclic', 'resolved']);
  });

  it('[TR7] what lies deeper than treeDepth is over the limit', () => {
    const stage = createStage({ limits: { treeDepth: 3 } });
    const { root } = grow(
      stage,
      component('root', 'Card', { child: 'a' }),
      component('a', 'Card', { child: 'b' }),
      component('b', 'Card', { child: 'c' }),
      component('c', 'Card', { child: 'd' }),
    );
    const states: string[] = [];
    for (
      let node: TreeNode | undefined = root;
      node !== undefined;
      node = (node.get('child') as Place | undefined)?.node
    )
      states.push(node.state);
    expect(states).toEqual(['resolved', 'resolved', 'resolved', 'over-limit']);
  });

  it('[TR7] no more than nodesPerTree are resolved, and one place more says that something is missing', () => {
    const stage = createStage({ limits: { nodesPerTree: 5 } });
    stage.set('/l', Array(10).fill('x'));
    const { root, tree } = grow(stage, listOf('row', '/l'), textOf('row', 'x'));
    expect(nodes(root).map(({ state }) => state)).toEqual([
      'resolved',
      'resolved',
      'resolved',
      'resolved',
      'over-limit',
    ]);
    stage.set('/l', ['x', 'x']);
    expect([nodes(root).map(({ state }) => state), tree.size]).toEqual([['resolved', 'resolved'], 3]);
    stage.put(boxOf('root', ...Array<string>(10).fill('row')));
    expect(nodes(root).map(({ state }) => state)).toEqual([
      'resolved',
      'resolved',
      'resolved',
      'resolved',
      'over-limit',
    ]);
  });

  it('[TR7] components that multiply each other are bounded before anybody looks into them', () => {
    const stage = createStage({ limits: { nodesPerTree: 1000 } });
    const ids = Array<string>(500).fill('b');
    const { root, tree } = grow(
      stage,
      boxOf('root', ...Array<string>(500).fill('a')),
      boxOf('a', ...ids),
      boxOf('b', ...Array<string>(500).fill('c')),
      component('c', 'Tabs', { tabs: Array.from({ length: 500 }, () => ({ child: 'd' })) }),
      textOf('d', 'x'),
    );
    const rows = nodes(root).map((row) => places(row));
    expect(rows.reduce((sum, row) => sum + row.length, 0)).toBeLessThan(2000);
    expect([walk(root) < 5000, tree.size <= 1000]).toEqual([true, true]);
    const waiting = createStage({ limits: { nodesPerTree: 100 } });
    const wide = grow(
      waiting,
      boxOf('root', ...Array<string>(90).fill('a')),
      boxOf('a', ...Array<string>(1000).fill('none')),
    );
    expect(walk(wide.root)).toBeLessThan(400);
  });
});

describe('properties', () => {
  it('[TR8] a property is evaluated as it is declared; unset it has its default, undeclared it has nothing', () => {
    const stage = createStage();
    stage.set('/', { t: 'bound', n: 5 });
    const checks = [{ condition: { path: '/t' }, message: 'm' }];
    const { root } = grow(
      stage,
      component('root', 'Kinds', {
        text: { path: '/t' },
        any: [{ path: '/n' }, { literal: { path: '/n' } }],
        object: { name: 'x', more: { path: '/t' } },
        action: { event: { name: 'go' } },
        checks,
        unknown: 1,
      }),
    );
    expect(root.names).toEqual(['text', 'any', 'object', 'action', 'checks']);
    expect(root.get('text')).toBe('bound');
    expect(root.get('any')).toEqual([5, { path: '/n' }]);
    expect(root.get('object')).toEqual({ name: 'x', more: 'bound' });
    expect(root.get('action')).toEqual({ event: { name: 'go' } });
    expect([root.get('checks'), root.checks()]).toEqual(
      Array(2).fill([{ valid: true, severity: 'error', message: 'm' }]),
    );
    for (const name of ['unknown', 'plain', 'toString', '__proto__']) expect(root.get(name)).toBeUndefined();
    const text = grow(stage, textOf('root', 'x')).root;
    expect([text.get('size'), text.names]).toEqual(['small', ['text']]);
  });

  it('[TR8] a property that is called as something every object inherits is unset until it is set', () => {
    const { root } = grow(createStage(), component('root', 'Demanding', { toString: 'x' } as unknown as JsonObject));
    expect([root.get('toString'), root.get('valueOf')]).toEqual(['x', undefined]);
  });

  it('[TR8] what an item of a list shows stays when others come or go before it', () => {
    const stage = createStage();
    const tabs = (...ids: string[]) =>
      component('root', 'Tabs', { tabs: ids.map((child) => ({ title: child, child })) });
    const { root } = grow(stage, tabs('a', 'b'), textOf('a', 'x'), textOf('b', 'x'), textOf('c', 'x'));
    const shown = () => (root.get('tabs') as unknown as readonly { child?: Place }[]).map(({ child }) => child);
    const [a, b] = shown();
    stage.put(tabs('c', 'a', 'b', 'a'));
    const [c, laterA, laterB, again] = shown();
    expect([laterA === a, laterB === b, c === a, again === a]).toEqual([true, true, false, false]);
    stage.put(tabs('b'));
    expect(shown()[0] === b).toBe(true);
  });

  it('[TR8] children inside lists, objects, maps and alternatives are places, beside what else is there', () => {
    const stage = createStage();
    stage.set('/t', 'title');
    const { root } = grow(
      stage,
      boxOf('root', 'tabs', 'shelf', 'other', 'third'),
      component('tabs', 'Tabs', { tabs: [{ title: { path: '/t' }, child: 'a' }, { title: 'two' }] }),
      component('shelf', 'Shelf', { slots: { x: 'a', y: 'none' }, either: 'a' }),
      component('other', 'Shelf', { either: ['a', 'a'] }),
      component('third', 'Shelf', { either: { child: 'a' } }),
      textOf('a', 'x'),
    );
    const [tabs, shelf, other, third] = nodes(root) as [TreeNode, TreeNode, TreeNode, TreeNode];
    const given = tabs.get('tabs') as unknown as readonly { title: string; child?: Place }[];
    expect(given.map(({ title, child }) => [title, child?.node.id, child?.key])).toEqual([
      ['title', 'a', 'tabs/=a/child'],
      ['two', undefined, undefined],
    ]);
    const slots = shelf.get('slots') as unknown as { x: Place; y: Place };
    expect([slots.x.node.state, slots.y.node.state, slots.x.path]).toEqual([
      'resolved',
      'pending',
      'root/children/1/slots/x',
    ]);
    expect([
      only(shelf, 'either').id,
      nodes(other, 'either').length,
      (third.get('either') as unknown as { child: Place }).child.node.id,
    ]).toEqual(['a', 2, 'a']);
  });

  it('[TR9] what a property no longer gives is destroyed, in lists of objects too', () => {
    const stage = createStage();
    const tab = (child: string) => ({ title: 't', child });
    const { root, tree } = grow(
      stage,
      component('root', 'Tabs', { tabs: [tab('a'), tab('b'), tab('c')] }),
      textOf('a', 'x'),
      textOf('b', 'x'),
      textOf('c', 'x'),
    );
    const read = () => (root.get('tabs') as unknown as readonly { child: Place }[]).map(({ child }) => child.node);
    const [a, b, c] = read() as [TreeNode, TreeNode, TreeNode];
    stage.put(component('root', 'Tabs', { tabs: [tab('a')] }));
    expect([read()[0] === a, a.alive, b.alive, c.alive, tree.size]).toEqual([true, true, false, false, 2]);
  });

  it('[TR9] a property that is unset, or of another kind now, gives up its places', () => {
    const stage = createStage();
    const { root, tree } = grow(
      stage,
      component('root', 'Shelf', { either: ['a', 'b'] }),
      textOf('a', 'x'),
      textOf('b', 'x'),
    );
    const [a, b] = nodes(root, 'either') as [TreeNode, TreeNode];
    stage.put(component('root', 'Shelf', { either: 'a' }));
    const single = only(root, 'either');
    expect([a.alive, b.alive, single.place.key, tree.size]).toEqual([false, false, 'either', 2]);
    stage.put(component('root', 'Shelf', { either: { child: 'b' } }));
    const inner = (root.get('either') as unknown as { child: Place }).child.node;
    expect([single.alive, inner.place.key, tree.size]).toEqual([false, 'either/child', 2]);
    stage.put(component('root', 'Shelf', {}));
    expect(root.get('either')).toBeUndefined();
    expect([inner.alive, tree.size]).toEqual([false, 1]);
    stage.put(component('root', 'Shelf', { either: 'a' }));
    const last = only(root, 'either');
    stage.put(component('root', 'Shelf', {}));
    expect([root.names, last.alive, tree.size]).toEqual([[], false, 1]);
  });

  it('[TR9] reading again gives the same places', () => {
    const { root } = grow(
      createStage(),
      boxOf('root', 'a', 'tabs'),
      textOf('a', 'x'),
      component('tabs', 'Tabs', { tabs: [{ child: 'a' }] }),
    );
    expect(places(root)).toBe(places(root));
    const tabs = nodes(root)[1] as TreeNode;
    const child = () => ((tabs.get('tabs') as readonly unknown[])[0] as { child: Place }).child;
    expect(child()).toBe(child());
  });

  it('[TR10] a place knows its position, under its parent and in the tree', () => {
    const stage = createStage();
    stage.set('/l', ['x']);
    const { root } = grow(
      stage,
      component('root', 'Card', { child: 'list' }),
      component('list', 'Box', { children: { componentId: 'row', path: '/l' } }),
      textOf('row', 'x'),
    );
    const list = only(root);
    const [row] = nodes(list) as [TreeNode];
    expect([root.place.path, list.place.path, row.place.path, row.place.key]).toEqual([
      'root',
      'root/child',
      'root/child/children/0',
      'children/0',
    ]);
    expect([row.place.parent === list, row.dataPath, root.dataPath]).toEqual([true, '/l/0', '/']);
  });
});

describe('what a person does', () => {
  it('[TR11] what is entered goes to the bound path, seen from the item', () => {
    const stage = createStage();
    stage.set('/', { rows: [{ name: 'a' }, { name: 'b' }], title: 'T' });
    const { root } = grow(
      stage,
      listOf('row', '/rows'),
      component('row', 'Field', { value: { path: 'name' }, label: { path: '/title', from: 'item-first' } }),
    );
    const [first, second] = nodes(root) as [TreeNode, TreeNode];
    expect(second.write('value', 'typed')).toBeUndefined();
    expect(stage.surface.data.get('/rows')).toEqual([{ name: 'a' }, { name: 'typed' }]);
    second.write('label', 'root');
    expect(stage.surface.data.get('/title')).toBe('root');
    stage.set('/rows/0/title', 'own');
    expect(first.boundPath('label')).toEqual(['rows', '0', 'title']);
    expect([first.isWritable('value'), first.isWritable('nothing')]).toEqual([true, false]);
  });

  it('[TR11] an item with an empty key is written where it is', () => {
    const stage = createStage();
    stage.set('/', { map: { '': 'x', k: 'y' } });
    const { root } = grow(
      stage,
      listOf('row', '/map', { over: 'list-or-map' }),
      component('row', 'Field', { value: { path: '.' } }),
    );
    expect(nodes(root)[0]?.write('value', 'typed')).toBeUndefined();
    expect(stage.surface.data.get('/')).toEqual({ map: { '': 'typed', k: 'y' } });
  });

  it('[TR11] a literal or a call has nowhere to go', () => {
    const { root } = grow(
      createStage(),
      component('root', 'Field', { value: 'literal', label: { call: 'upper', args: { value: 'x' } } }),
    );
    for (const name of ['value', 'label', 'none']) {
      expect([root.isWritable(name), root.boundPath(name), root.write(name, 'x')?.code]).toEqual([
        false,
        undefined,
        'VITRINE_BINDING_INVALID',
      ]);
    }
  });

  it('[TR11] an action runs with the data of the moment and of the item', () => {
    const stage = createStage();
    stage.set('/rows', [{ id: 7 }]);
    const { root } = grow(
      stage,
      listOf('row', '/rows'),
      component('row', 'Button', { action: { event: { name: 'go', context: { id: { path: 'id' } } } } }),
    );
    const [row] = nodes(root) as [TreeNode];
    stage.set('/rows/0/id', 8);
    expect(row.invoke('action')).toEqual({ kind: 'event', name: 'go', context: { id: 8 }, issues: [] });
    expect(row.invoke('child')).toBeUndefined();
  });

  it('[TR11] weight and accessibility are those of the component', () => {
    const stage = createStage();
    stage.set('/l', 'label');
    const { root } = grow(stage, {
      ...textOf('root', 'x'),
      weight: 2,
      a11y: { label: { path: '/l' }, live: 'polite' },
    });
    expect([
      root.weight,
      root.accessibility('label'),
      root.accessibility('live'),
      root.accessibility('description'),
    ]).toEqual([2, 'label', 'polite', undefined]);
  });
});

describe('letting go', () => {
  it('[TR12] a tree that is disposed of destroys every node once, and shows nothing any more', () => {
    const stage = createStage();
    stage.set('/l', [1, 2, 3]);
    const { root, tree } = grow(
      stage,
      listOf('row', '/l'),
      component('row', 'Card', { child: 'leaf' }),
      textOf('leaf', 'x'),
    );
    const all = [root, ...nodes(root).flatMap((row) => [row, only(row)])];
    const destroyed = new Map<TreeNode, number>();
    for (const node of all) node.onDestroy(() => destroyed.set(node, (destroyed.get(node) ?? 0) + 1));
    expect(tree.size).toBe(7);
    tree.dispose();
    tree.dispose();
    expect([tree.size, [...destroyed.values()], all.some(({ alive }) => alive), tree.root]).toEqual([
      0,
      Array(7).fill(1),
      false,
      undefined,
    ]);
  });

  it('[TR12] a dead node gives nothing, and a place that was let go brings nothing to life', () => {
    const stage = createStage();
    stage.set('/l', [1, 2]);
    const { root, tree } = grow(
      stage,
      listOf('row', '/l'),
      component('row', 'Card', { child: 'leaf' }),
      textOf('leaf', 'x'),
    );
    const kept = places(root);
    const [, row] = nodes(root) as [TreeNode, TreeNode];
    const leaf = row.get('child') as Place;
    stage.set('/l', [1]);
    places(root);
    expect([row.alive, row.get('child'), kept[1]?.node === row, leaf.node.alive, leaf.node.get('text')]).toEqual([
      false,
      undefined,
      true,
      false,
      undefined,
    ]);
    expect(tree.size).toBe(2);
    expect(walk(root)).toBe(3);
    expect(tree.size).toBe(3);
    tree.dispose();
    expect([kept[0]?.node.alive, tree.size]).toEqual([false, 0]);
  });

  it('[TR12] whoever asks too late to hear of the end hears of it at once', () => {
    const { root, tree } = grow(createStage(), textOf('root', 'x'));
    tree.dispose();
    let heard = 0;
    root.onDestroy(() => heard++);
    expect(heard).toBe(1);
  });

  it('[TR13] after a thousand surfaces opened, drawn, changed and closed nothing is left', () => {
    const stage = createStage();
    const page = new Page(stage.fold);
    for (let i = 0; i < 1000; i++) {
      const surface = `s${i}`;
      stage.must({
        op: 'open',
        surface,
        catalog: 'stage',
        data: { l: [{ n: 1 }, { n: 2 }] },
        components: [listOf('row', '/l'), textOf('row', { path: 'n' })],
      });
      stage.must({ op: 'set', surface, path: '/l/0/n', value: i + 10 });
      stage.must({ op: 'append', surface, path: '/l', value: [{ n: 3 }] });
      stage.must({ op: 'close', surface });
    }
    expect([page.leaks, stage.fold.surfaces.size]).toEqual([[], 1]);
    page.close();
    expect(page.leaks).toEqual([]);
  });

  it('[TR13] drawing and letting go again and again leaves no observers', () => {
    const stage = createStage();
    stage.set(
      '/l',
      Array.from({ length: 20 }, (_, n) => ({ n })),
    );
    stage.put(listOf('row', '/l'), textOf('row', { path: 'n' }));
    for (let i = 0; i < 200; i++) {
      const watchers: Watcher[] = [];
      const tree = new Tree(stage.surface, stage.fold);
      watchers.push(watch(() => void (tree.root !== undefined && walk(tree.root))));
      stage.set('/l/3/n', i + 100);
      for (const watcher of watchers) watcher.dispose();
      tree.dispose();
    }
    expect([
      stage.surface.data.observerCount,
      stage.surface.peek('row')?.isWatched,
      stage.surface.peek('root')?.isWatched,
    ]).toEqual([0, false, false]);
  });

  it('[TR13] a list that shrinks and grows a hundred times has as many nodes and observers as its length', () => {
    const stage = createStage();
    stage.put(listOf('row', '/l'), textOf('row', { path: 'n' }));
    const page = new Page(stage.fold);
    for (let i = 0; i < 100; i++)
      stage.set(
        '/l',
        Array.from({ length: i % 7 }, (_, n) => ({ n: n + i })),
      );
    expect(page.treeOf(stage.surface)?.size).toBe(1 + (99 % 7));
    expect(stage.surface.data.observerCount).toBe(1 + 2 * (99 % 7));
    page.close();
    expect(page.leaks).toEqual([]);
  });
});

describe('a component inside itself', () => {
  const reply = (path: string) => component('reply', 'Box', { children: { componentId: 'reply', path } });
  const thread = { replies: [{ replies: [{}, { replies: [{}] }] }, {}] };

  it('[TR15] is followed as deep as the data of the item go', () => {
    const stage = createStage();
    stage.must({ op: 'set', surface: stage.surface.id, path: '/', value: thread });
    const { root, tree } = grow(stage, listOf('reply', '/replies'), reply('replies'));
    expect(walk(root)).toBe(6);
    expect(tree.size).toBe(6);
    const [first] = nodes(root);
    expect(nodes(nodes(first as TreeNode)[1] as TreeNode)[0]?.dataPath).toBe('/replies/0/replies/1/replies/0');
  });

  it('[TR15] is cyclic where it would repeat over the same list or one beside it', () => {
    const stage = createStage();
    stage.must({ op: 'set', surface: stage.surface.id, path: '/', value: thread });
    const { root } = grow(stage, listOf('reply', '/replies'), reply('/replies'));
    expect(nodes(root).map((node) => nodes(node).map(({ state }) => state))).toEqual([
      ['cyclic', 'cyclic'],
      ['cyclic', 'cyclic'],
    ]);
  });
});

describe('what a tree reports', () => {
  const heard = (components: readonly Component[], data: Json, limits: Partial<Limits> = {}) => {
    const problems: Issue[] = [];
    const fold = new Fold({
      catalogs: new Catalogs([basic09]),
      limits: { ...DEFAULT_LIMITS, ...limits },
      report: (problem) => void problems.push(problem),
    });
    fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic09.id, components, data }] });
    const surface = fold.surfaces.get('s');
    if (surface === undefined) throw new Error('not opened');
    const count = [...walkTree(new Tree(surface, fold))].length;
    return { count, told: problems.map(({ code, at }) => [code, at]) };
  };
  const list = component('root', 'List', { children: { componentId: 'item', path: '/items' } });
  const item = component('item', 'Text', { text: { call: 'formatNumber', args: { value: { path: 'n' } } } });

  it('[TR16] is told with its place', () => {
    expect(heard([list, item], { items: [{ n: 1 }, { n: 'many' }] })).toEqual({
      count: 3,
      told: [['VITRINE_FUNCTION_ARGS', '/surfaces/s/components/item/text']],
    });
  });

  it('[TR17] is told once when there is no room for all of it', () => {
    const items = Array.from({ length: 20 }, (_, n) => ({ n }));
    const { told } = heard([list, item], { items }, { nodesPerTree: 5 });
    expect(told).toEqual([['VITRINE_LIMIT_NODES', '/surfaces/s/components/item']]);
  });

  it('[TR17] is told when there is no list to repeat over', () => {
    expect(heard([list, item], { items: 5 }).told).toEqual([
      ['VITRINE_PROP_TYPE', '/surfaces/s/components/root/children'],
    ]);
    expect(heard([list, item], {}).told).toEqual([]);
  });
});

describe('a value that is none of the options', () => {
  it.each<[Json, Json | undefined]>([
    ['multipleSelection', 'multipleSelection'],
    ['dropdown', 'mutuallyExclusive'],
    [7, 'mutuallyExclusive'],
    [{ path: '/variant' }, 'mutuallyExclusive'],
  ])('[TR19] %j is read as %j', (variant, read) => {
    const fold = new Fold({ catalogs: new Catalogs([basic09]) });
    const root = { id: 'root', type: 'ChoicePicker', props: { variant, value: [], options: [] } };
    fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9', components: [root] }] });
    expect(new Tree(fold.surfaces.get('s') as Surface, fold).root?.get('variant')).toEqual(read);
  });
});
