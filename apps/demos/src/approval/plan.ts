// The surface of the approval demo: the plan, what people said about it, and how it ended. In the neutral form, with the
// components of the basic catalog.

import type { Json, JsonObject } from '../json.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

export const SURFACE = 'plan';
export const STAGES = [
  'Build the images and sign them',
  'Move the database to version 41',
  'Send a tenth of the traffic to 2.14',
  'Watch errors and latency',
  'Send all traffic to 2.14',
] as const;

export type Phase = 'plan' | 'asking' | 'commenting' | 'deploying' | 'done' | 'stopped' | 'undoing';

const BUTTONS: { readonly [phase in Phase]: readonly string[] } = {
  plan: ['comment', 'start'],
  asking: ['withdraw'],
  commenting: ['withdraw'],
  deploying: [],
  done: ['undo', 'again'],
  stopped: ['again'],
  undoing: ['withdraw'],
};

function component(id: string, type: string, props: JsonObject, weight?: number): JsonObject {
  return { id, type, props, ...(weight === undefined ? {} : { weight }) };
}

function button(name: string, label: string, variant: string): readonly JsonObject[] {
  return [
    component(name, 'Button', { variant, child: `${name}-label`, action: { event: { name } } }),
    component(`${name}-label`, 'Text', { text: label }),
  ];
}

/** The row of buttons that a phase has. */
export function buttonRow(phase: Phase): JsonObject {
  const components = [component('buttons', 'Row', { justify: 'end', children: [...BUTTONS[phase]] })];
  return { op: 'put', surface: SURFACE, components };
}

export function openPlan(data: JsonObject): JsonObject {
  return {
    op: 'open',
    surface: SURFACE,
    catalog: CATALOG,
    protocol: '0.9',
    theme: { primaryColor: '#1d4ed8', agentDisplayName: 'Release agent' },
    components: planComponents() as Json,
    data,
  };
}

function planComponents(): readonly JsonObject[] {
  return [
    component('root', 'Card', { child: 'page' }),
    component('page', 'Column', { children: ['head', 'what', 'line', 'stages', 'remarks', 'buttons'] }),
    component('head', 'Row', { align: 'center', children: ['icon', 'title'] }),
    component('icon', 'Icon', { name: { path: '/icon' } }),
    component('title', 'Text', { variant: 'h2', text: { path: '/title' } }, 1),
    component('what', 'Text', { text: { path: '/what' } }),
    component('line', 'Divider', {}),
    component('stages', 'List', { children: { componentId: 'stage', path: '/stages' } }),
    component('stage', 'Row', { align: 'center', children: ['stage-icon', 'stage-text'] }),
    component('stage-icon', 'Icon', { name: { path: 'icon' } }),
    component('stage-text', 'Text', { text: { path: 'text' } }, 1),
    component('remarks', 'List', { children: { componentId: 'remark', path: '/remarks' } }),
    component('remark', 'Text', {
      variant: 'caption',
      text: { call: 'formatString', args: { value: 'Remark: ${text}' } },
    }),
    component('buttons', 'Row', { justify: 'end', children: [...BUTTONS.plan] }),
    ...button('start', 'Roll it out', 'primary'),
    ...button('comment', 'Ask for a change', 'default'),
    ...button('withdraw', 'Take the question back', 'default'),
    ...button('undo', 'Roll it back', 'default'),
    ...button('again', 'Begin again', 'primary'),
  ];
}

/** Each stage with the sign that its progress has earned. */
export function stagesAt(progress: number, phase: Phase): Json {
  const each = 100 / STAGES.length;
  return STAGES.map((text, index) => {
    const isOver = progress >= (index + 1) * each;
    const isNow = phase === 'deploying' && progress >= index * each;
    const idle = phase === 'stopped' ? 'close' : 'moreHoriz';
    return { text, icon: isOver ? 'check' : isNow ? 'refresh' : idle };
  });
}
