// The numbers of a chart as a table, behind a switch. Nothing of it is made before it is wanted.

import type { ChartContent } from '@vitrine/core/catalogs/vitrine';
import { attribute, make, text } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import type { Ui } from '../../widget.ts';
import { labelsOf } from './labels.ts';
import { each, OptionalLine } from './parts.ts';
import { Scroller } from './scroller.ts';
import type { Cells } from './table-order.ts';
import { TableRows } from './table-rows.ts';

/** A person who wants more numbers than these wants them in a file. */
const MAX_ROWS = 5000;
const MAX_COLUMNS = 50;

export class ChartData {
  readonly dom = make('details', 'chart-data');
  readonly #ui: Ui;
  readonly #switch = make('summary', 'switch');
  readonly #head = make('tr', 'head');
  readonly #table = make('table', 'table');
  #rows: TableRows | undefined;
  #scroller: Scroller | undefined;
  readonly #rest = new OptionalLine(this.dom, () => make('p', 'nothing'));

  constructor(ui: Ui) {
    this.#ui = ui;
    this.dom.append(this.#switch);
    this.dom.addEventListener('toggle', () => ui.schedule());
  }

  draw(content: ChartContent, format: (value: number) => string): void {
    this.dom.hidden = content.categories.length === 0;
    const labels = labelsOf(this.#ui.stage);
    text(this.#switch, labels.showData);
    if (!this.dom.open) return;
    this.#rows ??= this.#make();
    attribute(this.#table, 'aria-label', labels.chartData);
    const series = content.series.slice(0, MAX_COLUMNS);
    const names = [content.xLabel ?? labels.category, ...series.map(({ name }, i) => name || labels.series(i + 1))];
    each(this.#head, names, makeHeader, (header, name, i) => {
      header.className = i === 0 ? 'header' : 'header number';
      text(header, brief(name));
    });
    const count = Math.min(content.categories.length, MAX_ROWS);
    const [rows, columns] = [content.categories.length - count, content.series.length - series.length];
    // What is cut is told.
    this.#rest.say(rows > 0 || columns > 0 ? labels.notListed(rows, columns) : undefined);
    const at = (i: number): Cells => [
      content.categories[i] as string,
      ...series.map(({ values }) => {
        const value = values[i] ?? null;
        return value === null ? '\u2013' : format(value);
      }),
    ];
    const numeric = names.map((_, i) => i > 0);
    if (!this.#rows.draw(count, at, { numeric }, () => this.#ui.stage.hasTime())) this.#ui.schedule();
  }

  dispose(): void {
    this.#scroller?.dispose();
  }

  #make(): TableRows {
    const table = this.#table;
    table.setAttribute('role', 'table');
    const head = make('thead', 'thead');
    head.setAttribute('role', 'rowgroup');
    this.#head.setAttribute('role', 'row');
    head.append(this.#head);
    table.append(head);
    this.#scroller = new Scroller('wide', table, () => labelsOf(this.#ui.stage).chartData);
    this.dom.append(this.#scroller.dom);
    return new TableRows(table);
  }
}

function makeHeader(): HTMLElement {
  const header = make('th', 'header');
  header.scope = 'col';
  header.setAttribute('role', 'columnheader');
  return header;
}
