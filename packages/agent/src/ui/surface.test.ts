import { children, defineCatalog, defineComponent, required, text } from '@vitrine/core';
import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { describe, expect, it } from 'vitest';
import { UiError } from '../errors.ts';
import { ui as ui08 } from './basic-0.8.ts';
import { fn, ui } from './basic-0.9.ts';
import { ui as ui10 } from './basic-1.0.ts';
import { createUi } from './create-ui.ts';
import { each, type UiNode } from './node.ts';
import { components, surface } from './surface.ts';
import { bind, event } from './values.ts';

const ids = (root: UiNode) => surface('s', { root }).op.components?.map(({ id }) => id);
const problem = (build: () => unknown): UiError => {
  try {
    build();
  } catch (error) {
    if (error instanceof UiError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
};
/** As somebody without types would write it. */
const loose = ui as unknown as { readonly [name: string]: (props?: unknown, common?: unknown) => UiNode };
const of = (type: string, props?: unknown, common?: unknown): UiNode => loose[type]?.(props, common) as UiNode;

describe('ids', () => {
  it('[BU4] tell the place of a component, the same each time', () => {
    const tree = () =>
      ui.Column({
        children: [
          ui.Card({ child: ui.Text({ text: 'a' }) }),
          ui.Tabs({ tabs: [{ title: 'T', child: ui.Row({ children: [ui.Divider(), ui.Divider()] }) }] }),
          ui.List({ children: each('/items', ui.Text({ text: bind('.') })) }),
        ],
      });
    expect(ids(tree())).toEqual([
      'root',
      'root.0',
      'root.0.child',
      'root.1',
      'root.1.tabs.0.child',
      'root.1.tabs.0.child.0',
      'root.1.tabs.0.child.1',
      'root.2',
      'root.2.each',
    ]);
    expect(surface('s', { root: tree() })).toEqual(surface('s', { root: tree() }));
  });

  it('[BU4] of an author are kept, and name what is below', () => {
    const shared = ui.Text({ text: 'x' }, { id: 'shared' });
    const root = ui.Row({ children: [ui.Card({ child: shared }, { id: 'first' }), shared, 'later'] }, { id: 'top' });
    const { op } = surface('s', { root });
    expect(op.root).toBe('top');
    expect(op.components?.map(({ id, props }) => [id, props.children ?? props.child])).toEqual([
      ['top', ['first', 'shared', 'later']],
      ['first', 'shared'],
      ['shared', undefined],
    ]);
    const unnamed = ui.Text({ text: 'x' });
    expect(ids(ui.Row({ children: [unnamed, unnamed] }))).toEqual(['root', 'root.0', 'root.1']);
  });

  it('[BU5] are not given twice', () => {
    const twice = ui.Row({ children: [ui.Divider({}, { id: 'x' }), ui.Text({ text: '' }, { id: 'x' })] });
    expect(problem(() => ids(twice))).toMatchObject({
      message: 'The id "x" is given to a Divider and a Text.',
      issues: [{ code: 'VITRINE_COMPONENT_DUPLICATE' }],
    });
    const taken = ui.Row({ children: [ui.Divider(), ui.Divider({}, { id: 'root.0' })] });
    expect(() => ids(taken)).toThrow('The id "root.0" is given to a Divider and a Divider.');
  });
});

describe('a surface', () => {
  it('[BU6] brings components, data and theme in one op', () => {
    const draft = surface('form', {
      root: ui.TextField({ label: 'Name', value: bind('/name') }, { weight: 2, accessibility: { label: 'Your name' } }),
      data: { name: '' },
      theme: { primaryColor: '#aa0000' },
      sync: true,
    });
    expect(draft.op).toEqual({
      op: 'open',
      surface: 'form',
      catalog: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
      protocol: '0.9',
      theme: { primaryColor: '#aa0000' },
      sync: true,
      components: [
        {
          id: 'root',
          type: 'TextField',
          props: { label: 'Name', value: { path: '/name' } },
          weight: 2,
          a11y: { label: 'Your name' },
        },
      ],
      data: { name: '' },
    });
    expect(draft.catalogs.map(({ protocol }) => protocol)).toEqual(['0.9']);
  });

  it.each<[string, () => UiNode, string, string]>([
    ['an unknown property', () => of('Text', { text: 'x', colour: 1 }), 'VITRINE_PROP_UNKNOWN', 'Text "root"/colour:'],
    [
      'a missing one',
      () => of('Card', { child: of('Text') }),
      'VITRINE_PROP_MISSING',
      'Text "root.child": The property "text"',
    ],
    ['a wrong type', () => of('Text', { text: 4 }), 'VITRINE_PROP_TYPE', 'Text "root"/text: This must be a text'],
    ['a wrong option', () => of('Text', { text: '', variant: 'h9' }), 'VITRINE_PROP_VALUE', '/variant:'],
    ['an unknown function', () => of('Text', { text: { call: 'shout' } }), 'VITRINE_FUNCTION_UNKNOWN', '/text:'],
    [
      'a wrong argument',
      () => of('Text', { text: fn.formatDate({ value: 1, format: 2 as never }) }),
      'VITRINE_FUNCTION_ARGS',
      '/text',
    ],
    ['an action that is none', () => of('Button', { child: 'x', action: {} }), 'VITRINE_PROP_TYPE', '/action:'],
    ['a path that leads nowhere', () => ui.Text({ text: bind('/a/~7') }), 'VITRINE_POINTER_SYNTAX', '/text:'],
  ])('[BU6] with %s is thrown back with its place', (_what, build, code, words) => {
    const found = problem(() => surface('s', { root: build() }));
    expect(found.issues[0]).toMatchObject({ code });
    expect(found.message).toContain(words);
  });

  it('[BU6] with a bad theme or a bad id is thrown back', () => {
    const root = ui.Divider();
    expect(problem(() => surface('s', { root, theme: { primaryColor: 'red' } })).message).toMatch(
      /^Surface "s"\/theme/,
    );
    expect(problem(() => surface('', { root })).issues).toHaveLength(1);
  });

  it('[BU3] has components only where the catalog declares a child', () => {
    const inner = ui.Divider();
    expect(problem(() => ids(of('Text', { text: inner }))).message).toBe(
      'Text.text takes no component, but was given a Divider.',
    );
    expect(() => ids(of('Tabs', { tabs: [{ title: inner, child: 'x' }] }))).toThrow(
      'Tabs.tabs.0.title takes no component',
    );
    expect(() => ids(of('Card', { child: each('/x', inner) }))).toThrow('Card.child takes no each()');
    const fixed = defineComponent({ items: children({ templates: false }) });
    const { Fixed } = createUi(defineCatalog({ id: 'urn:own', components: { Fixed: fixed } }));
    expect(() => ids(Fixed({ items: each('/x', inner as never) }))).toThrow('Fixed.items takes no each()');
    expect(() => ids(of('Button', { child: 'x', action: event('x', { y: inner as never }) }))).toThrow(
      'Button.action.event.context.y takes no component',
    );
    expect(() => surface('s', { root: inner, data: { x: inner as never } })).toThrow('data.x takes no component');
  });

  it('[BU7] repeats a component for each item', () => {
    const row = ui.Row({ children: [ui.Text({ text: bind('name') }), ui.Text({ text: bind('/currency') })] });
    const { op } = surface('s', { root: ui.List({ children: each('/items', row) }), data: { items: [{ name: 'a' }] } });
    expect(op.components?.map(({ id, props }) => [id, props.children ?? props.text])).toEqual([
      ['root', { componentId: 'root.each', path: '/items' }],
      ['root.each', ['root.each.0', 'root.each.1']],
      ['root.each.0', { path: 'name' }],
      ['root.each.1', { path: '/currency' }],
    ]);
    const named = surface('s', { root: ui.List({ children: each('/items', 'line') }) });
    expect(named.op.components?.[0]?.props.children).toEqual({ componentId: 'line', path: '/items' });
  });

  it.each<[string, unknown, string]>([
    ['a function', () => 1, 'Text.text is () => 1 (function), which JSON cannot say.'],
    ['NaN', Number.NaN, 'Text.text is NaN (number)'],
    ['a date', new Date(0), 'Text.text is a Date, which JSON cannot say.'],
    ['a reserved key', JSON.parse('{"__proto__": 1}'), 'Text.text has the reserved key "__proto__".'],
  ])('[BU11] refuses %s', (_what, value, words) => {
    expect(problem(() => ids(of('Text', { text: value }))).message).toContain(words);
  });

  it('[BU11] refuses a list that holds itself, and a tree that does', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(() => surface('s', { root: ui.Divider(), data: { loop: loop as never } })).toThrow('is nested too deeply.');
    const children: UiNode[] = [];
    const tree = ui.Column({ children });
    children.push(tree);
    expect(() => ids(tree)).toThrow('The tree is deeper than 64 components.');
  });

  it('[BU11] leaves out what is undefined', () => {
    const { op } = surface('s', { root: of('Text', { text: 'x', variant: undefined }) });
    expect(op.components?.[0]?.props).toEqual({ text: 'x' });
  });

  it('[BU12] names the catalogs of components that are not of its own', () => {
    const badge = createUi(
      defineCatalog({
        id: 'urn:badge',
        protocol: '1.0',
        components: { Badge: defineComponent({ word: required(text()) }) },
      }),
    );
    const { op, catalogs } = surface('s', { root: ui10.Card({ child: badge.Badge({ word: 'new' }) }) });
    expect(op.components).toEqual([
      { id: 'root', type: 'Card', props: { child: 'root.child' } },
      { id: 'root.child', type: 'Badge', catalog: 'urn:badge', props: { word: 'new' } },
    ]);
    expect(catalogs.map(({ id }) => id)).toEqual([op.catalog, 'urn:badge']);
    expect(() => surface('s', { root: ui.Card({ child: badge.Badge({ word: 'x' }) }) })).toThrow(UiError);
  });

  it('[BU6] is made of any catalog', () => {
    expect(surface('s', { root: ui08.Text({ text: 'x', usageHint: 'h1' }) }).op.protocol).toBe('0.8');
    const chains = createUi(agentchains);
    const { op } = surface('s', { root: chains.markdown({ data: { content: 'x' } }) });
    expect(op.components?.[0]).toMatchObject({ type: 'markdown', props: { data: { content: 'x' } } });
  });
});

describe('an update', () => {
  it('[BU4] [BU12] has components with ids, or the root, which name their catalog', () => {
    const catalog = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
    expect(components(ui.Text({ text: 'x' }))).toEqual([{ id: 'root', type: 'Text', catalog, props: { text: 'x' } }]);
    expect(
      components([ui.Text({ text: 'x' }, { id: 'a' }), ui.Card({ child: ui.Divider() }, { id: 'b' })]),
    ).toMatchObject([{ id: 'a' }, { id: 'b', props: { child: 'b.child' } }, { id: 'b.child' }]);
    expect(() => components([])).toThrow('An update has no component.');
    expect(() => components([ui.Divider(), ui.Divider()])).toThrow('The id "root" is given');
    expect(() => components(of('Text', { text: 1 }))).toThrow('Text "root"/text');
  });
});
