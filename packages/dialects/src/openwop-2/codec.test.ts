import type { Json, JsonObject } from '@vitrine/core';
import { openwop2 } from '@vitrine/core/catalogs/openwop';
import { OPENWOP2_WIRE_CATALOG } from '@vitrine/core/catalogs/openwop-schema';
import { describe, expect, it } from 'vitest';
import { Reader, schemaProblems } from '../../test/emitted.ts';
import { createFold } from '../../test/fixtures.ts';
import { envelope, payload2 } from '../../test/openwop-streams.ts';
import { a2ui09 } from '../a2ui-0.9/codec.ts';
import { convert } from '../convert.ts';
import { DIALECTS } from '../detect.ts';
import { Intake } from '../intake.ts';
import { openwop2Dialect } from './codec.ts';

const surfaceId = 's';
const create = { createSurface: { surfaceId, catalogId: OPENWOP2_WIRE_CATALOG } };
const put = (...components: readonly Json[]): JsonObject => ({ updateComponents: { surfaceId, components } });
const text = (id: string, words: Json): JsonObject => ({ id, component: 'Text', text: words });
const FORM: readonly JsonObject[] = [
  create,
  put(
    { id: 'root', component: 'Column', children: ['n', 'f', 'b'] },
    text('n', { path: '/name' }),
    {
      id: 'f',
      component: 'TextField',
      label: 'Name',
      value: { path: '/name' },
      weight: 2,
      accessibility: { label: 'n' },
    },
    {
      id: 'b',
      component: 'Button',
      child: 'w',
      action: { event: { name: 'resume', context: { n: { path: '/name' } } } },
    },
    text('w', 'Go'),
  ),
  { updateDataModel: { surfaceId, path: '/name', value: 'Ida' } },
];

function stage() {
  const fold = createFold();
  const intake = new Intake(fold, { dialects: [openwop2Dialect] });
  return {
    fold,
    send: (...messages: readonly JsonObject[]) => intake.message(envelope(payload2(messages), { schemaVersion: 2 })),
    part: (partial: Json, ...messages: readonly JsonObject[]) =>
      intake.message(envelope(payload2(messages), { schemaVersion: 2, partial })),
  };
}

