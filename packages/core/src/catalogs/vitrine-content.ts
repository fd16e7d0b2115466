// What the components of the extension catalog show, read from their properties: whatever an agent has put where these lead,
// every member of a content has its type, and nothing throws. Those who draw, in whatever way, read these alone.

import { isArray, isObject, type Json, own } from '../json.ts';
import type { TreeNode } from '../tree-node.ts';
import { isPending, toNumber, toText, type Value } from '../value.ts';

export const CHART_VARIANTS = ['bar', 'line', 'pie'] as const;
export const STEP_STATUSES = ['pending', 'active', 'completed', 'failed'] as const;

export interface TableColumn {
  readonly key: string;
  readonly label: string;
  readonly sortable: boolean;
}
export type TableCell = string | number | boolean | null;
export interface TableContent {
  readonly title?: string;
  readonly caption?: string;
  readonly columns: readonly TableColumn[];
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly TableCell[])[];
}

export interface ChartContent {
  readonly kind: (typeof CHART_VARIANTS)[number];
  readonly title?: string;
  readonly xLabel?: string;
  readonly yLabel?: string;
  /** As many as the longest series has values; what the agent left out is the position, from 1. */
  readonly categories: readonly string[];
  /** Each as long as the categories; null where there is no number. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export interface CodeContent {
  readonly title?: string;
  readonly language: string;
  readonly code: string;
}

export interface MarkdownContent {
  readonly title?: string;
  readonly markdown: string;
}

export type StepStatus = (typeof STEP_STATUSES)[number];
export interface StepsContent {
  readonly title?: string;
  readonly steps: readonly { readonly label: string; readonly status: StepStatus }[];
  /** From 0; as many as there are steps when all are completed. */
  readonly current: number;
}

export interface ProgressContent {
  readonly title?: string;
  /** Undefined: it is not known how far it is. */
  readonly value?: number;
  readonly max: number;
}

export function tableContent(node: TreeNode): TableContent {
  const rows = listAt(node, 'rows');
  const columns = tableColumns(listAt(node, 'columns'), rows[0]);
  return {
    ...labelAt(node, 'label', 'title'),
    ...labelAt(node, 'description', 'caption'),
    columns,
    rows: rows.map((row) => tableCells(row, columns)),
  };
}

/** Without declared columns, those of the first row. */
export function tableColumns(declared: readonly Json[], first: Json | undefined): readonly TableColumn[] {
  if (declared.length > 0) return declared.map(readColumn);
  if (isArray(first)) return first.map((_, i) => ({ key: String(i), label: '', sortable: false }));
  return isObject(first) ? Object.keys(first).map((key) => ({ key, label: key, sortable: false })) : [];
}

function readColumn(column: Json, index: number): TableColumn {
  const members = isObject(column) ? column : {};
  const key = toText(own(members, 'key')) || String(index);
  return { key, label: toText(own(members, 'label')) || key, sortable: own(members, 'sortable') === true };
}

/** A row is an object by the keys of the columns, or a list in their order. */
export function tableCells(row: Json, columns: readonly TableColumn[]): readonly TableCell[] {
  return columns.map(({ key }, i) => {
    const value = isArray(row) ? row[i] : isObject(row) ? own(row, key) : i === 0 ? row : undefined;
    if (value === undefined) return null;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

export function chartContent(node: TreeNode): ChartContent {
  const categories = listAt(node, 'categories');
  const series = seriesIn(listAt(node, 'series'));
  const kind = CHART_VARIANTS.find((variant) => variant === node.get('variant')) ?? 'bar';
  return {
    ...labelAt(node, 'label', 'title'),
    ...labelAt(node, 'categoryLabel', 'xLabel'),
    ...labelAt(node, 'valueLabel', 'yLabel'),
    ...plotted(
      kind,
      categories.map((one) => toText(one)),
      series,
    ),
  };
}

export function seriesIn(series: readonly Json[]): ChartContent['series'] {
  return series
    .filter(isObject)
    .map((one) => ({ name: toText(own(one, 'label')), values: itemsIn(own(one, 'values')).map(numberOrNull) }));
}

/** All series of one length, and a name for each position. */
export function plotted(
  kind: ChartContent['kind'],
  named: readonly string[],
  series: ChartContent['series'],
): Pick<ChartContent, 'kind' | 'categories' | 'series'> {
  const length = series.reduce((most, { values }) => Math.max(most, values.length), named.length);
  return {
    kind,
    categories: Array.from({ length }, (_, i) => named[i] || String(i + 1)),
    series: series.map(({ name, values }) => ({
      name,
      values: Array.from({ length }, (_, i) => values[i] ?? null),
    })),
  };
}

export function codeContent(node: TreeNode): CodeContent {
  return {
    ...labelAt(node, 'label', 'title'),
    language: textAt(node, 'language') || 'text',
    code: textAt(node, 'code'),
  };
}

export function markdownContent(node: TreeNode): MarkdownContent {
  return { ...labelAt(node, 'label', 'title'), markdown: textAt(node, 'text') };
}

export function stepsContent(node: TreeNode): StepsContent {
  const steps = stepsIn(listAt(node, 'steps'));
  const open = steps.findIndex(({ status }) => status !== 'completed');
  return { ...labelAt(node, 'label', 'title'), steps, current: open < 0 ? steps.length : open };
}

export function stepsIn(steps: readonly Json[]): StepsContent['steps'] {
  return steps.map((step) => {
    const members = isObject(step) ? step : { label: step };
    const status = own(members, 'status');
    return {
      label: toText(own(members, 'label')),
      status: STEP_STATUSES.find((known) => known === status) ?? 'pending',
    };
  });
}

const DEFAULT_MAX = 100;

export function progressContent(node: TreeNode): ProgressContent {
  const value = node.get('value') as Value;
  const most = toNumber(node.get('max') as Value);
  const max = most > 0 ? most : DEFAULT_MAX;
  const isKnown = value !== undefined && value !== null && !isPending(value);
  return {
    ...labelAt(node, 'label', 'title'),
    ...(isKnown ? { value: Math.min(max, Math.max(0, toNumber(value))) } : {}),
    max,
  };
}

function listAt(node: TreeNode, prop: string): readonly Json[] {
  return itemsIn(node.get(prop) as Json | undefined);
}

/** A2UI 0.8 has no lists in its data, but maps. */
export function itemsIn(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : isObject(value) ? Object.values(value) : [];
}

function numberOrNull(value: Json): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textAt(node: TreeNode, prop: string): string {
  return toText(node.get(prop) as Value);
}

function labelAt<N extends string>(node: TreeNode, prop: string, name: N): { readonly [K in N]?: string } {
  const text = textAt(node, prop);
  return text === '' ? {} : ({ [name]: text } as { [K in N]: string });
}
