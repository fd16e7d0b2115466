// DateTimeInput: a date, a time or both, by the native control for it. A text field of such a kind, between two limits.

import type { FieldProblem } from '@vitrine/core/later';
import { toText, type Value } from '@vitrine/core/page';
import { type DateKind, dateForControl } from '../date-text.ts';
import { attribute } from '../dom.ts';
import type { Widget } from '../widget.ts';
import { TextField } from './text-field.ts';

/** Without a last year, controls take years of six digits. */
const LAST = '9999-12-31';

export class DateTimeInput extends TextField {
  override get wanted(): DateKind {
    const { node } = this;
    if (node.get('enableTime') !== true) return 'date';
    return node.get('enableDate') === true ? 'datetime-local' : 'time';
  }

  override get fallback(): string {
    return this.ui.stage.words[this.kind as DateKind];
  }

  override prepare(): boolean {
    const isNew = super.prepare();
    attribute(this.control, 'min', this.#limit(this.node.get('min')));
    attribute(this.control, 'max', this.#limit(this.node.get('max'), true) ?? this.#limit(LAST, true));
    return isNew;
  }

  override flaw(): FieldProblem | null {
    const { min: earliest, max: latest, validity } = this.control as HTMLInputElement;
    const type = this.kind === 'datetime-local' ? 'date-time' : (this.kind as 'date' | 'time');
    if (validity.badInput) return { code: 'TYPE', parameters: { type } };
    if (validity.rangeUnderflow) return { code: 'EARLIEST', parameters: { earliest } };
    return validity.rangeOverflow ? { code: 'LATEST', parameters: { latest } } : null;
  }

  #limit(limit: unknown, isEnd = false): string | undefined {
    return dateForControl(toText(limit as Value), this.kind as DateKind, this.node.scope.zone, isEnd);
  }
}

export const dateTimeInput: Widget = (ui, node) => new DateTimeInput(ui, node);
