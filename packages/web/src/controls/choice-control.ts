// One or several of a few options, all of them in sight, as native radio buttons or check boxes.

import { type Json, jsonEqual } from '@vitrine/core/page';
import { make, modelled, text } from '../dom.ts';
import type { Control, ControlDescription, ControlOption } from './control.ts';

/** A check box and, beside it, an element for its words. */
export function checkRow(words: string): HTMLElement {
  const control = make('input', 'checkbox');
  control.type = 'checkbox';
  const row = make('label', 'check');
  row.append(control, make('span', words));
  return row;
}

/** A row for an option of several. */
export const optionRow = /* @__PURE__ */ modelled(() => checkRow('option'));

let groups = 0;

export class ChoiceControl implements Control {
  readonly dom = make('div', 'choices');
  readonly #isMultiple: boolean;
  /** Ties radio buttons together. */
  readonly #name = `choice-${++groups}`;
  #options: readonly ControlOption[] = [];

  constructor({ rule }: ControlDescription) {
    this.#isMultiple = rule.type === 'choices';
    this.dom.setAttribute('role', this.#isMultiple ? 'group' : 'radiogroup');
  }

  get field(): HTMLElement {
    return this.dom;
  }

  get focus(): HTMLElement {
    return this.#inputs[0] ?? this.dom;
  }

  get #inputs(): readonly HTMLInputElement[] {
    return [...this.dom.querySelectorAll('input')];
  }

  read(): Json | undefined {
    const inputs = this.#inputs;
    const chosen = this.#options.filter((_, i) => inputs[i]?.checked === true).map(({ value }) => value);
    return this.#isMultiple ? chosen : chosen[0];
  }

  show(value: Json | undefined): void {
    const chosen = (this.#isMultiple ? value : [value]) as readonly (Json | undefined)[] | undefined;
    for (const [i, input] of this.#inputs.entries())
      input.checked = chosen?.some((one) => one !== undefined && jsonEqual(one, this.#options[i]?.value)) === true;
  }

  draw({ options = [] }: ControlDescription): void {
    const rows = this.dom.children;
    for (let i = rows.length; i < options.length; i++) {
      const row = optionRow();
      Object.assign(row.firstChild as HTMLInputElement, {
        name: this.#name,
        type: this.#isMultiple ? 'checkbox' : 'radio',
      });
      (row.lastChild as HTMLElement).dir = 'auto';
      this.dom.append(row);
    }
    for (const row of [...rows].slice(options.length)) row.remove();
    for (const [i, { label }] of options.entries()) text(rows[i]?.lastChild as Element, label);
    this.#options = options;
  }
}
