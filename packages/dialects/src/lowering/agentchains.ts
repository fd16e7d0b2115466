// The components of AgentChains in the words of the basic catalog. Their data are read as they are drawn, so every
// spelling is understood; a form writes /values/<field>, where its own surface has them. What its buttons send is taken
// back in bridged-actions.ts.

import {
  checkLink,
  DEFAULT_URL_POLICY,
  defined,
  escapeSegment,
  getAt,
  isObject,
  type Json,
  type JsonObject,
  type Limits,
  parsePointer,
  type Surface,
} from '@vitrine/core';
import {
  agentchains,
  type CardAction,
  type CardContent,
  type FormField,
  PRESS_EVENT,
  readAlert,
  readCard,
  readChart,
  readCode,
  readForm,
  readImage,
  readMarkdown,
  readSteps,
  readTable,
  SUBMIT_EVENT,
  type TableCell,
  VALUES_PATH,
} from '@vitrine/core/catalogs/agentchains';
import { PlainBuilder, plainSurface } from './plain-surface.ts';

/** The id of a button, by the position of its action. */
export const ACTION_ID = 'action-';
export const SUBMIT_ID = 'submit';

type Lose = (what: string) => void;
type Lower = (data: Json | undefined, to: PlainBuilder, lose: Lose) => readonly string[];

export function isAgentchainsSurface(surface: Surface): boolean {
  const type = surface.component(surface.root)?.type;
  return surface.catalog === agentchains.id && type !== undefined && Object.hasOwn(COMPONENTS, type);
}

/** The same surface in basic words. */
export function inBasicWords(surface: Surface, limits: Limits, lose: Lose): Surface {
  const root = surface.component(surface.root);
  const bound = root?.props.data;
  const document = surface.data.snapshot();
  const data = isObject(bound) && typeof bound.path === 'string' ? getAt(document, parsePointer(bound.path)) : bound;
  const type = root?.type ?? '';
  const to = new PlainBuilder();
  lose(`the component "${type}" has no counterpart: it is put into other words`);
  if (surface.place !== undefined) lose('the place of the surface is dropped');
  const children = COMPONENTS[type]?.(data, to, lose) ?? [];
  to.column(children, 'root');
  const values = type === 'form' ? writtenValues(data, document) : undefined;
  return plainSurface(surface.id, to, defined({ values }), limits, surface.trust);
}

const COMPONENTS: { readonly [type: string]: Lower } = {
  card: lowerCard,
  table: lowerTable,
  form: lowerForm,
  chart: lowerChart,
  markdown: (data, to) => {
    const { title, markdown } = readMarkdown(data);
    return [...to.text(title, 'h3'), ...to.text(markdown)];
  },
  code: (data, to) => {
    const { title, code } = readCode(data);
    return [...to.text(title, 'h3'), ...to.text(code === '' ? '' : fenced(code))];
  },
  image: (data, to) => {
    const { title, url, alt, caption } = readImage(data);
    return [...to.text(title, 'h3'), ...picture(url, alt, to), ...to.text(caption, 'caption')];
  },
  alert: (data, to) => {
    const { severity, title, message } = readAlert(data);
    return [...to.text(severity, 'caption'), ...to.text(title, 'h4'), ...to.text(message)];
  },
  steps: (data, to) => {
    const { title, steps } = readSteps(data);
    const lines = steps.map(({ label, status }) => `${STEP_MARKS[status]} ${label}`);
    return [...to.text(title, 'h3'), ...lines.flatMap((line) => to.text(line))];
  },
};

const STEP_MARKS = { pending: '○', active: '▸', completed: '✓', failed: '✗' } as const;

