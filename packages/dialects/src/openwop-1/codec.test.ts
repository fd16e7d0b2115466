import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { Reader } from '../../test/emitted.ts';
import { createFold } from '../../test/fixtures.ts';
import { envelope } from '../../test/openwop-streams.ts';
import { convert } from '../convert.ts';
import { DIALECTS, detect } from '../detect.ts';
import { Intake } from '../intake.ts';
import { openwop2Dialect } from '../openwop-2/codec.ts';
import { openwop1Dialect } from './codec.ts';
import { applyPatch } from './delta.ts';

const OPTIONS = [
  { value: 'n', label: 'North' },
  { value: 's', label: 'South' },
];
const ITEMS: readonly JsonObject[] = [
  { component: 'heading', text: 'Where shall she lie?', level: 6 },
  { component: 'text', text: 'Two piers are free.' },
  { component: 'field.text', id: 'ship', label: 'Ship', placeholder: 'Name', required: true },
  { component: 'field.date', id: 'from', label: 'From' },
  { component: 'field.select', id: 'pier', label: 'Pier', options: OPTIONS },
  { component: 'field.checkbox', id: 'tug', label: 'Tug', default: true },
  { component: 'action.button', id: 'go', label: 'Moor', action: { target: 'resume' } },
];

function payload(components: readonly Json[] = ITEMS, title?: string): JsonObject {
  return { catalogVersion: '0.9.1', surface: { ...(title === undefined ? {} : { title }), components } };
}

function stage(options: { strict?: boolean } = {}) {
  const fold = createFold(options);
  const intake = new Intake(fold, { dialects: DIALECTS });
  return {
    fold,
    send: (wire: Json) => intake.message(wire),
    show: (given: JsonObject, more: JsonObject = {}) => intake.message(envelope(given, { nodeId: 's', ...more })),
  };
}

