import { describe, expect, it } from 'vitest';
import { createStage, otherCatalog, stageCatalog } from '../test/stage.ts';
import { type Environment, evaluate, Scope } from './binding.ts';
import type { Catalog } from './catalog.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import { DataModel } from './data-model.ts';
import type { Dynamic } from './entry.ts';
import { Fold } from './fold.ts';
import { type Issue, issue } from './issue.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { watch } from './reactive.ts';
import { Catalogs } from './registry.ts';
import type { Surface } from './surface.ts';
import { isPending, Pending } from './value.ts';

interface Setting {
  readonly data?: Json;
  readonly at?: readonly string[];
  readonly index?: number;
  readonly limits?: Partial<Limits>;
  readonly remote?: Environment['remote'];
}

function stand({ data = {}, at = [], index, limits = {}, remote }: Setting = {}) {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  const model = new DataModel(bounds);
  model.set('/', data);
  const issues: Issue[] = [];
  const catalogFor = (id: string | undefined) =>
    id === undefined ? stageCatalog : id === 'other' ? otherCatalog : issue('VITRINE_CATALOG_UNKNOWN', 'error', 'none');
  const env = {
    locale: 'en-US',
    zone: 'UTC',
    limits: bounds,
    report: (problem: Issue) => void issues.push(problem),
    ...(remote && { remote }),
  };
  const scope = new Scope({ data: model, catalogFor }, env, at, index);
  return {
    model,
    scope,
    issues,
    codes: () => issues.map(({ code }) => code.replace('VITRINE_', '')),
    read: (binding: Dynamic) => evaluate(binding, scope),
  };
}

describe('literals and paths', () => {
  it('[BI1] a literal is itself, and bindings inside lists and objects are evaluated', () => {
    const { read } = stand({ data: { a: 1 } });
    for (const literal of ['x', '${/a}', 0, false, null]) expect(read(literal)).toBe(literal);
    expect(read([1, { path: '/a' }, [{ path: '/a' }]])).toEqual([1, 1, [1]]);
    expect(read({ x: { y: { path: '/a' } }, z: 'w' })).toEqual({ x: { y: 1 }, z: 'w' });
  });

  it('[BI1] what gives nothing is null in a list and left out of an object', () => {
    const { read } = stand();
    expect(read([{ path: '/none' }, 1])).toEqual([null, 1]);
    expect(read({ a: { path: '/none' }, b: { call: 'remote' }, c: 1 })).toEqual({ c: 1 });
    expect(read([{ call: 'remote' }])).toEqual([null]);
  });

  it('[BI2] a path with a leading slash begins at the root, another at the scope', () => {
    const { read } = stand({ data: { name: 'root', people: [{ name: 'Ada', tags: ['x'] }] }, at: ['people', '0'] });
    expect(read({ path: '/name' })).toBe('root');
    expect(read({ path: 'name' })).toBe('Ada');
    expect(read({ path: 'tags/0' })).toBe('x');
    for (const path of ['', '.', './']) expect(read({ path })).toEqual({ name: 'Ada', tags: ['x'] });
    expect(read({ path: 'none' })).toBeUndefined();
    expect(stand({ data: ['only'] }).read({ path: '0' })).toBe('only');
  });

  it('[BI2] a path that could not be written is absent', () => {
    const { read } = stand({ data: { a: {} } });
    for (const path of ['/a/__proto__', '/constructor/name', '/a/toString', '~', '/~9'])
      expect(read({ path })).toBeUndefined();
  });

  it('[BI3] item-first means the item if it has the path, else the root', () => {
    const { read, model } = stand({
      data: { name: 'root', title: 'T', people: [{ name: 'Ada' }] },
      at: ['people', '0'],
    });
    expect(read({ path: '/name', from: 'item-first' })).toBe('Ada');
    expect(read({ path: '/title', from: 'item-first' })).toBe('T');
    model.set('/people/0/title', null);
    expect(read({ path: '/title', from: 'item-first' })).toBeNull();
    expect(stand({ data: { name: 'root' } }).read({ path: '/name', from: 'item-first' })).toBe('root');
  });

  it('[BI4] a wrapped literal is taken as it stands', () => {
    const { read } = stand({ data: { a: 1 } });
    expect(read({ literal: { path: '/a' } })).toEqual({ path: '/a' });
    expect(read({ literal: null })).toBeNull();
    expect(read([{ literal: { call: 'fails' } }])).toEqual([{ call: 'fails' }]);
  });

  it('[BI4] an object with a path and a call is a path; one with a componentId is no path', () => {
    const { read, codes } = stand({ data: { a: 1 } });
    expect(read({ path: '/a', call: 'fails' })).toBe(1);
    expect(read({ path: '/a', componentId: 'c' })).toEqual({ path: '/a', componentId: 'c' });
    expect(codes()).toEqual([]);
  });
});

