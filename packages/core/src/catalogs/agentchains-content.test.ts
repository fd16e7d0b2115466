import { expect, test } from 'vitest';
import { SAMPLES } from '../../test/agentchains-samples.ts';
import { mutate, Random } from '../../test/samples.ts';
import type { Json } from '../json.ts';
import {
  readAlert,
  readCard,
  readChart,
  readCode,
  readForm,
  readImage,
  readMarkdown,
  readSteps,
  readTable,
} from './agentchains.ts';
import { tableCells } from './vitrine-content.ts';

const READERS = {
  card: readCard,
  table: readTable,
  form: readForm,
  chart: readChart,
  markdown: readMarkdown,
  code: readCode,
  image: readImage,
  alert: readAlert,
  steps: readSteps,
} as const;
const SEED = 20_261_115;
const ROUNDS = 3000;

test('[AG13] a card is read with its links apart from its events', () => {
  expect(readCard(SAMPLES.card)).toEqual({
    title: 'Harbour',
    subtitle: 'Pier 4',
    description: 'Two ships are waiting.',
    image: { url: 'https://media.example/pier.png', alt: 'A pier' },
    sections: [
      { label: 'Berths', value: '7' },
      { label: 'Open', value: 'true' },
    ],
    actions: [
      { label: 'See the map', action: 'navigate', link: '/map', primary: false, index: 0 },
      { label: 'Call the pilot', action: 'call_pilot', primary: true, index: 1 },
    ],
  });
});

test('[AG13] an action with a URL and a name of its own is an event, one without a name a link', () => {
  const actions = [{ label: 'Buy', action: 'buy', url: '/x' }, null, { label: 'Docs', url: '/d' }, { action: 'stop' }];
  expect(readCard({ actions }).actions).toEqual([
    { label: 'Buy', action: 'buy', primary: false, index: 0 },
    { label: 'Docs', action: 'Docs', link: '/d', primary: false, index: 2 },
    { label: 'stop', action: 'stop', primary: false, index: 3 },
  ]);
});

test('[AG13] a table is read as columns and cells', () => {
  expect(readTable(SAMPLES.table)).toEqual({
    title: 'Ships',
    caption: 'By draught',
    columns: [
      { key: 'name', label: 'Name', sortable: true },
      { key: 'draught', label: 'draught', sortable: false },
    ],
    rows: [
      ['Ida', 4.5],
      ['Odin', null],
    ],
  });
});

test('[AG13] a chart has as many categories and values as its longest part', () => {
  expect(readChart(SAMPLES.chart)).toEqual({
    kind: 'line',
    title: 'Arrivals',
    xLabel: 'Day',
    yLabel: 'Ships',
    categories: ['Mon', 'Tue', '3'],
    series: [
      { name: 'Cargo', values: [3, null, 5] },
      { name: 'Ferries', values: [1, null, null] },
    ],
  });
});

test('[AG13] the others are read as they are sent', () => {
  expect(readMarkdown(SAMPLES.markdown)).toEqual({ title: 'Notice', markdown: '**Fog** until noon' });
  expect(readCode(SAMPLES.code)).toEqual({ title: 'Signal', language: 'python', code: 'blow(3)' });
  expect(readImage(SAMPLES.image)).toEqual(SAMPLES.image);
  expect(readAlert(SAMPLES.alert)).toEqual(SAMPLES.alert);
  expect(readSteps(SAMPLES.steps)).toEqual({ title: 'Mooring', steps: SAMPLES.steps.steps, current: 1 });
});

test('[AG14] what is not sent has its default', () => {
  expect(readCard({})).toEqual({ sections: [], actions: [] });
  expect(readTable({})).toEqual({ columns: [], rows: [] });
  expect(readChart({})).toEqual({ kind: 'bar', categories: [], series: [] });
  expect(readMarkdown({})).toEqual({ markdown: '' });
  expect(readCode({})).toEqual({ language: 'text', code: '' });
  expect(readImage({ url: 'u', caption: 'C', width: 0 })).toEqual({ url: 'u', alt: 'C', caption: 'C' });
  expect(readAlert({ severity: 'loud' })).toEqual({ severity: 'info', dismissible: false });
  expect(readSteps({})).toEqual({ steps: [], current: 0 });
});

