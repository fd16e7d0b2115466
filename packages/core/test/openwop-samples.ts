// Payloads of `ui.a2ui-surface` that use everything their generation has, written for these tests, and payloads at and
// beyond each limit.

import { OPENWOP2_LIMITS, OPENWOP2_WIRE_CATALOG } from '../src/catalogs/openwop-schema.ts';
import type { Json, JsonObject } from '../src/json.ts';

export const PAYLOAD_1: JsonObject = {
  reasoning: 'The pier has to be chosen.',
  catalogVersion: '0.9.1',
  surface: {
    title: 'Berth',
    components: [
      { component: 'heading', text: 'Where shall she lie?', level: 3 },
      { component: 'heading', text: 'Now' },
      { component: 'text', text: 'Two piers are free.' },
      { component: 'field.text', id: 'ship', label: 'Ship', placeholder: 'Name', required: true },
      { component: 'field.date', id: 'from', label: 'From', required: false },
      {
        component: 'field.select',
        id: 'pier',
        label: 'Pier',
        required: true,
        options: [
          { value: 'n', label: 'North' },
          { value: 's', label: 'South' },
        ],
      },
      { component: 'field.checkbox', id: 'tug', label: 'Tug', default: true },
      { component: 'action.button', id: 'go', label: 'Moor', action: { target: 'resume' } },
      { component: 'action.button', id: 'ask', label: 'Ask', action: { target: 'exchange' } },
    ],
  },
};

const CHECKS = [
  { message: 'Which?', condition: { call: 'required', args: { value: { path: '/ship' } }, returnType: 'boolean' } },
];

export const COMPONENTS_2: readonly JsonObject[] = [
  { id: 'root', component: 'Column', children: ['card', 'line', 'row'], justify: 'spaceBetween', align: 'start' },
  { id: 'row', component: 'Row', children: ['go', 'more'], justify: 'end', align: 'center' },
  { id: 'card', component: 'Card', child: 'title', weight: 1.5 },
  { id: 'line', component: 'Divider', axis: 'vertical' },
  { id: 'title', component: 'Text', text: { path: '/title' }, variant: 'h2', accessibility: { label: 'Title' } },
  { id: 'ship', component: 'TextField', label: 'Ship', value: { path: '/ship' }, variant: 'longText', checks: CHECKS },
  { id: 'num', component: 'TextField', label: { path: '/l' }, variant: 'number', validationRegexp: '^[0-9]+$' },
  { id: 'tug', component: 'CheckBox', label: 'Tug', value: { path: '/tug' }, checks: CHECKS },
  {
    id: 'pier',
    component: 'ChoicePicker',
    label: 'Pier',
    options: [{ label: { path: '/north' }, value: 'n' }],
    value: ['n'],
    variant: 'mutuallyExclusive',
    displayStyle: 'chips',
    filterable: true,
    checks: [],
  },
  { id: 'from', component: 'DateTimeInput', value: '2026-01-01', label: 'From', enableDate: true, enableTime: false },
  {
    id: 'go',
    component: 'Button',
    child: 'title',
    variant: 'primary',
    action: { event: { name: 'resume', context: { ship: { path: '/ship' }, n: 1, ok: true, list: [null], t: 'x' } } },
  },
  { id: 'more', component: 'Button', child: 'title', action: { event: { name: 'exchange' } } },
];

export function payload2(...messages: readonly JsonObject[]): JsonObject {
  return {
    version: 'v0.9',
    catalogId: OPENWOP2_WIRE_CATALOG,
    surfaceId: 's:1',
    messages: messages.map((message) => ({ version: 'v0.9', ...message })),
  };
}

export function withComponents(...components: readonly Json[]): JsonObject {
  return payload2({ updateComponents: { surfaceId: 's:1', components } });
}

const THEME = { primaryColor: '#00aaFF', agentDisplayName: 'Harbour' };

export const PAYLOAD_2: JsonObject = {
  reasoning: 'As before.',
  ...payload2(
    { createSurface: { surfaceId: 's:1', catalogId: OPENWOP2_WIRE_CATALOG, theme: THEME } },
    { updateComponents: { surfaceId: 's:1', components: COMPONENTS_2 } },
    { updateDataModel: { surfaceId: 's:1', path: '/ship', value: 'Ida' } },
    { updateDataModel: { surfaceId: 's:1' } },
    { deleteSurface: { surfaceId: 's:1' } },
  ),
};

const text = (length: number): string => 'x'.repeat(length);
const path = (length: number): JsonObject => ({ path: `/${text(length - 1)}` });
const times = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i));
const title = (more: JsonObject): JsonObject => withComponents({ id: 'root', component: 'Text', text: 'x', ...more });
const field = (more: JsonObject): JsonObject =>
  withComponents({ id: 'f', component: 'TextField', label: 'x', ...more });
const picker = (more: JsonObject): JsonObject =>
  withComponents({ id: 'p', component: 'ChoicePicker', options: [{ label: 'a', value: 'a' }], value: [], ...more });
const button = (context: JsonObject): JsonObject =>
  withComponents({ id: 'b', component: 'Button', child: 'c', action: { event: { name: 'resume', context } } });
