import type { Json, JsonObject, ViewerEvent } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { button, column, component, extra, label, press, Stage, said, taken } from '../../test/admission-stage.ts';
import type { AdmitInput } from './admit.ts';

describe('calls and tasks', () => {
  const call = { op: 'call', call: 'c', name: 'rate', catalog: 'extra', args: {} } as const;

  test('[AD19] a task is cancelled while it runs', () => {
    const stage = new Stage().do({ op: 'task', task: 't' });
    expect(said(stage.admit({ event: 'cancel', task: 't' }))).toEqual(['checked']);
    expect(said(stage.admit({ event: 'cancel', task: 'u' }))).toEqual(['refused', 'TASK_UNKNOWN /task']);
  });

  test('[AD19] a call is answered while it is open, by whom it is meant for, with what it returns', () => {
    const stage = new Stage().do(call);
    const answer = (more: JsonObject) => ({ event: 'return', call: 'c', ...more }) as ViewerEvent;
    expect(said(stage.admit(answer({ value: 'x' })))).toEqual(['checked']);
    expect(said(stage.admit(answer({ error: { code: 'E', message: 'm' } })))).toEqual(['checked']);
    expect(said(stage.admit(answer({ value: 5 })))).toEqual(['refused', 'EVENT_CONTEXT /value']);
    expect(said(stage.admit({ event: 'return', call: 'd', value: 'x' }))).toEqual(['refused', 'CALL_UNKNOWN /call']);
    const meant = new Stage().do({ ...call, to: 'someone' });
    expect(said(meant.admit(answer({ value: 'x' })))).toEqual(['refused', 'CALL_UNKNOWN /call']);
    expect(said(meant.admit(answer({ value: 'x' }), { viewer: 'someone' }))).toEqual(['checked']);
  });

  test('[AD19] a viewer calls what a shown component calls, with its arguments', () => {
    const text = { call: 'priceOf', args: { item: { path: '/item' } } };
    const stage = new Stage().show(
      [
        component('root', 'Box', { children: ['q'] }),
        component('q', 'Quote', { text }),
        component('x', 'Quote', { text: { call: 'rate' } }),
      ],
      { item: 'tea' },
      extra.id,
    );
    const asks = (name: string, args: JsonObject, more = {}): ViewerEvent => ({
      event: 'call',
      surface: 's',
      call: 'k',
      name,
      args,
      ...more,
    });
    expect(taken(stage.admit(asks('priceOf', { item: 'tea' }))).body).toEqual([asks('priceOf', { item: 'tea' })]);
    expect(said(stage.admit(asks('priceOf', { item: 'tea' }, { catalog: 'extra' })))).toEqual(['checked']);
    expect(said(stage.admit(asks('priceOf', { item: 'gold' })))).toEqual(['refused', 'EVENT_CONTEXT /args/item']);
    expect(said(stage.admit(asks('priceOf', { item: 'tea' }, { catalog: 'other' })))).toEqual([
      'refused',
      'EVENT_SOURCE /name',
    ]);
    for (const name of ['rate', 'openUrl', 'toString'])
      expect(said(stage.admit(asks(name, {})))).toEqual(['refused', 'EVENT_SOURCE /name']);
    expect(said(stage.admit(asks('priceOf', {}, { surface: 'x' })))).toEqual(['refused', 'SURFACE_UNKNOWN /surface']);
  });
});

test('[AD20] what says something of the viewer passes, in the name that its credential has', () => {
  const events: ViewerEvent[] = [
    { event: 'join', viewer: 'somebody else', catalogs: ['extra'], locale: 'de' },
    { event: 'consent', kind: 'camera', granted: true },
    { event: 'say', text: 'Hello' },
    { event: 'issue', issue: { code: 'VITRINE_VIEWER_ERROR', severity: 'error', fault: 'viewer', message: 'x' } },
    { event: 'leave', viewer: 'somebody else' },
  ];
  const { body } = taken(new Stage().admit(events));
  expect(body.map(({ event }) => event)).toEqual(['join', 'consent', 'say', 'issue', 'leave']);
  expect(body.flatMap((event) => ('viewer' in event ? [event.viewer] : []))).toEqual(['v', 'v']);
});

