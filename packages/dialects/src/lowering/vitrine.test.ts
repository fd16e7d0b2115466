// Surfaces of the extension catalogs: as they are for viewers that know them, in basic components for all others.

import type { Json, JsonObject, Op, ViewerEvent } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine08, vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { describe, expect, test } from 'vitest';
import { agent10, Bridge, type BridgeOptions } from '../../test/bridge.ts';
import { picturesOf, Reader, schemaProblems } from '../../test/emitted.ts';
import { a2ui08 } from '../a2ui-0.8/codec.ts';
import { a2ui09 } from '../a2ui-0.9/codec.ts';
import { a2ui10 } from '../a2ui-1.0/codec.ts';
import { agentchainsDialect } from '../agentchains/codec.ts';
import type { Dialect } from '../dialect.ts';

const VERSIONS = [
  { target: a2ui08 as Dialect, protocol: '0.8', own: vitrine08.id, basic: basic08.id },
  { target: a2ui09 as Dialect, protocol: '0.9', own: vitrine09.id, basic: basic09.id },
  { target: a2ui10 as Dialect, protocol: '1.0', own: vitrine10.id, basic: basic10.id },
] as const;
type Version = (typeof VERSIONS)[number];
const versions = VERSIONS.map((version) => [version.protocol, version] as const);
const pairs = VERSIONS.flatMap((from) => VERSIONS.map((to) => [from.protocol, to.protocol, from, to] as const));

const OPEN = { event: { name: 'open', context: { id: { path: 'id' } } } };
const EVERYTHING: readonly (readonly [string, string, JsonObject])[] = [
  [
    't',
    'Table',
    {
      label: 'Stock',
      columns: [{ key: 'name', label: 'Article', sortable: true }, { key: 'count' }],
      rows: { path: '/rows' },
      action: OPEN,
    },
  ],
  [
    'c',
    'Chart',
    {
      label: 'Sales',
      categories: ['Q1', 'Q2'],
      categoryLabel: 'Quarter',
      series: [
        { label: 'North', values: [1, null] },
        { label: 'South', values: { path: '/south' } },
      ],
    },
  ],
  ['k', 'Code', { label: 'area', language: 'ts', code: { path: '/code' } }],
  ['f', 'Table', { label: 'Fixed rows', rows: [['x', 2, true, null]] }],
  ['m', 'Markdown', { text: 'Some **words**' }],
  ['p', 'Steps', { steps: { path: '/steps' } }],
  ['q', 'Steps', { label: 'Fixed', steps: [{ label: 'one', status: 'failed' }] }],
  ['u', 'FileInput', { label: 'Scan', value: { path: '/scan' }, accept: ['.pdf'], maxBytes: 9 }],
  ['g', 'Progress', { label: 'Copying', value: { path: '/done' }, max: 8 }],
];
const DATA = {
  rows: [
    { id: 'b', name: 'Bolts', count: 1200 },
    { id: 'n', name: 'Nuts', count: 90 },
  ],
  south: [3, 4],
  code: 'a < b',
  steps: [{ label: 'build', status: 'completed' }],
  done: 2,
};

/** Data of 0.8 have no lists. */
const LISTS_LOST: { readonly [protocol: string]: readonly string[] } = {
  '0.8': ['lists that hold lists or objects are sent as maps by position'],
  '0.9': [],
  '1.0': [],
};

function opening({ protocol, own }: Version): Op {
  const components = EVERYTHING.map(([id, type, props]) => ({ id, type, props }));
  const root = { id: 'root', type: 'Column', props: { children: components.map(({ id }) => id) } };
  return { op: 'open', surface: 's', catalog: own, protocol, components: [root, ...components], data: DATA };
}

function viewed(to: Version, wire: readonly Json[]): Reader {
  return new Reader(to.target).read(JSON.parse(JSON.stringify(wire)) as Json[]);
}

describe.each(versions)('for a viewer of A2UI %s that knows the catalog', (_protocol, version) => {
  test('[LW14] a surface passes as it was sent, and what is sent is read as it was', () => {
    const bridge = new Bridge(version.target, { capabilities: { catalogs: [version.own] } });
    const wire = bridge.apply(opening(version));
    expect(bridge.lost).toEqual(LISTS_LOST[version.protocol]);
    const { fold } = viewed(version, wire);
    const after = fold.surfaces.get('s');
    expect(after?.catalog).toBe(version.own);
    expect(picturesOf(fold)).toEqual(picturesOf(bridge.fold));
    for (const [id, type] of EVERYTHING) expect(after?.component(id)).toMatchObject({ type });
    expect(after?.component('t')?.props).toMatchObject({ action: { event: { name: 'open' } } });
  });
});

