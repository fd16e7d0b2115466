import { describe, expect, test } from 'vitest';
import { COMPONENTS_2 } from '../../test/openwop-samples.ts';
import type { Component, Op } from '../entry.ts';
import { Fold } from '../fold.ts';
import type { Issue } from '../issue.ts';
import type { Json, JsonObject } from '../json.ts';
import { readPointer } from '../pointer.ts';
import { Catalogs } from '../registry.ts';
import { Tree } from '../tree.ts';
import { Place, type TreeNode } from '../tree-node.ts';
import { basic09 } from './basic-0.9.ts';
import {
  isOpenwopTarget,
  judgeOpenwopField,
  OPENWOP_TARGETS,
  openwop1,
  openwop2,
  openwopAction,
  openwopValue,
} from './openwop.ts';

const ITEMS: readonly Component[] = [
  { id: 'c0', type: 'heading', props: { text: '# Berth' } },
  { id: 'c1', type: 'text', props: { text: '**Two** piers' } },
  { id: 'c2', type: 'field.text', props: { name: 'ship', label: 'Ship', required: true, value: openwopValue('ship') } },
  { id: 'c3', type: 'field.date', props: { name: 'from', label: 'From', value: openwopValue('from') } },
  {
    id: 'c4',
    type: 'field.select',
    props: { name: 'pier', label: 'Pier', options: [{ value: 'n', label: 'North' }], value: openwopValue('pier') },
  },
  { id: 'c5', type: 'field.checkbox', props: { name: 'tug', label: 'Tug', default: true, value: openwopValue('tug') } },
  { id: 'c6', type: 'action.button', props: { name: 'go', label: 'Moor', action: openwopAction('resume', 'go') } },
];
const LIST: Component = {
  id: 'root',
  type: 'surface',
  props: { title: 'Berth', children: ITEMS.map(({ id }) => id) },
};

function show(components: readonly Component[], data: Json = {}, catalog = openwop1.id, strict = true) {
  const fold = new Fold({ catalogs: new Catalogs([openwop1, openwop2, basic09]), strict });
  const open: Op = { op: 'open', surface: 's', catalog, components, data };
  const { issues } = fold.accept({ body: [open] });
  const surface = fold.surfaces.get('s');
  const root = surface === undefined ? undefined : new Tree(surface, fold).root;
  return { issues, root };
}

function codes(issues: readonly Issue[]): readonly string[] {
  return [...new Set(issues.map(({ code }) => code))];
}

function childrenOf(root: TreeNode | undefined): readonly TreeNode[] {
  const places = root?.get('children');
  return Array.isArray(places) ? places.flatMap((place) => (place instanceof Place ? [place.node] : [])) : [];
}

/** A component as A2UI writes it, in neutral form. */
function neutral({ id, component, accessibility, weight, ...props }: JsonObject): Component {
  return {
    id: String(id),
    type: String(component),
    props,
    ...(typeof weight === 'number' ? { weight } : {}),
    ...(accessibility === undefined ? {} : { a11y: accessibility as JsonObject }),
  };
}

