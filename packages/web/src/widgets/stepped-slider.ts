// Slider of A2UI 1.0: it may go in so many steps from one end to the other.

import { toNumber, type Value } from '@vitrine/core/page';
import type { Widget } from '../widget.ts';
import { Slider } from './slider.ts';

class SteppedSlider extends Slider {
  /** 0 when it goes smoothly. */
  get #steps(): number {
    return Math.max(0, Math.floor(toNumber(this.node.get('steps') as Value)));
  }

  override get step(): number | 'any' {
    const steps = this.#steps;
    // Rounded down: with a step a trace too long the last one would be out of reach.
    return steps === 0 ? super.step : Math.floor((this.span / steps) * 1e10) / 1e10 || 'any';
  }

  override exact(value: number): number {
    const { min, span } = this;
    const steps = this.#steps;
    if (steps === 0) return super.exact(value);
    return Number((min + (Math.round(((value - min) / span) * steps) * span) / steps).toPrecision(12));
  }
}

export const steppedSlider: Widget = (ui, node) => new SteppedSlider(ui, node);
