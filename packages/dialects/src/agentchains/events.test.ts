import type { Component, Json, JsonObject, Op, ViewerEvent } from '@vitrine/core';
import { agentchains, openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, test } from 'vitest';
import { Reading } from '../../test/reading.ts';
import { readAgentEvents } from './agent-events.ts';
import { agentchainsDialect } from './codec.ts';
import { RPC_ERRORS, rpcErrorOf } from './errors.ts';

const call = (method: string, params: JsonObject, more: JsonObject = {}): Json => ({
  jsonrpc: '2.0',
  method,
  params,
  ...more,
});
const respond = (request_id: Json, value: Json): Json => call('user.respond', { request_id, value });

function viewer(...body: readonly Op[]): Reading {
  const reading = new Reading(agentchainsDialect, 'viewer');
  if (body.length > 0) reading.fold.accept({ body });
  return reading;
}
/** What is decoded; whether it may be done is for admission. */
const read = (wire: Json, ...body: readonly Op[]) => {
  const outcome = agentchainsDialect.decode(wire, viewer(...body).fold, 'viewer');
  if (!outcome.ok) return outcome.issues.map(({ code, at, fault }) => `${code.replace('VITRINE_', '')} ${at} ${fault}`);
  expect(outcome.issues).toEqual([]);
  return outcome.value.body;
};

