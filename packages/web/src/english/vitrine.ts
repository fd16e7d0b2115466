// What the extension catalog says itself, in English.

import { plurals } from '../plural.ts';

const counted = plurals('en');

export const vitrineWords = {
  // chart
  bar: 'Bar chart',
  line: 'Line chart',
  pie: 'Pie chart',
  showData: 'Show data',
  chartData: 'Data of the chart',
  category: 'Category',
  series: (number: number) => `Series ${number}`,
  values: 'Values',
  none: 'none',
  nothing: 'There is nothing to show.',
  noDrawing: 'The drawing could not be loaded. The numbers are below.',
  notDrawn: (count: number) =>
    counted(count, {
      one: '# more series is not drawn. Its numbers are in the data.',
      other: '# more series are not drawn. Their numbers are in the data.',
    }),
  notListed: (rows: number, series: number) => {
    const parts = [
      rows > 0 ? counted(rows, { one: '# more row', other: '# more rows' }) : '',
      series > 0 ? `${series} more series` : '',
    ];
    return `Not shown: ${parts.filter(Boolean).join(' and ')}.`;
  },
  andMore: (count: number) => `${count} more`,
  moreSeries: (count: number) => `${count} more series`,
  by: (label: string) => `by ${label}`,
  categories: (count: number, first: string, last: string) => `${count} categories from ${first} to ${last}`,
  noNumbers: (name: string) => `${name}: no numbers`,
  range: (name: string, least: string, most: string) => `${name}: from ${least} to ${most}`,
  // code and markdown
  code: 'Code',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  codeCopied: 'The code was copied.',
  codeNotCopied: 'The code could not be copied.',
  checked: 'Done',
  unchecked: 'Not done',
  // table
  table: 'Table',
  noRows: 'There are no rows.',
  column: (number: number) => `Column ${number}`,
  row: (number: number) => `Row ${number}`,
  // steps
  pending: 'Not started',
  active: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  completedOf: (done: number, total: number) => `${done} of ${total} completed`,
  step: (number: number) => `Step ${number}`,
  // progress and files
  progress: 'Progress',
  chosen: (name: string) => `Chosen: ${name}.`,
  remove: 'Remove',
  removeFile: (name: string) => `Remove ${name}`,
};

export type VitrineWords = typeof vitrineWords;