describe('calls', () => {
  it('[BI5] arguments are evaluated, nested calls and lists too', () => {
    const { read } = stand({ data: { a: 'x' } });
    expect(read({ call: 'upper', args: { value: { path: '/a' } } })).toBe('X');
    expect(read({ call: 'pair', args: { a: { call: 'upper', args: { value: 'b' } }, b: [{ path: '/a' }] } })).toEqual([
      'B',
      ['x'],
    ]);
    expect(read({ call: 'pair' })).toEqual([null, null]);
    expect(read({ call: 'pair', args: { a: { path: '/none' } } })).toEqual([null, null]);
  });

  it('[BI5] the catalog is the one that is named, else the default', () => {
    const { read, codes } = stand();
    expect(read({ call: 'upper', args: { value: 'b' }, catalog: 'other' })).toBe('other');
    expect(read({ call: 'upper', catalog: 'nowhere' })).toBeUndefined();
    expect(read({ call: 'none' })).toBeUndefined();
    expect(codes()).toEqual(['CATALOG_UNKNOWN', 'FUNCTION_UNKNOWN']);
  });

  it('[BI6] a function that fails or throws is reported and gives nothing', () => {
    const { read, codes, issues } = stand();
    expect([read({ call: 'fails' }), read({ call: 'throws' })]).toEqual([undefined, undefined]);
    expect(codes()).toEqual(['FUNCTION_FAILED', 'FUNCTION_FAILED']);
    expect(issues[1]?.message).not.toContain('mistake');
    expect(read({ call: 'pair', args: { a: { call: 'throws' }, b: 1 } })).toEqual([null, 1]);
  });

  it('[BI7] a call that lives with the agent is pending until someone answers for it', () => {
    const { read } = stand();
    const value = read({ call: 'remote' });
    expect(isPending(value) && value.name).toBe('remote');
    const asked: unknown[] = [];
    const answered = stand({
      data: { a: 1 },
      remote: (call) => {
        asked.push(call);
        return 'answer';
      },
    });
    expect(
      answered.read({ call: 'remote', args: { of: { path: '/a' } }, catalog: undefined } as unknown as Dynamic),
    ).toBe('answer');
    expect(asked).toEqual([{ name: 'remote', catalog: undefined, args: { of: 1 } }]);
  });

  it('[BI7] in 1.0 a function that the catalog does not name is asked of the agent, where someone asks it', () => {
    const asked: unknown[] = [];
    const evaluateOn = (catalog: Catalog, remote?: Environment['remote']) => {
      const issues: string[] = [];
      const fold = new Fold({
        catalogs: new Catalogs([catalog]),
        report: ({ code }) => void issues.push(code),
        ...(remote === undefined ? {} : { remote }),
      });
      fold.accept({ body: [{ op: 'open', surface: 's', catalog: catalog.id, protocol: catalog.protocol ?? '' }] });
      const scope = new Scope(fold.surfaces.get('s') as Surface, fold.env);
      return { value: evaluate({ call: 'weather', args: { of: 'Rome' } }, scope), issues };
    };
    const remote = (call: unknown) => {
      asked.push(call);
      return 'sunny';
    };
    expect(evaluateOn(basic10, remote)).toEqual({ value: 'sunny', issues: [] });
    expect(asked).toEqual([{ surface: 's', name: 'weather', catalog: undefined, args: { of: 'Rome' } }]);
    expect(evaluateOn(basic10)).toEqual({ value: undefined, issues: ['VITRINE_FUNCTION_UNKNOWN'] });
    expect(evaluateOn(basic09, remote)).toEqual({ value: undefined, issues: ['VITRINE_FUNCTION_UNKNOWN'] });
  });

  it('[BI7] a call with a pending argument is pending and does not run', () => {
    const { read, codes, scope } = stand();
    expect(read({ call: 'upper', args: { value: { call: 'remote' } } })).toBeInstanceOf(Pending);
    expect(read({ call: 'formatString', args: { value: 'a ${remote()} b' } })).toBe('a  b');
    expect(scope.evaluate({ call: 'remote' })).toBeUndefined();
    expect(codes()).toEqual([]);
  });

  it('[BI8] @index is the position of the item, with an offset if one is given', () => {
    const { read, codes } = stand({ data: { o: 10 }, at: ['l', '3'], index: 3 });
    expect(read({ call: '@index' })).toBe(3);
    expect(read({ call: '@index', args: { offset: 1 } })).toBe(4);
    expect(read({ call: '@index', args: { offset: { path: '/o' } } })).toBe(13);
    expect(read({ call: '@index', args: { offset: 'x' } })).toBe(3);
    expect(read({ call: 'formatString', args: { value: '#${@index(offset: 1)}' } })).toBe('#4');
    expect(codes()).toEqual([]);
    const outside = stand();
    expect(outside.read({ call: '@index' })).toBeUndefined();
    expect(outside.codes()).toEqual(['INDEX_OUTSIDE']);
  });

  it('[BI9] a function that needs a gesture runs only while one is handled', () => {
    const { read, codes, scope } = stand();
    const call = { call: 'visit', args: { url: 'https://a.example' } };
    expect(read(call)).toBeUndefined();
    expect(codes()).toEqual(['FUNCTION_CALLER']);
    const effects: { kind: 'open-url'; url: string }[] = [];
    evaluate(call, scope.during(effects));
    expect(effects).toEqual([{ kind: 'open-url', url: 'https://a.example' }]);
  });
});

