// What a chart of AgentChains shows: categories, and series that all have a value or a gap for each of them.

import { CHART_TYPES } from './agentchains-data.ts';
import { choice, dataOf, listOf, member, numberOf, objectsOf, optional, shown } from './agentchains-read.ts';

export interface ChartContent {
  readonly kind: (typeof CHART_TYPES)[number];
  readonly title?: string;
  readonly xLabel?: string;
  readonly yLabel?: string;
  /** As many as the longest series has values; what the agent left out is the position, from 1. */
  readonly categories: readonly string[];
  /** Each as long as the categories; null where there is no number. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export function readChart(given: unknown): ChartContent {
  const data = dataOf(given);
  const x = dataOf(member(data, 'x_axis'));
  const labels = listOf(member(x, 'values'));
  const series = objectsOf(member(data, 'series')).map((one) => ({
    name: shown(member(one, 'name')),
    values: listOf(member(one, 'data')).map((value) => numberOf(value) ?? null),
  }));
  const length = series.reduce((most, { values }) => Math.max(most, values.length), labels.length);
  return {
    kind: choice(member(data, 'chart_type', 'type'), CHART_TYPES),
    ...optional('title', data, 'title'),
    ...optional('xLabel', x, 'label'),
    ...optional('yLabel', dataOf(member(data, 'y_axis')), 'label'),
    categories: Array.from({ length }, (_, i) => shown(labels[i]) || String(i + 1)),
    series: series.map(({ name, values }) => ({
      name,
      values: Array.from({ length }, (_, i) => values[i] ?? null),
    })),
  };
}
