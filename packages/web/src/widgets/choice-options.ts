// The options of a choice on the page, by value: an option that stays keeps its element, and with it the focus.

import { make, text } from '../dom.ts';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** So many options are made in one drawing; more would make a long task. */
const MOST_AT_ONCE = 400;

export class ChoiceOptions {
  readonly dom = make('div', 'options');
  readonly #name: string;
  #rows = new Map<string, HTMLLabelElement>();
  #type = 'checkbox';
  #query = '';

  /** `name` ties radio buttons together. */
  constructor(name: string) {
    this.#name = name;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(value: string): boolean {
    return this.#rows.has(value);
  }

  look(asChips: boolean, single: boolean): void {
    const name = asChips ? 'options chips' : 'options';
    if (this.dom.className !== name) this.dom.className = name;
    const type = single ? 'radio' : 'checkbox';
    if (type === this.#type) return;
    this.#type = type;
    for (const row of this.#rows.values()) inputOf(row).type = type;
  }

  /** True when there are more than could be made at once. */
  update(options: readonly ChoiceOption[]): boolean {
    const { dom } = this;
    const focused = dom.querySelector<HTMLElement>(':focus');
    const at = focused === null ? -1 : [...this.#rows.values()].indexOf(focused.parentElement as HTMLLabelElement);
    const rows = new Map<string, HTMLLabelElement>();
    let made = 0;
    for (const { value, label } of options) {
      const known = this.#rows.get(value);
      if (known === undefined && ++made > MOST_AT_ONCE) continue;
      const row = known ?? this.#make(value);
      text(row.lastChild as Element, label);
      rows.set(value, row);
    }
    for (const [value, row] of this.#rows) if (!rows.has(value)) row.remove();
    let next = dom.firstChild;
    for (const row of rows.values()) {
      if (row === next) next = next.nextSibling;
      else dom.insertBefore(row, next);
    }
    this.#rows = rows;
    if (focused !== null && !focused.matches(':focus')) this.#refocus(focused, at);
    return made > MOST_AT_ONCE;
  }

  choose(values: readonly string[], isFull: boolean): void {
    const chosen = new Set(values);
    for (const [value, row] of this.#rows) {
      const input = inputOf(row);
      const checked = chosen.has(value);
      if (input.checked !== checked) input.checked = checked;
      const disabled = isFull && !checked && this.#type === 'checkbox';
      if (input.disabled !== disabled) input.disabled = disabled;
    }
  }

  /** Shows what has the query in its label, and what is chosen. Returns how many have it. */
  filter(query: string): number {
    const wanted = query.trim().toLowerCase();
    if (wanted === '' && this.#query === '') return this.size;
    this.#query = wanted;
    let found = 0;
    for (const row of this.#rows.values()) {
      const fits = (row.textContent ?? '').toLowerCase().includes(wanted);
      if (fits) found++;
      // A chosen radio button out of sight would take its group out of the keyboard's reach.
      const hidden = !fits && !inputOf(row).checked;
      if (row.hidden !== hidden) row.hidden = hidden;
    }
    return found;
  }

  /** The focused option was moved, or is gone: then its neighbour. */
  #refocus(focused: HTMLElement, at: number): void {
    const all = [...this.#rows.values()];
    const row = all[Math.min(at, all.length - 1)];
    if (focused.isConnected) focused.focus();
    else if (row !== undefined) inputOf(row).focus();
  }

  #make(value: string): HTMLLabelElement {
    const row = make('label', 'check');
    const input = make('input', 'checkbox');
    input.type = this.#type;
    input.name = this.#name;
    input.value = value;
    row.append(input, make('span', 'option'));
    return row;
  }
}

function inputOf(row: HTMLLabelElement): HTMLInputElement {
  return row.firstChild as HTMLInputElement;
}
