// Random entries, valid and not, go to a fold that is watched and drawn and to one that only replays what was accepted:
// both must hold the same bytes, and a refused entry must leave none behind. A failure prints its seed and path.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Page } from '../test/page.ts';
import { runs } from '../test/runs.ts';
import { otherCatalog, stageCatalog } from '../test/stage.ts';
import type { Component, Entry, Op, ViewerEvent } from './entry.ts';
import { Fold } from './fold.ts';
import type { Json, JsonObject } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { Catalogs } from './registry.ts';
import { Replica } from './replica.ts';
import { takeAll } from './steps.ts';

const limits: Limits = { ...DEFAULT_LIMITS, surfaces: 3, componentsPerSurface: 6, dataValues: 30, listGap: 2 };

const surface = fc.constantFrom('s', 's', 's', 't', 'u', 'v', '', '__proto__', 'toString');
const id = fc.constantFrom('root', 'root', 'a', 'b', 'c', 'd', 'e', 'f', '', 'constructor');
const path = fc.constantFrom(
  '/',
  '',
  '/a',
  '/a/0',
  '/a/1',
  '/a/9',
  '/b',
  '/b/c',
  'b',
  '/t',
  '/t/x',
  '/~',
  '/__proto__',
  '/list',
  '/list/0',
  '/list/0/n',
  '/list//',
);
const value = fc.oneof(
  fc.constantFrom<Json>(
    null,
    0,
    1,
    'x',
    '',
    true,
    {},
    [],
    [{ n: 1 }, { n: 2 }],
    { c: { d: 1 } },
    { a: [1, 2, 3] },
    '\ud800',
    Number.POSITIVE_INFINITY,
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);
const props: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({
    text: fc.oneof(
      fc.constantFrom<Json>('x', { path: '/a' }, { path: 'n' }, { call: 'upper', args: { value: { path: '/t' } } }),
      value,
    ),
  }),
  fc.record({ child: fc.oneof(id, value) }),
  fc.record({
    children: fc.oneof(
      fc.array(id, { maxLength: 3 }),
      fc.constantFrom<Json>({ componentId: 'a', path: '/list' }, { componentId: 'b', path: '/a' }),
    ),
  }) as fc.Arbitrary<JsonObject>,
  fc.record({
    tabs: fc.array(fc.record({ title: value, child: id }), { maxLength: 3 }),
  }) as unknown as fc.Arbitrary<JsonObject>,
);
const component: fc.Arbitrary<Component> = fc.record({
  id,
  type: fc.constantFrom('Text', 'Box', 'Card', 'Tabs', 'Row', 'Cell', 'Nothing'),
  props,
});
const name = fc.constantFrom('1', '2', '__proto__');
const part: fc.Arbitrary<Op | ViewerEvent> = fc.oneof(
  fc.record(
    {
      op: fc.constant('open' as const),
      surface,
      catalog: fc.constantFrom('stage', 'stage', 'other', 'nowhere'),
      data: value,
      held: fc.constant(true as const),
    },
    { requiredKeys: ['op', 'surface', 'catalog'] },
  ),
  fc.record({ op: fc.constant('close' as const), surface }),
  fc.record(
    { op: fc.constant('reveal' as const), surface, root: id, catalog: fc.constantFrom('stage', 'other') },
    { requiredKeys: ['op', 'surface', 'root'] },
  ),
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('put' as const),
      surface,
      components: fc.array(component, { maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      { op: fc.constant('set' as const), surface, path, value, ifAbsent: fc.constant(true as const) },
      { requiredKeys: ['op', 'surface', 'path', 'value'] },
    ),
  },
  fc.record({ op: fc.constant('merge' as const), surface, path, value }),
  fc.record({ op: fc.constant('unset' as const), surface, path }),
  fc.record({
    op: fc.constant('append' as const),
    surface,
    path,
    value: fc.constantFrom<string | Json[]>('x', '\ud83d', '\ude00', [], [1], [{ n: 3 }]),
  }),
  fc.record({
    op: fc.constant('ask' as const),
    ask: name,
    want: fc.constant({ kind: 'confirm' } as const),
    prompt: fc.constant('p'),
  }),
  fc.record({ op: fc.constant('withdraw' as const), ask: name }),
  fc.record(
    { op: fc.constant('task' as const), task: name, done: fc.constant(true as const) },
    { requiredKeys: ['op', 'task'] },
  ),
  fc.record({ op: fc.constant('turn' as const), state: fc.constantFrom('working' as const, 'done' as const) }),
  fc.record({ event: fc.constant('input' as const), surface, path, value }),
  fc.record({ event: fc.constant('answer' as const), ask: name, value }),
);
const body = fc.oneof({ weight: 2, arbitrary: fc.tuple(part) }, fc.array(part, { maxLength: 5 }));
const said = fc.record({
  one: body,
  trust: fc.oneof({ weight: 3, arbitrary: fc.constant('trusted' as const) }, fc.constant('untrusted' as const)),
});