describe('bombs', () => {
  const itself = '${formatString(value: /t)}';

  it('[BI10] a template that calls itself ends, and is reported once', () => {
    const { read, codes } = stand({ data: { t: `x${itself}` } });
    expect(String(read({ call: 'formatString', args: { value: { path: '/t' } } }))).toMatch(/^x{1,40}$/);
    expect(codes()).toEqual(['EXPRESSION_DEPTH']);
  });

  it('[BI10] one that calls itself hundreds of times ends as soon, and is reported once', () => {
    const { read, codes } = stand({ data: { t: itself.repeat(300) } });
    expect(read({ call: 'formatString', args: { value: { path: '/t' } } })).toBe('');
    expect(codes()).toEqual(['EXPRESSION_DEPTH']);
  });

  it('[BI10] calls beyond callsPerEvaluation are not made, those up to it are', () => {
    const calls = (count: number): Dynamic => ({
      call: 'pair',
      args: { a: Array.from({ length: count - 1 }, () => ({ call: 'pair' })) },
    });
    const { read, codes } = stand({ limits: { callsPerEvaluation: 20 } });
    read(calls(20));
    expect(codes()).toEqual([]);
    read(calls(21));
    expect(codes()).toEqual(['EXPRESSION_DEPTH']);
    expect(read({ call: 'upper', args: { value: 'a' } })).toBe('A');
  });

  it('[BI10] after a bomb the next evaluation is as good as new', () => {
    const { read, codes } = stand({ data: { t: itself } });
    for (let i = 0; i < 3; i++) read({ call: 'formatString', args: { value: { path: '/t' } } });
    expect(codes()).toEqual(Array(3).fill('EXPRESSION_DEPTH'));
    expect(read({ call: 'upper', args: { value: 'a' } })).toBe('A');
  });
});

describe('reactivity', () => {
  it('[BI11] inside a watcher everything that a binding read is observed, outside nothing is', () => {
    const { read, model } = stand({ data: { a: 'x', b: 'y', t: '${/a}-${/b}' } });
    const template: Dynamic = { call: 'formatString', args: { value: { path: '/t' } } };
    read(template);
    expect(model.observerCount).toBe(0);
    const seen: unknown[] = [];
    const watcher = watch(() => void seen.push(read(template)));
    model.set('/b', 'z');
    model.set('/t', '${/a}');
    model.set('/b', 'w');
    model.set('/none', 1);
    expect(seen).toEqual(['x-y', 'x-z', 'x']);
    watcher.dispose();
    expect(model.observerCount).toBe(0);
  });

  it('[BI11] an absent path is observed, for it may come', () => {
    const { read, model } = stand({ at: ['people', '0'] });
    const seen: unknown[] = [];
    watch(() => void seen.push(read({ path: '/name', from: 'item-first' })));
    model.set('/name', 'root');
    model.set('/people', [{ name: 'Ada' }]);
    model.set('/name', 'unseen');
    expect(seen).toEqual([undefined, 'root', 'Ada']);
  });

  it('[BI11] a surface is where bindings stand', () => {
    const stage = createStage();
    stage.set('/a', 1);
    expect(evaluate({ path: '/a' }, new Scope(stage.surface, stage.fold.env))).toBe(1);
  });
});
