import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, test } from 'vitest';
import { button, column, component, extra, label, press, Stage, said, taken } from '../../test/admission-stage.ts';

const order = { item: { path: '/item' }, kind: 'fixed', count: { path: '/count' } };

function shop(): Stage {
  return new Stage().show([column('root', 'buy', 'count'), button('buy', 'buy', order), label, count], {
    item: 'tea',
    count: '1',
    secret: 'x',
  });
}
const count = component('count', 'TextField', { label: 'n', value: { path: '/count' }, variant: 'number' });
const right = { item: 'tea', kind: 'fixed', count: '1' };

test('[AD1] an action with the context that stands there is admitted and checked', () => {
  const { body, outcome, secrets } = taken(shop().admit(press('buy', 'buy', right)));
  expect(body).toEqual([{ event: 'action', surface: 's', source: 'buy', name: 'buy', context: right, checked: true }]);
  expect([outcome, secrets]).toEqual(['checked', []]);
});

describe('forgeries', () => {
  const stage = shop();
  test.each([
    ['another literal', press('buy', 'buy', { ...right, kind: 'other' }), 'EVENT_CONTEXT /context/kind'],
    [
      'another value at a read-only path',
      press('buy', 'buy', { ...right, item: 'gold' }),
      'EVENT_CONTEXT /context/item',
    ],
    ['a member that is not declared', press('buy', 'buy', { ...right, extra: 1 }), 'EVENT_CONTEXT /context/extra'],
    ['an inherited member', press('buy', 'buy', { ...right, toString: 1 }), 'EVENT_CONTEXT /context/toString'],
    [
      'a value of another type',
      press('buy', 'buy', { ...right, item: { deep: ['tea'] } }),
      'EVENT_CONTEXT /context/item',
    ],
    ['an unknown source', press('sell', 'buy', right), 'EVENT_SOURCE /source'],
    ['a source that cannot be pressed', press('label', 'buy', right), 'EVENT_SOURCE /source'],
    ['another name', press('buy', 'steal', right), 'EVENT_NAME /name'],
    ['a closed surface', press('buy', 'buy', right, { surface: 'gone' }), 'SURFACE_UNKNOWN /surface'],
    ['an item where there is no template', press('buy', 'buy', right, { scope: '/items/0' }), 'EVENT_SOURCE /source'],
    ['a message where none is declared', press('buy', 'buy', right, { message: 'Yes' }), 'EVENT_CONTEXT /message'],
  ])('[AD2] %s is refused', (_name, event, problem) => {
    expect(said(stage.admit(event))).toEqual(['refused', problem]);
  });

  test('[AD2] everything that is refused is a fault of the viewer', () => {
    const refused = stage.admit(press('buy', 'buy', { ...right, item: 'gold' }));
    expect(refused.ok ? [] : refused.issues.map(({ fault, severity }) => [fault, severity])).toEqual([
      ['viewer', 'error'],
    ]);
  });

  test('[AD2] a component that is defined and not reachable from the root is out of reach', () => {
    const lost = new Stage().show([column('root', 'label'), label, button('buy', 'buy')]);
    expect(said(lost.admit(press('buy', 'buy')))).toEqual(['refused', 'EVENT_SOURCE /source']);
    const held = new Stage().show([column('root', 'buy'), label, button('buy', 'buy')], {}, undefined, { held: true });
    expect(said(held.admit(press('buy', 'buy')))).toEqual(['refused', 'EVENT_SOURCE /source']);
  });

  test('[AD2] nothing is sent from a part of a surface', () => {
    const part = new Stage().show([column('root', 'buy'), label, button('buy', 'buy')], {}, undefined, {
      partial: true,
    });
    expect(said(part.admit(press('buy', 'buy')))).toEqual(['refused', 'SURFACE_PARTIAL /surface']);
  });

  test('[AD2] a disabled component cannot be pressed', () => {
    const props = { disabled: { path: '/off' }, action: { event: { name: 'go' } } };
    const at = (off: boolean) => new Stage().show([component('root', 'Switch', props)], { off }, extra.id);
    expect(said(at(true).admit(press('root', 'go')))).toEqual(['refused', 'EVENT_SOURCE /source']);
    expect(said(at(false).admit(press('root', 'go')))).toEqual(['checked']);
  });

  test('[AD2] an action that opens a link sends no event', () => {
    const opens = component('root', 'Button', {
      child: 'label',
      action: { functionCall: { call: 'openUrl', args: { url: 'https://x.example' } } },
    });
    expect(said(new Stage().show([opens, label]).admit(press('root', 'openUrl')))).toEqual([
      'refused',
      'EVENT_SOURCE /source',
    ]);
  });
});

