import type { Json, JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, test } from 'vitest';
import {
  button,
  column,
  component,
  extra,
  input,
  label,
  press,
  Stage,
  said,
  taken,
} from '../../test/admission-stage.ts';

const at = { path: '/v' };
const options = [
  { label: 'A', value: 'a' },
  { label: 'B', value: 'b' },
];

/** Catalog, type, properties, what is taken, what is not. */
const FIELDS: readonly (readonly [string, string, JsonObject, Json, Json])[] = [
  [basic08.id, 'TextField', { label: 'x', text: at }, 'new', 5],
  [basic08.id, 'TextField', { label: 'x', text: at, textFieldType: 'number' }, '12', 'twelve'],
  [basic08.id, 'TextField', { label: 'x', text: at, textFieldType: 'date' }, '2026-01-02', 'soon'],
  [basic08.id, 'CheckBox', { label: 'x', value: at }, true, 'yes'],
  [basic08.id, 'DateTimeInput', { value: at, enableDate: true }, '2026-01-02', '2026-01-32'],
  [basic08.id, 'MultipleChoice', { selections: at, options, maxAllowedSelections: 1 }, ['a'], ['a', 'b']],
  [basic08.id, 'Slider', { value: at, minValue: 1, maxValue: 5 }, 3, 6],
  ...[basic09.id, basic10.id].flatMap((id): typeof FIELDS => [
    [id, 'TextField', { label: 'x', value: at }, 'new', { a: 1 }],
    [id, 'TextField', { label: 'x', value: at, variant: 'longText' }, 'a\nb', false],
    [id, 'TextField', { label: 'x', value: at, variant: 'number' }, '-1', 'x'],
    [id, 'CheckBox', { label: 'x', value: at }, false, 0],
    [id, 'ChoicePicker', { value: at, options }, ['b'], ['c']],
    [id, 'Slider', { value: at, min: 0, max: 5 }, 5, 5.5],
    [id, 'DateTimeInput', { value: at, enableTime: true }, '10:30', '10:30:99'],
  ]),
];

test.each(FIELDS)(
  '[AD7] an input of %s %s takes %j, entered with an action or by itself (%#)',
  (catalog, type, props, good, bad) => {
    const stage = new Stage().show(
      [column('root', 'f', 'go'), component('f', type, props), label, button('go', 'go', { v: at })],
      {},
      catalog,
    );
    const write = (value: Json) => [{ surface: 's', path: '/v', value }];
    expect(taken(stage.admit(input('/v', good))).body).toEqual([input('/v', good)]);
    expect(taken(stage.admit(press('go', 'go', { v: good }), { writes: write(good) })).body).toMatchObject([
      input('/v', good),
      { context: { v: good }, checked: true },
    ]);
    expect(said(stage.admit(input('/v', bad)))).toEqual(['refused', 'WRITE_VALUE /value']);
    expect(said(stage.admit(press('go', 'go', { v: bad }), { writes: write(bad) }))).toEqual([
      'refused',
      'WRITE_VALUE /writes/0',
    ]);
    expect(said(stage.foreign(press('go', 'go', { v: good })))).toEqual(['checked']);
    expect(said(stage.foreign(press('go', 'go', { v: bad })))[1]).toBe('WRITE_VALUE /context/v');
  },
);

