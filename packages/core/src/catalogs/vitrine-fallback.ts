// The components of the extension catalog in components of the basic catalog (A2UI 0.9), for viewers that do not know it.
// What is bound stays bound where a template or a formatted text can say it, and is sent as it is now elsewhere.

import { isPathBinding } from '../binding.ts';
import type { Fallback, FallbackContext } from '../catalog.ts';
import { ComponentBuilder } from '../component-builder.ts';
import type { Component, ComponentId } from '../entry.ts';
import { defined, isArray, isObject, type Json, type JsonObject } from '../json.ts';
import { escapeSegment } from '../pointer.ts';
import { toText } from '../value.ts';
import { itemsIn, plotted, seriesIn, stepsIn, type TableCell, tableCells, tableColumns } from './vitrine-content.ts';

export const STEP_MARKS = { pending: '○', active: '▸', completed: '✓', failed: '✗' } as const;

/** Text may be read as Markdown there: code that stands in a longer fence than any in it stays as it is. */
export function fenced(code: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** More cells than these and a row is one text: each cell would be a component. */
const MAX_CELLS = 600;

export function gridOf(
  labels: readonly string[],
  rows: readonly (readonly TableCell[])[],
  to: ComponentBuilder,
): readonly ComponentId[] {
  const head = labels.some((label) => label !== '') ? [labels] : [];
  if (rows.length * labels.length > MAX_CELLS) {
    const lines = [...head, ...rows].map((row) => row.map((cell) => String(cell ?? '')).join(' | '));
    return lines.flatMap((line) => to.text(line));
  }
  const line = (row: readonly TableCell[], variant?: string): ComponentId =>
    to.row(row.map((cell) => cellOf(String(cell ?? ''), to, variant)));
  return [...head.map((row) => line(row, 'caption')), ...rows.map((row) => line(row))];
}

function cellOf(text: Json, to: ComponentBuilder, variant?: string): ComponentId {
  return to.add('Text', { text, ...defined({ variant }) }, undefined, 1);
}

type Build = (props: JsonObject, to: ComponentBuilder, context: FallbackContext, losses: string[]) => ComponentId[];

/** The parts that a component becomes, in a column that takes its place. */
function inColumn(build: Build): (component: Component, context: FallbackContext) => Fallback {
  return (component, context) => {
    const to = new ComponentBuilder([], (name) => context.partId(name));
    const losses = [`the component "${component.type}" has no counterpart: it is put into other words`];
    const children = [...textOf(component.props.label, 'h3', to), ...build(component.props, to, context, losses)];
    const column = { ...component, type: 'Column', props: { children } };
    return { components: [column, ...to.components], losses };
  };
}

function textOf(text: Json | undefined, variant: string | undefined, to: ComponentBuilder): ComponentId[] {
  if (text === undefined || text === '') return [];
  return [to.add('Text', { text, ...defined({ variant }) })];
}

/** The path of a list that a template can repeat over: one that is there is no map. */
function templatePath(value: Json | undefined, { read, isLive }: FallbackContext): string | undefined {
  if (!isLive || !isObject(value) || !isPathBinding(value)) return undefined;
  const now = read(value);
  return now === undefined || now === null || isArray(now) ? value.path : undefined;
}

export const tableFallback = inColumn((props, to, context, losses) => {
  const rows = itemsIn(context.read(props.rows ?? null));
  const columns = tableColumns(itemsIn(context.read(props.columns ?? null)), rows[0]);
  const labels = columns.map(({ label }) => label);
  const path = templatePath(props.rows, context);
  if (columns.some(({ sortable }) => sortable)) losses.push('a table cannot be sorted');
  const description = textOf(props.description, 'caption', to);
  if (path === undefined || columns.length === 0) {
    if (props.action !== undefined) losses.push('no row of a table can be chosen');
    const cells = rows.map((row) => tableCells(row, columns));
    return [...gridOf(labels, cells, to), ...description];
  }
  const keys = columns.map(({ key }, i) => (isArray(rows[0]) ? String(i) : escapeSegment(key)));
  const cells = keys.map((key, i) =>
    i === 0 && props.action !== undefined
      ? to.add(
          'Button',
          { child: cellOf({ path: key }, to), action: props.action, variant: 'borderless' },
          undefined,
          1,
        )
      : cellOf({ path: key }, to),
  );
  const items = to.add('Column', { children: { componentId: to.row(cells), path } });
  return [...gridOf(labels, [], to), items, ...description];
});

export const chartFallback = inColumn((props, to, { read }) => {
  const named = itemsIn(read(props.categories ?? null)).map((one) => toText(one));
  const { categories, series } = plotted('bar', named, seriesIn(itemsIn(read(props.series ?? null))));
  const labels = [toText(read(props.categoryLabel ?? '')), ...series.map(({ name }) => name)];
  const rows = categories.map((category, at) => [category, ...series.map(({ values }) => values[at] ?? null)]);
  return [...textOf(props.valueLabel, 'caption', to), ...gridOf(labels, rows, to)];
});

export const codeFallback = inColumn(({ code = '' }, to, context) => {
  const fence = '`'.repeat(8);
  return textOf(
    filled([`${fence}\n`, code, `\n${fence}`], context) ?? fenced(toText(context.read(code))),
    undefined,
    to,
  );
});

export const markdownFallback = inColumn((props, to, _context, losses) => {
  losses.push('Markdown that a text does not have is shown as it is written');
  return textOf(props.text, undefined, to);
});

export const stepsFallback = inColumn(({ steps = [] }, to, context) => {
  const path = templatePath(steps, context);
  if (path === undefined) {
    const now = stepsIn(itemsIn(context.read(steps)));
    return now.flatMap(({ label, status }) => [...to.text(`${STEP_MARKS[status]} ${label}`)]);
  }
  const item = to.row([cellOf({ path: 'label' }, to), cellOf({ path: 'status' }, to, 'caption')]);
  return [to.add('Column', { children: { componentId: item, path } })];
});

export const progressFallback = inColumn(({ value, max = 100 }, to, context) => {
  if (value === undefined) return [...to.text('…')];
  const now = [value, max].map((one) => toText(context.read(one))).join(' / ');
  return textOf(filled([value, ' / ', max], context) ?? now, undefined, to);
});

/** Other viewers have no way to send a file: only what is asked for is shown. */
export function fileFallback({ id, weight, props }: Component): Fallback {
  const text: Component = { id, type: 'Text', props: { text: props.label ?? '', variant: 'caption' } };
  return { components: [{ ...text, ...defined({ weight }) }], losses: ['a field for a file is not sent'] };
}

/** Paths that can stand in a text that is filled in: no other reads as one there. */
const FILLABLE = /^(?!(?:true|false|null)$)[\w/.-]*[A-Za-z_/][\w/.-]*$/;

/** A text that is filled in where it is shown; undefined where nothing in it is bound, or it cannot be said so. */
function filled(parts: readonly Json[], { hasFormat }: FallbackContext): Json | undefined {
  const written = parts.map((part) => {
    if (typeof part !== 'object') return String(part);
    return isObject(part) && isPathBinding(part) && FILLABLE.test(part.path) ? `\${${part.path}}` : undefined;
  });
  const isBound = parts.some((part) => typeof part === 'object');
  if (!hasFormat || !isBound || written.includes(undefined)) return undefined;
  return { call: 'formatString', args: { value: written.join('') } };
}