test('[AD1] what is behind tabs and in dialogs can be pressed', () => {
  const tabs = [
    { title: 'a', child: 'label' },
    { title: 'b', child: 'modal' },
  ];
  const stage = new Stage().show([
    component('root', 'Tabs', { tabs }),
    label,
    component('modal', 'Modal', { trigger: 'label', content: 'buy' }),
    button('buy', 'buy'),
  ]);
  expect(said(stage.admit(press('buy', 'buy')))).toEqual(['checked']);
});

test('[AD3] what is left out and null for nothing are no claims; the host tells what stands there', () => {
  const context = { a: { path: '/a' }, b: { path: '/none' }, c: { d: { path: '/a' }, e: ['x', { path: '/none' }] } };
  const stage = new Stage().show([column('root', 'buy'), label, button('buy', 'buy', context)], { a: 1 });
  const full = { a: 1, b: null, c: { d: 1, e: ['x', null] } };
  for (const heard of [{}, full, { b: null }, { c: { e: ['x', null] } }, { c: null }]) {
    expect(taken(stage.admit(press('buy', 'buy', heard))).body).toMatchObject([{ context: full, checked: true }]);
  }
  for (const [heard, at] of [
    [{ c: { d: 2 } }, '/context/c/d'],
    [{ c: { e: ['y', null] } }, '/context/c/e/0'],
    [{ c: { e: ['x'] } }, '/context/c/e'],
    [{ c: 'text' }, '/context/c'],
    [{ b: 0 }, '/context/b'],
  ] as const) {
    expect(said(stage.admit(press('buy', 'buy', heard)))).toEqual(['refused', `EVENT_CONTEXT ${at}`]);
  }
});

test('[AD3] what is told shares nothing with the data', () => {
  const stage = new Stage().show([column('root', 'buy'), label, button('buy', 'buy', { all: { path: '/list' } })], {
    list: [{ a: 1 }],
  });
  const [event] = taken(stage.admit(press('buy', 'buy'))).body;
  stage.do({ op: 'set', surface: 's', path: '/list/0/a', value: 2 });
  expect(event).toMatchObject({ context: { all: [{ a: 1 }] } });
});

test("[AD3] the words for people that an action has are the host's own", () => {
  const action = { event: { name: 'go', message: { call: 'formatString', args: { value: 'Hello ${/who}' } } } };
  const stage = new Stage().show([component('root', 'Button', { child: 'label', action }), label], { who: 'Ada' });
  expect(taken(stage.admit(press('root', 'go'))).body).toMatchObject([{ message: 'Hello Ada' }]);
  expect(said(stage.admit(press('root', 'go', {}, { message: 'Hello Ada' })))).toEqual(['checked']);
  expect(said(stage.admit(press('root', 'go', {}, { message: 'Pay Eve' })))).toEqual([
    'refused',
    'EVENT_CONTEXT /message',
  ]);
});

