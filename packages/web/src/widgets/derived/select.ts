// A choice of a derived surface: one of its options, as a native list. Values are kept beside the list: two options may have the
// same one, and one may be the empty text.

import { isArray, isObject, type Json, type TreeNode, toText, type Value } from '@vitrine/core';
import { make } from '../../dom.ts';
import { fieldWords } from '../../english/fields.ts';
import { openwopWords } from '../../english/openwop.ts';
import { Field, frame } from '../../field.ts';
import { drawHint } from '../../field-hint.ts';
import { brief } from '../../shown-text.ts';
import type { Ui, Widget } from '../../widget.ts';
import { flawOf, isRequired } from './judged.ts';

/** The browser measures every option when it lays the list out. */
const MOST_OPTIONS = 2000;

class Select extends Field {
  declare control: HTMLSelectElement;
  #given: Json | undefined;
  #values: readonly string[] = [];
  #last: Value | null = null;
  #rest = 0;

  constructor(ui: Ui, node: TreeNode) {
    super(ui, node, 'value', frame('field', make('select', 'input')));
  }

  get fallback(): string {
    return { ...openwopWords, ...this.ui.stage.words }.choice;
  }

  override get required(): boolean {
    return isRequired(this.node);
  }

  override flaw(): string | undefined {
    return flawOf(this.node, this.ui.stage);
  }

  entered(): Json {
    return this.#values[this.control.selectedIndex - 1] ?? '';
  }

  override enter(value: Json): void {
    super.enter(value);
    this.#last = this.value;
  }

  override prepare(): boolean {
    const given = this.node.component?.props.options;
    // Nothing and the empty text are told apart.
    const isOther = given !== this.#given || this.value !== this.#last;
    if (given !== this.#given) this.#list(given);
    const { leftOut } = { ...fieldWords, ...this.ui.stage.words };
    drawHint(this, this.#rest > 0 ? leftOut(this.#rest, 'options') : '', this.control);
    return isOther;
  }

  show(): void {
    const { value } = this;
    this.#last = value;
    this.control.selectedIndex = value === undefined ? 0 : this.#values.indexOf(toText(value)) + 1;
  }

  /** The first of the list stands for no choice. */
  #list(given: Json | undefined): void {
    this.#given = given;
    const all = isArray(given) ? given.filter(isObject) : [];
    const options = all.slice(0, MOST_OPTIONS);
    this.#rest = all.length - options.length;
    this.#values = options.map((option) => toText(option.value));
    const words = options.map((option) => brief(toText(option.label)) || brief(toText(option.value)));
    this.control.replaceChildren(...['\u2014', ...words].map((one) => new Option(one)));
  }
}

export const select: Widget = (ui, node) => new Select(ui, node);