describe('where', () => {
  const stage = new Stage().show(
    [
      column('root', 'on', 'off', 'words'),
      component('on', 'Switch', { value: { path: '/a/on' } }),
      component('off', 'Switch', { value: { path: '/a/off' }, disabled: true }),
      component('words', 'Quote', { text: { path: '/words' } }),
      component('lost', 'Switch', { value: { path: '/lost' } }),
    ].map((one) => (one.type === 'Column' ? { ...one, type: 'Box' } : one)),
    { words: 'x' },
    extra.id,
  );

  test.each([
    ['/a/on', 'checked'],
    ['a/on', 'checked'],
    ['/a/off', 'refused'],
    ['/a', 'refused'],
    ['/a/on/x', 'refused'],
    ['/words', 'refused'],
    ['/lost', 'refused'],
    ['/', 'refused'],
    ['', 'refused'],
    ['/__proto__/x', 'refused'],
    ['/a/~2', 'refused'],
  ])('[AD8] a write to %j is %s', (path, outcome) => {
    expect(said(stage.admit(input(path, true)))[0]).toBe(outcome);
  });

  test('[AD8] a write to a surface that is not there is refused', () => {
    expect(said(stage.admit({ event: 'input', surface: 'x', path: '/a/on', value: true }))).toEqual([
      'refused',
      'SURFACE_UNKNOWN /value',
    ]);
    const writes = [{ surface: 'x', path: '/a/on', value: true }];
    expect(said(stage.admit([], { writes }))).toEqual(['refused', 'SURFACE_UNKNOWN /writes/0']);
  });

  test('[AD8] one path with two inputs takes what one of them takes', () => {
    const two = new Stage().show([
      column('root', 'a', 'b'),
      component('a', 'Slider', { value: at, max: 5 }),
      component('b', 'Slider', { value: at, min: 5, max: 9 }),
    ]);
    expect([2, 7, 10].map((value) => said(two.admit(input('/v', value)))[0])).toEqual([
      'checked',
      'checked',
      'refused',
    ]);
  });

  test('[AD8] an edit may make room for the next', () => {
    const rows = new Stage().show([
      column('root', 'n', 'list'),
      component('n', 'ChoicePicker', { value: { path: '/rows' }, variant: 'multipleSelection', options }),
      component('list', 'List', { children: { componentId: 'cell', path: '/rows' } }),
      component('cell', 'TextField', { label: 'x', value: { path: '' } }),
    ]);
    const events = [input('/rows', ['a', 'b']), input('/rows/1', 'z')];
    expect(taken(rows.admit(events)).body).toEqual(events);
    expect(said(rows.admit(events.slice(1)))[0]).toBe('refused');
  });
});

test('[AD9] a message is admitted whole or not at all, and the fold is not touched', () => {
  const stage = new Stage().show([
    column('root', 'f', 'go'),
    component('f', 'TextField', { label: 'x', value: at }),
    label,
    button('go', 'go', { v: at }),
  ]);
  const before = JSON.stringify(stage.fold.snapshot());
  expect(said(stage.admit([input('/v', 'a'), press('go', 'go', { v: 'b' })]))).toEqual([
    'refused',
    'EVENT_CONTEXT /context/v',
  ]);
  const { body } = taken(stage.admit([input('/v', 'a'), press('go', 'go', { v: 'a' }), input('/v', 'c')]));
  expect(body).toMatchObject([input('/v', 'a'), input('/v', 'c'), { event: 'action', context: { v: 'a' } }]);
  expect(JSON.stringify(stage.fold.snapshot())).toBe(before);
  stage.do(...body);
  expect(stage.fold.surfaces.get('s')?.data.get('/v')).toBe('c');
});

test('[AD9] a value that the data cannot hold is refused', () => {
  const stage = new Stage().show([component('root', 'TextField', { label: 'x', value: at })]);
  expect(said(stage.admit(input('/v', 'x'.repeat(1024 * 1024 + 1))))).toEqual(['refused', 'LIMIT_TEXT /value']);
  expect(said(stage.admit(input('/v', '\ud800')))).toEqual(['refused', 'JSON_TEXT /value']);
});