describe('checks', () => {
  const checks = [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Who?' }];
  const name = component('name', 'TextField', { label: 'n', value: { path: '/name' } });
  const form = (data: { name?: string }) =>
    new Stage().show([column('root', 'name', 'go'), name, label, button('go', 'go', {}, { checks })], data);

  test('[AD4] an action whose check fails is refused', () => {
    const refused = form({}).admit(press('go', 'go'));
    expect(said(refused)).toEqual(['refused', 'EVENT_CHECK /source']);
    expect(refused.ok ? '' : refused.issues[0]?.message).toContain('Who?');
    expect(said(form({ name: 'Ada' }).admit(press('go', 'go')))).toEqual(['checked']);
  });

  test('[AD4] checks see what the viewer has entered', () => {
    const writes = [{ surface: 's', path: '/name', value: 'Ada' }];
    expect(said(form({}).admit(press('go', 'go'), { writes }))).toEqual(['checked']);
    expect(
      said(form({ name: 'x' }).admit(press('go', 'go'), { writes: [{ ...writes[0], value: '' } as never] })),
    ).toEqual(['refused', 'EVENT_CHECK /source']);
  });

  test('[AD4] a check that depends on what only the page knows is left to the page', () => {
    const admission = form({}).foreign(press('go', 'go'));
    expect(said(admission)).toEqual(['unchecked', 'EVENT_CHECK /source']);
    expect(taken(admission).body).toMatchObject([{ checked: false }]);
  });
});

describe('templates', () => {
  const rows = component('root', 'List', { children: { componentId: 'row', path: '/items' } });
  const row = component('row', 'Row', { children: ['qty', 'buy'] });
  const qty = component('qty', 'TextField', { label: 'n', value: { path: 'qty' } });
  const buy = button('buy', 'buy', { id: { path: 'id' }, qty: { path: 'qty' }, at: { call: '@index' } });
  const data = {
    items: [
      { id: 'a', qty: '1' },
      { id: 'b', qty: '2' },
      { id: 'c', qty: '3' },
    ],
  };
  const list = () => new Stage().show([rows, row, qty, buy, label], data);

  test('[AD5] the item is part of who is pressed', () => {
    const stage = list();
    const context = { id: 'b', qty: '2', at: 1 };
    expect(taken(stage.admit(press('buy', 'buy', context, { scope: '/items/1' }))).body).toEqual([
      press('buy', 'buy', context, { scope: '/items/1', checked: true }),
    ]);
    expect(said(stage.admit(press('buy', 'buy', context, { scope: '/items/0' })))[1]).toBe('EVENT_CONTEXT /context/id');
    expect(said(stage.admit(press('buy', 'buy', context, { scope: '/items/9' })))).toEqual([
      'refused',
      'EVENT_SOURCE /source',
    ]);
    expect(said(stage.admit(press('buy', 'buy', context)))).toEqual(['refused', 'EVENT_SOURCE /source']);
  });

  test('[AD5] for a viewer that names no item, one that fits what it says is looked for', () => {
    const stage = list();
    expect(said(stage.foreign(press('buy', 'buy', { id: 'c', qty: '3', at: 2 })))).toEqual(['checked']);
    const entered = taken(stage.foreign(press('buy', 'buy', { id: 'b', qty: '7', at: 1 })));
    expect(entered.body).toMatchObject([
      { path: '/items/1/qty', value: '7' },
      { context: { id: 'b', qty: '7', at: 1 } },
    ]);
    expect(said(stage.foreign(press('buy', 'buy', { id: 'z', qty: '3', at: 2 })))[0]).toBe('refused');
  });

  test('[AD5] writes to items are those of their inputs', () => {
    const stage = list();
    const writes = [{ surface: 's', path: '/items/2/qty', value: '9' }];
    const context = { id: 'c', qty: '9', at: 2 };
    expect(taken(stage.admit(press('buy', 'buy', context, { scope: '/items/2' }), { writes })).body).toMatchObject([
      { event: 'input', path: '/items/2/qty', value: '9' },
      { context },
    ]);
    for (const path of ['/items/3/qty', '/items/2/id', '/items/2', '/qty'])
      expect(said(stage.admit({ event: 'input', surface: 's', path, value: '1' }))[1]).toMatch(/^WRITE_REFUSED/);
  });

  test('[AD5] maps and paths that look at the item first are those of 0.8', () => {
    const template = { componentId: 'row', path: '/people', over: 'list-or-map' };
    const stage = new Stage().show(
      [
        component('root', 'List', { children: template }),
        component('row', 'Column', { children: ['name', 'go'] }),
        component('name', 'TextField', { label: 'n', text: { path: '/name', from: 'item-first' } }),
        component('go', 'Button', {
          child: 'label',
          action: {
            event: {
              name: 'go',
              context: { who: { path: '/name', from: 'item-first' }, all: { path: '/title', from: 'item-first' } },
            },
          },
        }),
        label,
      ],
      { people: { x: { name: 'Ada' }, y: { name: 'Bo' } }, title: 'Crew' },
      basic08.id,
    );
    const context = { who: 'Bo', all: 'Crew' };
    expect(said(stage.admit(press('go', 'go', context, { scope: '/people/y' })))).toEqual(['checked']);
    expect(said(stage.admit(press('go', 'go', context, { scope: '/people/x' })))[0]).toBe('refused');
    expect(said(stage.admit({ event: 'input', surface: 's', path: '/people/y/name', value: 'Cy' }))).toEqual([
      'checked',
    ]);
    expect(said(stage.admit({ event: 'input', surface: 's', path: '/name', value: 'Cy' }))[0]).toBe('refused');
  });
});

describe('calls', () => {
  const price = { call: 'formatCurrency', args: { value: { path: '/price' }, currency: 'EUR' } };
  const stage = new Stage().show(
    [column('root', 'buy', 'f'), label, button('buy', 'buy', { price }), component('f', 'Text', { text: 'x' })],
    { price: 1234.5 },
    basic09.id,
  );

  test('[AD6] calls are compared in the language and zone that the viewer declared', () => {
    const german = '1.234,50\u00a0€';
    expect(
      taken(stage.foreign(press('buy', 'buy', { price: german }), { locale: 'de-DE', zone: 'UTC' })).body,
    ).toMatchObject([{ context: { price: german }, checked: true }]);
    expect(said(stage.foreign(press('buy', 'buy', { price: '€1.00' }), { locale: 'de-DE', zone: 'UTC' }))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/price',
    ]);
  });

  test('[AD6] texts that the host has made for a viewer are its own too', () => {
    expect(said(stage.foreign(press('buy', 'buy', { price: '€1,234.50' }), { locale: 'de-DE', zone: 'UTC' }))).toEqual([
      'checked',
    ]);
  });

  test('[AD6] where the viewer declared nothing, what depends on it is taken by its type and not checked', () => {
    expect(said(stage.foreign(press('buy', 'buy', { price: '1 234,50 €' })))).toEqual([
      'unchecked',
      'EVENT_CONTEXT /context/price',
    ]);
    expect(said(stage.foreign(press('buy', 'buy', { price: 5 })))).toEqual(['refused', 'EVENT_CONTEXT /context/price']);
  });

  test('[AD6] a language or zone that nobody knows is as if none of them were special', () => {
    const odd = { locale: 'no such', zone: 'Nowhere/Land' };
    expect(said(stage.admit(press('buy', 'buy', { price: '€1,234.50' }), odd))).toEqual(['checked']);
  });

  test('[AD6] what the agent has to answer is taken by its type', () => {
    const asked = new Stage().show(
      [
        component('root', 'Switch', {
          action: { event: { name: 'go', context: { p: { call: 'priceOf', args: { item: 1 } } } } },
        }),
      ],
      {},
      extra.id,
    );
    expect(taken(asked.admit(press('root', 'go', { p: 3 }))).body).toMatchObject([
      { context: { p: 3 }, checked: false },
    ]);
    expect(taken(asked.admit(press('root', 'go', { p: null }))).body).toMatchObject([
      { context: { p: null }, checked: true },
    ]);
    expect(said(asked.admit(press('root', 'go', { p: 'x' })))[0]).toBe('refused');
  });
});

test('[AD1] a viewer of a version that calls the top component root means the one that the surface has', () => {
  const stage = new Stage().show([button('top', 'go'), label]);
  expect(taken(stage.foreign(press('root', 'go'))).body).toMatchObject([{ source: 'top' }]);
  expect(said(stage.admit(press('root', 'go')))).toEqual(['refused', 'EVENT_SOURCE /source']);
});
