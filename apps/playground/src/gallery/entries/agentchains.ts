// The AgentChains catalog: nine components, each on a surface of its own.

import { type AgentchainsType, openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { defined, type Json } from '@vitrine/core/page';
import type { Family, GalleryEntry } from '../entry.ts';
import { HILLS } from './pictures.ts';

const SERIES = [
  { name: 'North', data: [12, 19, 14, 22] },
  { name: 'South', data: [8, 11, 17, 15] },
];
const QUARTERS = { label: 'Quarter', values: ['Q1', 'Q2', 'Q3', 'Q4'] };
const CODE = `// The area of a circle.
export function area(radius: number): number {
  return Math.PI * radius ** 2;
}`;
const MARKDOWN = `## What changed

The **new** release brings *three* things:

1. faster starts
2. fewer files
3. a \`--quiet\` flag

| Version | Files |
|---|---:|
| 1.0 | 210 |
| 1.1 | 180 |

> Read the [notes](https://example.com/notes) first.

\`\`\`js
const answer = 42;
\`\`\`
`;

function card(type: AgentchainsType, title: string, data: Json, note?: string): GalleryEntry {
  return {
    group: type,
    title,
    ...defined({ note }),
    entries: [[openAgentchains('main', type, data)]],
  };
}

export const agentchains: Family = {
  title: 'AgentChains',
  entries: [
    card('card', 'Sections and actions', {
      title: 'Invoice 2041',
      subtitle: 'Due on 30 April',
      description: 'Two positions, net of tax.',
      sections: [
        { label: 'Total', value: 1280.5 },
        { label: 'Paid', value: false },
      ],
      actions: [
        { label: 'Pay', action: 'pay', variant: 'primary' },
        { label: 'Open', url: 'https://example.com/invoice' },
      ],
    }),
    card('card', 'With a picture', { title: 'Hills', image: HILLS, image_alt: 'Hills under a low sun' }),
    card('table', 'Sortable', {
      title: 'Stock',
      caption: 'As of this morning',
      headers: [
        { key: 'name', label: 'Article', sortable: true },
        { key: 'count', label: 'Count', sortable: true },
        { key: 'open', label: 'On order' },
      ],
      rows: [
        { name: 'Bolts', count: 1200, open: true },
        { name: 'Nuts', count: 90, open: false },
        { name: 'Washers', count: 4300, open: null },
      ],
    }),
    card('table', 'Without rows', { title: 'Stock', headers: ['Article', 'Count'], rows: [] }),
    card('form', 'Every field', {
      title: 'Registration',
      description: 'All kinds of fields.',
      fields: [
        { name: 'name', type: 'text', label: 'Name', required: true, placeholder: 'Ada Lovelace' },
        { name: 'email', type: 'email', label: 'Email', required: true },
        { name: 'password', type: 'password', label: 'Password' },
        { name: 'age', type: 'number', label: 'Age', min: 18, max: 120, default_value: 36 },
        { name: 'born', type: 'date', label: 'Born' },
        {
          name: 'plan',
          type: 'select',
          label: 'Plan',
          options: ['Free', { value: 'pro', label: 'Professional' }],
          default_value: 'pro',
        },
        { name: 'about', type: 'textarea', label: 'About you' },
        { name: 'proof', type: 'file', label: 'Proof', accept: 'image/*,.pdf' },
        { name: 'news', type: 'checkbox', label: 'Send me news', default_value: true },
      ],
      submit_label: 'Register',
      cancel_label: 'Reset',
    }),
    card('chart', 'Bars', {
      title: 'Sales',
      chart_type: 'bar',
      x_axis: QUARTERS,
      y_axis: { label: 'Million' },
      series: SERIES,
    }),
    card('chart', 'Lines', {
      title: 'Sales',
      chart_type: 'line',
      x_axis: QUARTERS,
      y_axis: { label: 'Million' },
      series: SERIES,
    }),
    card('chart', 'Pie', {
      title: 'Share',
      chart_type: 'pie',
      x_axis: QUARTERS,
      series: [{ name: 'North', data: [12, 19, 14, 22] }],
    }),
    card('chart', 'Nothing to draw', { title: 'Sales', chart_type: 'bar', series: [] }),
    card('markdown', 'A document', { title: 'Release notes', content: MARKDOWN }),
    card('code', 'Highlighted', { title: 'area.ts', language: 'typescript', code: CODE }),
    card('code', 'Of no known language', { language: 'klingon', code: 'nuqneH' }),
    card('image', 'With a caption and a size', {
      url: HILLS,
      alt: 'Hills under a low sun',
      caption: 'Morning',
      width: 240,
      height: 150,
    }),
    card('image', 'Blocked', {
      url: 'https://pictures.example/hills.jpg',
      alt: 'Hills from elsewhere',
      caption: 'Elsewhere',
    }),
    ...(['info', 'success', 'warning', 'error'] as const).map((severity) =>
      card('alert', severity, {
        severity,
        title: `An alert: ${severity}`,
        message: 'This is what it says.',
        dismissible: severity !== 'error',
      }),
    ),
    card('steps', 'Of four, one is active', {
      title: 'Order',
      steps: [
        { label: 'Cart', status: 'completed' },
        { label: 'Address', status: 'completed' },
        { label: 'Payment', status: 'active' },
        { label: 'Done', status: 'pending' },
      ],
      current_step: 2,
    }),
    {
      group: 'markdown',
      title: 'Streamed',
      replay: true,
      entries: [
        [openAgentchains('main', 'markdown', { content: '' })],
        ...(MARKDOWN.match(/.{1,24}/gs)?.map((value) => [
          { op: 'append' as const, surface: 'main', path: '/data/content', value },
        ]) ?? []),
      ],
    },
  ],
};
