// One field of a form on the page: label, control, problem. What is entered is told to the form; what is drawn comes from
// it. A control is touched only where its value differs, so that the caret stays.

import { type Json, toText, type Value } from '@vitrine/core';
import type { FormField } from '@vitrine/core/catalogs/agentchains';
import { attribute, make, text } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import { leftOut } from '../vitrine/parts.ts';
import { acceptOf, fileHint } from './file-value.ts';
import { typeOf } from './form-problem.ts';
import type { Said } from './said.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const MOST_OPTIONS = 2000;
const INPUT_TYPES: { readonly [T in FormField['type']]?: string } = {
  number: 'number',
  date: 'date',
  file: 'file',
  email: 'email',
  password: 'password',
  checkbox: 'checkbox',
};

interface Judged {
  readonly field: FormField;
  readonly value: Json | undefined;
  readonly said: Said;
  readonly problem: string | undefined;
}

export class FormFieldView {
  readonly dom = make('div', 'field');
  readonly control: Control;
  /** The person has been here. */
  touched = false;
  /** Text is being composed: until it is done nothing may disturb it. */
  composing = false;
  /** What the control itself finds wrong, whatever the rules say. */
  flaw: string | undefined;
  field: FormField;
  /** The last judgement of the form: thousands of fields are not judged anew for a key in one of them. */
  judged: Judged | undefined;
  readonly #label = make('label', 'label');
  readonly #newId: () => string;
  #hint: HTMLElement | undefined;
  #problem: HTMLElement | undefined;
  #last: Json | undefined;
  #options = '';
  /** What was drawn last. */
  #said: Said | undefined;
  #says: string | undefined;

