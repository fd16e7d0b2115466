import type { Json } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { deep } from '../../test/reading.ts';
import { componentOf, contents, opened, propOf, text, update } from '../../test/typed-messages.ts';

const ITEM_FIRST = { from: 'item-first' } as const;

describe('values of 0.8', () => {
  it('[DA7] literals are unwrapped', () => {
    const reading = opened();
    expect(propOf({ literalString: 'x' }, reading)).toBe('x');
    const slider = { id: 'n', component: { Slider: { value: { literalNumber: 3 }, maxValue: 9 } } };
    expect(componentOf(reading.accept(update(slider))).props).toEqual({ value: 3, maxValue: 9 });
    const box = {
      id: 'b',
      component: { CheckBox: { label: { literalString: 'l' }, value: { literalBoolean: false } } },
    };
    expect(componentOf(reading.accept(update(box))).props).toEqual({ label: 'l', value: false });
    const choice = {
      id: 'c',
      component: {
        MultipleChoice: {
          selections: { literalArray: ['a'] },
          options: [{ label: { literalString: 'A' }, value: 'a' }],
        },
      },
    };
    expect(componentOf(reading.accept(update(choice))).props).toEqual({
      selections: ['a'],
      options: [{ label: 'A', value: 'a' }],
    });
  });

  it('[DA7] a path is a binding that looks at the item first', () => {
    expect(propOf({ path: '/user/name' })).toEqual({ path: '/user/name', ...ITEM_FIRST });
    expect(propOf({ path: 'name' })).toEqual({ path: 'name', ...ITEM_FIRST });
    expect(propOf({ path: '.' })).toEqual({ path: '.', ...ITEM_FIRST });
  });

  it('[DA7] of several literals the first counts; one of another type is taken as it is', () => {
    const at = '/surfaceUpdate/components/0/component/Text/text';
    const two = update(text('t', { literalString: 'x', literalNumber: 3 }));
    expect(componentOf(opened().mend(two, `BINDING_INVALID ${at}`)).props).toEqual({ text: 'x' });
    const odd = update(text('t', { literalNumber: 'five' }));
    // The value is none of its wrapper, and the wrapper none for a text.
    expect(componentOf(opened().mend(odd, `BINDING_INVALID ${at}`, `BINDING_INVALID ${at}`)).props).toEqual({
      text: 'five',
    });
    opened().refuse(update(text('t', { literalString: { path: '/x' } })), `BINDING_INVALID ${at}`);
  });

  it('[DA7] a shape that 0.8 does not have passes as it is', () => {
    const custom = {
      id: 'c',
      component: { Chart: { series: [{ points: { literalArray: ['1'] }, note: null }], of: {} } },
    };
    const body = opened().mend(update(custom), 'COMPONENT_UNKNOWN /surfaceUpdate/components/0/component');
    expect(componentOf(body).props).toEqual({ series: [{ points: ['1'], note: null }], of: {} });
  });

  it('[DA8] a literal beside a path initialises the model, then the path counts', () => {
    const reading = opened();
    const both = update(text('t', { path: '/user/name', literalString: 'Ada' }));
    expect(reading.accept(both)).toEqual([
      { op: 'set', surface: 's', path: '/user/name', value: 'Ada', ifAbsent: true },
      {
        op: 'put',
        surface: 's',
        components: [{ id: 't', type: 'Text', props: { text: { path: '/user/name', ...ITEM_FIRST } } }],
      },
    ]);
    expect(reading.data('s')).toEqual({ user: { name: 'Ada' } });
    reading.accept({
      dataModelUpdate: { surfaceId: 's', path: '/user', contents: [{ key: 'name', valueString: 'Eve' }] },
    });
    reading.accept(both);
    expect(reading.data('s')).toEqual({ user: { name: 'Eve' } });
  });

  it('[DA8] a relative path with a literal is seen from the root, so that items without it read the literal', () => {
    const reading = opened();
    reading.accept(update(text('t', { path: 'name', literalString: 'nobody' })));
    expect(reading.data('s')).toEqual({ name: 'nobody' });
    expect(reading.fold.surfaces.get('s')?.component('t')?.props.text).toEqual({ path: '/name', ...ITEM_FIRST });
  });

  it('[DA8] a literal that the model cannot take refuses the whole message', () => {
    const reading = opened();
    reading.accept(contents({ key: 'user', valueString: 'Ada' }));
    const wire = update(text('t', { path: '/user/name', literalString: 'x' }));
    reading.refuse(wire, 'POINTER_BLOCKED /surfaceUpdate/components');
    reading.refuse(
      update(text('t', { path: '/__proto__/x', literalString: 'x' })),
      'POINTER_RESERVED /surfaceUpdate/components',
    );
    reading.mend(
      update(text('t', { path: '/', literalString: 'x' })),
      'BINDING_INVALID /surfaceUpdate/components/0/component/Text/text',
    );
  });

  it('[DA9] children are a list of ids, or a template over a list or map', () => {
    const row = (children: Json): Json => update({ id: 'r', component: { Row: { children } } });
    expect(componentOf(opened().accept(row({ explicitList: ['a', 'b'] }))).props).toEqual({ children: ['a', 'b'] });
    expect(componentOf(opened().accept(row({ template: { componentId: 'i', dataBinding: '/items' } }))).props).toEqual({
      children: { componentId: 'i', path: '/items', from: 'item-first', over: 'list-or-map' },
    });
  });

  it('[DA9] children of both kinds are listed; a template without its fields is refused', () => {
    const at = '/surfaceUpdate/components/0/component/Row/children';
    const row = (children: Json): Json => update({ id: 'r', component: { Row: { children } } });
    const both = row({ template: { componentId: 'i', dataBinding: '/items' }, explicitList: ['a'] });
    expect(componentOf(opened().mend(both, `BINDING_INVALID ${at}`)).props).toEqual({ children: ['a'] });
    opened().refuse(row({ template: { componentId: 'i' } }), `PROP_TYPE ${at}`);
    opened().refuse(row({ template: { componentId: 'i', dataBinding: { path: '/x' } } }), `PROP_TYPE ${at}`);
  });

  it('[DA10] an action is an event with a map of context values', () => {
    const button = (action: Json): Json => update({ id: 'b', component: { Button: { child: 'l', action } } });
    const context = [
      { key: 'who', value: { path: '/user' } },
      { key: 'n', value: { literalNumber: 1 } },
      { key: 'path', value: { literalString: 'p' } },
    ];
    expect(componentOf(opened().accept(button({ name: 'go', context }))).props.action).toEqual({
      event: { name: 'go', context: { who: { path: '/user', ...ITEM_FIRST }, n: 1, path: 'p' } },
    });
    expect(componentOf(opened().accept(button({ name: 'go' }))).props.action).toEqual({ event: { name: 'go' } });
  });

  it('[DA10] contexts of other forms are mended, and entries without a key are not used', () => {
    const at = '/surfaceUpdate/components/0/component/Button/action';
    const action = (value: Json): Json => update({ id: 'b', component: { Button: { child: 'l', action: value } } });
    const read = (value: Json, ...issues: readonly string[]): Json | undefined =>
      componentOf(opened().mend(action(value), ...issues)).props.action;
    const bad = [{ value: 1 }, 3, { key: 'a', value: 1 }, { key: 'a', value: 2 }];
    const told = ['0', '1', '3', '2/value', '3/value'].map((entry) => `BINDING_INVALID ${at}/context/${entry}`);
    expect(read({ name: 'go', context: bad }, ...told)).toEqual({
      event: { name: 'go', context: { a: 2 } },
    });
    expect(read({ name: 'go', context: { a: { path: '/a' } } }, `BINDING_INVALID ${at}/context`)).toEqual({
      event: { name: 'go', context: { a: { path: '/a', ...ITEM_FIRST } } },
    });
    expect(read({ event: { name: 'go' } }, `BINDING_INVALID ${at}`)).toEqual({ event: { name: 'go' } });
    expect(read({ name: 'go', why: 1 }, `BINDING_INVALID ${at}`)).toEqual({ event: { name: 'go' } });
    opened().refuse(action({ name: 'go', context: [{ key: '__proto__', value: 1 }] }), `NAME_RESERVED ${at}/context/0`);
  });

  it('[DA11] paths with dots and brackets are read as pointers', () => {
    const at = '/surfaceUpdate/components/0/component/Text/text';
    const read = (path: string): Json | undefined =>
      componentOf(opened().mend(update(text('t', { path })), `POINTER_SYNTAX ${at}`)).props.text;
    expect(read('user.name')).toEqual({ path: 'user/name', ...ITEM_FIRST });
    expect(read('items[0].title')).toEqual({ path: 'items/0/title', ...ITEM_FIRST });
    expect(read('/items[12]/title')).toEqual({ path: '/items/12/title', ...ITEM_FIRST });
    expect(propOf({ path: '/report.pdf' })).toEqual({ path: '/report.pdf', ...ITEM_FIRST });
    expect(propOf({ path: './name' })).toEqual({ path: './name', ...ITEM_FIRST });
  });

  it('[DA12] a bare literal where a typed value belongs is taken, with a warning', () => {
    const at = '/surfaceUpdate/components/0/component';
    const bare = update(text('t', 'hello'));
    expect(componentOf(opened().mend(bare, `BINDING_INVALID ${at}/Text/text`)).props).toEqual({ text: 'hello' });
    opened({ strict: true }).refuse(bare, `BINDING_INVALID ${at}/Text/text`);
    const tabs = update({ id: 'x', component: { Tabs: { tabItems: [{ title: 'One', child: 'c' }] } } });
    opened().mend(tabs, `BINDING_INVALID ${at}/Tabs/tabItems/0/title`);
    const row = update({ id: 'x', component: { Row: { children: ['a'] } } });
    opened().mend(row, `BINDING_INVALID ${at}/Row/children`);
    opened({ strict: true }).accept(update({ id: 'd', component: { Divider: { axis: 'vertical' } } }));
  });

  it('[DA13] values nested too deeply and reserved names are refused, whatever their depth', () => {
    const at = '/surfaceUpdate/components/0/component/Chart';
    const chart = (value: Json): Json => update({ id: 'c', component: { Chart: { value } } });
    opened().mend(chart(deep(50)), 'COMPONENT_UNKNOWN /surfaceUpdate/components/0/component');
    opened().refuse(chart(deep(51)), `LIMIT_DEPTH ${at}/value${'/a'.repeat(50)}`);
    expect(opened().send(chart(deep(100_000))).ok).toBe(false);
    opened().refuse(chart(JSON.parse('{"a": {"__proto__": {"x": 1}}}') as Json), `NAME_RESERVED ${at}/value/a`);
    opened().refuse(
      update({ id: 'c', component: { Chart: JSON.parse('{"constructor": 1}') as Json } }),
      `NAME_RESERVED ${at}`,
    );
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
