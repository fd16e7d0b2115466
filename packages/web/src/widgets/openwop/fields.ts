// field.text, field.date and field.checkbox of OpenWOP: the basic fields, judged by OpenWOP's own rules.

import type { Value } from '@vitrine/core';
import type { Widget } from '../../widget.ts';
import { CheckBox } from '../check-box.ts';
import { DateTimeInput } from '../date-time-input.ts';
import { TextField } from '../text-field.ts';
import { flawOf, isRequired } from './judged.ts';

class OpenwopText extends TextField {
  override flaw(): string | undefined {
    return flawOf(this.node, this.ui.stage);
  }

  override get required(): boolean {
    return isRequired(this.node);
  }
}

class OpenwopDate extends DateTimeInput {
  override flaw(): string | undefined {
    return super.flaw() || flawOf(this.node, this.ui.stage);
  }

  override get required(): boolean {
    return isRequired(this.node);
  }
}

/** Where nothing was entered, its default counts (RFC 0102, schema of the payload). */
class OpenwopCheckBox extends CheckBox {
  override get value(): Value {
    return super.value ?? (this.node.get('default') as Value);
  }
}

export const fieldText: Widget = (ui, node) => new OpenwopText(ui, node);
export const fieldDate: Widget = (ui, node) => new OpenwopDate(ui, node);
export const fieldCheckbox: Widget = (ui, node) => new OpenwopCheckBox(ui, node);
