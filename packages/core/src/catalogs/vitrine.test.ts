import { describe, expect, test } from 'vitest';
import { comparable } from '../../test/comparable.ts';
import type { ComponentProps } from '../catalog.ts';
import type { Component } from '../entry.ts';
import { exportCatalog } from '../export-catalog.ts';
import { Fold } from '../fold.ts';
import { importCatalog } from '../import-catalog.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { drawText } from '../picture.ts';
import { Catalogs } from '../registry.ts';
import { catalogSchema } from '../schema.ts';
import { Tree } from '../tree.ts';
import { allCatalogs } from './all.ts';
import { basic08 } from './basic-0.8.ts';
import { basic09 } from './basic-0.9.ts';
import { basic10 } from './basic-1.0.ts';
import {
  chartContent,
  progressContent,
  stepsContent,
  tableContent,
  vitrine08,
  vitrine09,
  vitrine10,
} from './vitrine.ts';

const VERSIONS = [
  ['0.8', vitrine08, basic08],
  ['0.9', vitrine09, basic09],
  ['1.0', vitrine10, basic10],
] as const;
const OWN = ['Table', 'Chart', 'Code', 'Markdown', 'Steps', 'Progress', 'FileInput'];

function opened(type: string, props: JsonObject, data: Json = {}) {
  const fold = new Fold({ catalogs: new Catalogs([vitrine09]) });
  const components: Component[] = [{ id: 'root', type, props }];
  const { issues } = fold.accept({
    body: [{ op: 'open', surface: 's', catalog: vitrine09.id, protocol: '0.9', components, data }],
  });
  const surface = fold.surfaces.get('s');
  const tree = surface === undefined ? undefined : new Tree(surface, fold);
  return { fold, tree, issues: issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at}`) };
}

function node(type: string, props: JsonObject, data?: Json) {
  const root = opened(type, props, data).tree?.root;
  if (root === undefined) throw new Error('the surface was refused');
  return root;
}

function drawn(type: string, props: JsonObject, data?: Json, width = 40): string {
  const { tree } = opened(type, props, data);
  return tree === undefined ? '' : drawText(tree, { width });
}

describe.each(VERSIONS)('the extension catalog for A2UI %s', (protocol, catalog, basic) => {
  test('[VT1] has all that the basic catalog of its version has, and its own components', () => {
    expect([catalog.protocol, catalog.aliases]).toEqual([protocol, []]);
    expect([...catalog.components.keys()]).toEqual([...basic.components.keys(), ...OWN]);
    for (const [name, declaration] of basic.components) expect(catalog.components.get(name)).toBe(declaration);
    expect([...catalog.functions]).toEqual([...basic.functions]);
    expect(catalog.theme).toBe(basic.theme);
  });

  test('[VT2] comes back from its published definition as it was', () => {
    const imported = importCatalog(exportCatalog(catalog), DEFAULT_LIMITS);
    expect(imported.issues).toEqual([]);
    expect(imported.ok && comparable(imported.value)).toEqual(comparable(catalog));
  });

  test('[VT2] has a schema for every component', () => {
    const { $defs } = catalogSchema(catalog) as { readonly $defs: JsonObject };
    for (const name of OWN) expect($defs[`component.${name}`]).toBeDefined();
  });
});

test('[VT1] all catalogs are listed together, each once', () => {
  const ids = allCatalogs.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('urn:vitrine:catalog:vitrine:0.8');
});

test('[VT3] the types of properties follow from the declarations', () => {
  const table: ComponentProps<typeof vitrine09, 'Table'> = {
    columns: [{ key: 'name', sortable: true }],
    rows: { path: '/rows' },
    action: { event: { name: 'open', context: { id: { path: 'id' } } } },
  };
  const chart: ComponentProps<typeof vitrine10, 'Chart'> = {
    variant: 'line',
    series: [{ label: 'a', values: [1, null] }, { values: { path: '/b' } }],
  };
  // @ts-expect-error rows are required
  const bare: ComponentProps<typeof vitrine08, 'Table'> = {};
  // @ts-expect-error there is no such variant
  const odd: ComponentProps<typeof vitrine08, 'Chart'> = { series: [], variant: 'donut' };
  expect([table, chart, bare, odd]).toHaveLength(4);
});

describe('what is sent', () => {
  test.each<[string, JsonObject]>([
    ['Table', { rows: [{ a: 1 }, { a: null }], columns: [{ key: 'a', label: { path: '/l' } }] }],
    ['Table', { rows: [['x', true]], label: 'T' }],
    ['Table', { rows: { path: '/rows' }, columns: { path: '/columns' } }],
    ['Chart', { series: [{ values: [1, null] }], categories: ['a', 2] }],
    ['Chart', { series: { path: '/series' }, categories: { path: '/names' } }],
    ['Chart', { series: [{ label: { path: '/n' }, values: { path: '/v' } }] }],
    ['Code', { code: { path: '/code' }, language: 'ts' }],
    ['Markdown', { text: '# Title' }],
    ['Steps', { steps: [{ label: 'a', status: { path: '/s' } }] }],
    ['Progress', {}],
    ['FileInput', { label: 'Scan', value: { path: '/scan' }, accept: ['.pdf', 'image/*'], maxBytes: 10 }],
    ['Progress', { value: { path: '/done' }, max: 8 }],
  ])('[VT4] %s with %j is fine', (type, props) => {
    expect(opened(type, props).issues).toEqual([]);
  });

  test.each<[string, JsonObject, string]>([
    ['Table', {}, 'PROP_MISSING /components/0'],
    ['Table', { rows: 'none' }, 'PROP_TYPE /components/0/rows'],
    ['Table', { rows: { call: 'now' } }, 'PROP_TYPE /components/0/rows'],
    ['Table', { rows: [{ a: 1 }, { a: { b: 2 } }] }, 'PROP_TYPE /components/0/rows/1'],
    ['Table', { rows: [], columns: [{ label: 'x' }] }, 'PROP_MISSING /components/0/columns/0'],
    ['Chart', { series: [{ values: ['1'] }] }, 'PROP_TYPE /components/0/series/0/values/0'],
    ['Chart', { series: [], variant: 'donut' }, 'PROP_VALUE /components/0/variant'],
    ['Steps', { steps: [{ label: 'a', status: 'done' }] }, 'PROP_VALUE /components/0/steps/0/status'],
    ['FileInput', { label: 'Scan', value: 'a.pdf' }, 'PROP_TYPE /components/0/value'],
    ['FileInput', { label: 'Scan', value: { call: 'now' } }, 'PROP_TYPE /components/0/value'],
    ['Progress', { value: 'half' }, 'PROP_TYPE /components/0/value'],
  ])('[VT4] %s with %j is told of by its place', (type, props, issue) => {
    expect(opened(type, props).issues).toEqual([issue]);
  });

  test('[VT5] rows that look like a binding are rows', () => {
    const rows = [{ path: '/src', call: 'me' }, { path: 'b' }];
    expect(tableContent(node('Table', { rows })).rows).toEqual([
      ['/src', 'me'],
      ['b', null],
    ]);
  });
});

describe('what is shown', () => {
  test('[VT6] a table has the columns that are declared, or those of its first row', () => {
    const data = { rows: [{ id: 7, name: 'Ida', more: { a: 1 } }, ['Odin', 8]] };
    const rows = { path: '/rows' };
    const columns = [{ key: 'name', label: 'Name', sortable: true }, { key: 'id' }];
    expect(tableContent(node('Table', { rows, columns, label: 'Ships', description: 'All' }, data))).toEqual({
      title: 'Ships',
      caption: 'All',
      columns: [
        { key: 'name', label: 'Name', sortable: true },
        { key: 'id', label: 'id', sortable: false },
      ],
      rows: [
        ['Ida', 7],
        ['Odin', 8],
      ],
    });
    expect(tableContent(node('Table', { rows }, data)).rows[0]).toEqual([7, 'Ida', '{"a":1}']);
  });

  test('[VT6] the series of a chart are as long as the longest, with a name for each place', () => {
    const series = [{ label: 'a', values: [1, 2, 3] }, { values: { path: '/b' } }, 'none'];
    const chart = chartContent(node('Chart', { series, categories: ['x'], variant: 'pie' }, { b: [4, '5'] }));
    expect(chart).toEqual({
      kind: 'pie',
      categories: ['x', '2', '3'],
      series: [
        { name: 'a', values: [1, 2, 3] },
        { name: '', values: [4, null, null] },
      ],
    });
  });

  test('[VT6] a step without a status that is known is pending, the first that is open is the current one', () => {
    const steps = [{ label: 'a', status: 'completed' }, { label: 'b' }, 'c', { label: 'd', status: 'odd' }];
    const content = stepsContent(node('Steps', { steps: { path: '/s' } }, { s: steps }));
    expect(content.steps.map(({ label, status }) => `${label} ${status}`)).toEqual([
      'a completed',
      'b pending',
      'c pending',
      'd pending',
    ]);
    expect(content.current).toBe(1);
  });

  test('[VT6] progress stays between nothing and all, and is not known without a value', () => {
    const far = (props: JsonObject, data?: Json) => progressContent(node('Progress', props, data));
    expect(far({})).toEqual({ max: 100 });
    expect(far({ value: { path: '/v' } })).toEqual({ max: 100 });
    expect(far({ value: 12, max: 8 })).toEqual({ value: 8, max: 8 });
    expect(far({ value: { path: '/v' }, max: { path: '/m' } }, { v: '3', m: 0 })).toEqual({ value: 3, max: 100 });
  });

  test(`[VT6] whatever stands at the paths, nothing throws`, () => {
    const hostile: readonly Json[] = [null, 7, 'x', true, [], {}, [[]], [null], [{ a: { b: [] } }], { length: 3 }];
    for (const value of hostile) {
      const data = { x: value };
      const path = { path: '/x' };
      const all: readonly [string, JsonObject][] = [
        ['Table', { rows: path, columns: path, label: path }],
        ['Chart', { series: path, categories: path, valueLabel: path }],
        ['Chart', { series: [{ values: path, label: path }] }],
        ['Code', { code: path, language: path }],
        ['Markdown', { text: path }],
        ['Steps', { steps: path }],
        ['Progress', { value: path, max: path }],
      ];
      for (const [type, props] of all) expect(typeof drawn(type, props, data)).toBe('string');
    }
  });
});

describe('choosing a row', () => {
  const action = { event: { name: 'open', context: { id: { path: 'id' }, all: { path: '/n' } } } };
  const data = { n: 1, rows: [{ id: 7 }, { id: 8 }] };

  const chosen = (table: ReturnType<typeof node>, index: number) => {
    const place = table.actionPlaces[index];
    return place && { at: place.segments.join('/'), done: table.invokeAt('action', place) };
  };

  test('[VT7] runs the action as it is seen from the row', () => {
    const table = node('Table', { rows: { path: '/rows' }, action }, data);
    expect(chosen(table, 1)).toMatchObject({
      at: 'rows/1',
      done: { kind: 'event', name: 'open', context: { id: 8, all: 1 } },
    });
    const map = node('Table', { rows: { path: '/rows' }, action }, { rows: { a: { id: 7 }, b: { id: 8 } } });
    expect(chosen(map, 1)).toMatchObject({ at: 'rows/b', done: { context: { id: 8 } } });
    expect(chosen(table, 2)).toBeUndefined();
  });

  test('[VT7] is not possible where rows stand in the component, or without an action', () => {
    expect(node('Table', { rows: data.rows, action }, data).actionPlaces).toEqual([]);
    expect(chosen(node('Table', { rows: { path: '/rows' } }, data), 0)?.done).toBeUndefined();
  });
});

describe('a file', () => {
  test('[VT9] is judged by its kind and size, and written at the one path that it is bound to', () => {
    const props = { label: 'Scan', value: { path: '/scan' }, accept: ['.pdf', 'image/*'], maxBytes: 10 };
    const input = node('FileInput', props);
    const [one, ...others] = input.declaration?.inputs?.(input) ?? [];
    expect([one?.path, one?.secret, one?.file, others]).toEqual([['scan'], false, true, []]);
    const judge = (value: Json) => one?.judge(value, { limits: DEFAULT_LIMITS }) ?? 'fine';
    const file = { name: 'a.PDF', type: '', size: 3, ref: 'r' };
    for (const fine of [null, file, { ...file, name: 'x', type: 'image/png' }]) expect(judge(fine)).toBe('fine');
    for (const odd of ['a.pdf', 7, {}, { ...file, size: 'big' }]) expect(judge(odd)).toBe('Please enter a file.');
    expect(judge({ ...file, name: 'a.exe' })).toBe('It must be one of: .pdf, image/*.');
    expect(judge({ ...file, size: 11 })).toBe('It may have at most 10 bytes.');
    const free = node('FileInput', { label: 'Any', value: { path: '/any' } });
    expect(
      free.declaration?.inputs?.(free)[0]?.judge({ ...file, size: 1e9 }, { limits: DEFAULT_LIMITS }),
    ).toBeUndefined();
  });
});

describe('for whoever does not know the catalog', () => {
  const data: JsonObject = { '/rows': [{ a: 1 }], '/v': 3, '/steps': [{ label: 'x', status: 'active' }] };
  const read = (value: Json): Json | undefined =>
    isObject(value) && typeof value.path === 'string' ? data[value.path] : value;
  const basicOf = (type: string, props: JsonObject, isLive = true, hasFormat = true) => {
    const context = { read, partId: (name: string) => `x:${name}`, isLive, hasFormat };
    const declared = vitrine09.components.get(type);
    return declared?.fallback?.({ id: 'x', type, props, weight: 2 }, context) ?? { components: [], losses: [] };
  };
  const texts = (...given: Parameters<typeof basicOf>) =>
    basicOf(...given).components.flatMap(({ props }) => (props.text === undefined ? [] : [props.text]));

  test('[VT8] every component has others that stand for it, the first in its place', () => {
    for (const type of OWN) {
      const { components, losses } = basicOf(type, {});
      expect(components[0]).toMatchObject({ id: 'x', weight: 2 });
      for (const one of components) expect(basic09.components.has(one.type)).toBe(true);
      expect(losses[0]).toContain(type === 'FileInput' ? 'file' : type);
    }
  });

  test('[VT8] what is bound stays bound where that can be said', () => {
    const rows = { path: '/rows' };
    expect(texts('Table', { rows })).toEqual([{ path: 'a' }, 'a']);
    expect(basicOf('Table', { rows }).components.find(({ props }) => isObject(props.children))?.props.children).toEqual(
      {
        componentId: 'x:p2',
        path: '/rows',
      },
    );
    expect(texts('Progress', { value: { path: '/v' }, max: 8 })).toEqual([
      { call: 'formatString', args: { value: '${/v} / 8' } },
    ]);
    expect(texts('Progress', { value: { path: '/v' }, max: 8 }, true, false)).toEqual(['3 / 8']);
    expect(texts('Progress', { value: { path: '/odd {path}' } })).toEqual([' / 100']);
    expect(texts('Steps', { steps: { path: '/steps' } })).toEqual([{ path: 'label' }, { path: 'status' }]);
  });

  test('[VT8] of an untrusted surface lists are what they are now', () => {
    expect(texts('Table', { rows: { path: '/rows' } }, false)).toEqual(['a', '1']);
    expect(texts('Steps', { steps: { path: '/steps' } }, false)).toEqual(['▸ x']);
  });

  test('[VT8] code stands in a fence that is longer than any in it, and no row of fixed ones can be chosen', () => {
    expect(texts('Code', { code: 'a ``` b' })).toEqual(['````\na ``` b\n````']);
    const action = { event: { name: 'open' } };
    expect(basicOf('Table', { rows: [['a']], action }).losses).toContain('no row of a table can be chosen');
  });
});

describe('as text', () => {
  const lines = (type: string, props: JsonObject, data?: Json, width?: number) =>
    drawn(type, props, data, width).split('\n').slice(0, -1);

  test('[PI19] a table is a grid with its head, numbers at the right', () => {
    const rows = [
      { name: 'Bolts', count: 1200 },
      { name: 'Nuts', count: 90 },
    ];
    const columns = [{ key: 'name', label: 'Article' }, { key: 'count' }];
    expect(lines('Table', { label: 'Stock', description: 'Today', columns, rows })).toEqual([
      'Stock',
      'Today',
      'Article  count',
      '───────  ─────',
      'Bolts     1200',
      'Nuts        90',
    ]);
    const action = { event: { name: 'open' } };
    expect(lines('Table', { columns, rows: { path: '/r' }, action }, { r: rows })[2]).toBe('[ Bolts ]   1200');
    expect(lines('Table', { rows: [['a very long text indeed', 'another long text']] }, {}, 20)).toEqual([
      'a very l…  another …'.slice(0, 20),
    ]);
  });

  test('[PI19] a chart is its numbers, code its lines, Markdown its text', () => {
    const series = [
      { label: 'N', values: [12, null] },
      { label: 'S', values: [8, 11] },
    ];
    expect(lines('Chart', { label: 'Sales', valueLabel: 'kEUR', categories: ['Q1', 'Q2'], series })).toEqual([
      '[bar chart: Sales]',
      'kEUR',
      '    N   S',
      '──  ──  ──',
      'Q1  12   8',
      'Q2      11',
    ]);
    expect(lines('Code', { label: 'area', language: 'ts', code: 'const a = 1;\nb();' })).toEqual([
      'area (ts)',
      '| const a = 1;',
      '| b();',
    ]);
    expect(lines('Markdown', { text: '# Title\nwords' })).toEqual(['Title', '═════', 'words']);
  });

  test('[PI19] steps have marks, progress a bar', () => {
    const steps = ['pending', 'active', 'completed', 'failed'].map((status) => ({ label: status, status }));
    expect(lines('Steps', { label: 'Deploy', steps })).toEqual([
      'Deploy',
      '○ pending',
      '▸ active',
      '✓ completed',
      '✗ failed',
    ]);
    expect(lines('Progress', { label: 'Copying', value: 3, max: 10 })).toEqual(['Copying: ▮▮▮▯▯▯▯▯▯▯ 30%']);
    expect(lines('Progress', {})).toEqual(['▯▯▯▯▯▯▯▯▯▯ …']);
    const file = { label: 'Scan', value: { path: '/f' } };
    expect(lines('FileInput', file)).toEqual(['Scan: [file]']);
    expect(lines('FileInput', file, { f: { name: 'a.pdf', type: '', size: 1 } })).toEqual(['Scan: [a.pdf]']);
  });
});
