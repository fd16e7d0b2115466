import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import { boxOf, component, createStage, puts, textOf, told } from '../test/stage.ts';
import { findCycle } from './cycle.ts';
import type { Component } from './entry.ts';

const strictly = (...messages: readonly (readonly Component[])[]) => {
  const stage = createStage({ strict: true });
  return messages.map((components) => told(stage.send(puts(...components))));
};

describe('cycles', () => {
  it('[TO1] a message that closes a cycle is told so, at the component that closes it', () => {
    expect(strictly([boxOf('a', 'b'), boxOf('b', 'c'), boxOf('c', 'a')])).toEqual([['!TREE_CYCLE /components/0']]);
    expect(strictly([boxOf('a', 'b')], [boxOf('b', 'c')], [textOf('x', 'x'), boxOf('c', 'a')])).toEqual([
      [],
      [],
      ['!TREE_CYCLE /components/1'],
    ]);
  });

  it('[TO1] a component that contains itself is a cycle of one', () => {
    const stage = createStage();
    const outcome = stage.send(puts(boxOf('a', 'b', 'a')));
    expect(told(outcome)).toEqual(['TREE_CYCLE /components/0']);
    expect(outcome.issues[0]?.message).toMatch(/^Self-reference detected: "a" → "a"\. .*a placeholder stands/);
  });

  it('[TO1] cycles through templates, lists of objects, maps and alternatives are found', () => {
    const through = [
      component('b', 'Box', { children: { componentId: 'a', path: '/l' } }),
      component('b', 'Tabs', { tabs: [{ child: 'x' }, { child: 'a' }] }),
      component('b', 'Shelf', { slots: { k: 'a' } }),
      component('b', 'Shelf', { either: { child: 'a' } }),
    ];
    for (const closing of through)
      expect(strictly([component('a', 'Card', { child: 'b' })], [closing])[1]).toEqual(['!TREE_CYCLE /components/0']);
  });

  it('[TO2] tolerant reading keeps it with a warning, and the first may still break it', () => {
    const stage = createStage();
    stage.put(boxOf('root', 'a'), boxOf('a', 'b'));
    expect(told(stage.send(puts(boxOf('b', 'root'))))).toEqual(['TREE_CYCLE /components/0']);
    expect(stage.surface.component('b')).toBeDefined();
    expect(told(stage.send(puts(textOf('x', 'x'))))).toEqual([]);
    expect(told(stage.send(puts(boxOf('b'))))).toEqual([]);
    expect(stage.fold.topology().filter(({ code }) => code === 'VITRINE_TREE_CYCLE')).toEqual([]);
  });

  it('[TO2] components under two parents, and the same child twice, are no cycle', () => {
    expect(strictly([boxOf('a', 'b', 'c'), boxOf('b', 'd'), boxOf('c', 'd', 'd'), boxOf('d', 'e')])).toEqual([[]]);
  });

  it('[TO2] of a component that is replaced only the new references count', () => {
    expect(strictly([boxOf('a', 'b')], [boxOf('b')], [boxOf('a'), boxOf('b', 'a')])).toEqual([[], [], []]);
    expect(strictly([boxOf('a', 'b'), boxOf('b', 'a'), boxOf('b')])[0]).toEqual(['!COMPONENT_DUPLICATE /components/2']);
  });

  it('[TO3] a chain of twenty thousand components is searched without overflow, closed or not', () => {
    const chain = (close: boolean) =>
      Array.from({ length: 20_000 }, (_, i) => boxOf(`c${i}`, ...(i < 19_999 ? [`c${i + 1}`] : close ? ['c0'] : [])));
    expect(strictly(chain(false))).toEqual([[]]);
    const stage = createStage();
    const outcome = stage.send(puts(...chain(true)));
    expect(told(outcome)).toHaveLength(1);
    expect(outcome.issues[0]?.message.length).toBeLessThan(200);
  });

  it('[TO4] whatever is sent in whichever portions, a cycle is found exactly when there is one', () => {
    const node = fc.record({ id: fc.nat(7), children: fc.array(fc.nat(7), { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(fc.array(node, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (messages) => {
        const stage = createStage({ strict: true });
        const standing = new Map<string, readonly string[]>();
        for (const message of messages) {
          const components = [
            ...new Map(
              message.map(({ id, children }) => [id, boxOf(`n${id}`, ...children.map((child) => `n${child}`))]),
            ).values(),
          ];
          const after = new Map(standing);
          for (const { id, props } of components) after.set(id, props.children as readonly string[]);
          const cyclic = isCyclic(after);
          const outcome = stage.send(puts(...components));
          expect([outcome.ok, ...outcome.issues.map(({ code }) => code)]).toEqual(
            cyclic ? [false, 'VITRINE_TREE_CYCLE'] : [true],
          );
          if (!cyclic) for (const [id, children] of after) standing.set(id, children);
        }
      }),
      { numRuns: runs(1500), verbose: 1 },
    );
  });

  it('[TO4] the cycle that is found is one', () => {
    const stage = createStage();
    const references = new Map([
      ['a', ['x', 'b']],
      ['b', ['c']],
      ['c', ['d', 'b']],
      ['d', []],
    ]);
    expect(findCycle(references, stage.surface)).toEqual(['b', 'c']);
    expect(findCycle(new Map([['a', ['b']]]), stage.surface)).toBeUndefined();
  });
});

/** By removing what refers to nothing that is left. */
function isCyclic(references: ReadonlyMap<string, readonly string[]>): boolean {
  const left = new Map(references);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [id, children] of left) if (!children.some((child) => left.has(child))) left.delete(id);
  }
  return left.size > 0;
}