describe('generation 1', () => {
  test('[OW5] has seven components and the list that holds them', () => {
    expect([...openwop1.components.keys()]).toEqual(['surface', ...ITEMS.map(({ type }) => type)]);
    const { issues, root } = show([LIST, ...ITEMS]);
    expect(issues).toEqual([]);
    expect(childrenOf(root).map(({ type }) => type)).toEqual(ITEMS.map(({ type }) => type));
    expect(childrenOf(root)[0]?.get('level')).toBe(2);
  });

  test('[OW5] is flat: no item is a root, and no list stands in a list', () => {
    expect(codes(show([{ id: 'root', type: 'text', props: { text: 'x' } }]).issues)).toEqual(['VITRINE_TREE_PARENT']);
    const nested = [LIST, { id: 'c0', type: 'surface', props: { children: [] } }, ...ITEMS.slice(1)];
    expect(codes(show(nested).issues)).toEqual(['VITRINE_TREE_PARENT', 'VITRINE_TREE_CHILD']);
  });

  test('[OW6] a field writes the one path that its id gives, whatever the id', () => {
    const written = ['ship', 'a/b', 'x~y', ''].map((field) => readPointer(openwopValue(field).path));
    expect(written).toEqual([
      ['values', 'ship'],
      ['values', 'a/b'],
      ['values', 'x~y'],
      ['values', ''],
    ]);
    for (const [type, { props }] of openwop1.components) {
      const writable = Object.keys(props).filter((name) => props[name]?.writable);
      expect([type, writable]).toEqual([type, type.startsWith('field.') ? ['value'] : []]);
    }
  });

  test('[OW7] a button sends its target with its own id beside the values', () => {
    const { root } = show([LIST, ...ITEMS], { values: { ship: 'Ida', action: 'reject' } });
    expect(childrenOf(root)[6]?.invoke('action')).toEqual({
      kind: 'event',
      name: 'resume',
      context: { action: 'go', values: { ship: 'Ida', action: 'reject' } },
      issues: [],
    });
  });

  test.each<[string, string, JsonObject, Json | undefined]>([
    ['fine', 'field.text', {}, undefined],
    ['REQUIRED', 'field.text', { required: true }, ''],
    ['TYPE', 'field.text', {}, 4],
    ['fine', 'field.text', { required: true }, 'x'],
    ['REQUIRED', 'field.date', { required: true }, null],
    ['fine', 'field.date', {}, '2026-02-28'],
    ['TYPE', 'field.date', {}, '2026-02-30'],
    ['TYPE', 'field.date', {}, '2026-02-28T10:00:00Z'],
    ['fine', 'field.select', { options: [{ value: 'n', label: 'N' }] }, 'n'],
    ['OPTION', 'field.select', { options: [{ value: 'n', label: 'N' }] }, 'N'],
    ['OPTION', 'field.select', { options: [null] }, 'n'],
    ['fine', 'field.checkbox', {}, undefined],
    ['fine', 'field.checkbox', {}, false],
    ['TYPE', 'field.checkbox', {}, 'on'],
  ])('[OW8] a value is %s: %s %j %j', (code, type, props, value) => {
    expect(judgeOpenwopField({ type, props }, value)?.code ?? 'fine').toBe(code);
  });
});