describe('any entries', () => {
  it('[FO16] what was accepted replays to the same bytes, what was refused leaves none, a page shows it all and leaves nothing', () => {
    const counts = { accepted: 0, refused: 0, several: 0 };
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 20 }), fc.boolean(), (bodies, strict) => {
        const live = new Fold({ catalogs: new Catalogs([stageCatalog, otherCatalog]), limits, strict });
        const replayed = new Fold({ catalogs: new Catalogs([stageCatalog, otherCatalog]), limits });
        const page = new Page(live);
        let seq = 0;
        const first = { one: [{ op: 'open', surface: 's', catalog: 'stage' } as Op], trust: 'trusted' as const };
        for (const { one, trust } of [first, ...bodies]) {
          const before = JSON.stringify(live.snapshot());
          const written = JSON.stringify(one);
          const outcome = live.accept({ body: one }, trust);
          const after = JSON.stringify(live.snapshot());
          counts[outcome.ok ? 'accepted' : 'refused']++;
          if (!outcome.ok && one.length > 1) counts.several++;
          expect(JSON.stringify(one)).toBe(written);
          expect(outcome.issues.some(({ severity }) => severity === 'error')).toBe(!outcome.ok);
          const anew = new Page(live);
          expect(page.picture).toEqual(anew.picture);
          anew.close();
          if (!outcome.ok) expect(after).toBe(before);
          else {
            const entry = {
              v: 1,
              seq: ++seq,
              at: '',
              from: { role: 'agent', id: 'a', dialect: 'd' },
              trust,
              body: one,
            };
            replayed.apply(JSON.parse(JSON.stringify(entry)) as Entry);
            expect(JSON.stringify(replayed.snapshot())).toBe(after);
            for (const [key, shown] of live.surfaces)
              expect(shown.components()).toEqual(replayed.surfaces.get(key)?.components());
          }
        }
        page.close();
        expect(page.leaks).toEqual([]);
      }),
      { numRuns: runs(2500), verbose: 1 },
    );
    expect(Math.min(counts.accepted, counts.refused, counts.several)).toBeGreaterThan(300);
  });

  it('[RP1] what was accepted gives a replica the same bytes, with catalogs and without, and its page the same picture', () => {
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 20 }), (bodies) => {
        const catalogs = new Catalogs([stageCatalog, otherCatalog]);
        const fold = new Fold({ catalogs, limits });
        const replica = new Replica({ catalogs, limits });
        const blind = new Replica({ catalogs: new Catalogs(), limits });
        const page = new Page(replica);
        const first = { one: [{ op: 'open', surface: 's', catalog: 'stage' } as Op], trust: 'trusted' as const };
        for (const { one, trust } of [first, ...bodies]) {
          if (!fold.accept({ body: one }, trust).ok) continue;
          for (const follower of [replica, blind])
            follower.apply(JSON.parse(JSON.stringify({ body: one, trust })) as Entry);
          const bytes = JSON.stringify(fold.snapshot());
          expect([JSON.stringify(replica.snapshot()), JSON.stringify(blind.snapshot())]).toEqual([bytes, bytes]);
          const drawn = new Page(fold);
          expect(page.picture).toEqual(drawn.picture);
          drawn.close();
        }
        page.close();
        expect(page.leaks).toEqual([]);
      }),
      { numRuns: runs(600), verbose: 1 },
    );
  });

  it('[FO37] what was judged ahead, at whatever earlier state, is accepted or refused in the same words as what was not', () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 12 }), fc.boolean(), fc.nat(), (bodies, strict, at) => {
        const options = { catalogs: new Catalogs([stageCatalog, otherCatalog]), limits, strict };
        const [plain, fold] = [new Fold(options), new Fold(options)];
        const first: Op = { op: 'open', surface: 's', catalog: 'stage' };
        for (const one of [plain, fold]) one.accept({ body: [first] });
        const ahead = new Map(bodies.slice(at % bodies.length).map(({ one }) => [one, takeAll(fold.judgeSteps(one))]));
        for (const { one, trust } of bodies) {
          const outcome = fold.accept({ body: one }, trust, ahead.get(one) ?? takeAll(fold.judgeSteps(one)));
          expect(outcome).toEqual(plain.accept({ body: one }, trust));
          expect(JSON.stringify(fold.snapshot())).toBe(JSON.stringify(plain.snapshot()));
          counts[outcome.ok ? 'accepted' : 'refused']++;
        }
      }),
      { numRuns: runs(1500), verbose: 1 },
    );
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(500);
  });

  it('[FO18] whatever is taken out of an entry or put in its place, it is judged and never throws', () => {
    const junk = fc.constantFrom<unknown>(undefined, null, 5, '', 'x', true, [], [5], {}, () => 1, 1n, Symbol('s'));
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(fc.array(fc.tuple(body, fc.nat(), junk), { maxLength: 12 }), (mutations) => {
        const fold = new Fold({ catalogs: new Catalogs([stageCatalog, otherCatalog]), limits });
        fold.accept({ body: [{ op: 'open', surface: 's', catalog: 'stage' }] });
        for (const [one, at, other] of mutations) {
          const before = JSON.stringify(fold.snapshot());
          const outcome = fold.accept({ body: mutated(one, at, other) as Op[] });
          counts[outcome.ok ? 'accepted' : 'refused']++;
          if (!outcome.ok) expect(JSON.stringify(fold.snapshot())).toBe(before);
        }
      }),
      { numRuns: runs(2000), verbose: 1 },
    );
    expect([counts.accepted > 30, counts.refused > 300]).toEqual([true, true]);
  });
});

/** The value with one of its members, or of theirs, replaced. Free JSON is left alone: it is what it is. */
function mutated(value: unknown, at: number, other: unknown): unknown {
  if (typeof value !== 'object' || value === null) return other;
  const copy: { [key: string]: unknown } = Array.isArray(value) ? ([...value] as object as typeof copy) : { ...value };
  const keys = Object.keys(copy);
  if (keys.length === 0) return other;
  const key = keys[at % keys.length] as string;
  const rest = Math.floor(at / keys.length);
  const free = key === 'value' || key === 'data' || key === 'props' || key === 'want';
  copy[key] = free || rest % 3 === 0 ? other : mutated(copy[key], Math.floor(rest / 3), other);
  return copy;
}
