// Data of each AgentChains component: every member that is declared, written for these tests.

import type { AgentchainsType } from '../src/catalogs/agentchains.ts';
import type { JsonObject } from '../src/json.ts';

export const SAMPLES: { readonly [T in AgentchainsType]: JsonObject } = {
  card: {
    title: 'Harbour',
    subtitle: 'Pier 4',
    description: 'Two ships are waiting.',
    image: 'https://media.example/pier.png',
    image_alt: 'A pier',
    sections: [
      { label: 'Berths', value: 7 },
      { label: 'Open', value: true },
    ],
    actions: [
      { label: 'See the map', action: 'navigate', url: '/map' },
      { label: 'Call the pilot', action: 'call_pilot', variant: 'primary' },
    ],
  },
  table: {
    title: 'Ships',
    caption: 'By draught',
    headers: [{ key: 'name', label: 'Name', sortable: true }, { key: 'draught' }],
    rows: [
      { name: 'Ida', draught: 4.5 },
      { name: 'Odin', draught: null },
    ],
  },
  form: {
    title: 'Berth',
    description: 'Where shall she lie?',
    fields: [
      {
        name: 'ship',
        type: 'text',
        label: 'Ship',
        required: true,
        placeholder: 'Name',
        pattern: '^[A-Z]',
        max_length: 9,
      },
      { name: 'draught', type: 'number', label: 'Draught', min: 0, max: 12, step: 0.5, default_value: 3 },
      { name: 'pier', type: 'select', label: 'Pier', options: ['north', { value: 's', label: 'south' }] },
      { name: 'from', type: 'date', label: 'From', validation: { min: '2026-01-01', max: '2026-12-31' } },
      { name: 'papers', type: 'file', label: 'Papers', accept: '.pdf, image/*' },
      { name: 'mail', type: 'email', validation: { pattern_message: 'Which mail?' } },
      { name: 'code', type: 'password', default_value: 'never' },
      { name: 'notes', type: 'textarea' },
      { name: 'tug', type: 'checkbox', default_value: true },
    ],
    submit_label: 'Ask',
    cancel_label: 'Start over',
  },
  chart: {
    title: 'Arrivals',
    chart_type: 'line',
    x_axis: { label: 'Day', values: ['Mon', 'Tue'] },
    y_axis: { label: 'Ships' },
    series: [
      { name: 'Cargo', data: [3, null, 5] },
      { name: 'Ferries', data: [1] },
    ],
  },
  markdown: { title: 'Notice', content: '**Fog** until noon' },
  code: { title: 'Signal', language: 'python', code: 'blow(3)' },
  image: {
    title: 'Chart',
    url: 'https://media.example/c.png',
    alt: 'A chart',
    caption: 'Depths',
    width: 800,
    height: 400,
  },
  alert: { severity: 'warning', title: 'Gale', message: 'From the west', dismissible: true },
  steps: {
    title: 'Mooring',
    steps: [
      { label: 'Approach', status: 'completed' },
      { label: 'Lines', status: 'active' },
      { label: 'Gangway', status: 'pending' },
    ],
    current_step: 1,
  },
};