describe.each(pairs)('from A2UI %s to a viewer of %s that does not know the catalog', (_from, _to, from, to) => {
  const options: BridgeOptions = { capabilities: { catalogs: [to.basic] } };

  test('[LW15] every component is shown in basic components that the schema takes', () => {
    const bridge = new Bridge(to.target, options);
    const wire = bridge.apply(opening(from));
    expect(schemaProblems(to.target.id, wire)).toEqual([]);
    const reader = viewed(to, wire);
    const picture = reader.pictures().s ?? '';
    for (const words of ['Stock', 'Article', 'count', 'Bolts', '1200', 'Nuts', '90']) expect(picture).toContain(words);
    for (const words of ['Sales', 'Quarter', 'North', 'South', 'Q1', '4']) expect(picture).toContain(words);
    for (const words of ['area', 'a < b', 'Some **words**', 'build', 'completed', '✗ one', 'Scan', '2 / 8'])
      expect(picture).toContain(words);
    expect(reader.fold.surfaces.get('s')?.catalog).toBe(to.basic);
    for (const type of ['Table', 'Chart', 'Code', 'Markdown', 'Steps', 'Progress'])
      expect(bridge.lost).toContain(`the component "${type}" has no counterpart: it is put into other words`);
    expect(bridge.lost).toContain('a table cannot be sorted');
    expect(bridge.lost).toContain('a field for a file is not sent');
  });

  test('[LW15] what changes later is shown, as somebody sees it who comes then', () => {
    const bridge = new Bridge(to.target, options);
    const reader = viewed(to, bridge.apply(opening(from)));
    const set = (path: string, value: Json): Op => ({ op: 'set', surface: 's', path, value });
    reader.read([
      ...bridge.apply(set('/rows', [{ id: 'w', name: 'Washers', count: 5 }]), set('/south', [9, 8])),
      ...bridge.apply(set('/done', 7), set('/code', 'b > c'), set('/steps/1', { label: 'ship', status: 'active' })),
    ] as Json[]);
    const { s: picture = '' } = reader.pictures();
    for (const words of ['Washers', '5', '9', '7 / 8', 'b > c', 'ship']) expect(picture).toContain(words);
    expect(picture).not.toContain('Bolts');
    expect(reader.pictures()).toEqual(viewed(to, bridge.join(options.capabilities)).pictures());
  });

  test('[LW16] choosing a row there is choosing it here', () => {
    const bridge = new Bridge(to.target, options);
    const reader = viewed(to, bridge.apply(opening(from)));
    const surface = reader.fold.surfaces.get('s');
    const button = surface?.components().find(({ type, id }) => type === 'Button' && id.startsWith('vitrine:t:'));
    const action = {
      ...{ name: 'open', surfaceId: 's', sourceComponentId: button?.id ?? '', context: { id: 'n' } },
      timestamp: '2026-01-01T00:00:00.000Z',
    };
    const wire = to.protocol === '0.8' ? { userAction: action } : { version: `v${to.protocol}`, action };
    const outcome = to.target.decode(wire, bridge.fold, 'viewer');
    expect(outcome.issues).toEqual([]);
    expect(outcome.ok && (outcome.value.body as readonly ViewerEvent[])).toMatchObject([
      { event: 'action', surface: 's', source: 't', name: 'open', context: { id: 'n' } },
    ]);
  });

  test('[LW17] links and pictures of an untrusted surface are words, whether or not the viewer knows the catalog', () => {
    for (const catalogs of [[to.basic], [to.basic, to.own]]) {
      const bridge = new Bridge(to.target, { trust: 'untrusted', capabilities: { catalogs } });
      const link = '[here](https://evil.example/x)';
      const op = opening(from) as Op & { readonly op: 'open' };
      const data = { ...DATA, rows: [{ name: link }], code: link, steps: [{ label: link, status: 'active' }] };
      const wire = bridge.apply({ ...op, data });
      expect(schemaProblems(to.target.id, wire)).toEqual([]);
      const { components } = viewed(to, wire).fold.surfaces.get('s')?.snapshot() ?? {};
      expect(JSON.stringify(components)).not.toContain('](https');
      expect(JSON.stringify(components)).toContain('here');
    }
  });
});

describe('a component of 1.0 that names the catalog itself', () => {
  const table = { id: 't', component: 'Table', catalogId: vitrine10.id, rows: [['Ada']] };

  test('[LW18] is native where the viewer knows that catalog', () => {
    const bridge = new Bridge(a2ui10, { capabilities: { catalogs: [basic10.id, vitrine10.id] } });
    bridge.send(agent10.create());
    expect(JSON.stringify(bridge.send(agent10.put(table)))).toContain('"Table"');
    expect(bridge.lost).toEqual([]);
  });

  test('[LW18] is shown in basic components elsewhere, also when it comes later', () => {
    const bridge = new Bridge(a2ui10, { capabilities: { catalogs: [basic10.id] } });
    bridge.send(agent10.create());
    bridge.send(agent10.put({ id: 'root', component: 'Column', children: ['t'] }));
    const wire = bridge.send(agent10.put(table));
    expect(schemaProblems('a2ui-1.0', wire)).toEqual([]);
    expect(JSON.stringify(wire)).toContain('Ada');
    expect(JSON.stringify(wire)).not.toContain('"Table"');
  });
});

test('[LW15] a viewer of AgentChains reads all of it in words, with what was lost, and chooses a row of it', () => {
  const bridge = new Bridge(agentchainsDialect as Dialect);
  const [first] = VERSIONS;
  const wire = bridge.apply(opening(first));
  const shown = JSON.stringify(wire);
  for (const words of ['Stock', 'Bolts', '1200', 'Quarter', 'North', 'Fixed rows', 'Some **words**', 'one', 'Copying'])
    expect(shown).toContain(words);
  expect(bridge.lost).toEqual(
    expect.arrayContaining([
      'the component "Chart" has no counterpart: it is put into other words',
      'a table cannot be sorted',
      'a field for a file is not sent',
    ]),
  );
  const params = { request_id: 's', value: 'Nuts' };
  const outcome = agentchainsDialect.decode({ jsonrpc: '2.0', method: 'user.respond', params }, bridge.fold, 'viewer');
  expect(outcome.ok && (outcome.value.body as readonly ViewerEvent[])).toMatchObject([
    { event: 'action', surface: 's', source: 't', name: 'open', scope: '/rows/1' },
  ]);
});
