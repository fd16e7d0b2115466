// What a chart shows, in words, for people who do not see it.

import type { ChartContent } from '@vitrine/core/catalogs/vitrine';
import type { Labels } from './labels.ts';

/** Of longer summaries nobody hears the end; everything is in the data table. */
const MAX_SERIES = 4;

export function summaryOf(content: ChartContent, format: (value: number) => string, labels: Labels): string {
  const { categories, kind, series, title, xLabel, yLabel } = content;
  const count = categories.length;
  const range =
    count > 1 ? labels.categories(count, categories[0] ?? '', categories.at(-1) ?? '') : (categories[0] ?? '');
  const axes = [yLabel, xLabel === undefined ? undefined : labels.by(xLabel)].filter(Boolean).join(' ');
  const parts = [labels[kind], title, axes, range];
  for (const { name, values } of series.slice(0, MAX_SERIES))
    parts.push(seriesOf(name || labels.values, values, format, labels));
  if (series.length > MAX_SERIES) parts.push(labels.moreSeries(series.length - MAX_SERIES));
  return parts.filter(Boolean).join('. ');
}

function seriesOf(
  name: string,
  values: readonly (number | null)[],
  format: (value: number) => string,
  labels: Labels,
): string {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) return labels.noNumbers(name);
  return least === most ? `${name}: ${format(least)}` : labels.range(name, format(least), format(most));
}
