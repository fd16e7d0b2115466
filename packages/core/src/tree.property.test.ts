// A page that follows every change must always show what a page drawn anew would show: random components, references
// and data, sent in random portions, with nodes that wait, contain themselves or lie too deep. A failure prints its seed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Page } from '../test/page.ts';
import { runs } from '../test/runs.ts';
import { component, createStage, puts } from '../test/stage.ts';
import type { Component, Op } from './entry.ts';
import type { Json, JsonObject } from './json.ts';
import type { TreeNode } from './tree-node.ts';

const id = fc.constantFrom('root', 'a', 'b', 'c', 'd', 'e');
const path = fc.constantFrom('/list', '/map', '/name', 'name', 'tags', '/list/0/tags', '.', '/list/1', '/deep/list');
const text = fc.oneof(
  fc.constantFrom<Json>('literal', { call: 'formatString', args: { value: '${name}/${/name}' } }, { call: '@index' }),
  path.map((at): Json => ({ path: at })),
  path.map((at): Json => ({ path: at, from: 'item-first' })),
);
const template = fc
  .record({ componentId: id, path })
  .chain((base) =>
    fc.constantFrom<JsonObject>(
      base,
      { ...base, over: 'list-or-map' },
      { ...base, from: 'item-first', over: 'list-or-map' },
    ),
  );
const childList = fc.oneof(fc.array(id, { maxLength: 3 }) as fc.Arbitrary<Json>, template as fc.Arbitrary<Json>);
const one: fc.Arbitrary<Component> = fc.oneof(
  fc.tuple(id, text).map(([key, value]) => component(key, 'Text', { text: value })),
  fc.tuple(id, childList).map(([key, children]) => component(key, 'Box', { children })),
  fc.tuple(id, childList).map(([key, children]) => component(key, 'Box', { children })),
  fc.tuple(id, id).map(([key, child]) => component(key, 'Card', { child })),
  id.map((key) => component(key, 'Card', {})),
  fc
    .tuple(id, fc.array(fc.tuple(text, id), { minLength: 1, maxLength: 3 }))
    .map(([key, tabs]) => component(key, 'Tabs', { tabs: tabs.map(([title, child]) => ({ title, child })) })),
  fc
    .tuple(id, fc.dictionary(fc.constantFrom('x', 'y'), id), fc.oneof(id as fc.Arbitrary<Json>, childList))
    .map(([key, slots, either]) => component(key, 'Shelf', { slots, either })),
  id.map((key) => component(key, 'Nothing', { child: 'a' })),
);
const item = fc.constantFrom<Json>({ name: 'n' }, { name: 'm', tags: ['x', 'y'] }, { tags: [] }, 'plain', null, ['l']);
const write: fc.Arbitrary<Op> = fc.oneof(
  fc.array(item, { maxLength: 4 }).map((value): Op => ({ op: 'set', surface: 's', path: '/list', value })),
  fc.tuple(fc.nat(3), item).map(([at, value]): Op => ({ op: 'set', surface: 's', path: `/list/${at}`, value })),
  fc
    .tuple(fc.nat(3), item)
    .map(([at, value]): Op => ({ op: 'set', surface: 's', path: `/list/${at}/tags`, value: [value] })),
  fc
    .tuple(fc.nat(3), fc.constantFrom('p', 'q'))
    .map(([at, value]): Op => ({ op: 'set', surface: 's', path: `/list/${at}/name`, value })),
  fc.array(item, { maxLength: 2 }).map((value): Op => ({ op: 'append', surface: 's', path: '/list', value })),
  fc
    .constantFrom('/list', '/list/0', '/list/0/name', '/map/k', '/name', '/')
    .map((at): Op => ({ op: 'unset', surface: 's', path: at })),
  fc
    .tuple(fc.constantFrom('k', 'l', ''), item)
    .map(([key, value]): Op => ({ op: 'merge', surface: 's', path: '/map', value: { [key]: value } })),
  fc.constantFrom<Json>('x', null, ['v']).map((value): Op => ({ op: 'set', surface: 's', path: '/name', value })),
);
const op = fc.oneof(
  { weight: 3, arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }).map((components): Op => puts(...components)) },
  { weight: 3, arbitrary: write },
  { weight: 1, arbitrary: id.map((root): Op => ({ op: 'reveal', surface: 's', root })) },
);
const bodies = fc.array(fc.oneof(fc.tuple(op), fc.array(op, { minLength: 2, maxLength: 4 })), {
  minLength: 1,
  maxLength: 25,
});

function followed(page: Page, stage: ReturnType<typeof createStage>): void {
  const observed = stage.surface.data.observerCount;
  const anew = new Page(stage.fold);
  expect(page.picture).toEqual(anew.picture);
  expect(page.treeOf(stage.surface)?.size).toBe(anew.treeOf(stage.surface)?.size);
  anew.close();
  expect(stage.surface.data.observerCount).toBe(observed);
}

describe('a page that follows', () => {
  it('[TR14] whatever changes, it shows what a new one would, no node more is alive, and nothing stays when it closes', () => {
    fc.assert(
      fc.property(bodies, (sent) => {
        const stage = createStage({ limits: { treeDepth: 6 } });
        stage.put(
          component('root', 'Box', { children: ['a', 'b'] }),
          component('b', 'Box', { children: { componentId: 'c', path: '/list' } }),
        );
        const page = new Page(stage.fold);
        for (const body of sent) {
          stage.send(...body);
          followed(page, stage);
        }
        page.close();
        expect(page.leaks).toEqual([]);
      }),
      { numRuns: runs(1500), verbose: 1 },
    );
  });

  it('[TR14] every node is destroyed exactly once', () => {
    fc.assert(
      fc.property(bodies, (sent) => {
        const stage = createStage({ limits: { treeDepth: 6 } });
        stage.put(
          component('root', 'Box', { children: ['a', 'b'] }),
          component('b', 'Box', { children: { componentId: 'c', path: '/list' } }),
        );
        const page = new Page(stage.fold);
        const destroyed = new Map<TreeNode, number>();
        page.eachNode = (node) => {
          if (destroyed.has(node)) return;
          destroyed.set(node, 0);
          node.onDestroy(() => destroyed.set(node, (destroyed.get(node) ?? 0) + 1));
        };
        for (const body of sent) {
          stage.send(...body);
          expect([...destroyed].filter(([node, times]) => times !== (node.alive ? 0 : 1))).toEqual([]);
        }
        page.close();
        expect([...destroyed.values()].filter((times) => times !== 1)).toEqual([]);
      }),
      { numRuns: runs(300), verbose: 1 },
    );
  });
});
