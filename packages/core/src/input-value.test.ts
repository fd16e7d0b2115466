import { expect, test } from 'vitest';
import { bool, type Catalog, defineCatalog, defineComponent, number, oneOf, text, value } from './catalog.ts';
import { basic08 } from './catalogs/basic-0.8.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import { openwop2 } from './catalogs/openwop.ts';
import { Fold } from './fold.ts';
import { boundInputs, judgeInput } from './input-value.ts';
import type { Json, JsonObject } from './json.ts';
import { Catalogs } from './registry.ts';
import { Tree } from './tree.ts';
import type { TreeNode } from './tree-node.ts';

const plain = defineCatalog({
  id: 'plain',
  components: {
    Count: defineComponent({ value: number({ writable: true, integer: true, min: 0, max: 9 }) }),
    Pick: defineComponent({ value: oneOf(['a', 'b'], { writable: true }) }),
    Free: defineComponent({ value: value({ writable: true }), note: text() }),
    Flag: defineComponent({ value: bool({ writable: true }) }),
  },
});

function nodeOf(catalog: Catalog, type: string, props: JsonObject, data: Json = {}, zone = 'UTC'): TreeNode {
  const fold = new Fold({ catalogs: new Catalogs([catalog]), zone });
  const opened = fold.accept({
    body: [{ op: 'open', surface: 's', catalog: catalog.id, data, components: [{ id: 'root', type, props }] }],
  });
  expect(opened.ok).toBe(true);
  const surface = fold.surfaces.get('s');
  if (surface === undefined) throw new Error('no surface');
  return new Tree(surface, fold).root as TreeNode;
}

const at = { path: '/v' };
const label = 'L';
const options = [
  { label: 'A', value: 'a' },
  { label: 'B', value: 'b' },
  { label: 'C', value: 'c' },
];
const choice = { options, value: at };

/** Catalog, type, writing property, properties, values that are taken, values that are not. */
const INPUTS: readonly (readonly [Catalog, string, string, JsonObject, readonly Json[], readonly Json[]])[] = [
  [basic08, 'TextField', 'text', { label, text: at }, ['', 'Ada\nB'], [1, true, null, [], {}]],
  [basic08, 'TextField', 'text', { label, text: at, textFieldType: 'longText' }, ['x'], [1]],
  [basic08, 'TextField', 'text', { label, text: at, textFieldType: 'obscured' }, ['x'], [1]],
  [
    basic08,
    'TextField',
    'text',
    { label, text: at, textFieldType: 'number' },
    ['', '12', '-1.5', '1e3', '-', '1.', '1e', 7],
    ['abc', '1 2', 'Infinity', 'NaN', '0x10', true, '1'.repeat(500)],
  ],
  [
    basic08,
    'TextField',
    'text',
    { label, text: at, textFieldType: 'date' },
    ['', '2026-01-31'],
    ['2026-02-30', 'x', 3],
  ],
  [basic08, 'TextField', 'text', { label, text: at, validationRegexp: '^a$' }, ['b'], [false]],
  [basic08, 'CheckBox', 'value', { label, value: at }, [true, false], ['true', 1, null]],
  [basic08, 'DateTimeInput', 'value', { value: at, enableDate: true }, ['', '2026-01-31'], ['12:00', 'x', 5]],
  [
    basic08,
    'MultipleChoice',
    'selections',
    { options, selections: at, maxAllowedSelections: 2 },
    [[], ['a'], ['a', 'c']],
    [['a', 'b', 'c'], ['d'], ['a', 'a'], [1], { 0: 'a' }, 3],
  ],
  [basic08, 'MultipleChoice', 'selections', { options, selections: at }, [['a', 'b', 'c']], [['x']]],
  [basic08, 'Slider', 'value', { value: at, minValue: 5, maxValue: 9 }, [5, 9, 6.5], [4, 9.1, '6', null]],
  [basic08, 'Slider', 'value', { value: at }, [0, 100], [-1, 101]],
  ...[basic09, basic10].flatMap((basic): typeof INPUTS => [
    [basic, 'TextField', 'value', { label, value: at }, ['', 'x'], [1, null, ['x']]],
    [basic, 'TextField', 'value', { label, value: at, variant: 'longText' }, ['a\nb'], [{}]],
    [basic, 'TextField', 'value', { label, value: at, variant: 'number' }, ['3', 3, ''], ['three', true]],
    [basic, 'TextField', 'value', { label, value: at, variant: 'obscured' }, ['pw'], [1]],
    [basic, 'CheckBox', 'value', { label, value: at }, [true, false], ['', 0]],
    [basic, 'ChoicePicker', 'value', choice, [[], ['a'], 'a'], [['a', 'b'], ['d'], 'd']],
    [
      basic,
      'ChoicePicker',
      'value',
      { ...choice, variant: 'multipleSelection' },
      [['a', 'b', 'c'], []],
      [['a', 'd'], ['b', 'b'], true],
    ],
    [basic, 'Slider', 'value', { value: at, max: 10 }, [0, 10, 3], [-1, 11, '3']],
    [
      basic,
      'DateTimeInput',
      'value',
      { value: at, enableTime: true },
      ['12:30', '12:30:05', ''],
      ['2026-01-01', '25:00'],
    ],
    [
      basic,
      'DateTimeInput',
      'value',
      { value: at, enableDate: true, enableTime: true, min: '2026-01-01', max: '2026-01-31' },
      ['2026-01-01T00:00', '2026-01-31T23:59', '2026-01-15T10:00:00Z'],
      ['2025-12-31T23:59', '2026-02-01T00:00', '2026-01-15', '10:00'],
    ],
    [
      basic,
      'DateTimeInput',
      'value',
      { value: at, enableDate: true, min: '2026-01-10', max: '2026-01-20' },
      ['2026-01-10', '2026-01-20', '2026-01-20T10:00Z'],
      ['2026-01-09', '2026-01-21', '2026-13-01'],
    ],
  ]),
  [openwop2, 'ChoicePicker', 'value', choice, [['b']], [['x']]],
  [openwop2, 'TextField', 'value', { label, value: at, variant: 'number' }, ['1'], ['one']],
  [plain, 'Count', 'value', { value: at }, [0, 9], [-1, 10, 1.5, '1', null]],
  [plain, 'Pick', 'value', { value: at }, ['a'], ['c', null]],
  [plain, 'Free', 'value', { value: at }, ['x', 1, null, ['x']], [{ a: 1 }]],
  [plain, 'Flag', 'value', { value: at }, [true], ['yes']],
];