describe('from a viewer', () => {
  test('[DE24] [SCH-38] [SCH-39] init is a join, with or without its params', () => {
    const viewport = { width: 1920, height: 1080 };
    const client = { name: 'Web', version: '1.0', viewport };
    const join = { event: 'join', viewer: '', catalogs: [agentchains.id] };
    expect(read(call('a2ui.init', { client_info: client, capabilities: { supported_components: [] } }))).toEqual([
      { ...join, viewport },
    ]);
    expect(read(call('a2ui.init', { agent_id: 'a' }, { id: 'req_1' }))).toEqual([join]);
    expect(read({ jsonrpc: '2.0', method: 'a2ui.init', id: 1 })).toEqual([join]);
    expect(read(call('a2ui.init', { client_info: 7 }))).toEqual(['MESSAGE_SHAPE /params/client_info viewer']);
  });

  test('[DE24] ping says nothing', () => {
    expect(read(call('ping', { any: 1 }, { id: 'req_2' }))).toEqual([]);
  });

  test('[DE25] [SCH-42] [SCH-44] [SVC-11] a response answers a question, numbers also as texts, options by their words', () => {
    const ask = (want: Extract<Op, { op: 'ask' }>['want']): Op => ({ op: 'ask', ask: 'r', want, prompt: 'P' });
    expect(read(respond('r', 'x'), ask({ kind: 'text' }))).toEqual([{ event: 'answer', ask: 'r', value: 'x' }]);
    expect(read(respond('r', '45'), ask({ kind: 'number' }))).toMatchObject([{ value: 45 }]);
    expect(read(respond('r', 'abc'), ask({ kind: 'number' }))).toMatchObject([{ value: 'abc' }]);
    const options = [{ label: 'Ten', value: '10' }];
    expect(read(respond('r', 'Ten'), ask({ kind: 'select', options }))).toMatchObject([{ value: '10' }]);
    expect(read(respond('r', null), ask({ kind: 'text' }))).toMatchObject([{ value: null }]);
    expect(read(respond('unknown', 'x'))).toEqual([{ event: 'answer', ask: 'unknown', value: 'x' }]);
    expect(read(respond('', 'x'))).toEqual(['MESSAGE_SHAPE /params/request_id viewer']);
    expect(read(call('user.respond', { request_id: 'r' }))).toEqual(['MESSAGE_FIELD_MISSING /params/value viewer']);
    expect(read(call('user.respond', { value: 1 }))).toEqual(['MESSAGE_FIELD_MISSING /params/request_id viewer']);
  });

  test('[DE25] a confirmation is approved, not responded to', () => {
    const ask: Op = { op: 'ask', ask: 'r', want: { kind: 'confirm' }, prompt: 'P' };
    expect(read(respond('r', true), ask)).toEqual(['ASK_VALUE /params/request_id viewer']);
    const approve = (params: JsonObject) => read(call('user.approve', { request_id: 'r', ...params }), ask);
    expect(approve({ approved: true })).toEqual([{ event: 'answer', ask: 'r', value: true }]);
    expect(approve({ approved: false, reason: 'No' })).toEqual([
      { event: 'answer', ask: 'r', value: false, reason: 'No' },
    ]);
    expect(approve({ approved: true, reason: null })).toEqual([{ event: 'answer', ask: 'r', value: true }]);
    expect(approve({})).toEqual(['MESSAGE_FIELD_MISSING /params/approved viewer']);
    expect(approve({ approved: 'yes' })).toEqual(['MESSAGE_SHAPE /params/approved viewer']);
    expect(approve({ approved: true, reason: 'x'.repeat(1001) })).toEqual(['LIMIT_TEXT /params/reason viewer']);
  });

  test('[DE25] [SCH-45] [SCH-46] [SCH-47] [SCH-48] [SCH-49] a task is cancelled', () => {
    expect(read(call('user.cancel', { task_id: 't', reason: 'Enough' }))).toEqual([
      { event: 'cancel', task: 't', reason: 'Enough' },
    ]);
    expect(read(call('user.cancel', { task_id: '' }))).toEqual(['MESSAGE_SHAPE /params/task_id viewer']);
    expect(read(call('user.cancel', {}))).toEqual(['MESSAGE_FIELD_MISSING /params/task_id viewer']);
  });

  test('[DE26] a form is sent as an object of its values', () => {
    const fields = [{ name: 'n', type: 'number' }, { name: 's', type: 'select', options: ['a'] }, { name: 't' }];
    const form = openAgentchains('f', 'form', { fields });
    expect(read(respond('f', { n: '3', s: '', t: '', more: 1, x: null }), form)).toEqual([
      { event: 'sync', surfaces: { f: { values: { n: 3, t: '', more: 1 } } } },
      {
        event: 'action',
        surface: 'f',
        source: 'root',
        name: 'submit',
        context: { values: { n: 3, t: '', more: 1 } },
        checked: false,
      },
    ]);
    expect(read(respond('f', 'x'), form)).toEqual(['MESSAGE_SHAPE /params/value viewer']);
  });

  test('[DE26] a field that a person emptied is told as such, whatever stood there', () => {
    const fields = [
      { name: 'n', type: 'number', default_value: 3 },
      { name: 's', type: 'select', options: ['a'], default_value: 'a' },
      { name: 't', default_value: 'x' },
      { name: 'u', type: 'number' },
    ];
    const form = openAgentchains('f', 'form', { fields });
    const events = read(respond('f', { n: '', s: null, t: '', u: '', none: null }), form);
    expect(events.slice(0, 3)).toEqual([
      { event: 'input', surface: 'f', path: '/values/n', value: null },
      { event: 'input', surface: 'f', path: '/values/s', value: null },
      { event: 'sync', surfaces: { f: { values: { t: '' } } } },
    ]);
    expect(read(respond('f', {}), form)).toMatchObject([{ event: 'sync' }, { event: 'action' }]);
  });

  test('[DE26] the action of a card is named by its name, its label or both', () => {
    const actions = [
      { label: 'Go', action: 'navigate', url: '/x' },
      { label: 'Buy', action: 'buy' },
      { label: 'Buy two', action: 'buy' },
    ];
    const card = openAgentchains('c', 'card', { actions });
    const pressed = (index: number) => [
      {
        event: 'action',
        surface: 'c',
        source: 'root',
        name: 'action',
        scope: `/data/actions/${index}`,
        context: {},
        checked: false,
      },
    ];
    expect(read(respond('c', 'buy'), card)).toEqual(pressed(1));
    expect(read(respond('c', { action: 'buy' }), card)).toEqual(pressed(1));
    expect(read(respond('c', { action: 'buy', label: 'Buy two' }), card)).toEqual(pressed(2));
    expect(read(respond('c', 'Buy two'), card)).toEqual(pressed(2));
    expect(read(respond('c', { label: 'Buy two' }), card)).toEqual(pressed(2));
    for (const wrong of ['wipe', 'navigate', 7, {}, null, []])
      expect(read(respond('c', wrong), card)).toEqual(['ACTION_INVALID /params/value viewer']);
    expect(read(respond('m', 'x'), openAgentchains('m', 'markdown', { content: '' }))).toEqual([
      'ACTION_INVALID /params/value viewer',
    ]);
  });

  describe('on a surface of another catalog', () => {
    const component = (id: string, type: string, props: JsonObject): Component => ({ id, type, props });
    const button = (id: string, text: string, more: JsonObject = {}): readonly Component[] => [
      component(id, 'Button', { child: `${id}-t`, action: { event: { name: `do ${id}` } }, ...more }),
      component(`${id}-t`, 'Text', { text }),
    ];
    const surface: Op = {
      op: 'open',
      surface: 's',
      catalog: basic09.id,
      protocol: '0.9',
      components: [
        component('root', 'Column', { children: ['name', 'size', 'one', 'many', 'ok', 'go', 'stop', 'list'] }),
        component('name', 'TextField', { label: 'Name', value: { path: '/who/name' } }),
        component('size', 'Slider', { label: 'Size', value: { path: '/size' }, max: 9 }),
        component('one', 'ChoicePicker', { value: { path: '/one' }, options: [{ label: 'Red', value: 'r' }] }),
        component('many', 'ChoicePicker', {
          value: { path: '/many' },
          variant: 'multipleSelection',
          options: [
            { label: 'X', value: 'x' },
            { label: 'Y', value: 'y' },
          ],
        }),
        component('ok', 'CheckBox', { label: 'OK', value: { path: '/ok' } }),
        ...button('go', 'Go', { variant: 'primary' }),
        ...button('stop', 'Stop'),
        component('list', 'List', { children: { componentId: 'buy', path: '/items' } }),
        ...button('buy', 'Buy'),
      ],
      data: { items: [{}, {}] },
    };
    const action = { event: 'action', surface: 's', context: {}, checked: false };

    test('[DE27] a form is the press of the button that sends it, with what was entered', () => {
      const value = { 'who/name': 'Ada', size: '4', one: 'Red', 'many#0': false, 'many#1': true, ok: true, other: 1 };
      expect(read(respond('s', value), surface)).toEqual([
        {
          event: 'sync',
          surfaces: { s: { who: { name: 'Ada' }, size: 4, one: ['r'], many: ['y'], ok: true } },
        },
        { ...action, source: 'go', name: 'do go' },
      ]);
      expect(read(respond('s', 'x'), surface)).toEqual(['MESSAGE_SHAPE /params/value viewer']);
    });

    test('[DE27] its other buttons are pressed by the card beside it', () => {
      expect(read(respond('s#actions', { action: 'stop' }), surface)).toEqual([
        { ...action, source: 'stop', name: 'do stop' },
      ]);
      expect(read(respond('s#actions', 'buy /items/1'), surface)).toEqual([
        { ...action, source: 'buy', scope: '/items/1', name: 'do buy' },
      ]);
      expect(read(respond('s#actions', 'wipe'), surface)).toEqual(['ACTION_INVALID /params/value viewer']);
    });
  });

  test('[DE28] what cannot be kept is refused by the fault of the viewer', () => {
    const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) as Json;
    for (const value of [deep, '\ud800', JSON.parse('{"__proto__": 1}') as Json, Number.POSITIVE_INFINITY]) {
      const outcome = agentchainsDialect.decode(respond('r', value), viewer().fold, 'viewer');
      expect(outcome.ok).toBe(false);
      expect(outcome.issues.every(({ fault }) => fault === 'viewer')).toBe(true);
    }
  });
});

