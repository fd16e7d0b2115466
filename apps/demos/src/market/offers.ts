// What the market demo has to offer, as the data of AgentChains components.

import type { JsonObject } from '../json.ts';

export const PHASES = ['welcome', 'asking', 'searching', 'choosing', 'confirming', 'bought'] as const;
export type Phase = (typeof PHASES)[number];

export const OFFERS = [
  { name: 'Harbour traffic 2026', price: 0.05, rows: 48_200, sold: [4, 6, 9, 12] },
  { name: 'Street names of Europe', price: 0.02, rows: 1_204_000, sold: [9, 8, 8, 7] },
  { name: 'Bird calls, labelled', price: 0.11, rows: 9300, sold: [1, 2, 5, 11] },
] as const;

const STEPS: readonly (readonly [label: string, phase: Phase])[] = [
  ['Say what you need', 'asking'],
  ['Search', 'searching'],
  ['Choose', 'choosing'],
  ['Confirm', 'confirming'],
];

export function stepsAt(phase: Phase): JsonObject {
  const now = PHASES.indexOf(phase);
  const steps = STEPS.map(([label, own]) => {
    const at = PHASES.indexOf(own);
    return { label, status: at < now ? 'completed' : at === now ? 'active' : 'pending' };
  });
  const current = STEPS.findIndex(([, own]) => PHASES.indexOf(own) >= now);
  return { steps, current_step: current < 0 ? STEPS.length : current };
}

export function offersTable(): JsonObject {
  return {
    title: 'For sale',
    headers: [
      { key: 'name', label: 'Data set', sortable: true },
      { key: 'rows', label: 'Rows' },
      { key: 'price', label: 'Price' },
    ],
    rows: OFFERS.map(({ name, rows, price }) => ({
      name,
      rows: rows.toLocaleString('en'),
      price: `$${price.toFixed(2)}`,
    })),
  };
}

export function demandChart(): JsonObject {
  return {
    chart_type: 'line',
    title: 'Sold in four weeks',
    x_axis: { label: 'Week', values: ['1', '2', '3', '4'] },
    y_axis: { label: 'Copies' },
    series: OFFERS.map(({ name, sold }) => ({ name, data: [...sold] })),
  };
}

export function orderForm(): JsonObject {
  return {
    title: 'Your order',
    fields: [
      { name: 'offer', type: 'select', label: 'Data set', required: true, options: OFFERS.map(({ name }) => name) },
      { name: 'copies', type: 'number', label: 'Copies', min: 1, max: 20, default_value: 1 },
    ],
    submit_label: 'Order',
  };
}

export function codeOf(offer: string): JsonObject {
  const file = `${offer.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`;
  return {
    title: 'How to read it',
    language: 'python',
    code: `import csv\n\nwith open("${file}") as rows:\n    for row in csv.DictReader(rows):\n        print(row)`,
  };
}