describe('other viewers', () => {
  const context = {
    name: { path: '/form/name' },
    form: { path: '/form' },
    first: { path: '/picks/0' },
    title: { path: '/title' },
  };
  const long = { call: 'formatString', args: { value: 'Hi ${/form/name}' } };
  const stage = () =>
    new Stage().show(
      [
        column('root', 'name', 'picks', 'go', 'greet'),
        component('name', 'TextField', { label: 'x', value: { path: '/form/name' } }),
        component('picks', 'ChoicePicker', { value: { path: '/picks' }, options }),
        label,
        button('go', 'go', context),
        button('greet', 'greet', { long }),
      ],
      { form: { name: 'Ada', id: 7 }, picks: ['a'], title: 'T' },
      basic09.id,
    );
  const whole = { name: 'Ada', form: { name: 'Ada', id: 7 }, first: 'a', title: 'T' };

  test('[AD10] what is bound directly to an input is entered with the action', () => {
    const context = { ...whole, name: 'Bo', form: { name: 'Bo', id: 7 } };
    expect(taken(stage().foreign(press('go', 'go', context))).body).toMatchObject([
      input('/form/name', 'Bo'),
      { event: 'action', context, checked: true },
    ]);
  });

  test('[AD10] what holds inputs may differ only where they write', () => {
    expect(said(stage().foreign(press('go', 'go', { form: { name: 'Bo', id: 7 } })))[0]).not.toBe('refused');
    expect(said(stage().foreign(press('go', 'go', { form: { name: 'Bo', id: 8 } })))).toContain(
      'EVENT_CONTEXT /context/form',
    );
    expect(said(stage().foreign(press('go', 'go', { title: 'U' })))).toContain('EVENT_CONTEXT /context/title');
  });

  test('[AD10] two keys that say different things of one path are refused', () => {
    expect(said(stage().foreign(press('go', 'go', { ...whole, name: 'Bo' })))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/form',
    ]);
  });

  test('[AD10] our own client tells its edits apart from the context', () => {
    expect(said(stage().admit(press('go', 'go', { ...whole, name: 'Bo' })))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/name',
    ]);
    expect(said(stage().foreign(press('go', 'go', { ...whole, name: 'Bo' }), { writes: [] }))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/name',
    ]);
  });

  test('[AD25] a number that another viewer writes as a text is a number where a slider writes', () => {
    const surface = () =>
      new Stage().show(
        [
          component('go', 'Button', { child: 'f', action: { event: { name: 'go', context: { n: { path: '/n' } } } } }),
          component('f', 'Slider', { value: { path: '/n' }, max: 5 }),
        ],
        { n: 1 },
      );
    const sent = (n: Json) => press('go', 'go', { n });
    expect(taken(surface().foreign(sent('3'))).body).toMatchObject([
      input('/n', 3),
      { event: 'action', context: { n: 3 }, checked: true },
    ]);
    expect(taken(surface().foreign(sent('1'))).body).toMatchObject([{ context: { n: 1 }, checked: true }]);
    for (const n of ['6', '', ' ', 'x', '1e999', ['3'], true])
      expect(said(surface().foreign(sent(n))).slice(0, 2)).toEqual(['refused', 'WRITE_VALUE /context/n']);
    expect(said(surface().admit(sent('1')))[0]).toBe('refused');
  });

  test('[AD11] what depends on a path that nobody reported is taken by its type and not checked', () => {
    const inside = taken(stage().foreign(press('go', 'go', { ...whole, first: 'b' })));
    expect(inside.body).toMatchObject([{ context: { first: 'b' }, checked: false }]);
    expect(inside.issues).toMatchObject([{ severity: 'warning', fault: 'viewer', at: '/context/first' }]);
    expect(said(stage().foreign(press('go', 'go', { ...whole, first: ['b'] })))[0]).toBe('refused');
    const called = stage().foreign(press('greet', 'greet', { long: 'Hi Bo' }));
    expect(taken(called).body).toMatchObject([{ context: { long: 'Hi Bo' }, checked: false }]);
    expect(said(stage().foreign(press('greet', 'greet', { long: 5 })))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/long',
    ]);
    expect(said(stage().admit(press('greet', 'greet', { long: 'Hi Bo' })))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/long',
    ]);
  });

  test('[AD12] the data that a viewer syncs are taken where inputs write, and nowhere else', () => {
    const surfaces = { s: { form: { name: 'Bo', id: 99 }, picks: ['b'], title: 'forged' }, other: { a: 1 } };
    const synced = taken(stage().foreign([press('greet', 'greet', { long: 'Hi Bo' }), { event: 'sync', surfaces }]));
    expect(synced.body).toMatchObject([
      input('/form/name', 'Bo'),
      input('/picks', ['b']),
      { event: 'action', context: { long: 'Hi Bo' }, checked: true },
    ]);
    expect(synced.body).toHaveLength(3);
  });

  test('[AD12] with synced data everything is known', () => {
    const surfaces = { s: { form: { name: 'Bo', id: 7 }, picks: ['b'], title: 'T' } };
    const sync = { event: 'sync', surfaces } as const;
    expect(said(stage().foreign([sync, press('greet', 'greet', { long: 'Hi Eve' })]))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/long',
    ]);
    expect(said(stage().foreign([sync, press('go', 'go', { first: 'b', form: { name: 'Bo', id: 7 } })]))).toEqual([
      'checked',
    ]);
    expect(said(stage().foreign([sync, press('go', 'go', { title: 'U' })]))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/title',
    ]);
  });

  test('[AD12] synced data that an input does not take are refused', () => {
    const surfaces = { s: { picks: ['zzz'] } };
    expect(said(stage().foreign({ event: 'sync', surfaces }))).toEqual(['refused', 'WRITE_VALUE /surfaces/s/picks']);
    expect(taken(stage().foreign({ event: 'sync', surfaces: { s: {} } })).body).toEqual([]);
  });
});

