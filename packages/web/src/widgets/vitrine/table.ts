// Table: a real table with a caption, columns that a person may sort, rows that a person may choose, and thousands of them.
// Sorting is the viewer's own; rows that are appended cost what they are.

import type { TableColumn, TableContent } from '@vitrine/core/catalogs/vitrine';
import { defined, formatPointer, type TreeNode } from '@vitrine/core/page';
import { attribute, make, text } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import type { Drawing, Ui, Widget } from '../../widget.ts';
import { labelsOf } from './labels.ts';
import { each, leftOut, OptionalLine } from './parts.ts';
import { Scroller } from './scroller.ts';
import { type Cells, type Order, orderOf } from './table-order.ts';
import { sameCells, TableRows, wordsOf } from './table-rows.ts';

/** From here on rows are laid out in groups, and the table scrolls by itself. */
const GROUP_ABOVE_ROWS = 200;
/** As many rows tell how wide the columns of a large table should be, and which hold numbers. */
const SAMPLE = 100;
const MAX_COLUMNS = 100;

/** The second press of a double click is an accident. */
const TWICE_MS = 400;
/** The action that choosing a row runs. */
const ACTION = 'action';

export function tableWidget(read: (node: TreeNode) => TableContent): Widget {
  return (ui, node) => new Table(ui, node, read);
}

