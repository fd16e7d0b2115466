import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import {
  type EntryFields,
  EVENT_FIELDS,
  type Json,
  type JsonObject,
  OP_FIELDS,
  type Op,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { createFold, describeFixtures } from '../../test/fixtures.ts';
import { deep, Reading } from '../../test/reading.ts';
import { vitrine } from './codec.ts';

describeFixtures(vitrine, new URL('./fixtures/', import.meta.url));

const AT = '2026-03-04T05:06:07.000Z';
const component = {
  id: 'root',
  type: 'Text',
  props: { text: { path: '/a' } },
  catalog: 'c',
  weight: 1,
  a11y: {},
  ext: {},
  wire: {},
};

/** Every op with every field: the compiler holds them to the model, the test holds the shapes to them. */
const ops: readonly Required<Op>[] = [
  {
    op: 'open',
    surface: 's',
    catalog: 'c',
    protocol: '1.0',
    root: 'root',
    held: true,
    implicit: true,
    partial: true,
    theme: {},
    sync: false,
    place: { at: 'top' },
    until: AT,
    components: [component],
    data: { a: 1 },
    ext: {},
  },
  { op: 'reveal', surface: 's', root: 'r', catalog: 'c', theme: {} },
  { op: 'put', surface: 's', components: [component] },
  { op: 'close', surface: 's' },
  { op: 'set', surface: 's', path: '/a', value: null, ifAbsent: true, ext: {} },
  { op: 'merge', surface: 's', path: '/a', value: {}, ext: {} },
  { op: 'unset', surface: 's', path: '/a' },
  { op: 'append', surface: 's', path: '/a', value: ['x'] },
  {
    op: 'ask',
    ask: 'q',
    want: { kind: 'confirm', confirm: 'Yes', deny: 'No' },
    prompt: 'Sure?',
    severity: 'critical',
    until: AT,
    node: 'n',
    ext: {},
  },
  { op: 'withdraw', ask: 'q' },
  { op: 'lapse', ask: 'q', reason: 'late' },
  { op: 'task', task: 't', value: 1, total: 2, message: 'm', style: 'streaming', done: true },
  { op: 'effect', effect: { kind: 'toast', text: 'hi', severity: 'info', ms: 100 }, until: AT, to: 'v', ext: {} },
  { op: 'call', call: 'c', name: 'f', catalog: 'k', args: {}, to: 'v' },
  { op: 'return', call: 'c', value: 1, error: { code: 'E', message: 'm' } },
  { op: 'say', text: 'hi' },
  { op: 'turn', state: 'done' },
];

const events: readonly Required<ViewerEvent>[] = [
  { event: 'join', viewer: 'v', catalogs: ['c'], inline: [{}], locale: 'en', zone: 'UTC', viewport: {} },
  { event: 'leave', viewer: 'v' },
  { event: 'consent', kind: 'k', granted: false },
  {
    event: 'action',
    surface: 's',
    source: 'b',
    scope: '/items/0',
    name: 'n',
    context: {},
    ext: {},
    message: 'm',
    at: AT,
    checked: true,
  },
  { event: 'input', surface: 's', path: '/a', value: 1 },
  { event: 'answer', ask: 'q', value: true, reason: 'r' },
  { event: 'cancel', task: 't', reason: 'r' },
  { event: 'call', surface: 's', call: 'c', name: 'f', catalog: 'k', args: {} },
  { event: 'return', call: 'c', value: 1, error: { code: 'E', message: 'm' } },
  { event: 'sync', surfaces: { s: {} } },
  { event: 'say', text: 'hi' },
  {
    event: 'issue',
    issue: { code: 'VITRINE_PROP_TYPE', severity: 'error', fault: 'agent', message: 'm', at: '/a', line: 3 },
    surface: 's',
    call: 'c',
  },
];

const view = createFold();

function decode(part: Json, from: 'agent' | 'viewer'): readonly string[] {
  const outcome = vitrine.decode({ vitrine: 1, body: [part] }, view, from);
  if (outcome.ok) expect(outcome.value.body).toEqual([part]);
  return outcome.issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at}`);
}

const parts = [
  ...ops.map((part) => ({
    name: `op ${part.op}`,
    from: 'agent' as const,
    by: 'op',
    shape: OP_FIELDS[part.op] as EntryFields,
    part: part as unknown as JsonObject,
  })),
  ...events.map((part) => ({
    name: `event ${part.event}`,
    from: 'viewer' as const,
    by: 'event',
    shape: EVENT_FIELDS[part.event] as EntryFields,
    part: part as unknown as JsonObject,
  })),
];

describe('the neutral form on the wire', () => {
  it('[DD1] every op and event of the model is read', () => {
    expect(ops.map(({ op }) => op).sort()).toEqual(Object.keys(OP_FIELDS).sort());
    expect(events.map(({ event }) => event).sort()).toEqual(Object.keys(EVENT_FIELDS).sort());
  });

  it.each(parts)(
    '[DD1] $name is accepted with all its fields, which are those of its shape',
    ({ part, from, by, shape }) => {
      expect(decode(part, from)).toEqual([]);
      expect(Object.keys(part).sort()).toEqual([by, ...Object.keys(shape)].sort());
    },
  );

  it.each(parts)(
    '[DD2] $name is refused for a field of the wrong type, a missing and an unknown one',
    ({ part, from, by, shape }) => {
      expect(decode({ ...part, surplus: 1 }, from)).toEqual(['MESSAGE_FIELD_UNKNOWN /body/0']);
      for (const name of Object.keys(shape)) {
        const { [name]: _gone, ...rest } = part;
        const required = shape[name]?.optional === undefined;
        expect(decode(rest, from)).toEqual(required ? [`MESSAGE_FIELD_MISSING /body/0/${name}`] : []);
        if (name === 'value' || name === 'data') continue;
        const wrong = decode({ ...part, [name]: typeof part[name] === 'object' ? 'x' : { x: 1 } }, from);
        expect(wrong).toEqual([`MESSAGE_SHAPE /body/0/${name}`]);
      }
      expect(decode({ ...part, [by]: 'dance' }, from)).toEqual([`MESSAGE_SHAPE /body/0/${by}`]);
    },
  );

  it('[DD2] nested fields are judged as well', () => {
    const put = (...components: readonly Json[]): Json => ({ op: 'put', surface: 's', components });
    const at = '/body/0/components/0';
    expect(decode(put({ ...component, id: 3 }), 'agent')).toEqual([`MESSAGE_SHAPE ${at}/id`]);
    expect(decode(put({ ...component, props: [] }), 'agent')).toEqual([`MESSAGE_SHAPE ${at}/props`]);
    expect(decode(put({ ...component, component: 'Text' }), 'agent')).toEqual([`MESSAGE_FIELD_UNKNOWN ${at}`]);
    expect(decode(put('x'), 'agent')).toEqual([`MESSAGE_SHAPE ${at}`]);
    expect(decode({ op: 'ask', ask: 'q', prompt: 'p', want: { kind: 'colour' } }, 'agent')).toEqual([
      'MESSAGE_SHAPE /body/0/want/kind',
    ]);
    expect(decode({ op: 'ask', ask: 'q', prompt: 'p', want: { kind: 'select' } }, 'agent')).toEqual([
      'MESSAGE_FIELD_MISSING /body/0/want/options',
    ]);
    expect(decode({ op: 'effect', effect: { kind: 'toString' } }, 'agent')).toEqual([
      'MESSAGE_SHAPE /body/0/effect/kind',
    ]);
    expect(decode({ op: 'task', task: 't', value: Number('1e400') }, 'agent')).toEqual(['JSON_NUMBER /body/0/value']);
    expect(decode({ op: 'close', surface: 'half \ud800' }, 'agent')).toEqual(['JSON_TEXT /body/0/surface']);
    expect(decode({ op: 'open', surface: 's', until: 'tomorrow' }, 'agent')).toEqual(['MESSAGE_SHAPE /body/0/until']);
    const issue = { code: 'NO_SUCH', severity: 'error', fault: 'agent', message: 'm' };
    expect(decode({ event: 'issue', issue }, 'viewer')).toEqual(['MESSAGE_SHAPE /body/0/issue/code']);
  });

  it('[DD2] what the fold does not judge is storable', () => {
    const hostile = JSON.parse('{"__proto__": {"x": 1}}') as JsonObject;
    const cases: readonly JsonObject[] = [
      { op: 'call', call: 'c', name: 'f', catalog: 'k', args: hostile },
      { op: 'return', call: 'c', value: hostile },
      { op: 'open', surface: 's', place: hostile },
      { op: 'call', call: 'c', name: 'f', catalog: 'k', args: { a: deep(100_000) } },
    ];
    for (const part of cases) expect(decode(part, 'agent')).toHaveLength(1);
    expect(decode({ event: 'answer', ask: 'q', value: deep(100_000) }, 'viewer')).toHaveLength(1);
  });

  it('[DD3] an agent sends ops and a viewer events', () => {
    expect(decode({ event: 'say', text: 'x' }, 'agent')).toEqual(['MESSAGE_DIRECTION /body/0']);
    expect(decode({ op: 'say', text: 'x' }, 'viewer')).toEqual(['MESSAGE_DIRECTION /body/0']);
    expect(decode({ text: 'x' }, 'agent')).toEqual(['MESSAGE_SHAPE /body/0/op']);
  });

  it('[DD4] the envelope has a format, a body that is not empty, and may have a key and a reference', () => {
    const body = [{ op: 'say', text: 'x' }];
    const agent = new Reading(vitrine);
    const outcome = vitrine.decode({ vitrine: 1, body, key: 'k', ref: 'r' }, view, 'agent');
    expect(outcome).toEqual({ ok: true, value: { body, key: 'k', ref: 'r' }, issues: [] });
    agent.refuse({ vitrine: 2, body }, 'MESSAGE_VERSION /vitrine');
    agent.refuse({ vitrine: '1', body }, 'MESSAGE_VERSION /vitrine');
    agent.refuse({ vitrine: 1 }, 'MESSAGE_FIELD_MISSING /body');
    agent.refuse({ vitrine: 1, body: {} }, 'MESSAGE_SHAPE /body');
    agent.refuse({ vitrine: 1, body: [] }, 'MESSAGE_EMPTY /body');
    agent.refuse({ vitrine: 1, body, seq: 4 }, 'MESSAGE_FIELD_UNKNOWN');
    agent.refuse({ vitrine: 1, body, key: 4 }, 'MESSAGE_SHAPE /key');
    agent.refuse({ vitrine: 1, body: new Array<Json>(10_001).fill({ op: 'say', text: 'x' }) }, 'LIMIT_ENTRIES /body');
    for (const wire of [null, 3, 'x', []] as Json[]) agent.refuse(wire, 'MESSAGE_SHAPE');
    expect(vitrine.recognizes({ vitrine: 9 })).toBe(true);
    expect(vitrine.recognizes({ body })).toBe(false);
  });

  it('[DD5] an issue of the fold points into the part that it is about', () => {
    const agent = new Reading(vitrine);
    const open = { op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9' };
    const put = (props: JsonObject, more: JsonObject = {}): JsonObject => ({
      op: 'put',
      surface: 's',
      components: [{ id: 'root', type: 'Text', props, ...more }],
    });
    agent.accept({ vitrine: 1, body: [open, put({ text: 'x' })] });
    const send = (...body: readonly Json[]): Json => ({ vitrine: 1, body });
    agent.mend(send(put({ text: 3 })), 'PROP_TYPE /body/0/components/0/props/text');
    agent.mend(
      send({ op: 'set', surface: 's', path: '/a', value: 1 }, put({ text: 3 })),
      'PROP_TYPE /body/1/components/0/props/text',
    );
    agent.mend(send(put({ text: 'x' }, { a11y: { label: 3 } })), 'PROP_TYPE /body/0/components/0/a11y/label');
    agent.mend(send(put({}, { type: 'Chart' })), 'COMPONENT_UNKNOWN /body/0/components/0/type');
    agent.refuse(send({ op: 'close', surface: 's' }, put({ text: 'y' })), 'SURFACE_UNKNOWN /body/1/surface');
    agent.refuse(send({ ...open, surface: 't', catalog: 'none' }), 'CATALOG_UNKNOWN /body/0/catalog');
    agent.refuse(
      send({ op: 'set', surface: 's', path: '/n', value: { a: Number('1e400') } }),
      'JSON_NUMBER /body/0/value/a',
    );
  });

  it('[DD6] an event is written as it is, with the time of its entry where it has none', () => {
    for (const event of events) {
      expect(vitrine.encodeEvent(event, view, AT)).toEqual({ wire: [{ vitrine: 1, body: [event] }], losses: [] });
    }
    const action: ViewerEvent = { event: 'action', surface: 's', source: 'b', name: 'n', context: {}, checked: false };
    expect(vitrine.encodeEvent(action, view, AT).wire).toEqual([{ vitrine: 1, body: [{ ...action, at: AT }] }]);
  });
});
