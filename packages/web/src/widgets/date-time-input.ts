// DateTimeInput: a date, a time or both, by the native control for it. Forms of writing are left to date-text.ts.

import { issue, quote, type TreeNode, toText, type Value } from '@vitrine/core';
import { type DateKind, dateForControl, dateFromControl } from '../date-text.ts';
import { attribute, make } from '../dom.ts';
import { surfaceWords } from '../english/surface.ts';
import { Field } from '../field.ts';
import type { Ui, Widget } from '../widget.ts';

/** Without a last year, controls take years of six digits. */
const LAST: { readonly [kind in DateKind]: string | undefined } = {
  date: '9999-12-31',
  time: undefined,
  'datetime-local': '9999-12-31T23:59',
};

export class DateTimeInput extends Field {
  readonly control = make('input', 'input');
  readonly label = make('label', 'label');
  #kind: DateKind | undefined;
  #last = '';
  /** The last text that was a date: its form is kept even when the field is cleared. */
  #form = '';

  constructor(ui: Ui, node: TreeNode) {
    super(ui, node, make('div', 'field'), 'value');
    this.label.htmlFor = this.control.id = ui.stage.newId();
    this.dom.append(this.label, this.control);
  }

  get fallback(): DateKind {
    return this.#kind ?? 'date';
  }

  entered(): void {
    const { control, node } = this;
    this.enter(dateFromControl(control.value, this.#kind ?? 'date', this.#form, node.scope.zone));
    this.#last = toText(this.value);
    if (this.#last !== '') this.#form = this.#last;
  }

  draw(): void {
    const { control, node } = this;
    const hasTime = node.get('enableTime') === true;
    const kind = !hasTime ? 'date' : node.get('enableDate') === true ? 'datetime-local' : 'time';
    const isNew = kind !== this.#kind;
    if (isNew) {
      this.#kind = kind;
      control.type = kind;
    }
    attribute(control, 'min', this.#limit('min', kind));
    attribute(control, 'max', this.#limit('max', kind) ?? LAST[kind]);
    const value = toText(this.value);
    if (isNew || value !== this.#last) {
      this.#last = value;
      this.#show(value, kind);
    }
    this.drawFrame(true);
  }

  override flaw(): string | undefined {
    const { badInput, rangeOverflow, rangeUnderflow } = this.control.validity;
    const { words } = this.ui.stage;
    if (badInput) return words.notWhole(this.fallbackWords);
    return rangeUnderflow ? words.early : rangeOverflow ? words.late : undefined;
  }

  #limit(name: 'min' | 'max', kind: DateKind): string | undefined {
    const text = toText(this.node.get(name) as Value);
    return text === '' ? undefined : dateForControl(text, kind, this.node.scope.zone, name === 'max');
  }

  #show(value: string, kind: DateKind): void {
    const { env, zone } = this.node.scope;
    const date = value === '' ? '' : dateForControl(value, kind, zone);
    if (date === undefined) {
      const wanted = surfaceWords[kind].toLowerCase();
      env.report(
        issue('VITRINE_PROP_VALUE', 'warning', `${quote(value)} is not a ${wanted} in ISO 8601; none is shown.`),
      );
    } else if (date !== '') this.#form = value;
    if (this.control.value !== (date ?? '')) this.control.value = date ?? '';
  }
}

export const dateTimeInput: Widget = (ui, node) => new DateTimeInput(ui, node);
