// TextField: one line, several lines, a number, a date or a secret. What the person is typing is never disturbed: equal
// values touch nothing, others keep the caret, and while text is being composed everything waits.

import { compilePattern, type Issue, issue, type Pattern, type TreeNode, toText, type Value } from '@vitrine/core';
import { dateForControl, dateFromControl } from '../date-text.ts';
import { attribute, make, modelled } from '../dom.ts';
import { type Fallback, Field, ONCE } from '../field.ts';
import { brief } from '../shown-text.ts';
import type { Ui, Widget } from '../widget.ts';

export interface TextFieldNames {
  readonly value: string;
  readonly kind: string;
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The browser takes a tenth of a second to lay out a megabyte in a control: of more than this the beginning is shown, and cannot be changed. */
const MOST_SHOWN = 200_000;

const shortField = modelled(() => framed(make('input', 'input')));
const longField = modelled(() => framed(make('textarea', 'input')));

function framed(control: Control): HTMLElement {
  const dom = make('div', 'field');
  dom.append(make('label', 'label'), control);
  return dom;
}

export class TextField extends Field {
  control: Control;
  readonly #kindProp: string;
  #kind = 'shortText';
  /** What the node said when it was last looked at: the control changes only when that does. */
  #last = '';
  #placeholder = '';
  #composing = false;
  /** The person typed into it while it hid what was typed. */
  #typedUnseen = false;
  #pattern: Pattern | undefined;
  #source: Value;

  constructor(ui: Ui, node: TreeNode, names: TextFieldNames) {
    super(ui, node, (node.get(names.kind) === 'longText' ? longField : shortField)(), names.value);
    this.#kindProp = names.kind;
    this.control = this.dom.lastChild as Control;
    (this.label as HTMLLabelElement).htmlFor = this.control.id = ui.stage.newId();
  }

  get label(): HTMLElement {
    return this.dom.firstChild as HTMLElement;
  }

  get fallback(): Fallback {
    return 'text';
  }

  override handleEvent(event: Event): void {
    if (event.type !== 'compositionend') return super.handleEvent(event);
    this.#composing = false;
    this.ui.schedule();
  }

  entered(event: Event): void {
    const { control } = this;
    if ((event as InputEvent).isComposing && !this.#composing) {
      this.#composing = true;
      control.addEventListener('compositionend', this, ONCE);
    }
    if (this.#kind === 'obscured') this.#typedUnseen = true;
    const isDate = this.#kind === 'date';
    this.enter(isDate ? dateFromControl(control.value, 'date', toText(this.value), this.#zone) : control.value);
    this.#last = toText(this.value);
  }

  draw(): void {
    const { node } = this;
    if (!this.#composing) this.#drawControl();
    const source = node.get('validationRegexp') as Value;
    if (source !== this.#source) this.#compile(source);
    const hint = brief(toText(node.get('placeholder') as Value));
    if (hint !== this.#placeholder) {
      this.#placeholder = hint;
      attribute(this.control, 'placeholder', hint || undefined);
    }
    this.drawFrame(this.#kind === 'number' || this.#pattern !== undefined);
  }

  override flaw(): string | undefined {
    const { value } = this.control;
    if (value === '') return undefined;
    if (this.#kind === 'number' && (value.trim() === '' || !Number.isFinite(Number(value))))
      return this.ui.stage.words.notNumber;
    const matched = this.#pattern?.match(value);
    if (matched === undefined) return undefined;
    if (!matched.ok) {
      this.#pattern = undefined;
      this.#report(matched.issues);
    } else if (!matched.value) return this.ui.stage.words.wrongForm;
    return undefined;
  }

  get #zone(): string {
    return this.node.scope.zone;
  }

  #drawControl(): void {
    const { node } = this;
    const kind = toText(node.get(this.#kindProp) as Value) || 'shortText';
    const isNew = kind !== this.#kind;
    if (isNew) this.#become(kind);
    const value = toText(this.value);
    // A date control may have shown less than what is bound.
    if (value === this.#last && !(isNew && node.isWritable(this.prop))) return;
    this.#last = value;
    // Chromium 156 runs a task for each control that is given a value before it stands on the page.
    if (this.control.isConnected) this.#show();
    else this.ui.stage.whenPlaced(() => this.#showFirst());
  }

  #showFirst(): void {
    this.#show();
    // Only now can it be judged.
    if (this.ui.stage.tried.value) this.ui.schedule();
  }

  #cut(value: string): string {
    const isLong = value.length > MOST_SHOWN;
    if (this.control.readOnly !== isLong) this.control.readOnly = isLong;
    if (!isLong) return value;
    const message = `A text of ${value.length} characters is too long to be changed in a field; its beginning is shown.`;
    this.#report([issue('VITRINE_LIMIT_TEXT', 'warning', message)]);
    return `${value.slice(0, MOST_SHOWN)}\u2026`;
  }

  #show(): void {
    const { control } = this;
    const value =
      this.#kind === 'date' ? (dateForControl(this.#last, 'date', this.#zone) ?? '') : this.#cut(this.#last);
    if (!control.matches(':focus')) {
      control.value = value;
      return;
    }
    if (control.value === value) return;
    const { selectionStart, selectionEnd, selectionDirection } = control;
    control.value = value;
    if (selectionStart !== null)
      control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  }

  /** The same field of another kind: value, focus and caret go along. */
  #become(kind: string): void {
    const wasSecret = this.#typedUnseen;
    this.#typedUnseen = false;
    this.#kind = kind;
    const before = this.control;
    const { selectionStart, selectionEnd } = before;
    const isFocused = before.matches(':focus');
    // What was typed where nobody sees it does not become readable because an agent says so.
    if (wasSecret) this.enter('');
    const value = wasSecret ? '' : before.value;
    const isLong = kind === 'longText';
    if (isLong !== before instanceof HTMLTextAreaElement) {
      this.control = make(isLong ? 'textarea' : 'input', 'input');
      this.control.id = before.id;
      this.#placeholder = '';
      before.after(this.control);
    }
    const { control } = this;
    if (control instanceof HTMLInputElement) control.type = TYPES.get(kind) ?? 'text';
    attribute(control, 'inputmode', kind === 'number' ? 'decimal' : undefined);
    attribute(control, 'autocomplete', kind === 'obscured' ? 'new-password' : undefined);
    if (control.value !== value) control.value = value;
    if (isFocused) {
      control.focus();
      if (control.selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
    }
    if (before !== control) before.remove();
  }

  #compile(source: Value): void {
    this.#source = source;
    this.#pattern = undefined;
    if (typeof source !== 'string' || source === '') return;
    const compiled = compilePattern(source, this.node.scope.limits);
    if (compiled.ok) this.#pattern = compiled.value;
    else this.#report(compiled.issues);
  }

  #report(issues: readonly Issue[]): void {
    for (const problem of issues) this.node.scope.env.report(problem);
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['obscured', 'password'],
  ['date', 'date'],
]);

export function textFieldWidget(names: TextFieldNames): Widget {
  return (ui, node) => new TextField(ui, node, names);
}
