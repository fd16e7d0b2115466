// The components of AgentChains in components of the basic catalog. Their data are read as they are drawn, so every
// spelling is understood; a form writes the paths that it writes itself.

import type { DerivedSurface, SurfaceReader } from '../catalog.ts';
import { ComponentBuilder } from '../component-builder.ts';
import { isObject, type Json } from '../json.ts';
import { escapeSegment } from '../pointer.ts';
import { checkLink, DEFAULT_URL_POLICY } from '../url.ts';
import {
  type CardAction,
  type CardContent,
  readAlert,
  readCard,
  readChart,
  readCode,
  readImage,
  readMarkdown,
  readSteps,
  readTable,
} from './agentchains-content.ts';
import { ACTION_ID, PRESS_EVENT, SUBMIT_EVENT, SUBMIT_ID, VALUES_PATH } from './agentchains-data.ts';
import { type FormField, readForm } from './agentchains-form.ts';
import { fenced, gridOf, STEP_MARKS } from './vitrine-fallback.ts';

type Derive = (data: Json | undefined, to: ComponentBuilder, losses: string[]) => readonly string[];

export function deriveAgentchains(surface: SurfaceReader): DerivedSurface | undefined {
  const { type = '', props } = surface.component(surface.root) ?? {};
  const derive = Object.hasOwn(COMPONENTS, type) ? COMPONENTS[type] : undefined;
  if (derive === undefined) return undefined;
  const bound = props?.data;
  const data = isObject(bound) && typeof bound.path === 'string' ? surface.data.get(bound.path) : bound;
  const losses = [`the component "${type}" has no counterpart: it is put into other words`];
  if (surface.place !== undefined) losses.push('the place of the surface is dropped');
  const to = new ComponentBuilder();
  to.column(derive(data, to, losses), 'root');
  return { components: to.components, ...(type === 'form' ? { data: { values: {} } } : {}), losses };
}

const COMPONENTS: { readonly [type: string]: Derive } = {
  card: deriveCard,
  table: deriveTable,
  form: deriveForm,
  chart: deriveChart,
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

function picture(url: string, alt: string, to: ComponentBuilder): readonly string[] {
  if (url === '') return to.text(alt);
  return [to.add('Image', { url, ...(alt === '' ? {} : { description: alt }) })];
}

function deriveCard(data: Json | undefined, to: ComponentBuilder): readonly string[] {
  const card: CardContent = readCard(data);
  const sections = card.sections.map(({ label, value }) => to.row([...to.text(label, 'caption'), ...to.text(value)]));
  const actions = card.actions.map((action) => deriveAction(action, to));
  return [
    ...(card.image === undefined ? [] : picture(card.image.url, card.image.alt, to)),
    ...to.text(card.title, 'h3'),
    ...to.text(card.subtitle, 'caption'),
    ...to.text(card.description),
    ...sections,
    ...(actions.length === 0 ? [] : [to.row(actions)]),
  ];
}

function deriveAction({ label, action, link, primary, index }: CardAction, to: ComponentBuilder): string {
  const id = `${ACTION_ID}${index}`;
  const name = label || action;
  if (link === undefined) return to.button(id, name, { event: { name: PRESS_EVENT, context: { action } } }, primary);
  const judged = checkLink(link, DEFAULT_URL_POLICY);
  // A URL without a host leads nowhere outside of the agent's own page.
  if (!judged.ok) return to.add('Text', { text: name }, id);
  return to.button(id, name, { functionCall: { call: 'openUrl', args: { url: judged.value } } }, primary);
}

function deriveTable(data: Json | undefined, to: ComponentBuilder): readonly string[] {
  const { title, caption, columns, rows } = readTable(data);
  const labels = columns.map(({ label }) => label);
  const grid = gridOf(labels, rows, to);
  return [...to.text(title, 'h3'), ...grid, ...to.text(caption, 'caption')];
}

function deriveChart(data: Json | undefined, to: ComponentBuilder): readonly string[] {
  const { title, xLabel, yLabel, categories, series } = readChart(data);
  const labels = [xLabel ?? '', ...series.map(({ name }) => name)];
  const rows = categories.map((category, at) => [category, ...series.map(({ values }) => values[at] ?? null)]);
  return [...to.text(title, 'h3'), ...to.text(yLabel, 'caption'), ...gridOf(labels, rows, to)];
}

function deriveForm(data: Json | undefined, to: ComponentBuilder, losses: string[]): readonly string[] {
  const { title, description, fields, submitLabel, resetLabel } = readForm(data);
  if (resetLabel !== undefined) losses.push('the button that empties a form is not sent');
  const inputs = fields.flatMap((field) => deriveField(field, to, losses));
  const sent = fields.filter(({ type }) => type !== 'file').map(({ name }) => [name, { path: pathOf(name) }]);
  const action = { event: { name: SUBMIT_EVENT, context: Object.fromEntries(sent) } };
  const submit = to.button(SUBMIT_ID, submitLabel, action, true);
  return [...to.text(title, 'h3'), ...to.text(description), ...inputs, submit];
}

function pathOf(name: string): string {
  return `${VALUES_PATH}/${escapeSegment(name)}`;
}

const VARIANTS: { readonly [type: string]: string } = { number: 'number', textarea: 'longText', password: 'obscured' };

function deriveField(field: FormField, to: ComponentBuilder, losses: string[]): readonly string[] {
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
      losses.push('a field for a file is not sent');
      return to.text(label, 'caption');
    default:
      return [to.add('TextField', { label, value, variant: VARIANTS[field.type] ?? 'shortText' })];
  }
}
