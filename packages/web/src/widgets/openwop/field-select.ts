// field.select of OpenWOP: one of its options, as a native list. Values are kept beside the list: two options may have the
// same one, and one may be the empty text.

import { isArray, isObject, type Json, type TreeNode, toText, type Value } from '@vitrine/core';
import { make, text } from '../../dom.ts';
import { fieldWords } from '../../english/fields.ts';
import { openwopWords } from '../../english/openwop.ts';
import { Field } from '../../field.ts';
import { brief } from '../../shown-text.ts';
import type { Ui, Widget } from '../../widget.ts';
import { flawOf, isRequired } from './judged.ts';

/** The browser measures every option when it lays the list out. */
const MOST_OPTIONS = 2000;

class FieldSelect extends Field {
  readonly control = make('select', 'input');
  readonly label = make('label', 'label');
  readonly fallback = 'choices';
  #given: Json | undefined;
  #values: readonly string[] = [];
  #last: Value | null = null;
  #rest = 0;
  #note: HTMLElement | undefined;

  constructor(ui: Ui, node: TreeNode) {
    super(ui, node, make('div', 'field'), 'value');
    this.label.htmlFor = this.control.id = ui.stage.newId();
    this.dom.append(this.label, this.control);
  }

  override get fallbackWords(): string {
    return { ...openwopWords, ...this.ui.stage.words }.choice;
  }

  entered(): void {
    const value = this.#values[this.control.selectedIndex - 1] ?? '';
    this.enter(value);
    this.#last = this.value;
  }

  draw(): void {
    const given = this.node.component?.props.options;
    const value = this.value;
    const isNew = given !== this.#given;
    if (isNew) this.#list(given);
    if (isNew || value !== this.#last) {
      this.#last = value;
      const at = value === undefined ? -1 : this.#values.indexOf(toText(value));
      this.control.selectedIndex = at + 1;
    }
    this.#drawRest();
    this.drawFrame(true);
  }

  override flaw(): string | undefined {
    return flawOf(this.node, this.ui.stage);
  }

  override get required(): boolean {
    return isRequired(this.node);
  }

  #drawRest(): void {
    if (this.#rest > 0 && this.#note === undefined) {
      this.#note = make('p', 'hint');
      this.hint = this.#note.id = this.ui.stage.newId();
      this.control.after(this.#note);
    } else if (this.#rest === 0 && this.#note !== undefined) {
      this.#note.remove();
      this.#note = undefined;
      this.hint = '';
    }
    if (this.#note === undefined) return;
    text(this.#note, { ...fieldWords, ...this.ui.stage.words }.leftOut(this.#rest, 'options'));
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

export const fieldSelect: Widget = (ui, node) => new FieldSelect(ui, node);
