// Surfaces of OpenWOP's generation 1 for these tests: one with every component, and how others are made.

import { openwop1, openwopAction, openwopValue } from '@vitrine/core/catalogs/openwop';
import type { Component, JsonObject, OpenOp } from '@vitrine/core/internal';

export const field = (name: string, props: JsonObject): JsonObject => ({
  name,
  label: name,
  value: { ...openwopValue(name) },
  ...props,
});

export function opened(items: readonly Component[], more: Partial<OpenOp> = {}): OpenOp {
  const root = { id: 'root', type: 'surface', props: { title: 'Berth', children: items.map(({ id }) => id) } };
  return {
    op: 'open',
    surface: 's',
    catalog: openwop1.id,
    data: { values: {} },
    components: [root, ...items],
    ...more,
  };
}

export const ITEMS: readonly Component[] = [
  { id: 'h', type: 'heading', props: { text: 'Where shall she lie?', level: 3 } },
  { id: 't', type: 'text', props: { text: 'Two piers are free.' } },
  { id: 'ship', type: 'field.text', props: field('Ship', { placeholder: 'Name', required: true }) },
  { id: 'from', type: 'field.date', props: field('From', {}) },
  {
    id: 'pier',
    type: 'field.select',
    props: field('Pier', {
      required: true,
      options: [
        { value: 'n', label: 'North' },
        { value: 's', label: 'South' },
      ],
    }),
  },
  { id: 'tug', type: 'field.checkbox', props: field('Tug', { default: true }) },
  { id: 'go', type: 'action.button', props: { name: 'go', label: 'Moor', action: openwopAction('resume', 'go') } },
  { id: 'ask', type: 'action.button', props: { name: 'ask', label: 'Ask', action: openwopAction('exchange', 'ask') } },
];
