// A yes or no, with its label beside it.

import type { Json } from '@vitrine/core/page';
import { checkRow } from './choice-control.ts';
import type { Control } from './control.ts';

export class CheckControl implements Control {
  /** It has the element for the label of its field in it. */
  readonly dom = checkRow('label');

  get field(): HTMLInputElement {
    return this.dom.firstChild as HTMLInputElement;
  }

  get focus(): HTMLInputElement {
    return this.field;
  }

  read(): Json {
    return this.field.checked;
  }

  show(value: Json | undefined): void {
    if (this.field.checked !== (value === true)) this.field.checked = value === true;
  }

  draw(): void {}
}
