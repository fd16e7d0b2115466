// The numbers of a chart as a table, behind a switch. Nothing of it is made before it is wanted.

import type { ChartContent } from '@vitrine/core/catalogs/agentchains';
import { make, text } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import type { Ui } from '../../widget.ts';
import { each, Line } from './parts.ts';
import { Scroller } from './scroller.ts';
import type { Cells } from './table-order.ts';
import { TableRows } from './table-rows.ts';

/** A person who wants more numbers than these wants them in a file. */
const MOST_ROWS = 5000;
const MOST_COLUMNS = 50;

export class ChartData {
  readonly dom = make('details', 'chart-data');
  readonly #ui: Ui;
  readonly #head = make('tr', 'head');
  #rows: TableRows | undefined;
  #scroller: Scroller | undefined;
  readonly #rest = new Line(this.dom, () => make('p', 'nothing'));

  constructor(ui: Ui) {
    this.#ui = ui;
    const summary = make('summary', 'switch');
    summary.textContent = 'Show data';
    this.dom.append(summary);
    this.dom.addEventListener('toggle', () => ui.schedule());
  }

  draw(content: ChartContent, format: (value: number) => string): void {
    this.dom.hidden = content.categories.length === 0;
    if (!this.dom.open) return;
    this.#rows ??= this.#make();
    const series = content.series.slice(0, MOST_COLUMNS);
    const names = [content.xLabel ?? 'Category', ...series.map(({ name }, i) => name || `Series ${i + 1}`)];
    each(this.#head, names, makeHeader, (header, name, i) => {
      header.className = i === 0 ? 'header' : 'header number';
      text(header, brief(name));
    });
    const count = Math.min(content.categories.length, MOST_ROWS);
    this.#rest.say(restOf(content.categories.length - count, content.series.length - series.length));
    const at = (i: number): Cells => [
      content.categories[i] as string,
      ...series.map(({ values }) => {
        const value = values[i] ?? null;
        return value === null ? '\u2013' : format(value);
      }),
    ];
    const numeric = names.map((_, i) => i > 0);
    if (!this.#rows.draw(count, at, numeric, () => this.#ui.stage.hasTime())) this.#ui.schedule();
  }

  dispose(): void {
    this.#scroller?.dispose();
  }

  #make(): TableRows {
    const table = make('table', 'table');
    table.setAttribute('role', 'table');
    table.setAttribute('aria-label', 'Data of the chart');
    const head = make('thead', 'thead');
    head.setAttribute('role', 'rowgroup');
    this.#head.setAttribute('role', 'row');
    head.append(this.#head);
    table.append(head);
    this.#scroller = new Scroller('wide', table, () => 'Data of the chart');
    this.dom.append(this.#scroller.dom);
    return new TableRows(table);
  }
}

/** What is cut is told. */
function restOf(rows: number, columns: number): string | undefined {
  const parts = [rows > 0 ? `${rows} more rows` : '', columns > 0 ? `${columns} more series` : ''].filter(Boolean);
  return parts.length === 0 ? undefined : `Not shown: ${parts.join(' and ')}.`;
}

function makeHeader(): HTMLElement {
  const header = make('th', 'header');
  header.scope = 'col';
  header.setAttribute('role', 'columnheader');
  return header;
}
