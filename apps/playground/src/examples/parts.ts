// The words that examples are written in: one short function for each kind of component, with its children inside it.

import type { Json } from '@vitrine/core';

export class Part {
  readonly type: string;
  readonly props: { readonly [name: string]: unknown };
  /** What its id is made from. */
  readonly name: string | undefined;
  constructor(type: string, props: { readonly [name: string]: unknown }, name?: string) {
    this.type = type;
    this.props = props;
    this.name = name;
  }
}

type Text = string | { readonly path: string } | { readonly call: string; readonly args: object };
type Context = { readonly [name: string]: Json };
export type Option = readonly [value: string, label: string];

/** A value of the data; without a leading slash, of the item. */
export const $ = (path: string): { readonly path: string } => ({ path });
export const fmt = (value: string) => ({ call: 'formatString', args: { value } });
export const money = (path: string, currency = 'EUR') => ({
  call: 'formatCurrency',
  args: { value: $(path), currency, decimals: 2 },
});
export const count = (path: string, decimals = 0) => ({ call: 'formatNumber', args: { value: $(path), decimals } });

const wordsOf = (text: Text): string | undefined => (typeof text === 'string' ? text : undefined);

export const col = (...children: readonly Part[]) => new Part('Column', { children }, 'column');
export const row = (...children: readonly Part[]) => new Part('Row', { children, align: 'center' }, 'row');
/** Parts that share the room; each takes as much as the others. */
export const share = (...children: readonly Part[]) =>
  new Part(
    'Row',
    { children: children.map((one) => new Part(one.type, { ...one.props, weight: 1 }, one.name)) },
    'row',
  );
/** Apart from each other as far as there is room. */
export const apart = (...children: readonly Part[]) =>
  new Part('Row', { children, justify: 'spaceBetween', align: 'center' }, 'row');
export const card = (...children: readonly Part[]) =>
  new Part('Card', { child: children.length === 1 ? children[0] : col(...children) }, 'card');
export const list = (path: string, item: Part) =>
  new Part('List', { children: { componentId: item, path } }, `${path} list`);
export const tabs = (...parts: readonly (readonly [title: string, child: Part])[]) =>
  new Part('Tabs', { tabs: parts.map(([title, child]) => ({ title, child })) }, 'tabs');
export const divider = () => new Part('Divider', {}, 'divider');

export const h2 = (text: Text) => new Part('Text', { text, variant: 'h2' }, wordsOf(text) ?? 'title');
export const h3 = (text: Text) => new Part('Text', { text, variant: 'h3' }, wordsOf(text) ?? 'heading');
export const h4 = (text: Text) => new Part('Text', { text, variant: 'h4' }, wordsOf(text) ?? 'heading');
export const p = (text: Text, name?: string) => new Part('Text', { text }, name ?? wordsOf(text) ?? 'text');
export const small = (text: Text) => new Part('Text', { text, variant: 'caption' }, wordsOf(text) ?? 'note');
/** Where the answer to an action appears. */
export const result = () => new Part('Text', { text: $('/result') }, 'result');
export const icon = (name: string) => new Part('Icon', { name }, `${name} icon`);
export const figure = (label: string, value: Text) =>
  card(small(label), new Part('Text', { text: value, variant: 'h3' }, `${label} value`));

export const button = (label: string, action: string, context: Context = {}, more: object = {}) =>
  new Part(
    'Button',
    {
      child: new Part('Text', { text: label }, `${label} label`),
      action: { event: { name: action, ...(Object.keys(context).length === 0 ? {} : { context }) } },
      ...more,
    },
    label,
  );
export const primary = (label: string, action: string, context: Context = {}, more: object = {}) =>
  button(label, action, context, { variant: 'primary', ...more });
/** A rule for a button or a field. */
export const need = (path: string, message: string) => ({
  condition: { call: 'required', args: { value: $(path) } },
  message,
});
export const checks = (...rules: readonly object[]) => ({ checks: rules });

export const field = (label: string, path: string, more: object = {}) =>
  new Part('TextField', { label, value: $(path), ...more }, label);
export const long = (label: string, path: string, more: object = {}) =>
  field(label, path, { variant: 'longText', ...more });
export const number = (label: string, path: string, more: object = {}) =>
  field(label, path, { variant: 'number', ...more });
export const secret = (label: string, path: string, more: object = {}) =>
  field(label, path, { variant: 'obscured', ...more });
export const tick = (label: string, path: string, more: object = {}) =>
  new Part('CheckBox', { label, value: $(path), ...more }, label);
export const date = (label: string, path: string, more: object = {}) =>
  new Part('DateTimeInput', { label, value: $(path), enableDate: true, ...more }, label);
export const time = (label: string, path: string) =>
  new Part('DateTimeInput', { label, value: $(path), enableTime: true }, label);
export const slide = (label: string, path: string, min: number, max: number) =>
  new Part('Slider', { label, value: $(path), min, max }, label);
export const choose = (label: string, path: string, options: readonly Option[], more: object = {}) =>
  new Part(
    'ChoicePicker',
    { label, value: $(path), options: options.map(([value, words]) => ({ label: words, value })), ...more },
    label,
  );
export const several = (label: string, path: string, options: readonly Option[]) =>
  choose(label, path, options, { variant: 'multipleSelection' });

export const table = (label: string, path: string, columns: readonly Option[], more: object = {}) =>
  new Part(
    'Table',
    { label, rows: $(path), columns: columns.map(([key, words]) => ({ key, label: words, sortable: true })), ...more },
    label,
  );
export const chart = (
  label: string,
  variant: 'bar' | 'line' | 'pie',
  categories: string,
  series: readonly Option[],
  more: object = {},
) =>
  new Part(
    'Chart',
    {
      label,
      variant,
      categories: $(categories),
      series: series.map(([path, words]) => ({ label: words, values: $(path) })),
      ...more,
    },
    label,
  );
export const steps = (label: string, path: string) => new Part('Steps', { label, steps: $(path) }, label);
export const progress = (label: string, path: string, max: number) =>
  new Part('Progress', { label, value: $(path), max }, label);
export const code = (label: string, language: string, text: string) =>
  new Part('Code', { label, language, code: text }, label);
export const markdown = (text: string) => new Part('Markdown', { text }, 'report');
export const file = (label: string, path: string, more: object = {}) =>
  new Part('FileInput', { label, value: $(path), ...more }, label);