describe('a list of generation 1, derived', () => {
  const derived = (items: readonly Component[], title?: string): ReadonlyMap<string, Component> => {
    const children = items.map(({ id }) => id);
    const list = { id: 'root', type: 'surface', props: { children, ...(title === undefined ? {} : { title }) } };
    const byId = new Map([list, ...items].map((one) => [one.id, one]));
    const source = { id: 's', root: 'root', place: undefined, data: { get: () => undefined } };
    const { components = [] } = openwop1.derive?.({ ...source, component: (id) => byId.get(id) }) ?? {};
    return new Map(components.map((one) => [one.id, one]));
  };

  test('[OW12] has fields with their paths and rules, and a button with its action', () => {
    const found = derived(ITEMS, 'Berth');
    expect(found.get('root')?.props.children).toEqual(['p1', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
    expect([...found.values()].map(({ id, type, props }) => [id, type, props.variant, props.rule])).toEqual([
      ['p1', 'Text', 'h2', undefined],
      ['c0', 'Text', 'h2', undefined],
      ['c1', 'Text', undefined, undefined],
      ['c2', 'TextField', undefined, { type: 'text', required: true }],
      ['c3', 'DateTimeInput', undefined, { type: 'day', required: false }],
      ['c4', 'ChoicePicker', 'mutuallyExclusive', { type: 'choice', required: false, options: ['n'] }],
      ['c5', 'CheckBox', undefined, { type: 'bool' }],
      ['c6-label', 'Text', undefined, undefined],
      ['c6', 'Button', 'primary', undefined],
      ['root', 'Column', undefined, undefined],
    ]);
    expect(found.get('c2')?.props.value).toEqual(openwopValue('ship'));
    expect(found.get('c5')?.props.default).toBe(true);
    expect(found.get('c6')?.props.action).toEqual(openwopAction('resume', 'go'));
  });

  test('[OW12] gives a button without a name one that is known for ours', () => {
    const button = (id: string, target: 'resume' | 'exchange', label: string): Component => ({
      ...{ id, type: 'action.button', props: { name: id, label, action: openwopAction(target, id) } },
    });
    const found = derived([button('a', 'resume', ''), button('b', 'exchange', ''), button('c', 'resume', 'Go')]);
    expect(['a-label', 'b-label', 'c-label'].map((id) => found.get(id)?.props)).toEqual([
      { text: 'Continue', word: 'resumeRun' },
      { text: 'Send', word: 'sendToRun' },
      { text: 'Go' },
    ]);
  });

  test('[OW12] keeps every id that came, also those that made ones would have', () => {
    const text = (id: string): Component => ({ id, type: 'text', props: { text: id } });
    const button = { id: 'b', type: 'action.button', props: { name: 'b', label: 'B', action: {} } };
    const found = derived([text('p1'), text('b-label'), button], 'Berth');
    for (const id of ['p1', 'b-label']) expect(found.get(id)?.props).toEqual({ text: id });
    const children = found.get('root')?.props.children as readonly string[];
    expect(found.get(children[0] as string)?.props).toEqual({ text: 'Berth', variant: 'h2' });
    expect(found.get(found.get('b')?.props.child as string)?.props).toEqual({ text: 'B' });
  });

  test.each<[Json]>([[null], [7], ['x'], [[1]], [{}], [{ event: 3 }]])(
    '[OW12] is derived of any properties: %j',
    (odd) => {
      const names = ['text', 'level', 'label', 'value', 'placeholder', 'required', 'options', 'default', 'action'];
      const props = Object.fromEntries(names.map((name) => [name, odd]));
      const found = derived(ITEMS.map((one) => ({ ...one, props })));
      expect(found.size).toBe(ITEMS.length + 2);
      expect(derived([{ id: 'b', type: 'action.button', props }]).get('b-label')?.props.text).not.toBe('');
    },
  );
});

describe('generation 2', () => {
  test('[OW9] has ten components of the basic catalog, with no property that those lack', () => {
    const names = [...openwop2.components.keys()];
    expect(names).toHaveLength(10);
    for (const name of names) {
      const basic = Object.keys(basic09.components.get(name)?.props ?? {});
      const own = Object.keys(openwop2.components.get(name)?.props ?? {});
      expect([name, own.filter((prop) => !basic.includes(prop))]).toEqual([name, []]);
    }
    expect([...openwop2.functions.keys()]).toEqual(['required']);
    expect(openwop2.id).not.toBe(basic09.id);
  });

  test('[OW9] takes what its schema takes, at the door', () => {
    const { issues, root } = show(COMPONENTS_2.map(neutral), {}, openwop2.id);
    expect(issues).toEqual([]);
    expect(childrenOf(root).map(({ id }) => id)).toEqual(['card', 'line', 'row']);
  });

  test.each<[string, Component]>([
    ['VITRINE_COMPONENT_UNKNOWN', { id: 'root', type: 'Image', props: { url: 'x' } }],
    ['VITRINE_PROP_VALUE', { id: 'root', type: 'TextField', props: { label: 'x', variant: 'obscured' } }],
    [
      'VITRINE_PROP_TYPE',
      { id: 'root', type: 'Text', props: { text: { call: 'formatString', args: { value: 'x' } } } },
    ],
    ['VITRINE_PROP_TYPE', { id: 'root', type: 'Row', props: { children: { componentId: 'c', path: '/l' } } }],
    [
      'VITRINE_FUNCTION_UNKNOWN',
      { id: 'root', type: 'Button', props: { child: 'c', action: { functionCall: { call: 'openUrl', args: {} } } } },
    ],
    [
      'VITRINE_PROP_UNKNOWN',
      { id: 'root', type: 'Button', props: { child: 'c', action: { event: { name: 'resume' } }, checks: [] } },
    ],
  ])('[OW9] refuses with %s at the door what it does not have', (code, component) => {
    expect(codes(show([component], {}, openwop2.id).issues)).toEqual([code]);
  });
});

test('[OW10] both are plain text, have no media and no secrets', () => {
  for (const catalog of [openwop1, openwop2]) {
    expect(catalog.plainText).toBe(true);
    for (const [, { props, secretWhen }] of catalog.components) {
      expect(secretWhen).toBeUndefined();
      expect(Object.values(props).some(({ media }) => media)).toBe(false);
    }
  }
});

test('[OW11] there are two targets', () => {
  expect(OPENWOP_TARGETS.every(isOpenwopTarget)).toBe(true);
  expect(['', 'Resume', 'openUrl', 'https://x.example', 'toString'].some(isOpenwopTarget)).toBe(false);
});
