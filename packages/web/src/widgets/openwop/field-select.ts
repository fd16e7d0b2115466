// field.select of OpenWOP: one of its options, as a native list. Values are kept beside the list: two options may have the
// same one, and one may be the empty text.

import { isArray, isObject, type Json, type TreeNode, toText, type ValidationResult, type Value } from '@vitrine/core';
import { make } from '../../dom.ts';
import { Field } from '../../field.ts';
import { brief } from '../../shown-text.ts';
import type { Ui, Widget } from '../../widget.ts';
import { flawOf, isRequired } from './judged.ts';

class FieldSelect extends Field {
  readonly control = make('select', 'input');
  readonly label = make('label', 'label');
  readonly fallback = 'Choice';
  #given: Json | undefined;
  #values: readonly string[] = [];
  #last: Value | null = null;

  constructor(ui: Ui, node: TreeNode) {
    super(ui, node, make('div', 'field'), 'value');
    this.label.htmlFor = this.control.id = ui.stage.newId();
    this.dom.append(this.label, this.control);
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
    this.drawFrame(true);
  }

  override flaw(): ValidationResult | undefined {
    return flawOf(this.node);
  }

  override get required(): boolean {
    return isRequired(this.node);
  }

  /** The first of the list stands for no choice. */
  #list(given: Json | undefined): void {
    this.#given = given;
    const options = isArray(given) ? given.filter(isObject) : [];
    this.#values = options.map((option) => toText(option.value));
    const words = options.map((option) => brief(toText(option.label)) || brief(toText(option.value)));
    this.control.replaceChildren(...['\u2014', ...words].map((one) => new Option(one)));
  }
}

export const fieldSelect: Widget = (ui, node) => new FieldSelect(ui, node);
