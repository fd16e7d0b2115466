import { describe, expect, it } from 'vitest';
import { boxOf, createStage, puts, textOf, told } from '../test/stage.ts';
import type { Component } from './entry.ts';

describe('whole-tree rules', () => {
  it('[TO5] a tree that is whole has no issue, and neither has an empty surface', () => {
    const stage = createStage();
    expect(stage.fold.topology()).toEqual([]);
    stage.put(boxOf('root', 'a'), textOf('a', 'x'));
    expect(stage.fold.topology()).toEqual([]);
  });

  it('[TO5] a missing root, dangling references, orphans and cycles are errors', () => {
    const topology = (...components: readonly Component[]) => {
      const stage = createStage();
      stage.send(puts(...components));
      return told({ issues: stage.fold.topology() });
    };
    expect(topology(textOf('a', 'x'))).toEqual(['!TREE_ROOT /surfaces/s']);
    expect(topology(boxOf('root', 'a', 'b'), textOf('b', 'x'))).toEqual(['!TREE_DANGLING /surfaces/s/root']);
    expect(topology(boxOf('root'), boxOf('x', 'y'), textOf('y', 'x'))).toEqual([
      '!TREE_ORPHAN /surfaces/s/x',
      '!TREE_ORPHAN /surfaces/s/y',
    ]);
    expect(topology(boxOf('root', 'a'), boxOf('a', 'root'))).toEqual(['!TREE_CYCLE /surfaces/s']);
    expect(topology(boxOf('root'), boxOf('a', 'b'), boxOf('b', 'a'))).toContain('!TREE_CYCLE /surfaces/s');
  });

  it('[TO5] the root is the one that the surface names', () => {
    const stage = createStage();
    stage.must({ op: 'open', surface: 'h', catalog: 'stage', held: true });
    stage.must({ op: 'put', surface: 'h', components: [textOf('top', 'x')] });
    expect(told({ issues: stage.fold.topology() })).toEqual(['!TREE_ROOT /surfaces/h']);
    stage.must({ op: 'reveal', surface: 'h', root: 'top' });
    expect(stage.fold.topology()).toEqual([]);
  });

  it('[TO6] pointers are escaped', () => {
    const stage = createStage();
    stage.must({ op: 'open', surface: 'a/b~', catalog: 'stage' });
    stage.must({ op: 'put', surface: 'a/b~', components: [boxOf('root'), textOf('x/y', 'x')] });
    expect(stage.fold.topology().map(({ at }) => at)).toEqual(['/surfaces/a~1b~0/x~1y']);
  });
});
