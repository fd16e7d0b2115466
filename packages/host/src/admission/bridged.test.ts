// Surfaces that a viewer was shown in the words of another protocol: what it sends, read by its dialect, is admitted as if
// the surface's own viewer had sent it, and nothing more is.

import type { Component, Json, JsonObject, ViewerEvent } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { openwop1, openwopAction, openwopValue } from '@vitrine/core/catalogs/openwop';
import { dialectById } from '@vitrine/dialects';
import { describe, expect, test } from 'vitest';
import { component, Stage, said, taken } from '../../test/admission-stage.ts';
import type { Admission } from './admit.ts';

function send(stage: Stage, dialect: string, wire: Json): Admission {
  const outcome = dialectById(dialect)?.decode(wire, stage.fold, 'viewer');
  if (outcome?.ok !== true) throw new Error(JSON.stringify(outcome?.issues));
  return stage.admit(outcome.value.body as readonly ViewerEvent[], { dialect });
}
const respond = (stage: Stage, request_id: string, value: Json): Admission =>
  send(stage, 'agentchains', { jsonrpc: '2.0', method: 'user.respond', params: { request_id, value } });
const act = (
  stage: Stage,
  surfaceId: string,
  sourceComponentId: string,
  name: string,
  context: JsonObject,
): Admission =>
  send(stage, 'a2ui-0.9', {
    version: 'v0.9',
    action: { name, surfaceId, sourceComponentId, timestamp: '2026-01-01T00:00:00.000Z', context },
  });