test('[AD20] nothing that is too large passes', () => {
  const stage = new Stage().show([button('root', 'go', { a: { path: '/a' } }), label]);
  const text = 'x'.repeat(1024 * 1024 + 1);
  expect(said(stage.admit({ event: 'say', text }))).toEqual(['refused', 'LIMIT_TEXT /text']);
  expect(said(stage.admit(press('root', 'go', { a: text })))).toEqual(['refused', 'LIMIT_TEXT /context/a']);
  let deep: Json = 1;
  for (let i = 0; i < 200; i++) deep = [deep];
  expect(said(stage.admit(press('root', 'go', { a: deep })))[0]).toBe('refused');
});

describe('hostile input', () => {
  const odd: readonly Json[] = [
    null,
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e308,
    '',
    'x',
    '\ud800',
    '__proto__',
    '/',
    '~',
    [],
    [[]],
    [null],
    {},
    { path: '/v' },
    { call: 'required' },
    { literal: 1 },
    { valid: true },
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as Json,
    { ref: 1, name: [], size: {} },
  ];
  const inputs = ['text', 'check', 'pick', 'range', 'date'];
  const stage = new Stage().show(
    [
      column('root', ...inputs, 'go'),
      component('text', 'TextField', { label: 'x', value: { path: '/text' }, variant: 'number' }),
      component('check', 'CheckBox', { label: 'x', value: { path: '/check' } }),
      component('pick', 'ChoicePicker', { value: { path: '/pick' }, options: [{ label: 'a', value: 'a' }] }),
      component('range', 'Slider', { value: { path: '/range' }, max: 3 }),
      component('date', 'DateTimeInput', { value: { path: '/date' }, enableDate: true, min: '2026-01-01' }),
      label,
      button('go', 'go', {
        all: { path: '/' },
        date: { path: '/date' },
        day: { call: 'formatDate', args: { value: { path: '/date' }, format: 'yyyy' } },
      }),
    ],
    { text: '', pick: [] },
  );
  stage.ask({ kind: 'select', options: [{ value: 'a' }], multiple: true });

  const ways: readonly [string, (value: Json) => Partial<AdmitInput>][] = [
    [
      'an input',
      (value) => ({
        events: inputs.map((id): ViewerEvent => ({ event: 'input', surface: 's', path: `/${id}`, value })),
      }),
    ],
    ['a write', (value) => ({ writes: inputs.map((id) => ({ surface: 's', path: `/${id}`, value })) })],
    ['synced data', (value) => ({ events: [{ event: 'sync', surfaces: { s: value, t: value } }] })],
    [
      'synced members',
      (value) => ({ events: [{ event: 'sync', surfaces: { s: { text: value, pick: value, date: value } } }] }),
    ],
    ['context', (value) => ({ events: [press('go', 'go', { all: value, date: value, day: value })] })],
    [
      'a context',
      (value) => ({ events: [press('go', 'go', (typeof value === 'object' ? value : { all: value }) as JsonObject)] }),
    ],
    ['an answer', (value) => ({ events: [{ event: 'answer', ask: 'q', value }] })],
    [
      'names',
      (value) => ({
        events: [
          press(String(value), String(value), {}, { scope: String(value), surface: 's', message: String(value) }),
        ],
      }),
    ],
    ['a path', (value) => ({ events: [{ event: 'input', surface: 's', path: String(value), value }] })],
    [
      'a language',
      (value) => ({ events: [press('go', 'go', { date: '2026-01-02' })], locale: String(value), zone: String(value) }),
    ],
  ];

  test.each(ways)('[AD21] no value throws as %s', (_name, make) => {
    for (const value of odd) {
      for (const mode of ['enforce', 'report'] as const) {
        for (const dialect of ['vitrine', 'a2ui-0.9']) {
          expect(() => stage.admit([], { ...make(value), mode, dialect }), JSON.stringify(value)).not.toThrow();
        }
      }
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test('[AD22] a list of thousands of items with the same button is judged item by item only where it may be meant', () => {
  const items = Array.from({ length: 2000 }, (_, i) => ({ id: i, q: 'a' }));
  const stage = new Stage().show(
    [
      component('root', 'List', { children: { componentId: 'row', path: '/items' } }),
      component('row', 'Row', { children: ['q', 'go'] }),
      component('q', 'TextField', { label: 'x', value: { path: 'q' } }),
      button('go', 'go', {
        id: { path: 'id' },
        q: { path: 'q' },
        all: { call: 'formatString', args: { value: '${id}' } },
      }),
      label,
    ],
    { items },
  );
  const last = press('go', 'go', { id: 1999, q: 'b', all: '1999' });
  expect(taken(stage.foreign(last)).body).toHaveLength(2);
  expect(said(stage.foreign({ ...last, context: { id: -1, q: 'b' } }))[0]).toBe('refused');
});
