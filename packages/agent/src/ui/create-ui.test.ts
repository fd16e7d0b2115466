// The type tests here are checked by the compiler (tsconfig.test.json): an unused @ts-expect-error is an error.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { importCatalog } from '@vitrine/core/import-catalog';
import {
  action,
  bool,
  type CallBinding,
  Catalogs,
  child,
  children,
  DEFAULT_LIMITS,
  defineCatalog,
  defineComponent,
  defineFunction,
  Fold,
  list,
  object,
  oneOf,
  plainText,
  required,
  text,
} from '@vitrine/core/internal';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { UiError } from '../errors.ts';
import { ui as ui08 } from './basic-0.8.ts';
import { fn, ui } from './basic-0.9.ts';
import { fn as fn10, ui as ui10 } from './basic-1.0.ts';
import { createFunctions, createNode, createUi, type NodeProps } from './create-ui.ts';
import { each, UiNode } from './node.ts';
import { surface } from './surface.ts';
import { bind, check, event, literal, run } from './values.ts';
import { ui as vui08 } from './vitrine-0.8.ts';
import { fn as vfn, ui as vui } from './vitrine-0.9.ts';
import { ui as vui10 } from './vitrine-1.0.ts';

const shop = defineCatalog({
  id: 'urn:example:shop',
  components: {
    Product: defineComponent({
      name: required(text()),
      tone: oneOf(['calm', 'loud']),
      sku: plainText(),
      parts: list(object({ title: required(text()), body: required(child()) })),
      onBuy: action(),
    }),
    Shelf: defineComponent({ items: required(children()), top: child() }),
  },
  functions: { inStock: defineFunction({ args: { sku: required(text()), deep: bool() }, returns: 'boolean' }) },
});
const shopUi = createUi(shop);
const shopFn = createFunctions(shop);

/** Never run: what stands in it is judged by the compiler. */
function neverCompiles(): void {
  // @ts-expect-error a property that does not exist
  ui.Text({ text: 'x', colour: 'red' });
  // @ts-expect-error a required property is missing
  ui.Text({});
  // @ts-expect-error all properties are missing
  ui.Text();
  // @ts-expect-error a text is no number
  ui.Text({ text: 4 });
  // @ts-expect-error a table has rows
  vui.Table({});
  // @ts-expect-error no function gives rows
  vui.Table({ rows: vfn.formatString({ value: 'x' }) });
  // @ts-expect-error values are numbers
  vui10.Chart({ series: [{ values: ['1'] }] });
  // @ts-expect-error no such status
  vui08.Steps({ steps: [{ label: 'a', status: 'done' }] });
  // @ts-expect-error not one of the options
  ui.Text({ text: 'x', variant: 'h9' });
  // @ts-expect-error 1.0 has no headings
  ui10.Text({ text: 'x', variant: 'h1' });
  // @ts-expect-error 0.8 has another name for it
  ui08.Text({ text: 'x', variant: 'h1' });
  // @ts-expect-error a text is no place for a component
  ui.Text({ text: ui.Text({ text: 'x' }) });
  // @ts-expect-error a plain text may not be bound
  ui.TextField({ label: 'x', validationRegexp: bind('/x') });
  // @ts-expect-error one child, not a list
  ui.Card({ child: [ui.Text({ text: 'x' })] });
  // @ts-expect-error a list, not one child
  ui.Column({ children: ui.Text({ text: 'x' }) });
  // @ts-expect-error an each() stands for a list of children
  ui.Card({ child: each('/x', ui.Text({ text: 'x' })) });
  // @ts-expect-error a tab has a child
  ui.Tabs({ tabs: [{ title: 'x' }] });
  // @ts-expect-error no such component
  ui.Txt({ text: 'x' });
  // @ts-expect-error an action is an event or a call
  ui.Button({ child: 'x', action: 'press' });
  // @ts-expect-error no such field beside the properties
  ui.Text({ text: 'x' }, { wait: 1 });
  // @ts-expect-error an argument that does not exist
  fn.required({ value: 'x', max: 3 });
  // @ts-expect-error an argument is missing
  fn.formatCurrency({ value: 3 });
  // @ts-expect-error no such function
  fn.shout({ value: 'x' });
  // @ts-expect-error of another type
  shopFn.inStock({ sku: 7 });
  // @ts-expect-error not one of the options
  shopUi.Product({ name: 'x', tone: 'shrill' });
  // @ts-expect-error a plain text is no place for a component
  shopUi.Product({ name: 'x', sku: shopUi.Shelf({ items: [] }) });
  // @ts-expect-error a check needs a binding
  check(true, 'x');
}