describe('from an agent', () => {
  it('[DW12] an envelope is one entry of its messages', () => {
    const { fold, send } = stage();
    expect(send(...FORM)).toMatchObject({
      ok: true,
      issues: [],
      entry: { body: [{ op: 'open' }, { op: 'put' }, { op: 'set' }] },
    });
    expect(fold.surfaces.get('s')).toMatchObject({ catalog: openwop2.id });
    expect(fold.surfaces.get('s')?.component('f')).toMatchObject({ weight: 2, a11y: { label: 'n' } });
    send({ updateDataModel: { surfaceId, path: '/name' } });
    expect(fold.surfaces.get('s')?.data.snapshot()).toEqual({});
    send({ deleteSurface: { surfaceId } });
    expect(fold.surfaces.size).toBe(0);
  });

  it('[DW12] a bad message refuses all of them', () => {
    const { fold, send } = stage();
    expect(send(create, put(text('root', 'x')), put({ id: 'a', component: 'Image', url: 'x' })).ok).toBe(false);
    expect(fold.surfaces.size).toBe(0);
  });

  it.each<[string, readonly JsonObject[], string]>([
    [
      'comes without having been created',
      [put(text('root', 'x'))],
      'SURFACE_UNKNOWN /payload/messages/0/updateComponents/surfaceId',
    ],
    ['is created twice', [create, create], 'SURFACE_EXISTS /payload/messages/1/createSurface/surfaceId'],
    [
      'is spoken of after its deletion',
      [create, { deleteSurface: { surfaceId } }, put(text('root', 'x'))],
      'SURFACE_UNKNOWN /payload/messages/2/updateComponents/surfaceId',
    ],
    [
      'is another one',
      [create, { deleteSurface: { surfaceId: 't' } }],
      'MESSAGE_SHAPE /payload/messages/1/deleteSurface/surfaceId',
    ],
    [
      'has a component twice',
      [create, put(text('root', 'x'), text('root', 'y'))],
      'COMPONENT_DUPLICATE /payload/messages/1/updateComponents/components/1/id',
    ],
  ])('[DW13] refused where the surface %s', (_name, messages, problem) => {
    const { issues, ok } = stage().send(...messages);
    expect([ok, issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at}`)]).toEqual([false, [problem]]);
  });

  it('[DW13] what the fold has against a message stands where the message is', () => {
    const cycle = { id: 'root', component: 'Card', child: 'root' };
    const { issues } = stage().send(create, put(cycle));
    expect(issues[0]?.at).toMatch(/^\/payload\/messages\/1\/updateComponents/);
  });

  it('[DW5] what is opened again stays untrusted', () => {
    const fold = createFold();
    const intake = new Intake(fold, { dialects: [openwop2Dialect] });
    const meta = { source: 'system', ts: '2026-01-01T00:00:00Z', contentTrust: 'untrusted' };
    const send = (messages: readonly JsonObject[], more: JsonObject): boolean =>
      intake.message(envelope(payload2(messages), more)).ok;
    expect(send(FORM, { meta })).toBe(true);
    expect(send([put(text('w', 'New'))], { partial: true })).toBe(true);
    expect(fold.surfaces.get('s')).toMatchObject({ trust: 'untrusted', partial: true });
    expect(send([{ deleteSurface: { surfaceId } }, ...FORM], {})).toBe(true);
    expect(fold.surfaces.get('s')?.trust).toBe('untrusted');
  });

  it('[DW4] a stream is a part until it ends', () => {
    const { fold, part, send } = stage();
    part(true, create, put(text('root', 'x')));
    expect(fold.surfaces.get('s')?.partial).toBe(true);
    part({ isPartial: false, index: 1, total: 2 }, put(text('root', 'y')));
    expect(fold.surfaces.get('s')?.partial).toBe(false);
    part(true, put(text('root', 'z')));
    expect(fold.surfaces.get('s')).toMatchObject({ partial: true });
    send(put(text('root', 'end')));
    expect(fold.surfaces.get('s')?.partial).toBe(false);
  });
});

describe('for a viewer', () => {
  it('[DW8] a surface of this generation passes as it is, and its changes as changes', () => {
    const { fold, send } = stage();
    send(...FORM);
    const joined = openwop2Dialect.join(fold);
    expect(joined.losses).toEqual([]);
    expect(new Reader(openwop2Dialect).read(joined.wire).fold.snapshot()).toEqual(fold.snapshot());
    const { entry } = send(put(text('n', 'Now')), { updateDataModel: { surfaceId, path: '/name', value: 'Bo' } });
    const { wire } = openwop2Dialect.encode(entry as never, fold, joined.memory);
    expect(wire).toMatchObject([
      {
        schemaVersion: 2,
        payload: { surfaceId, messages: [put(text('n', 'Now')), { updateDataModel: { path: '/name', value: 'Bo' } }] },
      },
    ]);
  });

  it('[DW8] a part is said as one, and untrusted ones as untrusted', () => {
    const { fold, part } = stage();
    part(true, ...FORM);
    expect(openwop2Dialect.join(fold).wire).toMatchObject([{ partial: { isPartial: true, index: 0, total: -1 } }]);
    const other = createFold();
    new Intake(other, { dialects: [openwop2Dialect], trust: 'untrusted' }).message(envelope(payload2(FORM)));
    expect(openwop2Dialect.join(other).wire).toMatchObject([{ meta: { contentTrust: 'untrusted' } }]);
  });

  it('[DW8] a viewer of A2UI 0.9 is told the basic catalog, which has all of it', () => {
    const { fold, send } = stage();
    send(...FORM);
    const { wire, losses } = a2ui09.join(fold);
    expect(losses).toEqual([]);
    expect(schemaProblems('a2ui-0.9', wire)).toEqual([]);
    expect(wire[0]).toMatchObject({ createSurface: { catalogId: OPENWOP2_WIRE_CATALOG } });
  });

  const basic = (...components: readonly Json[]): Json[] => [
    { version: 'v0.9', createSurface: { surfaceId: 'a/b', catalogId: OPENWOP2_WIRE_CATALOG } },
    { version: 'v0.9', updateComponents: { surfaceId: 'a/b', components } },
    { version: 'v0.9', updateDataModel: { surfaceId: 'a/b', path: '/items', value: [{ n: 'One' }, { n: 'Two' }] } },
  ];

  it('[DW9] templates, tabs, media, sliders and secrets are put into the ten words', () => {
    const { messages, losses } = convert(
      basic(
        { id: 'root', component: 'Column', children: ['list', 'tabs', 'img', 'sl', 'pw'] },
        { id: 'list', component: 'List', children: { componentId: 'row', path: '/items' } },
        { id: 'row', component: 'Text', text: { path: 'n' } },
        { id: 'tabs', component: 'Tabs', tabs: [{ title: 'First', child: 'x' }] },
        text('x', 'Inside'),
        { id: 'img', component: 'Image', url: 'https://x.example/a.png', description: 'A pier' },
        { id: 'sl', component: 'Slider', label: 'How far', value: { path: '/far' }, min: 0, max: 9 },
        { id: 'pw', component: 'TextField', label: 'Key', variant: 'obscured', value: { path: '/k' } },
      ),
      openwop2Dialect,
    );
    expect(schemaProblems('openwop-2', messages)).toEqual([]);
    const words = JSON.stringify(messages);
    for (const word of ['One', 'Two', 'First', 'Inside', 'A pier', 'How far', 'Key']) expect(words).toContain(word);
    for (const word of ['x.example', 'obscured', '"/k"']) expect(words).not.toContain(word);
    expect(losses.length).toBeGreaterThan(3);
  });

  it('[DW10] a press in a template is taken back to its item, its name and its surface', () => {
    const fold = createFold();
    const intake = new Intake(fold, { dialects: DIALECTS });
    const button = {
      id: 'buy',
      component: 'Button',
      child: 'w',
      action: { event: { name: 'buy', context: { n: { path: 'n' } } } },
    };
    for (const message of basic(
      { id: 'root', component: 'List', children: { componentId: 'buy', path: '/items' } },
      button,
      text('w', 'Buy'),
    ))
      intake.message(message);
    const shown = new Reader(openwop2Dialect).read(openwop2Dialect.join(fold).wire).fold;
    const [id, surface] = [...shown.surfaces][0] as [string, NonNullable<ReturnType<typeof shown.surfaces.get>>];
    const [, second] = (surface.component('root')?.props.children ?? []) as readonly string[];
    const action = {
      name: 'exchange',
      surfaceId: id,
      sourceComponentId: second as string,
      timestamp: '2026-11-15T10:00:00Z',
      context: { n: 'Two' },
    };
    expect(openwop2Dialect.decode({ version: 'v0.9', action }, fold, 'viewer')).toMatchObject({
      ok: true,
      value: {
        body: [
          { event: 'action', surface: 'a/b', source: 'buy', scope: '/items/1', name: 'buy', context: { n: 'Two' } },
        ],
      },
    });
  });

  it('[DW10] a question is answered by a press', () => {
    const fold = createFold();
    fold.accept({ body: [{ op: 'ask', ask: 'q 1', want: { kind: 'confirm' }, prompt: 'Sure?' }] });
    const [sent] = openwop2Dialect.join(fold).wire as readonly [{ payload: { surfaceId: string } }];
    const action = {
      name: 'exchange',
      surfaceId: sent.payload.surfaceId,
      sourceComponentId: 'approve',
      timestamp: '2026-11-15T10:00:00Z',
      context: { value: true },
    };
    expect(openwop2Dialect.decode({ version: 'v0.9', action }, fold, 'viewer')).toMatchObject({
      value: { body: [{ event: 'answer', ask: 'q 1', value: true }] },
    });
  });

  it('[DW11] who said it, when, its label and its names go along from generation 1', () => {
    const meta = { source: 'user', ts: '2026-02-03T04:05:06Z', label: 'The berth', contentTrust: 'untrusted' };
    const list = (...words: readonly string[]): JsonObject => ({
      catalogVersion: '0.9.1',
      surface: { components: words.map((one) => ({ component: 'text', text: one })) },
    });
    const names = { envelopeId: 'e-7', correlationId: 'c-7', nodeId: 'gate', meta };
    const chunk = (index: number, isPartial: boolean): JsonObject => ({ partial: { isPartial, index, total: 2 } });
    const { messages, losses } = convert(
      [
        envelope(list('a'), { ...names, ...chunk(0, true) }),
        envelope(list('a', 'b'), { ...names, ...chunk(1, false) }),
      ],
      openwop2Dialect,
    );
    expect(messages).toMatchObject([
      { ...names, ...chunk(0, true) },
      { ...names, ...chunk(1, false) },
    ]);
    expect(schemaProblems('openwop-2', messages)).toEqual([]);
    expect(losses).toEqual([]);
  });

  it('[DW11] what cannot keep its names is told', () => {
    const list = { catalogVersion: '0.9.1', surface: { components: [{ component: 'text', text: 'a' }] } };
    const { messages, losses } = convert([envelope(list, { partial: true })], openwop2Dialect);
    expect(messages).not.toMatchObject([{ correlationId: 'c' }]);
    expect(losses).toEqual([{ what: 'a chunk without a number has ids of its own' }]);
  });

  it('[DW9] more than a message or an envelope may hold is said in several', () => {
    const many = Array.from({ length: 1200 }, (_, i) => text(`t${i}`, `${i}`));
    const ids = many.map(({ id }) => id as string);
    const { messages } = convert(basic({ id: 'root', component: 'Column', children: ids }, ...many), openwop2Dialect);
    expect(schemaProblems('openwop-2', messages)).toEqual([]);
    expect(new Reader(openwop2Dialect).read(messages).pictures()['a.002fb']).toContain('1199');
  });
});
