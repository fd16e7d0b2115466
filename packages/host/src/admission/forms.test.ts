import type { Component, Json, JsonObject } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { openwop1, openwopAction, openwopValue } from '@vitrine/core/catalogs/openwop';
import { describe, expect, test } from 'vitest';
import { component, input, press, Stage, said, taken } from '../../test/admission-stage.ts';

describe('AgentChains', () => {
  const fields: readonly JsonObject[] = [
    { name: 'name', required: true, pattern: '^[A-Z]' },
    { name: 'age', type: 'number', min: 1, max: 120 },
    { name: 'size', type: 'select', options: ['S', 'M'] },
    { name: 'born', type: 'date', max: '2020-01-01' },
    { name: 'agree', type: 'checkbox' },
    { name: 'mail', type: 'email' },
    { name: 'pin', type: 'password' },
    { name: 'scan', type: 'file', accept: '.pdf' },
  ];
  const form = () => new Stage().do(openAgentchains('s', 'form', { fields }));
  const at = (name: string, value: Json) => input(`/values/${name}`, value);
  const submit = (values: JsonObject) => press('root', 'submit', { values });
  const writesOf = (values: JsonObject) => ({
    writes: Object.entries(values).map(([name, value]) => ({ surface: 's', path: `/values/${name}`, value })),
  });

  test.each<[string, Json, Json]>([
    ['name', 'not yet', 5],
    ['name', null, { a: 1 }],
    ['age', 30, 121],
    ['age', null, '30'],
    ['size', 'M', 'XL'],
    ['born', '2019-12-31', '2020-01-02'],
    ['agree', false, 'on'],
    ['mail', 'half@', 7],
  ])('[AD15] the field %s of a form takes %j and not %j', (name, good, bad) => {
    expect(said(form().admit(at(name, good)))).toEqual(['checked']);
    expect(said(form().admit(at(name, bad)))).toEqual(['refused', 'WRITE_VALUE /value']);
  });

  test('[AD15] a form writes its fields and nothing else', () => {
    for (const path of ['/values/other', '/values', '/data/title', '/values/name/x'])
      expect(said(form().admit(input(path, 'x')))[1]).toMatch(/^WRITE_REFUSED/);
  });

  test('[AD15] a form is sent when every field is filled in rightly', () => {
    const [entered, values] = [
      { name: 'Ada', age: 36 },
      { agree: false, name: 'Ada', age: 36 },
    ];
    expect(taken(form().admit(submit(values), writesOf(entered))).body).toMatchObject([
      at('name', 'Ada'),
      at('age', 36),
      { context: { values }, checked: true },
    ]);
    expect(said(form().admit(submit({ agree: false })))).toEqual(['refused', 'EVENT_CHECK /context/values/name']);
    expect(said(form().admit(submit({ agree: false, name: 'ada' }), writesOf({ name: 'ada' })))).toEqual([
      'refused',
      'EVENT_CHECK /context/values/name',
    ]);
    expect(said(form().foreign(submit({ agree: false, name: 'Ada' })))).toEqual(['checked']);
    expect(said(form().foreign(submit({ agree: false, name: 'Ada', admin: true })))).toEqual([
      'refused',
      'EVENT_CONTEXT /context/values',
    ]);
  });

  test('[AD15] passwords and files come with the form: the one is sealed, the other a record', () => {
    const scan = { ref: 'f1', name: 'a.pdf', type: 'application/pdf', size: 3 };
    const values = { agree: false, name: 'Ada', pin: '0000', scan };
    const file = (ref: string) => (ref === 'f1' ? scan : undefined);
    const { body, secrets } = taken(form().admit(submit(values), { ...writesOf({ name: 'Ada' }), file }));
    expect(body).toMatchObject([at('name', 'Ada'), at('scan', scan), { context: { values } }]);
    expect(secrets).toEqual([{ path: [2, 'context', 'values', 'pin'], value: '0000' }]);
    for (const forged of [
      { ...scan, ref: 'f2' },
      { ...scan, name: 'b.pdf' },
      { name: 'a.pdf', type: 'application/pdf', size: 3, data: 'AAAA' },
    ]) {
      const sent = form().admit(submit({ ...values, scan: forged }), { ...writesOf({ name: 'Ada' }), file });
      expect(said(sent)[1]).toBe('WRITE_VALUE /context/values');
    }
  });

  test('[AD15] a card sends the action that was pressed, by its place', () => {
    const actions = [
      { label: 'Buy', action: 'buy' },
      { label: 'Map', url: 'https://x.example' },
    ];
    const card = new Stage().do(openAgentchains('s', 'card', { actions }));
    const context = { action: 'buy', label: 'Buy', url: null };
    expect(said(card.admit(press('root', 'action', context, { scope: '/data/actions/0' })))).toEqual(['checked']);
    expect(said(card.foreign(press('root', 'action', context)))).toEqual(['checked']);
    const forged = { ...context, action: 'wipe' };
    expect(said(card.admit(press('root', 'action', forged, { scope: '/data/actions/0' })))[0]).toBe('refused');
    const link = { label: 'Map', url: 'https://x.example', action: null };
    expect(said(card.admit(press('root', 'action', link, { scope: '/data/actions/1' })))).toEqual([
      'refused',
      'EVENT_SOURCE /source',
    ]);
  });
});

describe('OpenWOP', () => {
  const field = (id: string, type: string, more: JsonObject = {}): Component =>
    component(id, `field.${type}`, { name: id, label: id, value: openwopValue(id), ...more });
  const options = [{ value: 'a', label: 'A' }];
  const stage = () =>
    new Stage().show(
      [
        component('root', 'surface', { children: ['who', 'day', 'pick', 'yes', 'go'] }),
        field('who', 'text', { required: true }),
        field('day', 'date'),
        field('pick', 'select', { options }),
        field('yes', 'checkbox'),
        component('go', 'action.button', { name: 'go', label: 'Go', action: openwopAction('resume', 'go') }),
      ],
      { values: {} },
      openwop1.id,
    );

  test.each<[string, Json, Json]>([
    ['who', '', 4],
    ['day', '2026-01-01', '01.01.2026'],
    ['pick', 'a', 'b'],
    ['yes', true, 'true'],
  ])('[AD16] the field %s takes %j and not %j', (name, good, bad) => {
    expect(said(stage().admit(input(`/values/${name}`, good)))).toEqual(['checked']);
    expect(said(stage().admit(input(`/values/${name}`, bad)))).toEqual(['refused', 'WRITE_VALUE /value']);
  });

  test('[AD16] a button sends the fields beside it when they are filled in rightly', () => {
    const writes = [{ surface: 's', path: '/values/who', value: 'Ada' }];
    const context = { action: 'go', values: { who: 'Ada' } };
    expect(taken(stage().admit(press('go', 'resume', context), { writes })).body).toMatchObject([
      input('/values/who', 'Ada'),
      { context },
    ]);
    expect(said(stage().admit(press('go', 'resume', { action: 'go', values: {} })))).toEqual([
      'refused',
      'EVENT_CHECK /context/values/who',
    ]);
    expect(said(stage().admit(press('go', 'exchange', context), { writes }))).toEqual(['refused', 'EVENT_NAME /name']);
  });
});