test.each(INPUTS)('[IV1] $0.id $1 takes what it is declared to take (%#)', (catalog, type, prop, props, good, bad) => {
  const node = nodeOf(catalog, type, props);
  expect(good.filter((one) => judgeInput(node, prop, one) !== undefined)).toEqual([]);
  expect(bad.filter((one) => judgeInput(node, prop, one) === undefined)).toEqual([]);
});

test('[IV2] options and limits are those that the data say now', () => {
  const node = nodeOf(basic10, 'ChoicePicker', { ...choice, options: [{ label: 'x', value: 'x' }] }, { v: ['old'] });
  expect(judgeInput(node, 'value', ['x'])).toBeUndefined();
  expect(judgeInput(node, 'value', ['old'])).toBeUndefined();
  expect(judgeInput(node, 'value', ['older'])).toBe('Please choose one of the options.');
  const dated = nodeOf(
    basic10,
    'DateTimeInput',
    { value: at, enableDate: true, min: { path: '/from' } },
    { from: '2026-05-01' },
  );
  expect(judgeInput(dated, 'value', '2026-04-30')).toBe('It must be 2026-05-01 or later.');
  expect(judgeInput(dated, 'value', '2026-05-01')).toBeUndefined();
});

test('[IV2] of too many choices some may be taken away', () => {
  const props = { options, selections: at, maxAllowedSelections: 1 };
  const node = nodeOf(basic08, 'MultipleChoice', props, { v: ['a', 'b', 'c'] });
  expect(judgeInput(node, 'selections', ['a', 'b'])).toBeUndefined();
  expect(judgeInput(node, 'selections', ['a', 'b', 'c'])).toBe('Choose at most 1.');
});

test('[IV2] moments are compared with clock faces in the zone of the person', () => {
  const props = { value: at, enableDate: true, enableTime: true, min: '2026-01-01T00:00' };
  const here = nodeOf(basic10, 'DateTimeInput', props, {}, 'Europe/Berlin');
  expect(judgeInput(here, 'value', '2025-12-31T23:30:00Z')).toBeUndefined();
  expect(judgeInput(here, 'value', '2025-12-31T22:30:00Z')).toBe('It must be 2026-01-01T00:00 or later.');
});

test('[IV3] inputs are the writable properties that are bound to a path below the root of the data', () => {
  expect(boundInputs(nodeOf(basic10, 'TextField', { label, value: at }))).toEqual([
    { prop: 'value', path: ['v'], secret: false },
  ]);
  expect(boundInputs(nodeOf(basic10, 'TextField', { label, value: 'fixed' }))).toEqual([]);
  expect(boundInputs(nodeOf(basic10, 'TextField', { label: { path: '/l' } }))).toEqual([]);
  expect(boundInputs(nodeOf(basic10, 'TextField', { label, value: { path: '/' } }))).toEqual([]);
  expect(boundInputs(nodeOf(plain, 'Free', { value: at, note: { path: '/n' } }))).toHaveLength(1);
});

test('[IV3] an input is secret when its component says so', () => {
  const node = nodeOf(basic08, 'TextField', { label, text: at, textFieldType: 'obscured' });
  expect(boundInputs(node)).toEqual([{ prop: 'text', path: ['v'], secret: true }]);
});

test('[IV4] a surface over other data shows its components with these, and neither changes the other', () => {
  const { surface } = nodeOf(basic10, 'TextField', { label, value: at }, { v: 'before' }).place.tree;
  const data = surface.data.fork();
  expect(data.set('/v', 'after')).toBeUndefined();
  const other = surface.over(data);
  const view = {
    env: { locale: 'en', zone: 'UTC', limits: new Fold({ catalogs: new Catalogs([]) }).limits, report() {} },
  };
  const tree = new Tree(other, { ...view, limits: view.env.limits });
  expect([tree.root?.get('value'), surface.data.get('/v')]).toEqual(['after', 'before']);
  surface.data.set('/v', 'later');
  expect([tree.root?.get('value'), other.catalog, other.root]).toEqual(['after', basic10.id, 'root']);
});
