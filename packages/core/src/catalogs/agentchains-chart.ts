// What a chart of AgentChains shows: categories, and series that all have a value or a gap for each of them.

import { choice, dataOf, listOf, member, numberOf, objectsOf, optional, shown } from './agentchains-read.ts';
import { type ChartContent, plotted } from './vitrine-content.ts';
import { CHART_VARIANTS } from './vitrine-names.ts';

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
