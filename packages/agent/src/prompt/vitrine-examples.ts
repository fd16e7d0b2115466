// The examples of the extension catalogs. Their components are the same for every version of A2UI.

import type { vitrine09 } from '@vitrine/core/catalogs/vitrine';
import type { UiBuilders } from '../ui/create-ui.ts';
import { surface } from '../ui/surface.ts';
import { bind, event } from '../ui/values.ts';
import type { PromptExample } from './example.ts';

type Builders = Pick<UiBuilders<(typeof vitrine09)['declared']>, 'Column' | 'Table' | 'Chart' | 'Progress'>;

export function vitrineExamples(ui: Builders): readonly PromptExample[] {
  const stock = surface('stock', {
    root: ui.Table({
      label: 'Stock',
      columns: [
        { key: 'article', label: 'Article', sortable: true },
        { key: 'count', label: 'Count', sortable: true },
      ],
      rows: bind('/rows'),
      action: event('open', { article: bind('article') }),
    }),
    data: {
      rows: [
        { article: 'Bolts', count: 1200 },
        { article: 'Nuts', count: 90 },
      ],
    },
  });
  const sales = surface('sales', {
    root: ui.Column({
      children: [
        ui.Chart(
          {
            label: 'Sales',
            variant: 'line',
            categories: ['Q1', 'Q2', 'Q3'],
            series: [{ label: 'North', values: [12, 19, 14] }],
          },
          { id: 'chart' },
        ),
        ui.Progress({ label: 'Of the target', value: bind('/reached') }, { id: 'reached' }),
      ],
    }),
    data: { reached: 45 },
  });
  return [
    { request: 'What do we have in stock?', caption: 'Two articles:', shows: stock },
    { request: 'How are sales?', caption: 'Better in the second quarter.', shows: sales },
  ];
}
