// The extension catalog: what it has beside the basic components.

import { vitrine09 } from '@vitrine/core/catalogs/vitrine';
import { defined, type Json, type JsonObject } from '@vitrine/core/page';
import { type Family, type GalleryEntry, stack } from '../entry.ts';

const ROWS = [
  { id: 'b', name: 'Bolts', count: 1200, order: true },
  { id: 'n', name: 'Nuts', count: 90, order: false },
  { id: 'w', name: 'Washers', count: 4300, order: null },
];
const COLUMNS = [
  { key: 'name', label: 'Article', sortable: true },
  { key: 'count', label: 'Count', sortable: true },
  { key: 'order', label: 'On order' },
];
const SERIES = [
  { label: 'North', values: [12, 19, null, 22] },
  { label: 'South', values: { path: '/south' } },
];
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'];
const STEPS = [
  { label: 'Build', status: 'completed' },
  { label: 'Test', status: 'active' },
  { label: 'Deploy', status: 'pending' },
];
const DATA = { rows: ROWS, south: [8, 11, 17, 15], done: 3, steps: STEPS };

function card(component: string, title: string, parts: readonly JsonObject[], note?: string): GalleryEntry {
  const messages: Json[] = stack(
    parts.map((props) => ({ component, ...props })),
    [],
    { catalog: vitrine09.id, data: DATA },
  );
  return { group: component, title, ...defined({ note }), messages };
}

export const vitrine: Family = {
  title: 'Extension catalog',
  entries: [
    card('Table', 'Sortable', [{ label: 'Stock', description: 'Today', columns: COLUMNS, rows: { path: '/rows' } }]),
    card(
      'Table',
      'Rows to choose',
      [
        {
          label: 'Stock',
          columns: COLUMNS,
          rows: { path: '/rows' },
          action: { event: { name: 'open', context: { id: { path: 'id' } } } },
        },
      ],
      'The action is seen from the row that is chosen.',
    ),
    card('Table', 'Rows as lists', [
      {
        rows: [
          ['Ada', 36],
          ['Grace', 85],
        ],
      },
    ]),
    card('Chart', 'Bars, lines and shares', [
      { label: 'Sales', categories: QUARTERS, categoryLabel: 'Quarter', valueLabel: 'kEUR', series: SERIES },
      { label: 'Sales', variant: 'line', categories: QUARTERS, series: SERIES },
      { label: 'Share', variant: 'pie', categories: QUARTERS, series: [{ values: { path: '/south' } }] },
    ]),
    card('Code', 'Highlighted', [
      { label: 'area.ts', language: 'ts', code: 'export const area = (radius: number) => Math.PI * radius ** 2;' },
    ]),
    card('Markdown', 'Headings, lists, tables', [
      {
        text: '## What changed\n\n1. faster starts\n2. a `--quiet` flag\n\n| Version | Files |\n|---|---:|\n| 1.0 | 210 |',
      },
    ]),
    card('Steps', 'On the way', [{ label: 'Release', steps: { path: '/steps' } }]),
    card('Progress', 'Known and unknown', [
      { label: 'Copying', value: { path: '/done' }, max: 8 },
      { label: 'Looking for files' },
    ]),
    card('FileInput', 'Of some kinds', [
      { label: 'Scan', value: { path: '/scan' }, accept: ['.pdf', 'image/*'], maxBytes: 2_000_000 },
    ]),
  ],
};