describe('from an agent', () => {
  it('[DW1] an envelope is told from other messages by its type, and its generation by its payload', () => {
    const of = (wire: Json): string => {
      const found = detect(wire);
      return 'code' in found ? found.code : found.id;
    };
    expect(of(envelope(payload()))).toBe('openwop-1');
    expect(of(envelope({ messages: [] }))).toBe('openwop-2');
    expect(of(envelope(null))).toBe('openwop-1');
    expect(of({ surfaceRef: 's', catalogVersion: '0.9.1', patch: [] })).toBe('openwop-1');
    expect(of({ type: 'other', payload: {} })).toBe('VITRINE_DIALECT_UNKNOWN');
  });

  it('[DW2] a surface is one flat list; what it holds is written by the ids of its fields', () => {
    const { fold, show } = stage({ strict: true });
    expect(show(payload(ITEMS, 'Berth'))).toMatchObject({ ok: true, issues: [], dialect: 'openwop-1' });
    const surface = fold.surfaces.get('s');
    expect(surface?.componentCount).toBe(ITEMS.length + 1);
    expect(surface?.data.snapshot()).toEqual({ values: { tug: true } });
    expect(surface?.component('id:go')?.props).toMatchObject({
      action: { event: { name: 'resume', context: { action: 'go', values: { path: '/values' } } } },
    });
  });

  it('[DW3] envelopes without a node are one surface', () => {
    const { fold, send } = stage();
    send(envelope(payload()));
    send(envelope(payload([{ component: 'text', text: 'x' }])));
    expect([...fold.surfaces.keys()]).toEqual(['surface']);
  });

  it('[DW3] a change keeps what was entered into fields that stay as they are', () => {
    const { fold, show } = stage();
    show(payload());
    fold.accept({ body: [{ event: 'input', surface: 's', path: '/values/ship', value: 'Ida' }] });
    expect(show(payload([{ component: 'text', text: 'New' }, ...ITEMS])).ok).toBe(true);
    expect(fold.surfaces.get('s')?.data.snapshot()).toEqual({ values: { tug: true, ship: 'Ida' } });
    show(payload(ITEMS.slice(2, 4)));
    expect(fold.surfaces.get('s')?.data.snapshot()).toEqual({ values: { ship: 'Ida' } });
    expect(fold.surfaces.get('s')?.componentCount).toBe(3);
  });

  it('[DW3] an empty list takes a surface away', () => {
    const { fold, show } = stage();
    show(payload());
    expect(show(payload([])).ok).toBe(true);
    expect(fold.surfaces.size).toBe(0);
  });

  it('[DW4] partial is a boolean or an object, and the surface a part while it is said', () => {
    for (const [part, whole] of [
      [true, false],
      [
        { isPartial: true, index: 0, total: -1 },
        { isPartial: false, index: 1, total: 2 },
      ],
    ] as const) {
      const { fold, show } = stage();
      show(payload(ITEMS.slice(0, 2)), { partial: part });
      expect(fold.surfaces.get('s')?.partial).toBe(true);
      show(payload(), { partial: whole });
      expect(fold.surfaces.get('s')?.partial).toBe(false);
      expect(fold.surfaces.get('s')?.componentCount).toBe(ITEMS.length + 1);
    }
  });

  it('[DW5] an untrusted envelope makes its surface untrusted, also one that was not', () => {
    const { fold, show } = stage();
    show(payload());
    const meta = { source: 'system', ts: '2026-01-01T00:00:00Z', contentTrust: 'untrusted' };
    expect(show(payload(), { meta }).entry?.trust).toBe('untrusted');
    expect(fold.surfaces.get('s')?.trust).toBe('untrusted');
    for (const [items, more] of [
      [ITEMS, {}],
      [ITEMS.slice(0, 2), {}],
      [ITEMS.slice(0, 2), { partial: true }],
    ] as const) {
      expect(show(payload(items), more).ok).toBe(true);
      expect(fold.surfaces.get('s')?.trust).toBe('untrusted');
    }
  });

  it.each<[string, Json, string]>([
    ['another member', envelope(payload(), { x: 1 }), 'MESSAGE_FIELD_UNKNOWN /x'],
    [
      'an unknown component',
      envelope(payload([{ component: 'iframe' }])),
      'MESSAGE_SHAPE /payload/surface/components/0/component',
    ],
    ['another version', envelope({ ...payload(), catalogVersion: '1.0' }), 'MESSAGE_SHAPE /payload/catalogVersion'],
    [
      'an id twice',
      envelope(payload([ITEMS[2] as Json, ITEMS[2] as Json])),
      'COMPONENT_DUPLICATE /payload/surface/components/1/id',
    ],
    [
      'a reserved id',
      envelope(payload([{ component: 'field.date', id: '__proto__', label: 'x' }])),
      'NAME_RESERVED /payload/surface/components/0/id',
    ],
  ])('[DW6] %s refuses the envelope', (_name, wire, problem) => {
    const { issues, ok } = stage().send(wire);
    expect([ok, issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at}`)]).toEqual([false, [problem]]);
  });
});

describe('a delta frame', () => {
  const frame = (...patch: readonly Json[]): JsonObject => ({ surfaceRef: 's', catalogVersion: '0.9.1', patch });

  it('[DW7] changes the surface as a whole envelope would', () => {
    const { fold, show, send } = stage();
    show(payload(ITEMS, 'Berth'));
    const sent = send(
      frame(
        { op: 'replace', path: '/surface/title', value: 'New' },
        { op: 'add', path: '/surface/components/1', value: { component: 'text', text: 'Between' } },
        { op: 'remove', path: '/surface/components/3' },
        { op: 'move', from: '/surface/components/1', path: '/surface/components/0' },
        { op: 'add', path: '/reasoning', value: 'Because.' },
      ),
    );
    expect(sent).toMatchObject({ ok: true, dialect: 'openwop-1' });
    const whole = stage();
    const [head, text, , ...rest] = ITEMS as [Json, Json, Json, ...Json[]];
    whole.show(payload([{ component: 'text', text: 'Between' }, head, text, ...rest], 'New'));
    expect(new Reader(openwop1Dialect).read(openwop1Dialect.join(fold).wire).pictures()).toEqual(
      new Reader(openwop1Dialect).read(openwop1Dialect.join(whole.fold).wire).pictures(),
    );
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown surface', { ...frame({ op: 'remove', path: '/x' }), surfaceRef: 'z' }, 'SURFACE_UNKNOWN'],
    ['another catalog', { ...frame({ op: 'remove', path: '/x' }), catalogVersion: '1' }, 'MESSAGE_VERSION'],
    ['a test', frame({ op: 'test', path: '/surface/title', value: 'x' }), 'MESSAGE_SHAPE'],
    [
      'a path that leads nowhere',
      frame({ op: 'replace', path: '/surface/components/99', value: {} }),
      'POINTER_BLOCKED',
    ],
    ['a reserved path', frame({ op: 'add', path: '/surface/__proto__', value: {} }), 'POINTER_BLOCKED'],
    [
      'what no catalog has',
      frame({ op: 'add', path: '/surface/components/0', value: { component: 'iframe' } }),
      'MESSAGE_SHAPE',
    ],
    ['the catalog taken away', frame({ op: 'remove', path: '/catalogVersion' }), 'MESSAGE_FIELD_MISSING'],
  ])('[DW7] with %s is refused and changes nothing', (_name, wire, code) => {
    const { fold, show, send } = stage();
    show(payload());
    const before = JSON.stringify(fold.snapshot());
    const { ok, issues } = send(wire);
    expect([ok, issues[0]?.code]).toEqual([false, `VITRINE_${code}`]);
    expect(JSON.stringify(fold.snapshot())).toBe(before);
  });

  it.each<[Json, Json[], Json]>([
    [{ a: [1, 2] }, [{ op: 'add', path: '/a/-', value: 3 }], { a: [1, 2, 3] }],
    [{ a: [1, 2] }, [{ op: 'copy', from: '/a/0', path: '/b' }], { a: [1, 2], b: 1 }],
    [{ a: { b: 1 } }, [{ op: 'replace', path: '', value: 7 }], 7],
    [{ 'a/b': 1 }, [{ op: 'remove', path: '/a~1b' }], {}],
  ])('[DW7] %j with %j is %j', (document, patch, value) => {
    expect(applyPatch(document, patch as never)).toEqual({ value });
  });
});

describe('for a viewer', () => {
  it('[DW8] a surface of this generation is said as it came', () => {
    const { fold, show } = stage();
    show(payload(ITEMS, 'Berth'));
    const { wire, losses } = openwop1Dialect.join(fold, {}, { now: '2026-11-15T10:00:00Z' });
    expect(losses).toEqual([]);
    expect(wire).toMatchObject([
      {
        type: 'ui.a2ui-surface',
        schemaVersion: 1,
        nodeId: 's',
        payload: payload(ITEMS, 'Berth'),
        meta: { ts: '2026-11-15T10:00:00Z' },
      },
    ]);
  });

  it('[DW9] any other is its words, fields and buttons', () => {
    const { messages, losses } = convert(
      [
        {
          version: 'v0.9',
          createSurface: {
            surfaceId: 's',
            catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
          },
        },
        {
          version: 'v0.9',
          updateComponents: {
            surfaceId: 's',
            components: [
              { id: 'root', component: 'Column', children: ['t', 'i', 'b'] },
              { id: 't', component: 'Text', text: 'Hello', variant: 'h3' },
              { id: 'i', component: 'TextField', label: 'Name', value: { path: '/name' } },
              {
                id: 'b',
                component: 'Button',
                child: 'w',
                action: { event: { name: 'save', context: { n: { path: '/name' } } } },
              },
              { id: 'w', component: 'Text', text: 'Save' },
            ],
          },
        },
      ],
      openwop1Dialect,
    );
    expect(messages.at(-1)).toMatchObject({
      payload: {
        surface: {
          components: [
            { component: 'heading', text: 'Hello', level: 3 },
            { component: 'field.text', id: 'i', label: 'Name' },
            { component: 'action.button', id: 'b', label: 'Save', action: { target: 'exchange' } },
          ],
        },
      },
    });
    expect(losses.map(({ what }) => what)).toContain('the event of a button is sent as exchange');
  });

  it('[DW10] what a viewer does is taken back to the surface that it was shown', () => {
    const { fold, show } = stage();
    show(payload());
    const action = {
      name: 'resume',
      surfaceId: 's',
      sourceComponentId: 'go',
      timestamp: '2026-11-15T10:00:00.000Z',
      context: { action: 'go', values: { ship: 'Ida' } },
    };
    const decoded = openwop1Dialect.decode({ version: 'v0.9', action }, fold, 'viewer');
    expect(decoded).toMatchObject({
      ok: true,
      value: {
        body: [
          { event: 'sync', surfaces: { s: { values: { ship: 'Ida' } } } },
          { event: 'action', source: 'id:go', name: 'resume', context: { action: 'go', values: { ship: 'Ida' } } },
        ],
      },
    });
    const [, told] = decoded.ok ? decoded.value.body : [];
    expect(openwop1Dialect.encodeEvent(told as never, fold, 'x').wire).toEqual([{ version: 'v0.9', action }]);
  });
});

describe('the later generation', () => {
  it('[DW11] says what a surface of this one shows, and what it has no words for', () => {
    const { messages, losses, issues } = convert([envelope(payload(ITEMS, 'Berth'), { nodeId: 's' })], openwop2Dialect);
    expect(issues).toEqual([]);
    expect(losses.map(({ what }) => what).sort()).toEqual([
      'a heading of level 6 is sent as one of level 5',
      'the placeholder of a field is not sent',
    ]);
    const [sent] = messages as readonly [{ payload: { surfaceId: string; messages: readonly JsonObject[] } }];
    expect(sent.payload.surfaceId).toBe('s');
    const { components } = (sent.payload.messages[1] as JsonObject).updateComponents as {
      components: readonly JsonObject[];
    };
    expect(components.map(({ component }) => component)).toEqual([
      ...['Column', 'Text', 'Text', 'Text', 'TextField', 'DateTimeInput', 'ChoicePicker', 'CheckBox', 'Button', 'Text'],
    ]);
    expect(sent.payload.messages[2]).toMatchObject({ updateDataModel: { value: { values: { pier: [], tug: true } } } });
    const reader = new Reader(openwop2Dialect).read(messages);
    expect(reader.pictures().s).toContain('Where shall she lie?');
  });

  it('[DW11] names the node of the surface, and tells where it cannot', () => {
    const WORDS = { component: 'text', text: 'Where?' };
    const to2 = (more: JsonObject) => {
      const { messages, losses } = convert([envelope(payload([WORDS]), more)], openwop2Dialect);
      return [messages.map((message) => (message as JsonObject).nodeId), losses.map(({ what }) => what)];
    };
    expect(to2({ nodeId: 'gate' })).toEqual([['gate'], []]);
    expect(to2({})).toEqual([[undefined], []]);
    const told = 'the node "the gate" has no name in version 2: the envelope names none';
    expect(to2({ nodeId: 'the gate' })).toEqual([[undefined], [told]]);
  });
});
