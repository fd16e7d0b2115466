// Slider: a number between two others, by a native range control with its value in sight.

import { rangeEnd } from '@vitrine/core/later';
import { type Json, type TreeNode, toNumber, type Value } from '@vitrine/core/page';
import { frame } from '../controls/field-frame.ts';
import { make, text } from '../dom.ts';
import { Field } from '../field.ts';
import type { Ui, Widget } from '../widget.ts';

export interface SliderNames {
  readonly min: string;
  readonly max: string;
}

const NAMES: SliderNames = { min: 'min', max: 'max' };

export class Slider extends Field {
  declare control: HTMLInputElement;
  min = 0;
  /** From the least to the greatest; 0 when the range is none. */
  span = 0;
  readonly #names: SliderNames;
  readonly #output: HTMLElement;
  #range = '';

  constructor(ui: Ui, node: TreeNode, names = NAMES) {
    const output = make('output', 'output');
    super(ui, node, 'value', frame('field slider', output, make('input', 'range')));
    this.control.type = 'range';
    // The control itself tells its value.
    output.ariaLive = 'off';
    this.#output = output;
    this.#names = names;
  }

  get fallback(): string {
    return this.ui.stage.words.value;
  }

  /** The distance between two values that can be chosen. */
  get step(): number | 'any' {
    return this.span >= 2 && [this.min, this.span, toNumber(this.value)].every(Number.isInteger) ? 1 : 'any';
  }

  entered(): Json {
    const value = this.exact(this.control.valueAsNumber);
    this.#tell(value);
    return value;
  }

  show(): void {
    const value = this.lastText === '' ? this.min : toNumber(this.value);
    this.control.value = String(value);
    this.#tell(value);
  }

  override prepare(): boolean {
    const { node } = this;
    const min = toNumber(node.get(this.#names.min) as Value);
    const upper = node.get(this.#names.max) as Value;
    const max = upper === undefined ? rangeEnd(min) : toNumber(upper);
    this.min = min;
    this.span = Math.max(0, max - min);
    const { step } = this;
    const range = `${min},${max},${step}`;
    if (range === this.#range) return false;
    this.#range = range;
    Object.assign(this.control, { min, max, step, disabled: this.span === 0 });
    return true;
  }

  /** What is meant where the control stands, without the traces that binary fractions leave. */
  exact(value: number): number {
    const { min, span } = this;
    return Math.min(min + span, Math.max(min, Number(value.toFixed(this.#digits))));
  }

  /** A thousandth of the range is as fine as a person can point. */
  get #digits(): number {
    return Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(this.span || 1))));
  }

  #tell(value: number): void {
    text(this.#output, value.toLocaleString(this.node.scope.locale, { maximumFractionDigits: this.#digits }));
  }
}

export function sliderWidget(names?: SliderNames): Widget {
  return (ui, node) => new Slider(ui, node, names);
}