test.each<[string, keyof typeof READERS, Json, Json]>([
  [
    'a table of lists',
    'table',
    { headers: ['A', 'B'], rows: [[1, 'x']] },
    {
      columns: [
        { key: 'A', label: 'A', sortable: true },
        { key: 'B', label: 'B', sortable: true },
      ],
      rows: [[1, 'x']],
    },
  ],
  [
    'a table without headers',
    'table',
    { rows: [{ a: 1, b: { c: 2 } }] },
    {
      columns: [
        { key: 'a', label: 'a', sortable: false },
        { key: 'b', label: 'b', sortable: false },
      ],
      rows: [[1, '{"c":2}']],
    },
  ],
  [
    'a table of lists without headers',
    'table',
    { rows: [[1, 2], [3]] },
    {
      columns: [
        { key: '0', label: '', sortable: false },
        { key: '1', label: '', sortable: false },
      ],
      rows: [
        [1, 2],
        [3, null],
      ],
    },
  ],
  [
    'data below content',
    'table',
    { title: 'T', content: { headers: [{ key: 'a' }], rows: [{ a: 1 }] } },
    {
      title: 'T',
      columns: [{ key: 'a', label: 'a', sortable: false }],
      rows: [[1]],
    },
  ],
  ['a card with content', 'card', { content: 'Text' }, { description: 'Text', sections: [], actions: [] }],
  [
    'a card of a resource',
    'card',
    { title: 'R', content: { a: 1 } },
    {
      title: 'R',
      description: '{\n  "a": 1\n}',
      sections: [],
      actions: [],
    },
  ],
  [
    'a card below content',
    'card',
    { content: { sections: [{ label: 'a', value: 1 }] } },
    {
      sections: [{ label: 'a', value: '1' }],
      actions: [],
    },
  ],
  ['code by its source', 'code', { source: 'a = 1' }, { language: 'text', code: 'a = 1' }],
  [
    'the result of a tool',
    'code',
    { source: 'mcp_tool', content: { ok: true } },
    {
      language: 'text',
      code: '{\n  "ok": true\n}',
    },
  ],
  ['an image by src', 'image', { src: 'u', alt: null }, { url: 'u', alt: '' }],
  ['an alert by level', 'alert', { level: 'Critical' }, { severity: 'error', dismissible: false }],
  [
    'steps by name, done',
    'steps',
    { steps: [{ name: 'a', status: 'done' }, { name: 'b' }], current_step: 1 },
    {
      steps: [
        { label: 'a', status: 'completed' },
        { label: 'b', status: 'active' },
      ],
      current: 1,
    },
  ],
  [
    'steps by position',
    'steps',
    { steps: { 0: { label: 'a', status: 'error' }, 1: 'b' } },
    {
      steps: [
        { label: 'a', status: 'failed' },
        { label: 'b', status: 'pending' },
      ],
      current: 0,
    },
  ],
  [
    'steps that are all completed',
    'steps',
    { steps: [{ label: 'a', status: 'completed' }] },
    {
      steps: [{ label: 'a', status: 'completed' }],
      current: 1,
    },
  ],
])('[AG15] %s is understood', (_name, type, data, content) => {
  expect(READERS[type](data)).toEqual(content);
});

test('[AG15] one row is read by itself as it is with the others', () => {
  const { columns, rows } = readTable(SAMPLES.table);
  expect(tableCells({ name: 'Ida', draught: 4.5 }, columns)).toEqual(rows[0]);
  expect(tableCells('Ida', columns)).toEqual(['Ida', null]);
});

test('[AG16] a member that every object inherits is not taken for data', () => {
  expect(tableCells({}, [{ key: 'constructor', label: '', sortable: false }])).toEqual([null]);
  expect(readAlert({ severity: 'toString' }).severity).toBe('info');
});

test(`[AG16] no data throw, and texts are always texts (seed ${SEED})`, () => {
  const random = new Random(SEED);
  const names = Object.keys(READERS) as (keyof typeof READERS)[];
  const odd = [undefined, null, 1, 'x', [], [[]], Number.NaN];
  for (const name of names) for (const data of odd) expect(() => READERS[name](data)).not.toThrow();
  for (let i = 0; i < ROUNDS; i++) {
    const name = random.pick(names);
    let data: Json = SAMPLES[name];
    for (let changes = 0; changes < 3; changes++) data = mutate(data, random);
    const content = READERS[name](data) as unknown as { readonly [key: string]: unknown };
    for (const key of ['title', 'description', 'label', 'url', 'alt', 'code', 'markdown', 'message', 'submitLabel']) {
      if (key in content) expect([key, typeof content[key]]).toEqual([key, 'string']);
    }
  }
});
