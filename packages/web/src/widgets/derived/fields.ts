// Texts, dates and boxes of a derived surface: the basic fields, judged by the rules that they came with.

import type { FieldProblem } from '@vitrine/core/later';
import type { FieldSentences, Value } from '@vitrine/core/page';
import type { Widget } from '../../widget.ts';
import { CheckBox } from '../check-box.ts';
import { DateTimeInput } from '../date-time-input.ts';
import { TextField } from '../text-field.ts';
import { flawOf, isRequired, sentencesOf } from './judged.ts';

class RuledText extends TextField {
  override flaw(): FieldProblem | null {
    return flawOf(this.node);
  }

  override get sentences(): FieldSentences {
    return sentencesOf(this.ui.stage);
  }

  override get required(): boolean {
    return isRequired(this.node);
  }
}

class RuledDate extends DateTimeInput {
  override flaw(): FieldProblem | null {
    return super.flaw() ?? flawOf(this.node);
  }

  override get sentences(): FieldSentences {
    return sentencesOf(this.ui.stage);
  }

  override get required(): boolean {
    return isRequired(this.node);
  }
}

/** Where nothing was entered, its default counts. */
class DefaultCheckBox extends CheckBox {
  override get value(): Value {
    return super.value ?? (this.node.get('default') as Value);
  }
}

export const textField: Widget = (ui, node) => new RuledText(ui, node);
export const dateField: Widget = (ui, node) => new RuledDate(ui, node);
export const checkBox: Widget = (ui, node) => new DefaultCheckBox(ui, node);