describe('builders', () => {
  it('[BU1] have the types of the catalog', () => {
    expect(neverCompiles).toBeTypeOf('function');
    expectTypeOf<NodeProps<typeof basic09, 'Card'>['child']>().toExtend<string | UiNode>();
    expectTypeOf<UiNode>().toExtend<NodeProps<typeof basic09, 'Card'>['child']>();
    expectTypeOf(ui.Divider).toBeCallableWith();
    expectTypeOf(fn.required).returns.toEqualTypeOf<CallBinding>();
    expect(Object.keys(ui).sort()).toEqual([...basic09.components.keys()].sort());
    expect(Object.keys(fn).sort()).toEqual([...basic09.functions.keys()].sort());
    expect(ui.Text({ text: 'x' })).toBeInstanceOf(UiNode);
  });

  it('[BU2] come from a catalog of the author too', () => {
    const { op } = surface('s', {
      root: shopUi.Shelf({
        items: [
          shopUi.Product({
            name: 'Lamp',
            tone: 'calm',
            parts: [{ title: 'Base', body: shopUi.Product({ name: bind('/base') }) }],
            onBuy: event('buy', { there: shopFn.inStock({ sku: 'l1' }) }),
          }),
        ],
        top: shopUi.Shelf({ items: each('/more', shopUi.Product({ name: bind('name') })) }),
      }),
    });
    expect(op).toEqual({
      op: 'open',
      surface: 's',
      catalog: 'urn:example:shop',
      components: [
        { id: 'root', type: 'Shelf', props: { items: ['root.items.0'], top: 'root.top' } },
        {
          id: 'root.items.0',
          type: 'Product',
          props: {
            name: 'Lamp',
            tone: 'calm',
            parts: [{ title: 'Base', body: 'root.items.0.parts.0.body' }],
            onBuy: { event: { name: 'buy', context: { there: { call: 'inStock', args: { sku: 'l1' } } } } },
          },
        },
        { id: 'root.items.0.parts.0.body', type: 'Product', props: { name: { path: '/base' } } },
        { id: 'root.top', type: 'Shelf', props: { items: { componentId: 'root.top.items.each', path: '/more' } } },
        { id: 'root.top.items.each', type: 'Product', props: { name: { path: 'name' } } },
      ],
    });
  });

  it('[BU2] of a catalog without types are made by name', () => {
    const read = importCatalog(
      { catalogId: 'urn:x', components: { Note: { properties: { note: { type: 'string' } }, required: ['note'] } } },
      DEFAULT_LIMITS,
    );
    if (!read.ok) throw new Error(JSON.stringify(read.issues));
    const { op } = surface('s', { root: createNode(read.value, 'Note', { note: 'x' }) });
    expect(op.components).toEqual([{ id: 'root', type: 'Note', props: { note: 'x' } }]);
    expect(() => createNode(read.value, 'Nota')).toThrow('The catalog urn:x has no component "Nota".');
    expect(() => surface('s', { root: createNode(read.value, 'Note', { note: 1 }) })).toThrow(UiError);
  });

  it('[BU8] write events, calls, checks and literals as the neutral model has them', () => {
    const name = bind('/name');
    const button = ui.Button({
      child: ui.Text({ text: fn.formatString({ value: 'Hello ${/name}' }) }),
      action: event('go', { name, at: literal({ path: 'x' }) }),
      checks: [check(fn.and({ values: [fn.required({ value: name }), bind('/ok')] }), 'Say who you are.')],
    });
    const link = ui10.Button({ child: 'x', action: run(fn10.openUrl({ url: 'https://example.com' })) });
    const fold = new Fold({ catalogs: new Catalogs([basic09]), strict: true });
    expect(fold.accept({ body: [surface('s', { root: button }).op] })).toMatchObject({ ok: true, issues: [] });
    expect(surface('s', { root: button }).op.components?.[0]?.props).toEqual({
      child: 'root.child',
      action: { event: { name: 'go', context: { name: { path: '/name' }, at: { literal: { path: 'x' } } } } },
      checks: [
        {
          condition: {
            call: 'and',
            args: { values: [{ call: 'required', args: { value: { path: '/name' } } }, { path: '/ok' }] },
          },
          message: 'Say who you are.',
        },
      ],
    });
    expect(surface('s', { root: link }).op.components?.[0]?.props.action).toEqual({
      functionCall: { call: 'openUrl', args: { url: 'https://example.com' } },
    });
    expect(event('plain')).toEqual({ event: { name: 'plain' } });
  });
});

describe('builders of the extension catalogs', () => {
  it('[BU1] take rows as they are or where they stand, beside basic components', () => {
    const root = vui.Column({
      children: [
        vui.Table({ rows: bind('/rows'), columns: [{ key: 'a' }], action: event('open', { a: bind('a') }) }),
        vui.Table({ rows: [{ a: 1 }, ['x', null]] }),
        vui.Chart({ series: [{ values: bind('/v') }, { values: [1, null] }], variant: 'pie' }),
        vui.Text({ text: vfn.formatString({ value: 'hi' }) }),
      ],
    });
    const { op } = surface('s', { root, data: { rows: [], v: [] } });
    expect(op.catalog).toBe('urn:vitrine:catalog:vitrine:0.9');
    expect(op.components?.map(({ type }) => type)).toEqual(['Column', 'Table', 'Table', 'Chart', 'Text']);
  });
});