/** Text may be read as Markdown there: code that stands in a longer fence than any in it stays as it is. */
function fenced(code: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

function picture(url: string, alt: string, to: PlainBuilder): readonly string[] {
  if (url === '') return to.text(alt);
  return [to.add('Image', { url, ...(alt === '' ? {} : { description: alt }) })];
}

function lowerCard(data: Json | undefined, to: PlainBuilder): readonly string[] {
  const card: CardContent = readCard(data);
  const sections = card.sections.map(({ label, value }) => to.row([...to.text(label, 'caption'), ...to.text(value)]));
  const actions = card.actions.map((action) => lowerAction(action, to));
  return [
    ...(card.image === undefined ? [] : picture(card.image.url, card.image.alt, to)),
    ...to.text(card.title, 'h3'),
    ...to.text(card.subtitle, 'caption'),
    ...to.text(card.description),
    ...sections,
    ...(actions.length === 0 ? [] : [to.row(actions)]),
  ];
}

function lowerAction({ label, action, link, primary, index }: CardAction, to: PlainBuilder): string {
  const id = `${ACTION_ID}${index}`;
  const name = label || action;
  if (link === undefined) return to.button(id, name, { event: { name: PRESS_EVENT, context: { action } } }, primary);
  const judged = checkLink(link, DEFAULT_URL_POLICY);
  // A URL without a host leads nowhere outside of the agent's own page.
  if (!judged.ok) return to.add('Text', { text: name }, id);
  return to.button(id, name, { functionCall: { call: 'openUrl', args: { url: judged.value } } }, primary);
}

/** More cells than these and a row is one text: each cell would be a component. */
const MOST_CELLS = 600;

function lowerTable(data: Json | undefined, to: PlainBuilder): readonly string[] {
  const { title, caption, columns, rows } = readTable(data);
  const labels = columns.map(({ label }) => label);
  const grid = lowerGrid(labels, rows, to);
  return [...to.text(title, 'h3'), ...grid, ...to.text(caption, 'caption')];
}

function lowerGrid(
  labels: readonly string[],
  rows: readonly (readonly TableCell[])[],
  to: PlainBuilder,
): readonly string[] {
  const head = labels.some((label) => label !== '') ? [labels] : [];
  if (rows.length * labels.length > MOST_CELLS) {
    const lines = [...head, ...rows].map((row) => row.map((cell) => String(cell ?? '')).join(' | '));
    return lines.flatMap((line) => to.text(line));
  }
  const line = (row: readonly TableCell[], variant?: string): string =>
    to.row(
      row.map((cell) => to.add('Text', { text: String(cell ?? ''), ...(variant ? { variant } : {}) }, undefined, 1)),
    );
  return [...head.map((row) => line(row, 'caption')), ...rows.map((row) => line(row))];
}

function lowerChart(data: Json | undefined, to: PlainBuilder): readonly string[] {
  const { title, xLabel, yLabel, categories, series } = readChart(data);
  const labels = [xLabel ?? '', ...series.map(({ name }) => name)];
  const rows = categories.map((category, at) => [category, ...series.map(({ values }) => values[at] ?? null)]);
  return [...to.text(title, 'h3'), ...to.text(yLabel, 'caption'), ...lowerGrid(labels, rows, to)];
}

function lowerForm(data: Json | undefined, to: PlainBuilder, lose: Lose): readonly string[] {
  const { title, description, fields, submitLabel, resetLabel } = readForm(data);
  if (resetLabel !== undefined) lose('the button that empties a form is not sent');
  const inputs = fields.flatMap((field) => lowerField(field, to, lose));
  const sent = fields.filter(({ type }) => type !== 'file').map(({ name }) => [name, { path: pathOf(name) }]);
  const action = { event: { name: SUBMIT_EVENT, context: Object.fromEntries(sent) } };
  const submit = to.button(SUBMIT_ID, submitLabel, action, true);
  return [...to.text(title, 'h3'), ...to.text(description), ...inputs, submit];
}

function pathOf(name: string): string {
  return `${VALUES_PATH}/${escapeSegment(name)}`;
}

const VARIANTS: { readonly [type: string]: string } = { number: 'number', textarea: 'longText', password: 'obscured' };

function lowerField(field: FormField, to: PlainBuilder, lose: Lose): readonly string[] {
  const label = field.required ? `${field.label} *` : field.label;
  const value = { path: pathOf(field.name) };
  switch (field.type) {
    case 'checkbox':
      return [to.add('CheckBox', { label, value })];
    case 'select': {
      const options = field.options.map((option) => ({ label: option.label, value: option.value }));
      return [to.add('ChoicePicker', { label, value, options, variant: 'mutuallyExclusive' })];
    }
    case 'date': {
      const bounds = {
        ...(field.earliest ? { min: field.earliest } : {}),
        ...(field.latest ? { max: field.latest } : {}),
      };
      return [to.add('DateTimeInput', { label, value, enableDate: true, ...bounds })];
    }
    case 'file':
      lose('a field for a file is not sent');
      return to.text(label, 'caption');
    default:
      return [to.add('TextField', { label, value, variant: VARIANTS[field.type] ?? 'shortText' })];
  }
}

/** As the inputs of the basic catalog hold them: choices are lists, numbers are typed as texts. */
function writtenValues(data: Json | undefined, document: Json): JsonObject {
  const held = getAt(document, parsePointer(VALUES_PATH));
  const values: { [name: string]: Json } = {};
  for (const { name, type, secret } of readForm(data).fields) {
    const value = isObject(held) && Object.hasOwn(held, name) ? held[name] : undefined;
    if (value === undefined || value === null || secret || type === 'file') {
      if (type === 'select') values[name] = [];
    } else if (type === 'select') values[name] = [String(value)];
    else values[name] = type === 'number' ? String(value) : value;
  }
  return values;
}
