// What the renderer can be made to say: surfaces of every catalog, tasks, notes, links and questions. Words of the agent
// are Greek letters, so that every Latin one on the page is the renderer's.

import { type AgentchainsType, openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { openwopAction } from '@vitrine/core/catalogs/openwop';
import type { AskOp, Component, Json, JsonObject, Op } from '@vitrine/core/internal';
import { BASIC_09 } from './harness.ts';
import { field, opened } from './openwop-surfaces.ts';

const check = { call: 'required', args: { value: { path: '/ψ' } } };
const COMPONENTS: { readonly [id: string]: readonly [type: string, props: JsonObject] } = {
  text: ['TextField', { value: { path: '/τ' }, checks: [check] }],
  number: ['TextField', { value: { path: '/ν' }, variant: 'number' }],
  form: ['TextField', { value: { path: '/φ' }, validationRegexp: '^α$' }],
  box: ['CheckBox', { value: { path: '/β' } }],
  slider: ['Slider', { value: { path: '/σ' } }],
  date: ['DateTimeInput', { value: '2020-01-01', min: '2021-01-01', enableDate: true }],
  time: ['DateTimeInput', { value: '', enableTime: true }],
  both: ['DateTimeInput', { value: '', enableDate: true, enableTime: true }],
  pick: ['ChoicePicker', { value: { path: '/χ' }, options: [{ label: 'α', value: 'α' }], filterable: true }],
  image: ['Image', { url: 'https://ά.example/' }],
  video: ['Video', { url: 'https://ά.example/' }],
  audio: ['AudioPlayer', { url: 'https://ά.example/' }],
  long: ['Text', { text: 'αβγ '.repeat(8000) }],
  icon: ['Icon', { name: 'skipNext' }],
  press: ['Button', { child: 'icon', action: { event: { name: 'α' } }, checks: [check] }],
  opener: ['Text', { text: 'άνοιγμα' }],
  inside: ['Text', { text: 'αβγ' }],
  modal: ['Modal', { trigger: 'opener', content: 'inside' }],
  strange: ['Άγνωστο', {}],
  cycle: ['Card', { child: 'cycle' }],
};

export const basic: Op = {
  op: 'open',
  surface: 'βασικό',
  catalog: BASIC_09,
  theme: { agentDisplayName: 'Άννα' },
  components: [
    {
      id: 'root',
      type: 'Column',
      props: {
        children: [...Object.keys(COMPONENTS).filter((id) => !['icon', 'opener', 'inside'].includes(id)), 'λείπει'],
      },
    },
    ...Object.entries(COMPONENTS).map(([id, [type, props]]): Component => ({ id, type, props })),
  ],
};

const many = (count: number, make: (i: number) => Json): Json[] => Array.from({ length: count }, (_, i) => make(i));
const CHAINS: readonly (readonly [AgentchainsType, JsonObject])[] = [
  ['alert', { severity: 'warning', message: 'αβγ', dismissible: true }],
  ['card', { image: 'https://ά.example/', actions: many(51, () => ({ action: 'α', url: 'javascript:α' })) }],
  ['card', { image: '', sections: [{ label: 'α', value: 1 }] }],
  ['table', { headers: many(101, (i) => ({ key: `α${i}`, label: '', sortable: true })), rows: [] }],
  [
    'chart',
    { chart_type: 'bar', x_axis: { label: 'α', values: ['α', 'β'] }, series: many(13, () => ({ data: [1, 2] })) },
  ],
  ['chart', { chart_type: 'pie', x_axis: { values: ['α', 'β'] }, series: [{ data: [1, null] }] }],
  ['chart', { chart_type: 'line', series: [] }],
  ['steps', { steps: [{ status: 'pending' }, { status: 'active' }, { status: 'failed' }, { status: 'completed' }] }],
  ['code', { code: 'α = 1', language: 'ω' }],
  ['markdown', { content: '- [x] α\n- [ ] β\n\n```\nα\n```\n\n| α |\n|-|\n| β |\n\n![](https://ά.example/)' }],
  ['image', { url: 'https://ά.example/' }],
];

export const FORM: JsonObject = {
  fields: [
    { name: 'α', type: 'text', label: 'α', required: true },
    { name: 'β', type: 'number', label: 'β', min: 5, default_value: 1 },
    { name: 'γ', type: 'number', label: 'γ', max: 5, default_value: 9 },
    { name: 'δ', type: 'number', label: 'δ', step: 2, default_value: 1 },
    { name: 'ε', type: 'date', label: 'ε', min: '2026-01-01', default_value: '2020-01-01' },
    { name: 'ζ', type: 'date', label: 'ζ', max: '2026-01-01', default_value: '2027-01-01' },
    { name: 'η', type: 'text', label: 'η', max_length: 1, default_value: 'αα' },
    { name: 'θ', type: 'email', label: 'θ', default_value: 'α' },
    { name: 'ι', type: 'file', label: 'ι', accept: '.α', required: true },
    { name: 'κ', type: 'select', label: 'κ', required: true, options: many(2001, (i) => `α${i}`) },
  ],
};

export const chains: readonly Op[] = [
  ...CHAINS.map(([type, data], i) => openAgentchains(`α${i}`, type, data)),
  openAgentchains('φόρμα', 'form', FORM),
];

export const openwop: Op = opened(
  [
    { id: 'a', type: 'field.text', props: { ...field('a', { required: true }), label: 'α' } },
    {
      id: 'b',
      type: 'field.select',
      props: { ...field('b', { required: true, options: [{ value: 'β', label: 'β' }] }), label: 'β' },
    },
    { id: 'c', type: 'action.button', props: { name: 'c', label: 'γ', action: openwopAction('resume', 'c') } },
    { id: 'd', type: 'action.button', props: { name: 'd', label: '', action: openwopAction('resume', 'd') } },
  ],
  { surface: 'ροή' },
);

export const chrome: readonly Op[] = [
  ...many(7, (i) => i).map(
    (i): Op => ({ op: 'task', task: `τ${i}`, ...(i === 0 ? { value: 3, style: 'streaming' } : {}) }),
  ),
  { ...(basicPanel('overlay') as Op) },
  { ...(basicPanel('sidebar') as Op) },
  { op: 'effect', effect: { kind: 'navigate', url: 'https://example.com/', newTab: true } },
  ...many(6, () => null).map((): Op => ({ op: 'effect', effect: { kind: 'toast', text: 'αβγ', ms: 0 } })),
];

function basicPanel(position: string): Op {
  return {
    op: 'open',
    surface: position,
    catalog: BASIC_09,
    place: { position },
    components: [{ id: 'root', type: 'Text', props: { text: 'αβγ' } }],
  };
}

const ask = (id: string, want: AskOp['want'], more: Partial<AskOp> = {}): AskOp => ({
  op: 'ask',
  ask: id,
  want,
  prompt: 'αβγ',
  ...more,
});

/** Each is asked, answered wrongly, and taken back. */
export const asks: readonly AskOp[] = [
  ask(
    'α',
    { kind: 'confirm' },
    { severity: 'critical', prompt: '', until: new Date(Date.now() + 55_000).toISOString() },
  ),
  ask('β', { kind: 'confirm' }, { severity: 'warning', until: new Date(Date.now() + 5e8).toISOString() }),
  ask('γ', { kind: 'text', maxLength: 5 } as AskOp['want']),
  ask('δ', { kind: 'number', min: 1, max: 3, step: 1 } as AskOp['want']),
  ask('ε', { kind: 'date', min: '2026-01-01', max: '2026-02-01' } as AskOp['want']),
  ask('ζ', { kind: 'select', options: many(501, () => ({ label: '', value: 1 })) } as AskOp['want']),
  ask('η', { kind: 'select', options: [{ label: 'α', value: 1 }], multiple: true } as AskOp['want']),
  ask('θ', { kind: 'file', accept: ['.α', 'image/*'], maxBytes: 2000 } as AskOp['want']),
  ask('ι', { kind: 'άλλο' } as never),
];
