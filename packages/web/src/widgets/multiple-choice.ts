// MultipleChoice of A2UI 0.8: a choice that takes no more than so many options.

import { RULE_SENTENCES } from '@vitrine/core/later';
import { type Json, toNumber, type Value } from '@vitrine/core/page';
import { drawHint } from '../controls/field-hint.ts';
import type { Widget } from '../widget.ts';
import { ChoicePicker } from './choice-picker.ts';

class MultipleChoice extends ChoicePicker {
  get #most(): number {
    const most = Math.floor(toNumber(this.node.get('maxAllowedSelections') as Value));
    return most >= 1 ? most : Number.POSITIVE_INFINITY;
  }

  override get isSingle(): boolean {
    return this.#most === 1;
  }

  /** Chosen values that are no options (any more) are kept, but they must not keep the person from choosing. */
  override get isFull(): boolean {
    return !this.isSingle && this.chosen.filter((value) => this.options.has(value)).length >= this.#most;
  }

  override entered(event: Event): Json {
    super.entered(event);
    let excess = this.chosen.length - this.#most;
    this.chosen = this.chosen.filter((value) => this.options.has(value) || excess-- <= 0);
    return this.chosen;
  }

  override prepare(): boolean {
    const most = this.#most;
    const isLimited = most > 1 && Number.isFinite(most);
    const { MAX_ITEMS } = { ...RULE_SENTENCES, ...this.ui.stage.words };
    drawHint(this, isLimited ? MAX_ITEMS({ maxItems: most }) : '', this.label);
    return false;
  }
}

const NAMES = { value: 'selections', look: 'variant' };

export const multipleChoice: Widget = (ui, node) => new MultipleChoice(ui, node, NAMES);
