// ChoicePicker and MultipleChoice: one or several of a list of options, as native radio buttons or checkboxes. Options
// and their filter are left to choice-options.ts.

import { isObject, type Json, type TreeNode, toNumber, toText, toTextList, type Value } from '@vitrine/core';
import { make, text } from '../dom.ts';
import { Field } from '../field.ts';
import { brief } from '../shown-text.ts';
import type { Ui, Widget } from '../widget.ts';
import { ChoiceFilter } from './choice-filter.ts';
import { type ChoiceOption, ChoiceOptions } from './choice-options.ts';

export interface ChoiceNames {
  readonly value: string;
  /** The property that says whether options look like chips. */
  readonly look: string;
}

/** More stand in a list: all chips are laid out together. */
const MOST_CHIPS = 500;

class ChoicePicker extends Field {
  readonly control: HTMLFieldSetElement;
  readonly label = make('legend', 'label');
  readonly fallback = 'choices';
  readonly #look: string;
  readonly #options: ChoiceOptions;
  #filter: ChoiceFilter | undefined;
  #note: HTMLElement | undefined;
  /** What is chosen on the page; the data model has the same unless nothing is bound. */
  #chosen: readonly string[] = [];
  #last = '[]';
  #most = Number.POSITIVE_INFINITY;
  #single = false;

  constructor(ui: Ui, node: TreeNode, names: ChoiceNames) {
    const dom = make('fieldset', 'field choices');
    super(ui, node, dom, names.value);
    this.control = dom;
    this.#look = names.look;
    this.#options = new ChoiceOptions(ui.stage.newId());
    dom.append(this.label, this.#options.dom);
  }

  entered(event: Event): void {
    const { value, checked } = event.target as HTMLInputElement;
    if (this.#single) this.#chosen = [value];
    else {
      const others = this.#chosen.filter((one) => one !== value);
      this.#chosen = checked ? this.#fitting([...others, value]) : others;
    }
    this.enter(this.#chosen);
    this.#last = JSON.stringify(toTextList(this.value));
    this.ui.schedule();
  }

  draw(): void {
    const { node } = this;
    const listed = toTextList(this.value);
    const now = JSON.stringify(listed);
    if (now !== this.#last) {
      this.#last = now;
      this.#chosen = listed;
    }
    this.#drawLimits();
    const options = this.#options;
    const wanted = readOptions(node.get('options'));
    options.look(node.get(this.#look) === 'chips' && wanted.length <= MOST_CHIPS, this.#single);
    if (options.update(wanted)) this.ui.schedule();
    options.choose(this.#chosen, this.#isFull());
    this.#drawFilter(node.get('filterable') === true);
    this.drawFrame();
  }

  #drawLimits(): void {
    const { control, node } = this;
    const most = Math.floor(toNumber(node.get('maxAllowedSelections') as Value));
    this.#most = most >= 1 ? most : Number.POSITIVE_INFINITY;
    this.#single = node.get('variant') === 'mutuallyExclusive' || most === 1;
    if (this.#single !== (control.role === 'radiogroup')) control.role = this.#single ? 'radiogroup' : null;
    const isLimited = most > 1;
    if (isLimited && this.#note === undefined) {
      this.#note = make('p', 'hint');
      this.hint = this.#note.id = this.ui.stage.newId();
      this.label.after(this.#note);
    } else if (!isLimited && this.#note !== undefined) {
      this.#note.remove();
      this.#note = undefined;
      this.hint = '';
    }
    if (this.#note !== undefined) text(this.#note, this.ui.stage.words.atMost(most));
  }

  #drawFilter(wanted: boolean): void {
    if (wanted && this.#filter === undefined) {
      this.#filter = new ChoiceFilter(this.#options, this.ui.stage);
      this.#options.dom.before(this.#filter.dom);
    } else if (!wanted && this.#filter !== undefined) {
      this.#filter.dom.remove();
      this.#filter = undefined;
      this.#options.filter('');
    }
    this.#filter?.apply();
  }

  /** Chosen values that are no options (any more) are kept, but they must not keep the person from choosing. */
  #isFull(): boolean {
    return this.#chosen.filter((value) => this.#options.has(value)).length >= this.#most;
  }

  #fitting(chosen: readonly string[]): readonly string[] {
    let excess = chosen.length - this.#most;
    return excess <= 0 ? chosen : chosen.filter((value) => this.#options.has(value) || excess-- <= 0);
  }
}

/** Where an agent sent something else than options, nothing is drawn for it. */
function readOptions(given: unknown): readonly ChoiceOption[] {
  if (!Array.isArray(given)) return [];
  const options = new Map<string, ChoiceOption>();
  for (const item of given as readonly Json[]) {
    if (!isObject(item)) continue;
    const value = toText(item.value);
    const label = brief(toText(item.label)) || brief(value);
    // The data model could not tell two of the same value apart.
    if (!options.has(value)) options.set(value, { value, label });
  }
  return [...options.values()];
}

export function choicePickerWidget(names: ChoiceNames): Widget {
  return (ui, node) => new ChoicePicker(ui, node, names);
}