describe('for an agent', () => {
  const encoded = (event: ViewerEvent, ...body: readonly Op[]) =>
    agentchainsDialect.encodeEvent(event, viewer(...body).fold, '2026-01-01T00:00:00.000Z').wire;
  const action = (context: JsonObject, more: Partial<ViewerEvent> = {}): ViewerEvent =>
    ({ event: 'action', surface: 's', source: 'root', name: 'x', context, checked: true, ...more }) as ViewerEvent;

  test('[DE29] [SVC-15] answers are user.respond and user.approve, cancelling is user.cancel', () => {
    expect(encoded({ event: 'answer', ask: 'r', value: 'machine learning' })).toEqual([
      call('user.respond', { request_id: 'r', value: 'machine learning' }),
    ]);
    expect(encoded({ event: 'answer', ask: 'r', value: false, reason: 'timeout' })).toEqual([
      call('user.approve', { request_id: 'r', approved: false, reason: 'timeout' }),
    ]);
    expect(encoded({ event: 'cancel', task: 't', reason: 'R' })).toEqual([
      call('user.cancel', { task_id: 't', reason: 'R' }),
    ]);
  });

  test('[DE29] forms and cards are user.respond with the id of the component, and so are other surfaces', () => {
    const sent = call('user.respond', { request_id: 's', value: { a: 1 } });
    const submit = action({ values: { a: 1 } }, { name: 'submit' } as Partial<ViewerEvent>);
    expect(encoded(submit, openAgentchains('s', 'form', { fields: [] }))).toEqual([sent]);
    expect(encoded(submit)).toEqual([sent]);
    const press = { name: 'action', scope: '/data/actions/0' } as Partial<ViewerEvent>;
    const pressed = call('user.respond', { request_id: 's', value: { action: 'buy', label: 'Buy' } });
    const buy = action({ action: 'buy', label: 'Buy', url: null }, press);
    expect(encoded(buy, openAgentchains('s', 'card', {}))).toEqual([pressed]);
    expect(encoded(buy)).toEqual([pressed]);
    expect(encoded(action({ a: 1 }))).toEqual([
      call('user.respond', { request_id: 's', value: { action: 'x', source: 'root', context: { a: 1 } } }),
    ]);
  });

  test('[DE29] who joins is a2ui.init, what is wrong an error with its code; the rest has no word', () => {
    expect(encoded({ event: 'join', viewer: 'v', catalogs: [], viewport: { width: 1 } })).toMatchObject([
      { method: 'a2ui.init', params: { client_info: { name: 'v', viewport: { width: 1 } } } },
    ]);
    const issue = {
      code: 'VITRINE_SURFACE_UNKNOWN',
      severity: 'error',
      fault: 'agent',
      message: 'M',
      at: '/a',
    } as const;
    expect(encoded({ event: 'issue', issue })).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32003,
          message: 'Component not found: M',
          data: { code: 'VITRINE_SURFACE_UNKNOWN', severity: 'error', fault: 'agent', at: '/a' },
        },
      },
    ]);
    expect(encoded({ event: 'leave', viewer: 'v' })).toEqual([]);
  });

  test('[DE30] every code of ours has one of theirs', () => {
    const codeOf = (code: Parameters<typeof rpcErrorOf>[0]['code'], at?: string) =>
      RPC_ERRORS[rpcErrorOf({ code, ...(at === undefined ? {} : { at }) })];
    expect(codeOf('VITRINE_JSON_MALFORMED')).toBe(-32700);
    expect(codeOf('VITRINE_MESSAGE_SHAPE', '')).toBe(-32600);
    expect(codeOf('VITRINE_MESSAGE_VERSION', '/jsonrpc')).toBe(-32600);
    expect(codeOf('VITRINE_MESSAGE_METHOD', '/method')).toBe(-32601);
    expect(codeOf('VITRINE_MESSAGE_SHAPE', '/params')).toBe(-32602);
    expect(codeOf('VITRINE_ASK_UNKNOWN')).toBe(-32602);
    expect(codeOf('VITRINE_ASK_LAPSED')).toBe(-32004);
    expect(codeOf('VITRINE_RATE')).toBe(-32001);
    expect(codeOf('VITRINE_LINE_SIZE')).toBe(-32002);
    expect(codeOf('VITRINE_LIMIT_TEXT', '/params/value')).toBe(-32602);
    expect(codeOf('VITRINE_HOST_FAILED')).toBe(-32603);
    expect(codeOf('VITRINE_LOG_SESSION_CLOSED')).toBe(-32000);
    expect(codeOf('VITRINE_CREDENTIAL_EXPIRED')).toBe(-32006);
  });

  test('[DE31] what an agent is told reads back as the events that it was', () => {
    const issue = { code: 'VITRINE_ASK_LAPSED', severity: 'warning', fault: 'viewer', at: '/asks/r~11' } as const;
    const events: readonly ViewerEvent[] = [
      { event: 'join', viewer: 'v', catalogs: ['c'], viewport: { width: 1, height: 2 } },
      { event: 'join', viewer: 'v', catalogs: [] },
      { event: 'answer', ask: 'r', value: { a: [1] } },
      { event: 'answer', ask: 'r', value: null },
      { event: 'answer', ask: 'k', value: false, reason: 'No.' },
      { event: 'answer', ask: 'k', value: true },
      { event: 'cancel', task: 't', reason: 'Enough' },
      { event: 'cancel', task: 't' },
      { event: 'issue', issue: { ...issue, message: 'Late.' }, surface: 's' },
    ];
    for (const event of events) {
      const [read] = encoded(event).flatMap((wire) => readAgentEvents(wire));
      const said =
        event.event === 'issue' ? { ...event, issue: { ...issue, message: 'Request timeout: Late.' } } : event;
      expect(read).toEqual(said);
    }
  });

  test('[DE31] what is no such message is no event, and nothing throws', () => {
    const none: readonly (Json | undefined)[] = [
      ...[undefined, null, 7, 'x', [], {}, { jsonrpc: '2.0' }],
      ...[call('ping', {}), call('constructor', {}), call('user.respond', { value: 1 }), { jsonrpc: '2.0', error: {} }],
      ...[
        { jsonrpc: '2.0', method: 'user.cancel', params: [] },
        { jsonrpc: '2.0', error: { data: { code: 7 } } },
      ],
    ];
    for (const wire of none) expect(readAgentEvents(wire)).toEqual([]);
    expect(readAgentEvents(call('a2ui.init', { client_info: 7, capabilities: { catalogs: [1, 'c'] } }))).toEqual([
      { event: 'join', viewer: '', catalogs: ['c'] },
    ]);
  });

  test('[DE32] an issue is told with its number', () => {
    const problem = { code: 'VITRINE_SURFACE_UNKNOWN', severity: 'error', fault: 'agent', message: 'M' } as const;
    expect(agentchainsDialect.issueFor?.(problem)).toEqual({ ...problem, rpc: -32003 });
  });
});