  constructor(field: FormField, newId: () => string) {
    this.field = field;
    this.#newId = newId;
    this.control = makeControl(field.type);
    this.#label.htmlFor = this.control.id = newId();
    if (field.type !== 'checkbox') this.dom.append(this.#label, this.control);
    else {
      const line = make('div', 'check');
      line.append(this.control, this.#label);
      this.dom.append(line);
    }
  }

  /** What stands in the control, as a value of its type; null for nothing. */
  entered(said: Said): Json {
    const { control, field } = this;
    const { value } = control;
    if (field.type === 'checkbox') return (control as HTMLInputElement).checked;
    this.flaw = control.validity.badInput ? typeOf(field, said) : undefined;
    if (value === '') return null;
    return field.type === 'number' ? Number(value) : value;
  }

  draw(field: FormField, value: Json | undefined, problem: string | undefined, said: Said): void {
    const isSame = field === this.field && said === this.#said && problem === this.#says;
    if (isSame && (value === this.#last || this.composing)) return;
    this.field = field;
    this.#said = said;
    this.#says = problem;
    this.#drawRules(said);
    if (value !== this.#last && !this.composing) {
      this.#last = value;
      this.#show(value);
    }
    const invalid = problem === undefined ? undefined : 'true';
    this.#say(problem);
    attribute(this.control, 'aria-invalid', invalid);
    const ids = [this.#hint?.id, problem === undefined ? undefined : this.#problem?.id].filter(Boolean).join(' ');
    attribute(this.control, 'aria-describedby', ids || undefined);
  }

  /** Shows a value whatever the person has left in the control. */
  restore(value: Json): void {
    const { control } = this;
    this.#last = value;
    if (this.field.type === 'checkbox') (control as HTMLInputElement).checked = value === true;
    else control.value = this.field.type === 'file' ? '' : toText(value);
  }

  /** A live region announces what comes into it, not what it comes with: there before it says anything. */
  visited(): void {
    this.touched = true;
    this.#makeProblem().setAttribute('aria-live', 'polite');
  }

  /** The control holds this already: it is what the person has just entered. */
  remember(value: Json | undefined): void {
    this.#last = value;
  }

  #drawRules(said: Said): void {
    const { control, field } = this;
    const look = field.required ? 'label required' : 'label';
    if (this.#label.className !== look) this.#label.className = look;
    text(this.#label, brief(field.label));
    attribute(control, 'aria-required', field.required ? 'true' : undefined);
    if (field.type === 'select') return this.#drawOptions(control as HTMLSelectElement, said);
    if (field.type === 'file') return this.#drawAccept(said);
    if (field.type === 'checkbox') return;
    const placeholder = field.placeholder === undefined ? undefined : brief(field.placeholder);
    attribute(control, 'placeholder', placeholder);
    if (field.type !== 'number' && field.type !== 'date') return;
    attribute(control, 'min', field.type === 'number' ? field.min?.toString() : field.earliest);
    attribute(control, 'max', field.type === 'number' ? field.max?.toString() : field.latest);
    if (field.type === 'number') attribute(control, 'step', field.step?.toString() ?? 'any');
  }

  #drawOptions(select: HTMLSelectElement, said: Said): void {
    const { options, placeholder } = this.field;
    const now = JSON.stringify([placeholder ?? said.choose, options]);
    if (now === this.#options) return;
    this.#options = now;
    const chosen = select.value;
    const nothing = new Option(brief(placeholder ?? said.choose), '');
    const rest = options.slice(0, MOST_OPTIONS).map(({ value, label }) => new Option(brief(label), value));
    select.replaceChildren(nothing, ...rest);
    this.#drawHint(leftOut(options.length, MOST_OPTIONS, 'options', said));
    select.value = this.#last === undefined ? chosen : toText(this.#last as Value);
    if (select.selectedIndex < 0) select.value = '';
  }

  #drawAccept(said: Said): void {
    const accept = acceptOf(this.field.accept);
    attribute(this.control, 'accept', accept || undefined);
    this.#drawHint(fileHint(accept, said));
  }

  #drawHint(words: string | undefined): void {
    if (words === undefined) {
      this.#hint?.remove();
      this.#hint = undefined;
      return;
    }
    if (this.#hint === undefined) {
      this.#hint = make('p', 'hint');
      this.#hint.id = this.#newId();
      this.control.after(this.#hint);
    }
    text(this.#hint, words);
  }

  #show(value: Json | undefined): void {
    const { control, field } = this;
    if (control instanceof HTMLInputElement && field.type === 'checkbox') {
      if (control.checked !== (value === true)) control.checked = value === true;
      return;
    }
    if (field.type === 'file') {
      // Only the person puts a file into it; all that can be shown is that there is none.
      if (value === undefined && control.value !== '') control.value = '';
      return;
    }
    const wanted = toText(value as Value);
    if (control.value === wanted || (field.type === 'number' && isSameNumber(control, value))) return;
    const caret = control instanceof HTMLSelectElement || !control.matches(':focus') ? null : control.selectionStart;
    const end = control instanceof HTMLSelectElement ? null : control.selectionEnd;
    control.value = wanted;
    if (control instanceof HTMLSelectElement) {
      if (control.selectedIndex < 0) control.value = '';
    } else if (caret !== null) control.setSelectionRange(caret, end);
  }

  #say(problem: string | undefined): void {
    if (this.#problem === undefined && problem === undefined) return;
    text(this.#makeProblem(), problem === undefined ? '' : brief(problem));
  }

  #makeProblem(): HTMLElement {
    if (this.#problem === undefined) {
      this.#problem = make('p', 'problem');
      this.#problem.id = this.#newId();
      this.dom.append(this.#problem);
    }
    return this.#problem;
  }
}

function makeControl(type: FormField['type']): Control {
  if (type === 'select') return make('select', 'input');
  if (type === 'textarea') return make('textarea', 'input');
  const input = make('input', type === 'checkbox' ? 'checkbox' : type === 'file' ? 'input file' : 'input');
  input.type = INPUT_TYPES[type] ?? 'text';
  if (type === 'password') input.autocomplete = 'new-password';
  return input;
}

/** `1.50` and `1.5`, or a number that the person has not finished: what stands there is theirs. */
function isSameNumber(control: Control, value: Json | undefined): boolean {
  if (control.validity.badInput && control.matches(':focus')) return true;
  return control.value !== '' && Number(control.value) === value;
}
