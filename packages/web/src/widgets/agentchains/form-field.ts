// One field of a form on the page: what stands around it, and the control for its type. What is entered is told to the form;
// what is drawn comes from it.

import { type FormField, fieldRule } from '@vitrine/core/catalogs/agentchains';
import { defined, type Json } from '@vitrine/core/page';
import type { Control, ControlDescription } from '../../controls/control.ts';
import { FieldFrame, frame, type IdSource } from '../../controls/field-frame.ts';
import { drawHint } from '../../controls/field-hint.ts';
import { fileHint } from '../../controls/file-control.ts';
import { MAX_OPTIONS } from '../../controls/list-control.ts';
import { makeControl } from '../../controls/make-control.ts';
import { make } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import { leftOut } from '../vitrine/parts.ts';
import type { FormLabels } from './form-labels.ts';

/** All files of a form together: they travel in one message, as base64. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

interface Judged {
  readonly field: FormField;
  readonly value: Json | undefined;
  readonly labels: FormLabels;
  readonly problem: string | undefined;
}

export class FormFieldView extends FieldFrame {
  readonly input: Control;
  /** The person has been here. */
  touched = false;
  /** Text is being composed: until it is done nothing may disturb it. */
  composing = false;
  /** What the control itself finds wrong, whatever the rules say. */
  flaw: string | undefined;
  field: FormField;
  /** The last judgement of the form: thousands of fields are not judged anew for a key in one of them. */
  judged: Judged | undefined;
  #last: Json | undefined;
  /** What was drawn last. */
  #labels: FormLabels | undefined;
  #problem: string | undefined;

  constructor(field: FormField, ids: IdSource) {
    const input = makeControl(describe(field), true);
    super(field.type === 'checkbox' ? boxed(input.dom) : frame('field', input.dom), input.field, ids);
    this.field = field;
    this.input = input;
  }

  draw(field: FormField, value: Json | undefined, problem: string | undefined, labels: FormLabels): void {
    const isSame = field === this.field && labels === this.#labels && problem === this.#problem;
    if (isSame && (value === this.#last || this.composing)) return;
    if (field !== this.field || labels !== this.#labels) this.#drawRules(field, labels);
    this.field = field;
    this.#labels = labels;
    this.#problem = problem;
    if (value !== this.#last && !this.composing) this.restore(value);
    this.drawProblem(problem);
  }

  /** Shows a value whatever the person has left in the control. */
  restore(value: Json | undefined): void {
    this.#last = value;
    this.input.show(value ?? undefined);
  }

  visited(): void {
    this.touched = true;
    this.announceProblems();
  }

  /** The control holds this already: it is what the person has just entered. */
  remember(value: Json | undefined): void {
    this.#last = value;
  }

  #drawRules(field: FormField, labels: FormLabels): void {
    this.drawLabel(brief(field.label), field.required);
    this.input.draw(describe(field), labels);
    const isFile = field.type === 'file';
    const hint = isFile
      ? fileHint(fieldRule(field), MAX_FILE_BYTES, labels)
      : leftOut(field.options.length, MAX_OPTIONS, 'options', labels);
    drawHint(this, hint ?? '', this.input.dom);
  }
}

function describe(field: FormField): ControlDescription {
  const { options, placeholder, secret, type } = field;
  const shown = options.slice(0, MAX_OPTIONS).map(({ value, label }) => ({ value, label: brief(label) }));
  const words = defined({ placeholder: placeholder === undefined ? undefined : brief(placeholder) });
  return { rule: fieldRule(field), multiline: type === 'textarea', secret, options: shown, ...words };
}

function boxed(row: HTMLElement): HTMLElement {
  const dom = make('div', 'field');
  dom.append(row);
  return dom;
}
