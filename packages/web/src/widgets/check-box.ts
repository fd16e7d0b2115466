// CheckBox: a yes or no with its label beside it.

import { type Json, type TreeNode, toBool } from '@vitrine/core/page';
import { checkRow } from '../controls/choice-control.ts';
import { make, modelled } from '../dom.ts';
import { Field } from '../field.ts';
import type { Ui, Widget } from '../widget.ts';

const box = modelled(() => {
  const dom = make('div', 'field');
  dom.append(checkRow('label'));
  return dom;
});

export class CheckBox extends Field {
  declare control: HTMLInputElement;

  constructor(ui: Ui, node: TreeNode) {
    const dom = box();
    super(ui, node, 'value', dom, dom.firstChild?.firstChild as HTMLInputElement);
  }

  get fallback(): string {
    return this.ui.stage.words.yes;
  }

  entered(): Json {
    return this.control.checked;
  }

  show(): void {
    this.control.checked = toBool(this.value);
  }
}

export const checkBox: Widget = (ui, node) => new CheckBox(ui, node);
