// What a chart shows, in words, for people who do not see it.

import type { ChartContent } from '@vitrine/core/catalogs/agentchains';

const KINDS: { readonly [K in ChartContent['kind']]: string } = { bar: 'Bar', line: 'Line', pie: 'Pie' };
/** Of longer summaries nobody hears the end; everything is in the data table. */
const MOST_SERIES = 4;

export function summaryOf(content: ChartContent, format: (value: number) => string): string {
  const { categories, kind, series, title, xLabel, yLabel } = content;
  const count = categories.length;
  const range = count > 1 ? `${count} categories from ${categories[0]} to ${categories.at(-1)}` : (categories[0] ?? '');
  const axes = [yLabel, xLabel === undefined ? undefined : `by ${xLabel}`].filter(Boolean).join(' ');
  const parts = [`${KINDS[kind]} chart`, title, axes, range];
  for (const { name, values } of series.slice(0, MOST_SERIES)) parts.push(seriesOf(name, values, format));
  if (series.length > MOST_SERIES) parts.push(`${series.length - MOST_SERIES} more series`);
  return parts.filter(Boolean).join('. ');
}

function seriesOf(name: string, values: readonly (number | null)[], format: (value: number) => string): string {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const said = name || 'Values';
  if (least > most) return `${said}: no numbers`;
  return least === most ? `${said}: ${format(least)}` : `${said}: from ${format(least)} to ${format(most)}`;
}
