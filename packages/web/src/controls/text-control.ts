// A text, a number, a date or a time, in the native control for it.

import type { FieldRule } from '@vitrine/core/later';
import { type Json, toText, type Value } from '@vitrine/core/page';
import { attribute, make } from '../dom.ts';
import { brief } from '../shown-text.ts';
import { replaceText, type TextEntry } from './caret.ts';
import type { Control, ControlDescription } from './control.ts';

const INPUT_TYPES: { readonly [T in FieldRule['type']]?: string } = {
  ...{ number: 'number', email: 'email', day: 'date', date: 'date', time: 'time' },
  'date-time': 'datetime-local',
};

export class TextControl implements Control {
  readonly dom: TextEntry;
  readonly #isNumber: boolean;

  constructor({ rule, multiline, secret }: ControlDescription) {
    this.#isNumber = rule.type === 'number';
    this.dom = make(multiline === true ? 'textarea' : 'input', 'input');
    if (!(this.dom instanceof HTMLInputElement)) return;
    this.dom.type = secret === true ? 'password' : (INPUT_TYPES[rule.type] ?? 'text');
    if (secret === true) this.dom.autocomplete = 'new-password';
  }

  get field(): TextEntry {
    return this.dom;
  }

  get focus(): TextEntry {
    return this.dom;
  }

  get isBad(): boolean {
    return this.dom.validity.badInput;
  }

  read(): Json | undefined {
    const { value } = this.dom;
    if (value === '') return undefined;
    return this.#isNumber ? Number(value) : value;
  }

  show(value: Json | undefined): void {
    if (!this.#isNumber || !this.#holds(value)) replaceText(this.dom, toText(value as Value));
  }

  draw({ rule, placeholder }: ControlDescription): void {
    const { min = rule.earliest, max = rule.latest, step = 'any' } = rule;
    attribute(this.dom, 'placeholder', placeholder === undefined ? undefined : brief(placeholder));
    attribute(this.dom, 'min', min?.toString());
    attribute(this.dom, 'max', max?.toString());
    if (this.#isNumber) attribute(this.dom, 'step', String(step));
  }

  /** `1.50` and `1.5`, or a number that the person has not finished: what stands there is theirs. */
  #holds(value: Json | undefined): boolean {
    if (this.isBad && this.dom.matches(':focus')) return true;
    return this.dom.value !== '' && Number(this.dom.value) === value;
  }
}