describe('secrets', () => {
  const pin = component('pin', 'TextField', { label: 'x', value: { path: '/login/pin' }, variant: 'obscured' });
  const context = {
    pin: { path: '/login/pin' },
    login: { path: '/login' },
    both: { list: [{ call: 'formatString', args: { value: '${/login/user}:${/login/pin}' } }] },
    user: { path: '/login/user' },
  };
  const send = component('go', 'Button', {
    child: 'label',
    action: { event: { name: 'go', context, message: { call: 'formatString', args: { value: 'PIN ${/login/pin}' } } } },
  });
  const user = component('user', 'TextField', { label: 'x', value: { path: '/login/user' } });
  const stage = () =>
    new Stage().show([column('root', 'user', 'pin', 'go'), pin, user, label, send], { login: { user: 'ada' } });
  const heard = { pin: '1234', login: { user: 'ada', pin: '1234' }, both: { list: ['ada:1234'] }, user: 'ada' };
  const places = [
    { path: [0, 'context', 'pin'], value: '1234' },
    { path: [0, 'context', 'login', 'pin'], value: '1234' },
    { path: [0, 'context', 'both', 'list', 0], value: 'ada:1234' },
    { path: [0, 'message'], value: 'PIN 1234' },
  ];

  test.each([
    ['with the context only', {}],
    ['as an edit', { writes: [{ surface: 's', path: '/login/pin', value: '1234' }] }],
    ['from another viewer', { dialect: 'a2ui-1.0' }],
  ])('[AD13] a secret that comes %s is told by its places and is no input', (_name, more) => {
    const { body, secrets, outcome } = taken(stage().admit(press('go', 'go', heard), more));
    expect([body.length, outcome]).toEqual([1, 'checked']);
    expect(body).toMatchObject([{ context: heard, message: 'PIN 1234' }]);
    expect(secrets).toEqual(places);
  });

  test('[AD13] places count behind the inputs', () => {
    const writes = [{ surface: 's', path: '/login/user', value: 'bo' }];
    const bo = { ...heard, login: { user: 'bo', pin: '1234' }, both: { list: ['bo:1234'] }, user: 'bo' };
    const { body, secrets } = taken(stage().admit(press('go', 'go', bo), { writes }));
    expect(body.map(({ event }) => event)).toEqual(['input', 'action']);
    expect(secrets.map(({ path }) => path[0])).toEqual([1, 1, 1, 1]);
    expect(JSON.stringify(body[0])).not.toContain('1234');
  });

  test('[AD13] a secret is never an input event, whatever the host is set to', () => {
    for (const mode of ['enforce', 'report'] as const)
      expect(said(stage().admit(input('/login/pin', '1234'), { mode }))).toEqual(['refused', 'WRITE_REFUSED /path']);
  });

  test('[AD13] synced secrets are used and not stored', () => {
    const sync = { event: 'sync', surfaces: { s: { login: { user: 'ada', pin: '1234' } } } } as const;
    const { body, secrets } = taken(stage().foreign([sync, press('go', 'go', heard)]));
    expect(body.map(({ event }) => event)).toEqual(['action']);
    expect(secrets).toEqual(places);
  });

  test('[AD13] a secret that was not told leaves what depends on it to the viewer, by place all the same', () => {
    const { body, secrets } = taken(stage().admit(press('go', 'go', { both: { list: ['ada:99'] } })));
    expect(body).toMatchObject([{ checked: false, context: { both: { list: ['ada:99'] } } }]);
    expect(secrets).toContainEqual({ path: [0, 'context', 'both', 'list', 0], value: 'ada:99' });
  });

  test('[AD13] where nothing was typed there is no secret', () => {
    const calm = new Stage().show([
      column('root', 'pin', 'go'),
      pin,
      label,
      button('go', 'go', { pin: { path: '/login/pin' } }),
    ]);
    expect(taken(calm.admit(press('go', 'go', { pin: null }))).secrets).toEqual([]);
  });
});

