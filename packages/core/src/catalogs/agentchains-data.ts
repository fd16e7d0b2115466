// What the data of the nine AgentChains components look like (AgentChains A2UI 2026-02-20, §5). Objects are open: what
// is not declared is kept and sent on. Other spellings that agents use are read by agentchains-content.ts.

import { anyOf, list, map, object, oneOf, type Prop, plainBool, plainNumber, plainText, required } from '../catalog.ts';
import { cell } from './vitrine-components.ts';
import { CHART_VARIANTS } from './vitrine-content.ts';

/** Where the parts of a surface stand in its data model. */
export const DATA_PATH = '/data';
export const VALUES_PATH = '/values';

/** Names of the events that these components send. */
export const SUBMIT_EVENT = 'submit';
export const PRESS_EVENT = 'action';

/** The buttons of a derived surface: that of an action has its position behind it. */
export const ACTION_ID = 'action-';
export const SUBMIT_ID = 'submit';

export const FIELD_TYPES = [
  'text',
  'number',
  'select',
  'date',
  'file',
  'textarea',
  'email',
  'password',
  'checkbox',
] as const;
export const ALERT_SEVERITIES = ['info', 'success', 'warning', 'error'] as const;
export const STEP_STATUSES = ['pending', 'active', 'completed'] as const;

const OPEN = { open: true } as const;
const bound = anyOf([plainNumber(), plainText()]);

/** Rules stand beside the name of a field (§5.3), or in `validation` as in a request for input (§4.1). */
const rules = {
  required: plainBool({ default: false }),
  min: bound,
  max: bound,
  step: plainNumber(),
  pattern: plainText({ format: 'pattern' }),
  pattern_message: plainText(),
  max_length: plainNumber({ integer: true, min: 0 }),
  accept: plainText(),
};

const field = object(
  {
    name: required(plainText({ minLength: 1 })),
    type: oneOf(FIELD_TYPES, { default: 'text' }),
    label: plainText(),
    placeholder: plainText(),
    default_value: cell,
    options: list(anyOf([plainText(), object({ value: required(plainText()), label: plainText() }, OPEN)])),
    ...rules,
    validation: object(rules, OPEN),
  },
  OPEN,
);

const axis = { label: plainText() };
const title = plainText();

export const cardData = object(
  {
    title,
    description: plainText(),
    sections: list(object({ label: plainText(), value: cell }, OPEN)),
    actions: list(
      object({ label: required(plainText()), action: plainText(), url: plainText(), variant: plainText() }, OPEN),
    ),
    subtitle: plainText(),
    image: plainText({ media: true }),
    image_alt: plainText(),
  },
  OPEN,
);
export const tableData = object(
  {
    title,
    caption: plainText(),
    headers: list(
      anyOf([
        object({ key: required(plainText()), label: plainText(), sortable: plainBool({ default: false }) }, OPEN),
        plainText(),
      ]),
    ),
    rows: list(anyOf([map(cell), list(cell)])),
  },
  OPEN,
);
export const formData = object(
  {
    title,
    description: plainText(),
    fields: required(list(field)),
    submit_label: plainText({ default: 'Submit' }),
    cancel_label: plainText(),
  },
  OPEN,
);
export const chartData = object(
  {
    title,
    chart_type: oneOf(CHART_VARIANTS, { default: 'bar' }),
    x_axis: object({ ...axis, values: list(cell) }, OPEN),
    y_axis: object(axis, OPEN),
    series: required(
      list(object({ name: plainText(), data: required(list(anyOf([plainNumber(), oneOf([null])]))) }, OPEN)),
    ),
  },
  OPEN,
);
export const markdownData = object({ title, content: required(plainText()) }, OPEN);
export const codeData = object({ title, language: plainText({ default: 'text' }), code: required(plainText()) }, OPEN);
export const imageData = object(
  {
    title,
    url: required(plainText({ media: true })),
    alt: plainText(),
    caption: plainText(),
    width: plainNumber({ min: 1 }),
    height: plainNumber({ min: 1 }),
  },
  OPEN,
);
export const alertData = object(
  {
    severity: oneOf(ALERT_SEVERITIES, { default: 'info' }),
    title,
    message: plainText(),
    dismissible: plainBool({ default: false }),
  },
  OPEN,
);
export const stepsData = object(
  {
    title,
    steps: required(
      list(object({ label: required(plainText()), status: oneOf(STEP_STATUSES, { default: 'pending' }) }, OPEN)),
    ),
    current_step: plainNumber({ integer: true, min: 0 }),
  },
  OPEN,
);

export const agentchainsData = {
  card: cardData,
  table: tableData,
  form: formData,
  chart: chartData,
  markdown: markdownData,
  code: codeData,
  image: imageData,
  alert: alertData,
  steps: stepsData,
} satisfies { readonly [type: string]: Prop };
export type AgentchainsType = keyof typeof agentchainsData;

export function isAgentchainsType(type: string): type is AgentchainsType {
  return Object.hasOwn(agentchainsData, type);
}
