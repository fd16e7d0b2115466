// The components of the extension catalog, by declaration. They are the same for every version of A2UI; what a person
// sees of them is read in vitrine-content.ts.

import {
  type ActionPlace,
  action,
  anyOf,
  boundList,
  boundOneOf,
  type ComponentInput,
  type ComponentNode,
  checks,
  defineComponent,
  list,
  map,
  number,
  object,
  oneOf,
  plainBool,
  plainNumber,
  plainText,
  plainTextList,
  required,
  text,
  value,
} from '../catalog.ts';
import { type FieldRule, judgeFieldValue } from '../field-rule.ts';
import { entrySentence } from '../field-sentences.ts';
import { defined, isArray } from '../json.ts';
import { CHART_VARIANTS, STEP_STATUSES } from './vitrine-content.ts';
import {
  chartFallback,
  codeFallback,
  fileFallback,
  markdownFallback,
  progressFallback,
  stepsFallback,
  tableFallback,
} from './vitrine-fallback.ts';

export function fileRule(node: ComponentNode): FieldRule {
  const [accept, most] = [node.get('accept'), node.get('maxBytes')];
  const maxBytes = typeof most === 'number' ? most : undefined;
  return { type: 'file', accept: isArray(accept) ? (accept as readonly string[]) : [], ...defined({ maxBytes }) };
}

function fileInputs(node: ComponentNode): readonly ComponentInput[] {
  const path = node.boundPath('value');
  if (path === undefined) return [];
  const rule = fileRule(node);
  return [
    {
      ...{ path, secret: false, file: true },
      judge: (value, { limits, budget }) => entrySentence(judgeFieldValue(rule, value, limits, budget)),
    },
  ];
}

/** One value of a table or an axis. */
export const cell = anyOf([plainText(), plainNumber(), plainBool(), oneOf([null])]);

const column = object({
  key: required(plainText()),
  label: text(),
  sortable: plainBool({ default: false }),
});
const series = object({
  label: text(),
  values: required(boundList(anyOf([plainNumber(), oneOf([null])]))),
});
const step = object({
  label: required(text()),
  status: boundOneOf(STEP_STATUSES, { default: 'pending' }),
});

const fileInput = {
  label: required(text()),
  value: required(value({ bound: true, calls: false, writable: true })),
  accept: plainTextList(),
  maxBytes: plainNumber({ integer: true, min: 1 }),
};
const FILE = { inputs: fileInputs, fallback: fileFallback };

/** A2UI 0.8 has no checks. */
export const FileInput08 = defineComponent(fileInput, FILE);
export const FileInput = defineComponent({ ...fileInput, checks: checks() }, FILE);

export const vitrineComponents = {
  Table: defineComponent(
    {
      label: text(),
      description: text(),
      columns: boundList(column),
      rows: required(boundList(anyOf([map(cell), list(cell)]))),
      action: action(),
    },
    { actions: rowPlaces, fallback: tableFallback },
  ),
  Chart: defineComponent(
    {
      label: text(),
      variant: oneOf(CHART_VARIANTS, { default: 'bar' }),
      categories: boundList(cell),
      categoryLabel: text(),
      valueLabel: text(),
      series: required(boundList(series)),
    },
    { fallback: chartFallback },
  ),
  Code: defineComponent({ label: text(), language: text(), code: required(text()) }, { fallback: codeFallback }),
  Markdown: defineComponent({ label: text(), text: required(text()) }, { fallback: markdownFallback }),
  Steps: defineComponent({ label: text(), steps: required(boundList(step)) }, { fallback: stepsFallback }),
  Progress: defineComponent(
    { label: text(), value: number(), max: number({ default: 100 }) },
    { fallback: progressFallback },
  ),
};

/** The action of a table is sent from its rows: of a list or, as A2UI 0.8 has them, of a map. */
function rowPlaces(node: ComponentNode): readonly ActionPlace[] {
  const [path, rows] = [node.boundPath('rows'), node.get('rows')];
  if (path === undefined || typeof rows !== 'object' || rows === null) return [];
  return Object.keys(rows).map((key, index) => ({ segments: [...path, key], index }));
}
