// The page of the dashboard demo, in A2UI 1.0 with the extension catalog: a chart, a table. What moves on it is data; see dashboard.ts.

import type { JsonObject } from '../json.ts';
import type { WireComponents } from '../wire.ts';

type BoardPart = readonly [type: string, props: JsonObject];

const text = (value: string): JsonObject => ({ call: 'formatString', args: { value } });
const caption = (words: string): BoardPart => ['Text', { variant: 'caption', text: words }];
const press = (name: string, context: JsonObject = {}): JsonObject => ({ event: { name, context } });

export function boardComponents(): WireComponents {
  return {
    root: ['Column', { children: ['title', 'controls', 'news', 'figures', 'trend', 'orders', 'chosen', 'notes'] }],
    title: ['Text', { text: '# Harbour Roasters, live' }],
    ...controls(),
    figures: ['Row', { children: ['orders-card', 'latency-card', 'errors-card', 'revenue-card'] }],
    ...figure('orders', 'orders a minute', '## ${formatNumber(value: ${/live/rate})}'),
    ...figure('latency', 'ms an order takes', '## ${formatNumber(value: ${/live/latency})}'),
    ...figure('errors', 'of orders fail', '## ${formatNumber(value: ${/live/errors}, decimals: 1)}%'),
    ...figure('revenue', 'sold since cleared', "## ${formatCurrency(value: ${/live/revenue}, currency: 'EUR')}"),
    trend: [
      'Chart',
      {
        label: 'Orders a minute, the last twenty seconds',
        variant: 'line',
        categories: { path: '/live/seconds' },
        series: [{ label: 'Orders a minute', values: { path: '/live/rates' } }],
      },
    ],
    ...orderList(),
    ...chosenOrder(),
    notes: ['Card', { child: 'notes-column' }],
    'notes-column': ['Column', { children: ['notes-title', 'notes-text'] }],
    'notes-title': ['Text', { text: '### What the agent sees' }],
    'notes-text': ['Text', { text: { path: '/notes' } }],
    news: ['Text', { variant: 'caption', text: { path: '/news' } }],
  };
}

function controls(): WireComponents {
  return {
    controls: ['Row', { align: 'center', children: ['toggle', 'rush', 'clear'] }],
    rush: ['Button', { child: 'rush-label', action: press('rush') }],
    'rush-label': ['Text', { text: 'Send the newsletter' }],
    clear: ['Button', { variant: 'borderless', child: 'clear-label', action: press('clear') }],
    'clear-label': ['Text', { text: 'Clear' }],
    toggle: [
      'Button',
      { variant: 'primary', child: 'toggle-row', action: press('toggle', { running: { path: '/running' } }) },
    ],
    'toggle-row': ['Row', { align: 'center', children: ['toggle-icon', 'toggle-label'] }],
    'toggle-icon': ['Icon', { name: { path: '/toggle/icon' } }],
    'toggle-label': ['Text', { text: { path: '/toggle/label' } }],
  };
}

function figure(id: string, words: string, value: string): WireComponents {
  return {
    [`${id}-card`]: ['Card', { weight: 1, child: `${id}-column` }],
    [`${id}-column`]: ['Column', { children: [`${id}-value`, `${id}-caption`] }],
    [`${id}-value`]: ['Text', { text: text(value) }],
    [`${id}-caption`]: caption(words),
  };
}

function orderList(): WireComponents {
  return {
    orders: [
      'Table',
      {
        label: 'Newest orders',
        description: 'Press an order to look at it.',
        rows: { path: '/rows' },
        columns: [
          { key: 'id', label: 'Order' },
          { key: 'what', label: 'What' },
          { key: 'price', label: 'Price' },
          { key: 'status', label: 'State' },
        ],
        action: press('look', { id: { path: 'id' } }),
      },
    ],
  };
}

function chosenOrder(): WireComponents {
  const chosen = { call: 'required', args: { value: { path: '/chosen/id' } } };
  return {
    chosen: ['Card', { child: 'chosen-column' }],
    'chosen-column': ['Column', { children: ['chosen-title', 'chosen-text', 'chosen-buttons'] }],
    'chosen-title': ['Text', { text: { path: '/chosen/title' } }],
    'chosen-text': ['Text', { variant: 'caption', text: { path: '/chosen/text' } }],
    'chosen-buttons': ['Row', { justify: 'end', children: ['refund'] }],
    refund: [
      'Button',
      {
        child: 'refund-label',
        action: press('refund', { id: { path: '/chosen/id' } }),
        checks: [{ condition: chosen, message: 'Look at an order first.' }],
      },
    ],
    'refund-label': ['Text', { text: 'Refund it' }],
  };
}
