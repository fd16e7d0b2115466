import { describe, expect, it } from 'vitest';
import { boxOf, component, createStage, nestedLists, puts, textOf, told } from '../test/stage.ts';
import { evaluate, Scope } from './binding.ts';
import type { Op } from './entry.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS, LIMIT_PROFILES, type Limits, OPENCLAW_LIMITS } from './limits.ts';
import { Tree } from './tree.ts';
import type { Place } from './tree-node.ts';

const set = (path: string, value: Json): Op => ({ op: 'set', surface: 's', path, value });
const any = (value: Json): Op => puts(component('c', 'Kinds', { any: value }));
const calls = (depth: number): Json => (depth === 0 ? 'x' : { call: 'upper', args: { value: calls(depth - 1) } });

describe('limits', () => {
  it('[LI1] every limit of every profile is a whole number above 0', () => {
    for (const limits of Object.values(LIMIT_PROFILES)) {
      expect(Object.values(limits).filter((limit) => !Number.isInteger(limit) || limit <= 0)).toEqual([]);
    }
  });

  it('[LI2] the profile openclaw has the caps of OpenClaw, and none looser than the default', () => {
    expect(OPENCLAW_LIMITS).toMatchObject({
      lineLength: 1_048_576,
      linesPerPush: 4096,
      messageDepth: 64,
      surfaces: 64,
      componentsPerSurface: 2000,
      nodesPerTree: 2000,
      treeDepth: 64,
      entriesPerUpdate: 1024,
      keyLength: 256,
      textLength: 65_536,
      dataDepth: 32,
    });
    for (const name of Object.keys(DEFAULT_LIMITS) as (keyof Limits)[])
      expect(OPENCLAW_LIMITS[name]).toBeLessThanOrEqual(DEFAULT_LIMITS[name]);
  });

  /** What just fits a limit, and what is one more. */
  const cases: readonly (readonly [Partial<Limits>, Op, Op, string])[] = [
    [{ surfaces: 2 }, { op: 'open', surface: 'b' }, { op: 'open', surface: 'c' }, '!LIMIT_SURFACES /surfaceId'],
    [{ componentsPerSurface: 1 }, puts(textOf('a', 'x')), puts(textOf('b', 'x')), '!LIMIT_COMPONENTS'],
    [
      { componentsPerSurface: 2 },
      puts(boxOf('a', 'b', 'c')),
      puts(boxOf('a', 'b', 'c', 'd')),
      '!LIMIT_COMPONENTS /components/0/children',
    ],
    [{ dataValues: 4 }, set('/a', [1, 2]), set('/a', [1, 2, 3]), '!LIMIT_DATA /value'],
    [{ dataDepth: 3 }, set('/a', nestedLists(2)), set('/a', nestedLists(3)), '!LIMIT_DEPTH /value/0/0'],
    [{ keyLength: 8 }, set('/12345678', 1), set('/123456789', 1), '!LIMIT_TEXT /path'],
    [{ keyLength: 8 }, set('/', { '12345678': 1 }), set('/', { '123456789': 1 }), '!LIMIT_TEXT /value'],
    [{ textLength: 3 }, set('/t', 'abc'), set('/t', 'abcd'), '!LIMIT_TEXT /value'],
    [{ textLength: 3 }, puts(textOf('a', 'abc')), puts(textOf('a', 'abcd')), '!LIMIT_TEXT /components/0/text'],
    [{ listGap: 2 }, set('/l/2', 1), set('/l/6', 1), '!POINTER_INDEX /path'],
    [{ propDepth: 3 }, any(nestedLists(3)), any(nestedLists(4)), '!LIMIT_DEPTH /components/0/any/0/0/0'],
    [
      { callDepth: 2 },
      puts(textOf('a', calls(2))),
      puts(textOf('a', calls(3))),
      '!EXPRESSION_DEPTH /components/0/text/args/value/args/value',
    ],
    [{ idLength: 3 }, puts(textOf('abc', 'x')), puts(textOf('abcd', 'x')), '!LIMIT_TEXT /components/0'],
    [{ idLength: 3 }, { op: 'open', surface: 'abc' }, { op: 'open', surface: 'abcd' }, '!LIMIT_TEXT /surfaceId'],
    [
      { patternLength: 3 },
      puts(component('a', 'Kinds', { pattern: 'abc' })),
      puts(component('a', 'Kinds', { pattern: 'abcd' })),
      'LIMIT_PATTERN /components/0/pattern',
    ],
    [
      { compiledLength: 12 },
      puts(component('a', 'Kinds', { pattern: 'abc' })),
      puts(component('a', 'Kinds', { pattern: 'abcd' })),
      '!LIMIT_PATTERN /components/0/pattern',
    ],
    [
      { expressionLength: 10 },
      puts(component('a', 'Kinds', { template: '${/234567}' })),
      puts(component('a', 'Kinds', { template: '${/2345678}' })),
      'LIMIT_TEXT /components/0/template',
    ],
    [
      { expressionDepth: 2 },
      puts(component('a', 'Kinds', { template: '${${${/a}}}' })),
      puts(component('a', 'Kinds', { template: '${${${${/a}}}}' })),
      'EXPRESSION_DEPTH /components/0/template',
    ],
  ];

  for (const [limits, fits, exceeds, line] of cases) {
    it(`[LI3] ${JSON.stringify(limits)} holds exactly, and what exceeds it leaves what stood (${line.replace(/ .*/, '')})`, () => {
      const stage = createStage({ limits });
      expect(told(stage.send(fits))).toEqual([]);
      const before = stage.bytes;
      expect(told(stage.send(exceeds))).toEqual([line]);
      if (line.startsWith('!')) expect(stage.bytes).toBe(before);
    });
  }

  it('[LI3] issuesPerMessage bounds what is told of one message', () => {
    const stage = createStage({ limits: { issuesPerMessage: 2 } });
    const outcome = stage.send(puts(...Array.from({ length: 5 }, (_, i) => component(`c${i}`, 'Nothing'))));
    expect([outcome.issues.length, outcome.issues[1]?.message]).toEqual([
      2,
      expect.stringContaining('(3 further issues not listed.)'),
    ]);
  });

  it('[LI3] callsPerEvaluation bounds the calls of one evaluation', () => {
    const stage = createStage({ limits: { callsPerEvaluation: 3 } });
    const scope = new Scope(stage.surface, stage.fold.env);
    evaluate({ call: 'pair', args: { a: { call: 'pair' }, b: { call: 'pair' } } }, scope);
    expect(stage.reported).toEqual([]);
    evaluate({ call: 'pair', args: { a: { call: 'pair' }, b: [{ call: 'pair' }, { call: 'pair' }] } }, scope);
    expect(stage.reported).toHaveLength(1);
  });

  it('[LI3] nodesPerTree and treeDepth bound the tree', () => {
    const stage = createStage({ limits: { nodesPerTree: 2, treeDepth: 1 } });
    stage.put(boxOf('root', 'a', 'b'), boxOf('a', 'c'), textOf('b', 'x'), textOf('c', 'x'));
    const root = new Tree(stage.surface, stage.fold).root;
    const children = (root?.get('children') ?? []) as readonly Place[];
    expect(children.map(({ node }) => node.state)).toEqual(['over-limit', 'over-limit']);
  });
});
