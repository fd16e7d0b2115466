// The rows of a table on the page: row i shows the i-th cells that are wanted, whatever it showed before. Rows are made
// and changed in slices, the first at once; groups of them that nobody sees cost no layout.

import type { TableCell } from '@vitrine/core/catalogs/vitrine';
import { make, modelled, text } from '../../dom.ts';
import { shown } from '../../shown-text.ts';
import type { Cells } from './table-order.ts';

/** Rows of one group. */
const GROUP = 50;
/** Longer texts are cut: a cell is no place for a book. */
const MAX_CELL_LENGTH = 2000;

export interface RowLook {
  /** Columns of numbers. */
  readonly numeric: readonly boolean[];
  /** Rows can be chosen by a button in their first cell; the name of one whose cell is empty, by its position from 1. */
  readonly name?: (position: number) => string;
}

export class TableRows {
  readonly #table: HTMLTableElement;
  readonly #rows: HTMLTableRowElement[] = [];
  /** What each row shows. */
  readonly #drawn: Cells[] = [];
  readonly #groups: HTMLTableSectionElement[] = [];
  #name: RowLook['name'];

  constructor(table: HTMLTableElement) {
    this.#table = table;
  }

  /** False when time ran out before all were drawn: call again. `at` gives the cells of a row. */
  draw(count: number, at: (index: number) => Cells, look: RowLook, hasTime: () => boolean): boolean {
    if (look.name !== this.#name) this.clear();
    this.#name = look.name;
    this.#cut(count);
    for (let i = 0; i < count; i++) {
      const cells = at(i);
      const before = this.#drawn[i];
      if (before !== undefined && sameCells(before, cells)) continue;
      if (!hasTime()) return false;
      this.#drawRow(i, cells, before, look);
    }
    return true;
  }

  /** The row that a button in it stands for. */
  indexOf(button: Element): number {
    return this.#rows.indexOf(button.closest('tr') as HTMLTableRowElement);
  }

  *buttons(): Iterable<readonly [number, HTMLElement]> {
    for (const [i, row] of this.#rows.entries()) {
      const button = row.cells[0]?.firstElementChild;
      if (button instanceof HTMLElement) yield [i, button];
    }
  }

  clear(): void {
    this.#cut(0);
  }

  #drawRow(i: number, cells: Cells, before: Cells | undefined, { numeric, name }: RowLook): void {
    const row = this.#rows[i] ?? newRow();
    this.#drawn[i] = cells;
    while (row.cells.length > cells.length) row.lastChild?.remove();
    for (let c = 0; c < cells.length; c++) {
      const old = row.cells[c];
      if (old !== undefined && before?.[c] === cells[c]) continue;
      const cell = old ?? row.appendChild(numeric[c] ? newNumber() : newCell());
      const words = wordsOf(cells[c] as TableCell);
      if (c > 0 || name === undefined) cell.textContent = words;
      else text(buttonIn(cell as HTMLElement), words || name(i + 1));
    }
    if (i === this.#rows.length) this.#add(i, row);
  }

  #add(i: number, row: HTMLTableRowElement): void {
    const at = Math.floor(i / GROUP);
    let group = this.#groups[at];
    if (group === undefined) {
      group = make('tbody', 'table-rows');
      group.setAttribute('role', 'rowgroup');
      this.#groups.push(group);
      this.#table.append(group);
    }
    group.append(row);
    this.#rows.push(row);
  }

  #cut(count: number): void {
    while (this.#rows.length > count) {
      this.#rows.pop()?.remove();
      this.#drawn.pop();
    }
    while (this.#groups.length > Math.ceil(count / GROUP)) this.#groups.pop()?.remove();
  }
}

// Roles are written out: a large table is laid out as grids, and what is no table box is no table for everybody.
const newRow = modelled(() => withRole(document.createElement('tr'), 'row'));
const newCell = modelled(() => withRole(document.createElement('td'), 'cell'));
const newNumber = modelled(() => {
  const cell = newCell();
  cell.className = 'number';
  return cell;
});

function withRole<E extends Element>(element: E, role: string): E {
  element.setAttribute('role', role);
  return element;
}

function buttonIn(cell: HTMLElement): HTMLElement {
  const held = cell.firstElementChild;
  if (held instanceof HTMLElement) return held;
  const button = make('button', 'row-button');
  button.type = 'button';
  cell.append(button);
  return button;
}

export function sameCells(a: Cells, b: Cells): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function wordsOf(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  return shown(cell.length > MAX_CELL_LENGTH ? `${cell.slice(0, MAX_CELL_LENGTH)}\u2026` : cell);
}
