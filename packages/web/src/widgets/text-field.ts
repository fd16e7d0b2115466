// TextField: one line, several lines, a number, a date or a secret. What the person is typing is never disturbed: equal
// values touch nothing, others keep the caret. Forms of writing dates are left to date-text.ts.

import { cachedPattern, type FieldProblem, fitsPattern } from '@vitrine/core/later';
import { type Issue, issue, type Json, quote, type TreeNode, toText, type Value } from '@vitrine/core/page';
import { keepCaret, replaceText, type TextEntry } from '../controls/caret.ts';
import { frame } from '../controls/field-frame.ts';
import { type DateKind, dateForControl, dateFromControl } from '../date-text.ts';
import { attribute, make, modelled } from '../dom.ts';
import { surfaceWords } from '../english/surface.ts';
import { Field } from '../field.ts';
import { brief } from '../shown-text.ts';
import type { Ui, Widget } from '../widget.ts';

export interface TextFieldNames {
  readonly value: string;
  readonly kind: string;
}

const NAMES: TextFieldNames = { value: 'value', kind: 'variant' };

/** The browser takes a tenth of a second to lay out a megabyte in a control: of more than this the beginning is shown, and cannot be changed. */
const MAX_SHOWN_LENGTH = 200_000;

const field = modelled(() => frame('field', make('input', 'input')));

export class TextField extends Field {
  declare control: TextEntry;
  /** What is entered: as the catalog calls it, or one of the dates. */
  kind = 'shortText';
  readonly #kindProp: string;
  /** The last text that was a date: its form is kept even when the field is cleared. */
  #form = '';
  /** The person typed into it while it hid what was typed. */
  #typedUnseen = false;
  /** A pattern that cannot be judged by, and was reported. */
  #unusable: string | undefined;

  constructor(ui: Ui, node: TreeNode, names = NAMES) {
    super(ui, node, names.value, field());
    this.#kindProp = names.kind;
  }

  get fallback(): string {
    return this.ui.stage.words.text;
  }

  /** The kind that the node says. */
  get wanted(): string {
    return toText(this.node.get(this.#kindProp) as Value) || 'shortText';
  }

  entered(): Json {
    const { value } = this.control;
    if (this.kind === 'obscured') this.#typedUnseen = true;
    if (!isDate(this.kind)) return value;
    const written = dateFromControl(value, this.kind, this.#form, this.node.scope.zone);
    if (written !== '') this.#form = written;
    return written;
  }

  override prepare(): boolean {
    const { node, wanted } = this;
    const isNew = wanted !== this.kind;
    if (isNew) keepCaret(this.control, () => this.#become(wanted));
    attribute(this.control, 'placeholder', brief(toText(node.get('placeholder') as Value)) || undefined);
    // A date control may have shown less than what is bound.
    return isNew && (isDate(wanted) || node.isWritable(this.prop));
  }

  show(): void {
    // Chromium 156 runs a task for each control that is given a value before it stands on the page.
    if (this.control.isConnected) return this.#showNow();
    const { stage } = this.ui;
    stage.whenPlaced(() => {
      this.#showNow();
      // Only now can it be judged.
      if (stage.tried.value) this.ui.schedule();
    });
  }

  override flaw(): FieldProblem | null | undefined {
    const { value } = this.control;
    const pattern = toText(this.node.get('validationRegexp') as Value);
    const isNumber = this.kind === 'number';
    if (!isNumber && pattern === '') return undefined;
    // Until somebody asks only the pattern itself is judged: a long text may cost much.
    const { limits } = this.node.scope;
    const compiled = cachedPattern(pattern, limits);
    if (!compiled.ok && pattern !== this.#unusable) {
      this.#unusable = pattern;
      this.#report(compiled.issues);
    }
    if (!this.isAsked || value === '') return null;
    if (isNumber && !(value.trim() && Number.isFinite(Number(value))))
      return { code: 'TYPE', parameters: { type: 'number' } };
    return fitsPattern(pattern, value, limits) ? null : { code: 'PATTERN', parameters: {} };
  }

  #showNow(): void {
    const value = isDate(this.kind) ? this.#dated(this.kind) : this.#cut();
    replaceText(this.control, value);
  }

  #dated(kind: DateKind): string {
    const { lastText } = this;
    if (lastText === '') return '';
    const date = dateForControl(lastText, kind, this.node.scope.zone);
    if (date !== undefined) this.#form = lastText;
    else {
      const message = `${quote(lastText)} is not a ${surfaceWords[kind].toLowerCase()} in ISO 8601; none is shown.`;
      this.#report([issue('VITRINE_PROP_VALUE', 'warning', message)]);
    }
    return date ?? '';
  }

  #cut(): string {
    const { control, lastText } = this;
    const isLong = lastText.length > MAX_SHOWN_LENGTH;
    control.toggleAttribute('readonly', isLong);
    if (!isLong) return lastText;
    const message = `A text of ${lastText.length} characters is too long to be changed in a field; its beginning is shown.`;
    this.#report([issue('VITRINE_LIMIT_TEXT', 'warning', message)]);
    return `${lastText.slice(0, MAX_SHOWN_LENGTH)}\u2026`;
  }

  /** The same field of another kind, with the same value. */
  #become(kind: string): TextEntry {
    const before = this.control;
    const wasSecret = this.#typedUnseen;
    this.#typedUnseen = false;
    this.kind = kind;
    // What was typed where nobody sees it does not become readable because an agent says so.
    if (wasSecret) this.enter('');
    const value = wasSecret ? '' : before.value;
    const tag = kind === 'longText' ? 'textarea' : 'input';
    if (before.localName !== tag) {
      this.control = make(tag, 'input');
      this.control.id = before.id;
      before.after(this.control);
    }
    const { control } = this;
    if (control instanceof HTMLInputElement)
      control.type = isDate(kind) ? kind : kind === 'obscured' ? 'password' : 'text';
    attribute(control, 'inputmode', kind === 'number' ? 'decimal' : undefined);
    attribute(control, 'autocomplete', kind === 'obscured' ? 'new-password' : undefined);
    control.value = value;
    return control;
  }

  #report(issues: readonly Issue[]): void {
    for (const problem of issues) this.node.scope.env.report(problem);
  }
}

function isDate(kind: string): kind is DateKind {
  return kind === 'date' || kind === 'time' || kind === 'datetime-local';
}

export function textFieldWidget(names?: TextFieldNames): Widget {
  return (ui, node) => new TextField(ui, node, names);
}
