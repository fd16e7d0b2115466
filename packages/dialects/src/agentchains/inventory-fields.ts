// The inputs of other catalogs as fields of an AgentChains form, with what it takes to write their values back.

import {
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  Place,
  type Segments,
  type TreeNode,
  toBool,
  toNumber,
  toText,
  toTextList,
  type Value,
} from '@vitrine/core/internal';

/** How a value of the form is written where the input of the surface writes. */
export type Entered = 'text' | 'number' | 'bool' | 'list' | 'choices';

export interface InventoryField {
  /** The path that it writes, without its first slash; the name that the form gives it. */
  readonly name: string;
  readonly path: Segments;
  readonly entered: Entered;
  /** As data.fields of a form has it; several for a choice of many. */
  readonly fields: readonly JsonObject[];
  /** What is chosen from: the word that is shown and the value that it stands for. */
  readonly options: readonly { readonly word: string; readonly value: string }[];
  /** For those who can only read. */
  readonly shown: { readonly label: string; readonly value: string };
}

export type FieldReader = (node: TreeNode, prop: string, name: string) => Omit<InventoryField, 'path'>;

export const FIELDS: { readonly [type: string]: FieldReader } = {
  TextField: readTextField,
  CheckBox: readCheckBox,
  ChoicePicker: readChoices,
  MultipleChoice: readChoices,
  Slider: readSlider,
  DateTimeInput: readDate,
  'field.text': readTextField,
  'field.date': (node, prop, name) => simple(node, prop, name, 'date', 'text'),
  'field.select': readChoices,
  'field.checkbox': readCheckBox,
};

function labelFor(node: TreeNode, name: string): string {
  return textOf(node, 'label') || toText(node.accessibility('label')) || name;
}

function simple(
  node: TreeNode,
  prop: string,
  name: string,
  type: string,
  entered: Entered,
  more: JsonObject = {},
): Omit<InventoryField, 'path'> {
  const label = labelFor(node, name);
  const value = textOf(node, prop);
  const isRequired = node.get('required') === true;
  const start = type === 'password' || value === '' ? {} : { default_value: value };
  const field = { name, type, label, ...(isRequired ? { required: true } : {}), ...start, ...more };
  const shown = { label, value: type === 'password' ? '' : value };
  return { name, entered, fields: [field], options: [], shown };
}

const TEXT_TYPES: { readonly [variant: string]: string } = {
  number: 'number',
  obscured: 'password',
  longText: 'textarea',
  date: 'date',
};

function readTextField(node: TreeNode, prop: string, name: string): Omit<InventoryField, 'path'> {
  const variant = toText((node.get('variant') ?? node.get('textFieldType')) as Value);
  const type = Object.hasOwn(TEXT_TYPES, variant) ? (TEXT_TYPES[variant] as string) : 'text';
  const hint = textOf(node, 'placeholder');
  const pattern = textOf(node, 'validationRegexp');
  const value = textOf(node, prop);
  const number = type === 'number' && value.trim() !== '' ? { default_value: toNumber(value) } : {};
  const more = { ...(hint === '' ? {} : { placeholder: hint }), ...(pattern === '' ? {} : { pattern }), ...number };
  return simple(node, prop, name, type, 'text', more);
}

function readCheckBox(node: TreeNode, prop: string, name: string): Omit<InventoryField, 'path'> {
  const label = labelFor(node, name);
  const on = toBool(node.get(prop) as Value);
  const field = { name, type: 'checkbox', label, ...(on ? { default_value: true } : {}) };
  return { name, entered: 'bool', fields: [field], options: [], shown: { label, value: on ? '✓' : '–' } };
}

function readSlider(node: TreeNode, prop: string, name: string): Omit<InventoryField, 'path'> {
  const min = node.get('min') ?? node.get('minValue');
  const max = node.get('max') ?? node.get('maxValue');
  const bounds = {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
    default_value: toNumber(node.get(prop) as Value),
  };
  return simple(node, prop, name, 'number', 'number', bounds);
}

/** AgentChains has days, not times: with a time it is a text. */
function readDate(node: TreeNode, prop: string, name: string): Omit<InventoryField, 'path'> {
  const isDay = node.get('enableTime') !== true;
  return simple(node, prop, name, isDay ? 'date' : 'text', 'text');
}

/** Options are words there, so what is chosen comes back as a word; where two would be the same, as the value. */
function readChoices(node: TreeNode, prop: string, name: string): Omit<InventoryField, 'path'> {
  const source = node.get('options');
  const all = isArray(source) ? (source as readonly Json[]).filter(isObject) : [];
  const named = all.map((option) => {
    const value = toText(option.value as Value);
    return { value, word: toText(option.label as Value) || value };
  });
  const isClear = new Set(named.map(({ word }) => word)).size === named.length;
  const options = isClear ? named : named.map(({ value }) => ({ value, word: value }));
  const chosen = toTextList(node.get(prop) as Value);
  const words = options.filter(({ value }) => chosen.includes(value)).map(({ word }) => word);
  const label = labelFor(node, name);
  const shown = { label, value: words.join(', ') };
  const single =
    node.type === 'field.select' ||
    node.get('variant') === 'mutuallyExclusive' ||
    node.get('maxAllowedSelections') === 1;
  if (single) {
    const start = defined({ default_value: words[0] });
    const field = { name, type: 'select', label, options: options.map(({ word }) => word), ...start };
    const entered = node.declaration?.props[prop]?.kind === 'text-list' ? 'list' : 'text';
    return { name, entered, fields: [field], options, shown };
  }
  const fields = options.map(({ value, word }, i) => ({
    name: `${name}#${i}`,
    type: 'checkbox',
    label: `${label}: ${word}`,
    ...(chosen.includes(value) ? { default_value: true } : {}),
  }));
  return { name, entered: 'choices', fields, options, shown };
}

/** The words of a property; nothing where it holds components. */
export function textOf(node: TreeNode, prop: string): string {
  const value = node.get(prop);
  return value instanceof Place || isArray(value) || isObject(value) ? '' : toText(value as Value);
}
