// Slider: a number between two others, by a native range control with its value in sight.

import { type TreeNode, toNumber, type Value } from '@vitrine/core';
import { attribute, make, text } from '../dom.ts';
import { Field } from '../field.ts';
import type { Ui, Widget } from '../widget.ts';

export interface SliderNames {
  readonly min: string;
  readonly max: string;
}

const DEFAULT_SPAN = 100;

class Slider extends Field {
  readonly fallback = 'value';
  readonly control = make('input', 'range');
  readonly label = make('label', 'label');
  readonly #names: SliderNames;
  readonly #output = make('output', 'output');
  #last: number | undefined;
  #min = 0;
  #span = 0;
  #steps = 0;

  constructor(ui: Ui, node: TreeNode, names: SliderNames) {
    super(ui, node, make('div', 'field slider'), 'value');
    this.#names = names;
    const { control, label } = this;
    control.type = 'range';
    label.htmlFor = control.id = ui.stage.newId();
    // The control itself tells its value.
    this.#output.setAttribute('aria-live', 'off');
    this.dom.append(label, this.#output, control);
  }

  entered(): void {
    const value = this.#exact(Number(this.control.value));
    this.#tell(value);
    this.enter(value);
    this.#last = this.#read();
  }

  draw(): void {
    const value = this.#read();
    const ranged = this.#drawRange(value);
    if (value !== this.#last || ranged) {
      this.#last = value;
      const given = String(value ?? this.#min);
      if (this.control.value !== given) this.control.value = given;
      this.#tell(value ?? Number(this.control.value));
    }
    this.drawFrame();
  }

  #read(): number | undefined {
    const { value } = this;
    return value === undefined || value === null ? undefined : toNumber(value);
  }

  /** True when something of the range has changed. */
  #drawRange(value: number | undefined): boolean {
    const { control, node } = this;
    const min = toNumber(node.get(this.#names.min) as Value);
    const given = node.get(this.#names.max) as Value;
    const max = given === undefined ? Math.max(min, 0) + DEFAULT_SPAN : toNumber(given);
    const steps = Math.max(0, Math.floor(toNumber(node.get('steps') as Value)));
    this.#min = min;
    this.#span = Math.max(0, max - min);
    this.#steps = steps;
    const step = this.#step(min, max, value);
    const before = `${control.min},${control.max},${control.step}`;
    if (before === `${min},${max},${step}`) return false;
    attribute(control, 'min', String(min));
    attribute(control, 'max', String(max));
    attribute(control, 'step', step);
    control.disabled = !(max > min);
    return true;
  }

  #step(min: number, max: number, value: number | undefined): string {
    const span = max - min;
    // Rounded down: with a step a trace too long the last one would be out of reach.
    if (this.#steps > 0) return String(Math.floor((span / this.#steps) * 1e10) / 1e10 || 'any');
    if (span < 2 || !Number.isInteger(min) || !Number.isInteger(max)) return 'any';
    return value === undefined || Number.isInteger(value) ? '1' : 'any';
  }

  /** What a step stands for, without the traces that binary fractions leave. */
  #exact(value: number): number {
    const steps = this.#steps;
    const min = this.#min;
    const span = this.#span;
    if (steps === 0) return Math.min(min + span, Math.max(min, Number(value.toFixed(this.#digits))));
    return Number((min + (Math.round(((value - min) / span) * steps) * span) / steps).toPrecision(12));
  }

  /** A thousandth of the range is as fine as a person can point. */
  get #digits(): number {
    return Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(this.#span || 1))));
  }

  #tell(value: number): void {
    text(this.#output, value.toLocaleString(this.node.scope.locale, { maximumFractionDigits: this.#digits }));
  }
}

export function sliderWidget(names: SliderNames): Widget {
  return (ui, node) => new Slider(ui, node, names);
}
