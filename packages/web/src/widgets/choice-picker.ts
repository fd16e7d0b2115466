// ChoicePicker: one or several of a list of options, as native radio buttons or checkboxes. An option
// that stays keeps its element, and with it the focus. The search field above them is the page's own: nothing of it is
// written or sent.

import { isArray, isObject, type Json, type TreeNode, toText, toTextList } from '@vitrine/core/page';
import { optionRow } from '../controls/choice-control.ts';
import { attribute, make, modelled, text } from '../dom.ts';
import { Field } from '../field.ts';
import { brief } from '../shown-text.ts';
import type { Ui, Widget } from '../widget.ts';

export interface ChoiceNames {
  readonly value: string;
  /** The property that says whether options look like chips. */
  readonly look: string;
}

const NAMES: ChoiceNames = { value: 'value', look: 'displayStyle' };

/** More stand in a list: all chips are laid out together. */
const MAX_CHIPS = 500;
/** So many options are made in one drawing; more would make a long task. */
const MAX_AT_ONCE = 300;

/** A search field with how much it has found, and a list. */
const choices = modelled(() => {
  const search = make('input', 'input');
  search.type = 'search';
  search.autocomplete = 'off';
  const count = make('span', 'count');
  count.role = 'status';
  const filter = make('div', 'filter');
  filter.append(search, count);
  const dom = make('fieldset', 'field choices');
  dom.append(make('legend', 'label'), filter, make('div', 'options'));
  return dom;
});

export class ChoicePicker extends Field {
  /** Labels by value. */
  options: ReadonlyMap<string, string> = new Map();
  /** What is chosen on the page; the data model has the same unless nothing is bound. */
  chosen: readonly string[] = [];
  readonly #look: string;
  readonly #list: HTMLElement;
  readonly #search: HTMLInputElement;
  readonly #rows = new Map<string, HTMLElement>();
  /** Ties radio buttons together. */
  readonly #name: string;

  constructor(ui: Ui, node: TreeNode, names = NAMES) {
    const dom = choices();
    super(ui, node, names.value, dom, dom);
    this.#list = dom.lastChild as HTMLElement;
    this.#search = dom.querySelector('.input') as HTMLInputElement;
    this.#look = names.look;
    this.#name = ui.stage.newId();
  }

  get fallback(): string {
    return this.ui.stage.words.choices;
  }

  override handleEvent(event: Event): void {
    if (event.type !== 'focusout' && event.target === this.#search) this.#mark();
    else super.handleEvent(event);
  }

  entered(event: Event): Json {
    const { value, checked } = event.target as HTMLInputElement;
    const others = this.isSingle ? [] : this.chosen.filter((one) => one !== value);
    this.chosen = checked ? [...others, value] : others;
    return this.chosen;
  }

  show(): void {
    this.chosen = toTextList(this.value);
  }

  /** Only one may be chosen. */
  get isSingle(): boolean {
    return this.node.get('variant') === 'mutuallyExclusive';
  }

  /** No more may be chosen. */
  get isFull(): boolean {
    return false;
  }

  override draw(): void {
    attribute(this.control, 'role', this.isSingle ? 'radiogroup' : undefined);
    super.draw();
    const { node } = this;
    const options = readOptions(node.get('options'));
    this.options = options;
    const isChips = node.get(this.#look) === 'chips' && options.size <= MAX_CHIPS;
    attribute(this.#list, 'class', isChips ? 'options chips' : 'options');
    const search = this.#search;
    search.parentElement?.toggleAttribute('hidden', node.get('filterable') !== true);
    search.placeholder = search.ariaLabel = this.ui.stage.words.filter;
    this.#place();
    this.#mark();
    if (this.#rows.size < options.size) this.ui.schedule();
  }

  #place(): void {
    const list = this.#list;
    const options = this.options;
    const rows = this.#rows;
    const focused = list.querySelector<HTMLElement>(':focus');
    const at = focused === null ? 0 : [...list.children].indexOf(focused.parentElement as Element);
    for (const [value, row] of rows) if (!options.has(value) && rows.delete(value)) row.remove();
    const most = rows.size + MAX_AT_ONCE;
    let next = list.firstChild;
    for (const value of options.keys()) {
      const row = rows.get(value) ?? (rows.size < most ? this.#makeRow(value) : undefined);
      if (row === next) next = row?.nextSibling ?? null;
      else if (row !== undefined) list.insertBefore(row, next);
    }
    if (!focused || focused.matches(':focus')) return;
    // It was moved, or is gone: then its neighbour.
    const near = (list.children[at] ?? list.lastChild)?.firstChild as HTMLElement | null | undefined;
    (focused.isConnected ? focused : near)?.focus();
  }

  #makeRow(value: string): HTMLElement {
    const row = optionRow();
    Object.assign(row.firstChild as HTMLInputElement, { name: this.#name, value });
    this.#rows.set(value, row);
    return row;
  }

  /** Only what the search field has found is shown, and what is chosen. */
  #mark(): void {
    const search = this.#search;
    const query = search.parentElement?.hidden ? '' : search.value.trim().toLowerCase();
    const chosen = new Set(this.chosen);
    const { isFull, isSingle } = this;
    let found = 0;
    for (const [value, row] of this.#rows) {
      const label = this.options.get(value) as string;
      const input = row.firstChild as HTMLInputElement;
      const isFound = label.toLowerCase().includes(query);
      const isChosen = chosen.has(value);
      if (isFound) found++;
      text(row.lastChild as Element, label);
      attribute(input, 'type', isSingle ? 'radio' : 'checkbox');
      input.checked = isChosen;
      input.toggleAttribute('disabled', isFull && !isChosen);
      // A chosen radio button out of sight would take its group out of the keyboard's reach.
      row.toggleAttribute('hidden', !isFound && !isChosen);
    }
    const count = query === '' ? '' : this.ui.stage.words.found(found, this.#rows.size);
    text(search.nextElementSibling as Element, count);
  }
}

/** Labels by value. Where an agent sent something else than options, nothing is drawn for it. */
function readOptions(source: unknown): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const item of isArray(source) ? source : []) {
    if (!isObject(item)) continue;
    const value = toText(item.value);
    // The data model could not tell two of the same value apart.
    if (!options.has(value)) options.set(value, brief(toText(item.label)) || brief(value));
  }
  return options;
}

export const choicePicker: Widget = (ui, node) => new ChoicePicker(ui, node);
