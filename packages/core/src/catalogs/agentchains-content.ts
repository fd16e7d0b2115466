// What the components of AgentChains show, read from their data: defaults filled in, the spellings of other AgentChains
// programs understood. Every reader takes anything (`node.get('data')`) and never throws. Tables, charts and forms have
// modules of their own.

import { isObject, type Json, type JsonObject } from '../json.ts';
import { ALERT_SEVERITIES } from './agentchains-data.ts';
import { choice, dataOf, listOf, member, numberOf, objectsOf, optional, shown } from './agentchains-read.ts';
import {
  CHART_VARIANTS,
  type ChartContent,
  type CodeContent,
  type MarkdownContent,
  plotted,
  STEP_STATUSES,
  type StepStatus,
  type StepsContent,
  type TableColumn,
  type TableContent,
  tableCells,
  tableColumns,
} from './vitrine-content.ts';

export interface CardAction {
  readonly label: string;
  /** What the agent calls it. */
  readonly action: string;
  /** Opened under the URL policy by the viewer; such an action sends no event. */
  readonly link?: string;
  readonly primary: boolean;
  /** Its position in `actions`, for pressCardAction. */
  readonly index: number;
}
export interface CardContent {
  readonly title?: string;
  readonly subtitle?: string;
  readonly description?: string;
  readonly image?: { readonly url: string; readonly alt: string };
  readonly sections: readonly { readonly label: string; readonly value: string }[];
  readonly actions: readonly CardAction[];
}

export function readCard(source: unknown): CardContent {
  const data = dataOf(source);
  const url = shown(member(data, 'image'));
  const alt = shown(member(data, 'image_alt', 'title'));
  const own = member(data, 'description', 'content');
  const isFrame = isObject(own) && ('sections' in own || 'actions' in own);
  return {
    ...optional('title', data, 'title'),
    ...optional('subtitle', data, 'subtitle'),
    ...(own === undefined || isFrame ? {} : { description: shown(own) }),
    ...(url === '' ? {} : { image: { url, alt } }),
    sections: objectsOf(member(data, 'sections')).map((section) => ({
      label: shown(member(section, 'label')),
      value: shown(member(section, 'value')),
    })),
    actions: listOf(member(data, 'actions')).flatMap((item, index) =>
      isObject(item) ? [readAction(item, index)] : [],
    ),
  };
}

function readAction(item: JsonObject, index: number): CardAction {
  const action = shown(member(item, 'action'));
  const label = shown(member(item, 'label')) || action;
  const url = shown(member(item, 'url'));
  const opens = url !== '' && (action === '' || action === 'navigate');
  return {
    label,
    action: action || label,
    ...(opens ? { link: url } : {}),
    primary: member(item, 'variant') === 'primary',
    index,
  };
}

export function readMarkdown(source: unknown): MarkdownContent {
  const data = isObject(source) ? source : {};
  return { ...optional('title', data, 'title'), markdown: shown(member(data, 'content', 'markdown', 'text')) };
}

/** `source` last: bridges of AgentChains put the name of the sender there. */
export function readCode(source: unknown): CodeContent {
  const data = isObject(source) ? source : {};
  return {
    ...optional('title', data, 'title'),
    language: shown(member(data, 'language')) || 'text',
    code: shown(member(data, 'code', 'content', 'source')),
  };
}

export interface ImageContent {
  readonly title?: string;
  readonly url: string;
  readonly alt: string;
  readonly caption?: string;
  readonly width?: number;
  readonly height?: number;
}
export function readImage(source: unknown): ImageContent {
  const data = dataOf(source);
  const width = numberOf(member(data, 'width'));
  const height = numberOf(member(data, 'height'));
  return {
    ...optional('title', data, 'title'),
    url: shown(member(data, 'url', 'src')),
    alt: shown(member(data, 'alt', 'caption', 'title')),
    ...optional('caption', data, 'caption'),
    ...(width !== undefined && width > 0 ? { width } : {}),
    ...(height !== undefined && height > 0 ? { height } : {}),
  };
}

export interface AlertContent {
  readonly severity: (typeof ALERT_SEVERITIES)[number];
  readonly title?: string;
  readonly message?: string;
  /** Dismissing is the viewer's own: nobody is told. */
  readonly dismissible: boolean;
}
export function readAlert(source: unknown): AlertContent {
  const data = isObject(source) ? source : {};
  const words = { critical: 'error', danger: 'error', warn: 'warning' } as const;
  return {
    severity: choice(member(data, 'severity', 'level'), ALERT_SEVERITIES, words),
    ...optional('title', data, 'title'),
    ...optional('message', data, 'message', 'content'),
    dismissible: member(data, 'dismissible') === true,
  };
}

const STATUS_WORDS = {
  done: 'completed',
  complete: 'completed',
  running: 'active',
  in_progress: 'active',
  error: 'failed',
} as const;

/** A step without a status has the one that `current_step` gives it. */
export function readSteps(source: unknown): StepsContent {
  const data = dataOf(source);
  const position = numberOf(member(data, 'current_step'));
  const steps = listOf(member(data, 'steps')).map((step, i) => {
    const byPosition = position === undefined || i > position ? 'pending' : i < position ? 'completed' : 'active';
    if (!isObject(step)) return { label: shown(step), status: byPosition } as const;
    const status = choice<StepStatus>(member(step, 'status'), STEP_STATUSES, STATUS_WORDS, byPosition);
    return { label: shown(member(step, 'label', 'name', 'title')), status };
  });
  const open = steps.findIndex(({ status }) => status !== 'completed');
  return {
    ...optional('title', data, 'title'),
    steps,
    current: Math.max(0, Math.min(Math.trunc(position ?? (open < 0 ? steps.length : open)), steps.length)),
  };
}

/** What a chart of AgentChains shows: categories, and series that all have a value or a gap for each of them. */
export function readChart(source: unknown): ChartContent {
  const data = dataOf(source);
  const x = dataOf(member(data, 'x_axis'));
  const labels = listOf(member(x, 'values'));
  const series = objectsOf(member(data, 'series')).map((one) => ({
    name: shown(member(one, 'name')),
    values: listOf(member(one, 'data')).map((value) => numberOf(value) ?? null),
  }));
  return {
    ...optional('title', data, 'title'),
    ...optional('xLabel', x, 'label'),
    ...optional('yLabel', dataOf(member(data, 'y_axis')), 'label'),
    ...plotted(choice(member(data, 'chart_type', 'type'), CHART_VARIANTS), labels.map(shown), series),
  };
}

/**
 * What a table of AgentChains shows: columns, and rows as cells in their order, whether rows came as objects or as
 * lists.
 */
export function readTable(source: unknown): TableContent {
  const data = dataOf(source);
  const rows = listOf(member(data, 'rows'));
  const headers = listOf(member(data, 'headers', 'columns'));
  const columns = headers.length > 0 ? headers.map(readHeader) : tableColumns([], rows[0]);
  return {
    ...optional('title', data, 'title'),
    ...optional('caption', data, 'caption'),
    columns,
    rows: rows.map((row) => tableCells(row, columns)),
  };
}

/** Plain texts for headers let every column be sorted. */
function readHeader(header: Json, index: number): TableColumn {
  if (!isObject(header)) return { key: shown(header) || String(index), label: shown(header), sortable: true };
  const key = shown(member(header, 'key', 'name')) || String(index);
  return { key, label: shown(member(header, 'label', 'title')) || key, sortable: member(header, 'sortable') === true };
}
