import { describe, expect, it } from 'vitest';
import { stageCatalog } from '../test/stage.ts';
import type { Component, Op } from './entry.ts';
import { Fold } from './fold.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { Catalogs } from './registry.ts';
import { takeAll } from './steps.ts';

const COUNT = 3000;
const text = (i: number, props: object = { text: `Row ${i}` }): Component =>
  ({ id: `t${i}`, type: 'Text', props }) as Component;
const many = (make = text): Component[] => Array.from({ length: COUNT }, (_, i) => make(i));
const rule = (pattern: string): Json => ({
  condition: { call: 'regex', args: { value: { path: '/v' }, pattern } },
  message: 'no',
});
const field = (checks: readonly Json[]): Component => ({ id: 'f', type: 'Field', props: { value: '', checks } });
const button = (context: Json): Component =>
  ({ id: 'b', type: 'Button', props: { child: 'c', action: { event: { name: 'go', context } } } }) as Component;
const put = (components: readonly Component[]): Op => ({ op: 'put', surface: 's', components });
const rows = (count: number, last: Json = {}): Json => [
  ...Array.from({ length: count }, (_, i) => ({ id: i, name: `Row ${i}`, tags: ['x', null, { deep: [true] }] })),
  last,
];
const set = (value: Json, path = '/d'): Op => ({ op: 'set', surface: 's', path, value });

function folds(limits: Limits = DEFAULT_LIMITS): readonly [plain: Fold, fold: Fold] {
  const make = (): Fold => {
    const fold = new Fold({ catalogs: new Catalogs([stageCatalog]), limits });
    fold.accept({ body: [{ op: 'open', surface: 's', catalog: 'stage' }] });
    return fold;
  };
  return [make(), make()];
}

/** How many steps it took to judge it ahead. */
function compare(body: readonly Op[], limits?: Limits): number {
  const [plain, fold] = folds(limits);
  const steps = fold.judgeSteps(body);
  let count = 0;
  let next = steps.next();
  for (; next.done !== true; next = steps.next()) count++;
  const outcome = fold.accept({ body }, 'trusted', next.value);
  expect(outcome).toEqual(plain.accept({ body: structuredClone(body) }));
  expect(JSON.stringify(fold.snapshot())).toBe(JSON.stringify(plain.snapshot()));
  for (const surface of fold.surfaces.values())
    expect(surface.data.valueCount).toBe(plain.surfaces.get(surface.id)?.data.valueCount);
  return count;
}

describe('what is long and judged ahead', () => {
  it.each<readonly [string, readonly Op[]]>([
    ['components', [put(many())]],
    ['components that nobody knows', [put(many((i) => ({ ...text(i), type: 'Nothing' })))]],
    ['the same id again and again', [put(many((i) => ({ ...text(i), id: `t${i % 7}` })))]],
    ['components with one that refuses them all', [put([...many(), text(COUNT, { text: Number.POSITIVE_INFINITY })])]],
    ['components in two parts', [put(many()), put(many((i) => text(i + COUNT)))]],
    [
      'a surface that is opened with them',
      [{ op: 'open', surface: 'n', catalog: 'stage', components: many(), data: rows(500) }],
    ],
    [
      'a surface that is opened before them',
      [{ op: 'open', surface: 'n', catalog: 'stage' }, { ...put(many()), surface: 'n' } as Op],
    ],
    ['a surface whose catalog nobody knows', [{ op: 'open', surface: 'n', catalog: 'nowhere', components: many() }]],
    ['one component with many checks', [put([field(many().map((_, i) => rule(`a${i}[b-z]*`)))])]],
    ['one component with checks that are wrong', [put([field(many().map((_, i) => (i % 2 === 0 ? rule('(') : 7)))])]],
    [
      'one component with a long context',
      [put([button(Object.fromEntries(many().map(({ id }, i) => [id, i % 2 === 0 ? { path: '/a' } : { path: 7 }])))])],
    ],
    ['rows', [set(rows(COUNT))]],
    ['rows of which one cannot be stored', [set(rows(COUNT, { text: '\ud800' }))]],
    ['rows of which one has a reserved name', [set(rows(COUNT, JSON.parse('{"__proto__":1}')))]],
    ['rows that are merged', [{ op: 'merge', surface: 's', path: '/', value: { a: rows(COUNT), b: 1 } }]],
    ['rows that are appended', [set([1]), { op: 'append', surface: 's', path: '/d', value: rows(COUNT) as Json[] }]],
    ['rows that replace rows', [set(rows(COUNT)), set(rows(COUNT - 1)), set(1)]],
  ])('[FO37] is judged in steps and applied as at once: %s', (_, body) => {
    expect(compare(body)).toBeGreaterThan(5);
  });

  it.each(['/d', '/a/b/c/d/e'])('[FO37] is as deep as it is where it is written: at %s', (path) => {
    let value: Json = rows(COUNT);
    for (let i = 0; i < 3; i++) value = [value];
    compare([set(value, path)], { ...DEFAULT_LIMITS, dataDepth: 8 });
  });

  it('[FO37] counts texts that are read as programs with those of other parts', () => {
    const pattern = (i: number): Component =>
      text(i, { text: { call: 'formatString', args: { value: `\${/a}`.repeat(200) } } });
    compare([put(many(pattern)), put(many((i) => pattern(i + COUNT)))], { ...DEFAULT_LIMITS, compiledLength: 20_000 });
  });

  it('[FO37] is judged anew where the catalog of the surface is another one by then', () => {
    const [plain, fold] = folds();
    const components = many();
    const ahead = takeAll(fold.judgeSteps([put(components)]));
    for (const one of [plain, fold]) {
      one.accept({ body: [{ op: 'close', surface: 's' }] });
      one.accept({ body: [{ op: 'open', surface: 's' }] });
    }
    const outcome = fold.accept({ body: [put(components)] }, 'trusted', ahead);
    expect(outcome).toEqual(plain.accept({ body: [put(many())] }));
    expect(outcome.ok).toBe(false);
  });
});