describe('report', () => {
  const stage = new Stage().show(
    [
      column('root', 'f', 'go'),
      component('f', 'Slider', { value: at, max: 5 }),
      label,
      button('go', 'go', { v: at, k: 1 }, { checks: [{ condition: false, message: 'never' }] }),
    ],
    { v: 1 },
  );
  const report = { mode: 'report' } as const;

  test('[AD14] a host that only reports passes on what it would refuse, with warnings', () => {
    const writes = [
      { surface: 's', path: '/v', value: 9 },
      { surface: 's', path: '/else', value: 1 },
    ];
    const admission = stage.admit(press('go', 'go', { v: 9, k: 2, more: 3 }), { ...report, writes });
    expect(said(admission)).toEqual([
      'reported',
      'WRITE_VALUE /writes/0',
      'WRITE_REFUSED /writes/1',
      'EVENT_CHECK /source',
      'EVENT_CONTEXT /context/k',
      'EVENT_CONTEXT /context/more',
    ]);
    expect(taken(admission).issues.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(taken(admission).body).toMatchObject([
      input('/v', 9),
      input('/else', 1),
      { context: { v: 9, k: 2, more: 3 }, checked: false },
    ]);
  });

  test('[AD14] sources and names that it does not find are passed on as they are', () => {
    expect(taken(stage.admit(press('what', 'go', { a: 1 }), report)).body).toEqual([press('what', 'go', { a: 1 })]);
    expect(said(stage.admit(press('go', 'gone'), report))).toEqual(['reported', 'EVENT_NAME /name']);
  });

  test('[AD14] surfaces that are not there, answers and what cannot be stored are refused all the same', () => {
    expect(said(stage.admit(press('go', 'go', {}, { surface: 'x' }), report))[0]).toBe('refused');
    expect(said(stage.admit({ event: 'answer', ask: 'x', value: true }, report))[0]).toBe('refused');
    expect(said(stage.admit(input('/v/__proto__', 1), report))[0]).toBe('refused');
  });

  test('[AD14] on a surface with secrets nothing passes that cannot be looked into', () => {
    const pin = component('pin', 'TextField', { label: 'x', value: at, variant: 'obscured' });
    const secret = new Stage().show([column('root', 'pin', 'go'), pin, label, button('go', 'go', { v: at })]);
    expect(said(secret.admit(press('what', 'go', { a: 'pw' }), report))[0]).toBe('refused');
    const passed = taken(secret.admit(press('go', 'go', { v: 'pw', copy: 'pw' }), report));
    expect(passed.body).toMatchObject([{ context: { v: 'pw' } }]);
    expect(passed.body[0]).not.toHaveProperty('context.copy');
    expect(passed.secrets).toEqual([{ path: [0, 'context', 'v'], value: 'pw' }]);
  });
});