describe('a surface of A2UI that was sent to a viewer of AgentChains', () => {
  const parts: readonly Component[] = [
    component('root', 'Column', { children: ['name', 'size', 'one', 'go', 'list'] }),
    component('name', 'TextField', { label: 'Name', value: { path: '/name' } }),
    component('size', 'Slider', { label: 'Size', value: { path: '/size' }, max: 9 }),
    component('one', 'ChoicePicker', { value: { path: '/one' }, options: [{ label: 'Red', value: 'r' }] }),
    component('go', 'Button', {
      child: 'label',
      variant: 'primary',
      action: {
        event: { name: 'go', context: { who: { path: '/name' }, size: { path: '/size' }, one: { path: '/one' } } },
      },
      checks: [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Name!' }],
    }),
    component('label', 'Text', { text: 'Go' }),
    component('list', 'List', { children: { componentId: 'buy', path: '/items' } }),
    component('buy', 'Button', { child: 'label', action: { event: { name: 'buy', context: { id: { path: 'id' } } } } }),
  ];
  const stage = () => new Stage().show(parts, { size: 2, items: [{ id: 'a' }, { id: 'b' }] }, basic09.id);

  test('a form is its button, with what was entered before it', () => {
    expect(taken(respond(stage(), 's', { name: 'Ada', size: 4, one: 'Red' })).body).toEqual([
      { event: 'input', surface: 's', path: '/name', value: 'Ada' },
      { event: 'input', surface: 's', path: '/size', value: 4 },
      { event: 'input', surface: 's', path: '/one', value: ['r'] },
      {
        event: 'action',
        surface: 's',
        source: 'go',
        name: 'go',
        context: { who: 'Ada', size: 4, one: ['r'] },
        checked: true,
      },
    ]);
  });

  test('checks and inputs hold as they do for the surface itself', () => {
    expect(said(respond(stage(), 's', { size: 4 }))).toEqual(['refused', 'EVENT_CHECK /source']);
    expect(said(respond(stage(), 's', { name: 'Ada', size: 99 }))[0]).toBe('refused');
    expect(said(respond(stage(), 's', { name: 'Ada', one: 'Green' }))[0]).toBe('refused');
  });

  test('a button in a list is the one that was pressed', () => {
    expect(taken(respond(stage(), 's#actions', { action: 'buy /items/1' })).body).toMatchObject([
      { source: 'buy', scope: '/items/1', context: { id: 'b' }, checked: true },
    ]);
  });

  test('0.8 and OpenWOP are sent back the same way', () => {
    const old = new Stage().show(
      [
        component('top', 'Column', { children: ['f', 'b'] }),
        component('f', 'TextField', { label: 'F', text: { path: '/f', from: 'item-first' } }),
        component('b', 'Button', {
          child: 'l',
          action: { event: { name: 'go', context: { f: { path: '/f', from: 'item-first' } } } },
        }),
        component('l', 'Text', { text: 'Go' }),
      ],
      {},
      basic08.id,
    );
    expect(taken(respond(old, 's', { f: 'x' })).body).toMatchObject([
      { path: '/f' },
      { context: { f: 'x' }, checked: true },
    ]);
    const wop = new Stage().show(
      [
        component('root', 'surface', { children: ['who', 'go'] }),
        component('who', 'field.text', { name: 'who', label: 'Who', value: openwopValue('who'), required: true }),
        component('go', 'action.button', { name: 'go', label: 'Go', action: openwopAction('resume', 'go') }),
      ],
      { values: {} },
      openwop1.id,
    );
    expect(taken(respond(wop, 's', { 'values/who': 'Ada' })).body).toMatchObject([
      { path: '/values/who' },
      { name: 'resume', context: { action: 'go', values: { who: 'Ada' } } },
    ]);
  });
});

describe('components and questions of AgentChains', () => {
  const fields = [
    { name: 'name', required: true },
    { name: 'age', type: 'number', max: 120 },
    { name: 'size', type: 'select', options: ['S', 'M'] },
  ];
  const form = () => new Stage().do(openAgentchains('c', 'form', { fields }));

  test('a form is judged by its fields, whoever shows it', () => {
    const values = { name: 'Ada', age: 36, size: 'M' };
    const told = { event: 'action', surface: 'c', source: 'root', name: 'submit', context: { values }, checked: true };
    expect(taken(respond(form(), 'c', { name: 'Ada', age: '36', size: 'M' })).body.at(-1)).toEqual(told);
    const written = { name: 'Ada', age: '36', size: ['M'] };
    expect(taken(act(form(), 'c', 'submit', 'submit', written)).body.at(-1)).toMatchObject({ context: { values } });
    expect(said(respond(form(), 'c', { age: 36 }))[0]).toBe('refused');
    expect(said(respond(form(), 'c', { ...values, age: 130 }))[0]).toBe('refused');
    expect(said(act(form(), 'c', 'submit', 'submit', { ...written, admin: true }))[0]).toBe('refused');
  });

  test('a field that was filled from the beginning and is emptied is told empty, whoever shows it', () => {
    const prefilled = [
      { name: 'age', type: 'number', default_value: 3 },
      { name: 'size', type: 'select', options: ['S', 'M'], default_value: 'M' },
      { name: 'day', type: 'date', default_value: '2026-01-02' },
      { name: 'kept', type: 'number', default_value: 4 },
    ];
    const shown = () => new Stage().do(openAgentchains('c', 'form', { fields: prefilled }));
    const told = [{ path: '/values/age' }, { path: '/values/size' }, { path: '/values/day' }, { context: {} }];
    for (const { body } of [
      taken(act(shown(), 'c', 'submit', 'submit', { age: '', size: [], day: '', kept: '4' })),
      taken(respond(shown(), 'c', { age: '', size: null, day: '', kept: '4' })),
    ]) {
      expect(body).toMatchObject(told);
      expect(body.at(-1)).toMatchObject({ context: { values: { kept: 4 } } });
      expect(JSON.stringify(body.at(-1))).not.toMatch(/"(M|2026-01-02)"|:3/);
    }
  });

  test('an action of a card is one that its data list', () => {
    const card = () => new Stage().do(openAgentchains('c', 'card', { actions: [{ label: 'Buy', action: 'buy' }] }));
    const pressed = {
      source: 'root',
      name: 'action',
      context: { action: 'buy', label: 'Buy', url: null },
      checked: true,
    };
    expect(taken(respond(card(), 'c', 'buy')).body).toMatchObject([pressed]);
    expect(taken(act(card(), 'c', 'action-0', 'action', { action: 'buy' })).body).toMatchObject([pressed]);
    expect(said(act(card(), 'c', 'action-0', 'action', { action: 'wipe' }))[0]).toBe('refused');
    expect(said(act(card(), 'c', 'action-1', 'action', {}))[0]).toBe('refused');
  });

  test.each([
    ['whatever', 'approve', { value: true }],
    ['vitrine.answer', 'zzz', { value: true }],
    ['vitrine.answer', 'send', { value: true }],
    ['vitrine.answer', 'reject', { value: true }],
    ['vitrine.answer', 'approve', { value: false }],
    ['vitrine.answer', 'approve', { value: 'yes' }],
    ['vitrine.cancel', 'approve', {}],
  ])('%s of %s with %j is no button of an approval and answers nothing', (name, source, context) => {
    const ask = new Stage().ask({ kind: 'confirm' });
    expect(said(act(ask, 'vitrine:ask:q', source, name, context))).toEqual(['refused', 'SURFACE_UNKNOWN /surface']);
  });

  test('a press on a surface of that id, of an old log, answers nothing', () => {
    const stage = new Stage().ask({ kind: 'confirm' });
    const parts = [
      { id: 'root', type: 'Button', props: { child: 'l', action: { event: { name: 'vitrine.answer' } } } },
      { id: 'l', type: 'Text', props: { text: 'Win' } },
    ];
    stage.fold.apply({
      body: [{ op: 'open', surface: 'vitrine:ask:q', catalog: basic09.id, components: parts }],
      trust: 'untrusted',
    });
    const { body } = taken(act(stage, 'vitrine:ask:q', 'root', 'vitrine.answer', {}));
    expect(body.map(({ event }) => event)).toEqual(['action']);
  });

  test('only its own button cancels a task', () => {
    const stage = () => new Stage().do({ op: 'task', task: 't', message: 'T' });
    expect(taken(act(stage(), 'vitrine:task:t', 'cancel', 'vitrine.cancel', {})).body).toEqual([
      { event: 'cancel', task: 't' },
    ]);
    expect(said(act(stage(), 'vitrine:task:t', 'root', 'vitrine.cancel', {}))[0]).toBe('refused');
    expect(said(act(stage(), 'vitrine:task:t', 'cancel', 'go', {}))[0]).toBe('refused');
  });

  test('the buttons of a question answer it, and only as it may be answered', () => {
    const ask = () => new Stage().ask({ kind: 'confirm' });
    expect(taken(act(ask(), 'vitrine:ask:q', 'approve', 'vitrine.answer', { value: true }))).toMatchObject({
      body: [{ event: 'answer', ask: 'q', value: true }],
    });
    const number = () => new Stage().ask({ kind: 'number', max: 5 });
    expect(taken(act(number(), 'vitrine:ask:q', 'send', 'vitrine.answer', { value: '4' })).body).toMatchObject([
      { value: 4 },
    ]);
    expect(said(act(number(), 'vitrine:ask:q', 'send', 'vitrine.answer', { value: '7' }))).toEqual([
      'refused',
      'ASK_VALUE /value',
    ]);
    expect(said(act(number(), 'vitrine:ask:other', 'send', 'vitrine.answer', { value: '4' }))[0]).toBe('refused');
    const text = new Stage().ask({ kind: 'text', minLength: 1 });
    expect(said(respond(text, 'q', ''))).toEqual(['refused', 'ASK_VALUE /value']);
  });
});