class Table implements Drawing {
  readonly dom = make('section', 'table-frame');
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #read: (node: TreeNode) => TableContent;
  readonly #table = make('table', 'table');
  readonly #caption = make('caption', 'table-caption');
  readonly #head = make('tr', 'head');
  readonly #rows = new TableRows(this.#table);
  readonly #scroller: Scroller;
  readonly #title = new OptionalLine(
    this.#caption,
    () => make('span', 'title'),
    () => this.#caption.firstChild,
  );
  readonly #explanation = new OptionalLine(this.#caption, () => make('span', 'caption'));
  readonly #empty: OptionalLine;
  #columns: readonly TableColumn[] = [];
  #order: Order | undefined;
  #cells: readonly Cells[] = [];
  #sorted: Uint32Array | undefined;
  #numeric: readonly boolean[] = [];
  #waited = false;

  constructor(ui: Ui, node: TreeNode, read: (node: TreeNode) => TableContent) {
    this.#ui = ui;
    this.#node = node;
    this.#read = read;
    const head = make('thead', 'thead');
    head.setAttribute('role', 'rowgroup');
    this.#head.setAttribute('role', 'row');
    this.#table.setAttribute('role', 'table');
    this.#caption.id = ui.stage.newId();
    this.#table.setAttribute('aria-labelledby', this.#caption.id);
    head.append(this.#head);
    this.#table.append(this.#caption, head);
    this.#scroller = new Scroller('wide', this.#table, () =>
      this.#caption.textContent === '' ? labelsOf(ui.stage).table : `#${this.#caption.id}`,
    );
    this.dom.append(this.#scroller.dom);
    this.#empty = new OptionalLine(this.dom, () => make('p', 'nothing'));
    this.#head.addEventListener('click', (event) => this.#press(event));
    this.#table.addEventListener('click', (event) => this.#choose(event));
  }

  get named(): Element {
    return this.#table;
  }

  draw(): void {
    const content = this.#read(this.#node);
    this.#title.say(content.title);
    this.#explanation.say(content.caption);
    const { columns, rows } = this.#bounded(content);
    const isLarge = rows.length > GROUP_ABOVE_ROWS;
    this.#keep(rows);
    this.#drawHead(columns, isLarge);
    const labels = labelsOf(this.#ui.stage);
    const isDone = this.#rows.draw(
      this.#cells.length,
      (i) => this.#cells[this.#sorted?.[i] ?? i] as Cells,
      {
        numeric: this.#numeric,
        ...defined({ name: this.#isChosen ? labels.row : undefined }),
      },
      () => this.#ui.stage.hasTime(),
    );
    if (!isDone) this.#ui.schedule();
    this.#markPending();
    attribute(this.#table, 'aria-busy', isDone ? undefined : 'true');
    this.#empty.say(
      rows.length === 0 ? labels.noRows : leftOut(content.columns.length, MAX_COLUMNS, 'columns', labels),
    );
  }

  dispose(): void {
    this.#scroller.dispose();
  }

  #bounded({ columns, rows }: TableContent): Pick<TableContent, 'columns' | 'rows'> {
    if (columns.length <= MAX_COLUMNS) return { columns, rows };
    return { columns: columns.slice(0, MAX_COLUMNS), rows: rows.map((row) => row.slice(0, MAX_COLUMNS)) };
  }

  /** Rows that say the same keep their identity; the order is found anew only when something changed. */
  #keep(rows: readonly Cells[]): void {
    const before = this.#cells;
    let changed = rows.length !== before.length;
    const kept = rows.map((row, i) => {
      const old = before[i];
      if (old !== undefined && sameCells(old, row)) return old;
      changed = true;
      return row;
    });
    if (!changed) return;
    this.#cells = kept;
    this.#sort();
  }

  #sort(): void {
    const order = this.#order;
    this.#sorted = order === undefined ? undefined : orderOf(this.#cells, order, this.#node.scope.locale);
  }

  #drawHead(columns: readonly TableColumn[], isLarge: boolean): void {
    const sample = this.#cells.slice(0, SAMPLE);
    this.#columns = columns;
    const numeric = columns.map((_, c) => isNumeric(sample, c));
    // Cells are made for numbers or for words.
    if (String(numeric) !== String(this.#numeric)) this.#rows.clear();
    this.#numeric = numeric;
    if (this.#order !== undefined && columns[this.#order.column]?.sortable !== true) {
      this.#order = undefined;
      this.#sort();
    }
    each(this.#head, columns, makeHeader, (header, column, i) => this.#drawHeader(header, column, i));
    const look = `table${isLarge ? ' large' : ''}`;
    if (this.#table.className !== look) this.#table.className = look;
    const widths = isLarge ? columns.map((column, c) => widthOf(column, sample, c)) : [];
    setColumns(this.#table, widths);
  }

  #drawHeader(header: HTMLElement, { label, sortable }: TableColumn, index: number): void {
    const look = this.#numeric[index] ? 'header number' : 'header';
    if (header.className !== look) header.className = look;
    const words = brief(label);
    const button = header.firstElementChild;
    if (!sortable) {
      if (button !== null) header.replaceChildren();
      text(header, words);
      attribute(header, 'aria-sort', undefined);
      return;
    }
    if (button === null) header.replaceChildren(makeSorter());
    text(header.firstElementChild?.firstElementChild as Element, words || labelsOf(this.#ui.stage).column(index + 1));
    attribute(header, 'aria-sort', this.#order?.column === index ? this.#order.direction : 'none');
  }

  /** Rows can be chosen: there is an action for them, and they stand where it can be seen from. */
  get #isChosen(): boolean {
    return this.#node.component?.props[ACTION] !== undefined && this.#node.actionPlaces.length > 0;
  }

  #choose(event: MouseEvent): void {
    const button = (event.target as Element).closest('.row-button');
    const at = button === null ? -1 : this.#rows.indexOf(button);
    if (at < 0) return;
    const { stage } = this.#ui;
    if (event.detail > 1 && event.timeStamp - stage.pressedAt < TWICE_MS) return;
    stage.pressedAt = event.timeStamp;
    const place = this.#node.actionPlaces[this.#sorted?.[at] ?? at];
    const done = place === undefined ? undefined : this.#node.invokeAt(ACTION, place);
    if (place !== undefined && done !== undefined) this.#ui.dispatch(done, formatPointer(place.segments));
  }

  /** What was sent and is not answered. Where nothing waits and nothing waited, thousands of rows are not asked. */
  #markPending(): void {
    const waits = this.#ui.stage.pending.some(({ source }) => source === this.#node.id);
    if (!this.#isChosen || !(waits || this.#waited)) return;
    this.#waited = waits;
    const places = this.#node.actionPlaces;
    for (const [i, button] of this.#rows.buttons())
      this.#ui.markPending(button, formatPointer(places[this.#sorted?.[i] ?? i]?.segments ?? []));
  }

  #press(event: Event): void {
    const header = (event.target as Element).closest('button')?.parentElement;
    const column = header === null || header === undefined ? -1 : [...this.#head.children].indexOf(header);
    if (this.#columns[column]?.sortable !== true) return;
    const before = this.#order?.column === column ? this.#order.direction : undefined;
    if (before === 'descending') this.#order = undefined;
    else this.#order = { column, direction: before === 'ascending' ? 'descending' : 'ascending' };
    this.#sort();
    this.#ui.schedule();
  }
}

function makeHeader(): HTMLElement {
  const header = make('th', 'header');
  header.scope = 'col';
  header.setAttribute('role', 'columnheader');
  return header;
}

function makeSorter(): HTMLElement {
  const button = make('button', 'sorter');
  button.type = 'button';
  const arrow = make('span', 'arrow');
  arrow.setAttribute('aria-hidden', 'true');
  button.append(make('span', 'sorter-label'), arrow);
  return button;
}

function isNumeric(sample: readonly Cells[], column: number): boolean {
  let numbers = 0;
  for (const row of sample) {
    const cell = row[column] ?? null;
    if (typeof cell === 'number') numbers++;
    else if (cell !== null) return false;
  }
  return numbers > 0;
}

/** Characters that a column needs. In a large table every row is laid out by itself, so that it has to be labels. */
function widthOf({ label, sortable }: TableColumn, sample: readonly Cells[], column: number): number {
  let most = label.length + (sortable ? 3 : 0);
  for (const row of sample) most = Math.max(most, wordsOf(row[column] ?? null).length);
  return Math.max(4, Math.min(most, 40));
}

function setColumns({ style }: HTMLElement, widths: readonly number[]): void {
  const least = widths.map((characters) => Math.min(characters, 20) + 4);
  const columns = widths.map((characters, i) => `minmax(${least[i]}ch, ${characters}fr)`).join(' ');
  if (style.getPropertyValue('--_columns') === columns) return;
  style.setProperty('--_columns', columns);
  style.setProperty('--_least', `${least.reduce((sum, one) => sum + one, 0)}ch`);
}