const created = (theme: JsonObject): JsonObject =>
  payload2({ createSurface: { surfaceId: 's:1', catalogId: OPENWOP2_WIRE_CATALOG, theme } });

const L = OPENWOP2_LIMITS;
/** Name, the most that is allowed, and a payload with so many. */
export const BOUNDS_2: readonly (readonly [name: string, most: number, payload: (size: number) => JsonObject])[] = [
  ['messages', L.messages, (n) => payload2(...times(n, () => ({ deleteSurface: { surfaceId: 's:1' } })))],
  ['components', L.components, (n) => withComponents(...times(n, (i) => ({ id: `d${i}`, component: 'Divider' })))],
  ['component id', L.id, (n) => title({ id: text(n) })],
  ['surface id', L.id, (n) => ({ ...PAYLOAD_2, surfaceId: text(n) })],
  ['text', L.text, (n) => title({ text: text(n) })],
  ['label', L.text, (n) => title({ accessibility: { label: text(n) } })],
  ['value', L.text, (n) => field({ value: text(n) })],
  ['path', L.path, (n) => title({ text: path(n) })],
  ['data path', L.path, (n) => payload2({ updateDataModel: { surfaceId: 's:1', ...path(n) } })],
  ['pattern', L.validationRegexp, (n) => field({ validationRegexp: text(n) })],
  ['checks', L.checks, (n) => field({ checks: times(n, () => CHECKS[0] as JsonObject) })],
  ['check message', L.checkMessage, (n) => field({ checks: [{ ...(CHECKS[0] as JsonObject), message: text(n) }] })],
  [
    'children',
    L.listItems,
    (n) => withComponents({ id: 'root', component: 'Row', children: times(n, (i) => `c${i}`) }),
  ],
  ['options', L.listItems, (n) => picker({ options: times(n, (i) => ({ label: 'a', value: `${i}` })) })],
  ['option value', L.optionValue, (n) => picker({ options: [{ label: 'a', value: text(n) }] })],
  ['option label', L.text, (n) => picker({ options: [{ label: text(n), value: 'a' }] })],
  ['chosen', L.listItems, (n) => picker({ value: times(n, () => 'a') })],
  ['chosen value', L.listText, (n) => picker({ value: [text(n)] })],
  ['context', L.contextKeys, (n) => button(Object.fromEntries(times(n, (i) => [`k${i}`, i])))],
  ['context text', L.text, (n) => button({ t: text(n) })],
  ['context list', L.listItems, (n) => button({ l: times(n, () => null) })],
  ['agent name', L.agentDisplayName, (n) => created({ agentDisplayName: text(n) })],
];

const heading = (more: JsonObject): JsonObject => ({
  catalogVersion: '0.9.1',
  surface: { components: [{ component: 'heading', text: 'x', ...more }] },
});
const press = (action: Json): JsonObject => ({
  catalogVersion: '0.9.1',
  surface: { components: [{ component: 'action.button', id: 'b', label: 'x', action }] },
});

/** Payloads that their generation refuses. */
export const REFUSED: readonly (readonly [generation: 1 | 2, name: string, payload: Json])[] = [
  [1, 'no catalogVersion', { surface: { components: [] } }],
  [1, 'no surface', { catalogVersion: '0.9.1' }],
  [1, 'an unknown version', { ...PAYLOAD_1, catalogVersion: '9.9.9' }],
  [1, 'an unknown component', heading({ component: 'iframe' })],
  [1, 'a handler', heading({ onClick: 'x' })],
  [1, 'level 0', heading({ level: 0 })],
  [1, 'level 7', heading({ level: 7 })],
  [1, 'level 1.5', heading({ level: 1.5 })],
  [1, 'an address as target', press({ target: 'https://x.example' })],
  [1, 'an address beside the target', press({ target: 'resume', url: 'https://x.example' })],
  [1, 'the other generation', PAYLOAD_2],
  [2, 'the other generation', PAYLOAD_1],
  [2, 'no message', payload2()],
  [2, 'a secret', field({ variant: 'obscured' })],
  [2, 'an image', withComponents({ id: 'i', component: 'Image', url: 'x' })],
  [2, 'a call for a text', title({ text: { call: 'formatString', args: { value: 'x' } } })],
  [2, 'a relative path', title({ text: { path: 'x' } })],
  [2, 'a template', withComponents({ id: 'r', component: 'Row', children: { componentId: 'c', path: '/l' } })],
  [2, 'an icon in the theme', created({ iconUrl: 'https://x.example' })],
  [2, 'another catalog', { ...PAYLOAD_2, catalogId: 'x' }],
  [2, 'a dash of another kind in an id', title({ id: 'a:b' })],
  [
    2,
    'a link',
    withComponents({
      id: 'b',
      component: 'Button',
      child: 'c',
      action: { functionCall: { call: 'openUrl', args: {} } },
    }),
  ],
  [
    2,
    'another event',
    withComponents({ id: 'b', component: 'Button', child: 'c', action: { event: { name: 'delete' } } }),
  ],
];
