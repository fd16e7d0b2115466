// CheckBox: a yes or no with its label beside it.

import { type TreeNode, toBool } from '@vitrine/core';
import { make, modelled } from '../dom.ts';
import { type Fallback, Field } from '../field.ts';
import type { Ui, Widget } from '../widget.ts';

const frame = modelled(() => {
  const control = make('input', 'checkbox');
  control.type = 'checkbox';
  const row = make('label', 'check');
  row.append(control, make('span', 'label'));
  const dom = make('div', 'field');
  dom.append(row);
  return dom;
});

export class CheckBox extends Field {
  readonly control: HTMLInputElement;
  #last: boolean | undefined;

  constructor(ui: Ui, node: TreeNode) {
    super(ui, node, frame(), 'value');
    this.control = this.dom.firstChild?.firstChild as HTMLInputElement;
  }

  get label(): HTMLElement {
    return this.control.nextElementSibling as HTMLElement;
  }

  get fallback(): Fallback {
    return 'yes';
  }

  entered(): void {
    this.enter(this.control.checked);
    this.#last = toBool(this.value);
  }

  draw(): void {
    const value = toBool(this.value);
    if (value !== this.#last) {
      this.#last = value;
      this.control.checked = value;
    }
    this.drawFrame();
  }
}

export const checkBox: Widget = (ui, node) => new CheckBox(ui, node);
