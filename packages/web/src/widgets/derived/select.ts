// A choice of a derived surface: one of its options, as a native list.

import type { FieldProblem } from '@vitrine/core/later';
import {
  type FieldSentences,
  isArray,
  isObject,
  type Json,
  type TreeNode,
  toText,
  type Value,
} from '@vitrine/core/page';
import { frame } from '../../controls/field-frame.ts';
import { drawHint } from '../../controls/field-hint.ts';
import { ListControl, MAX_OPTIONS } from '../../controls/list-control.ts';
import { fieldWords } from '../../english/fields.ts';
import { openwopWords } from '../../english/openwop.ts';
import { Field } from '../../field.ts';
import { brief } from '../../shown-text.ts';
import type { Ui, Widget } from '../../widget.ts';
import { flawOf, isRequired, sentencesOf } from './judged.ts';

class Select extends Field {
  readonly #list: ListControl;
  #options: Json | undefined;
  #last: Value | null = null;
  #rest = 0;

  constructor(ui: Ui, node: TreeNode) {
    const list = new ListControl();
    super(ui, node, 'value', frame('field', list.dom));
    this.#list = list;
  }

  get fallback(): string {
    return { ...openwopWords, ...this.ui.stage.words }.choice;
  }

  override get required(): boolean {
    return isRequired(this.node);
  }

  override get sentences(): FieldSentences {
    return sentencesOf(this.ui.stage);
  }

  override flaw(): FieldProblem | null {
    return flawOf(this.node);
  }

  entered(): Json {
    return this.#list.read() ?? '';
  }

  override enter(value: Json): void {
    super.enter(value);
    this.#last = this.value;
  }

  override prepare(): boolean {
    const words = { ...fieldWords, ...this.ui.stage.words };
    const source = this.node.component?.props.options;
    // Nothing and the empty text are told apart.
    const isOther = source !== this.#options || this.value !== this.#last;
    if (source !== this.#options) {
      this.#options = source;
      const all = isArray(source) ? source.filter(isObject) : [];
      const options = all.slice(0, MAX_OPTIONS).map(({ label, value }) => {
        const own = toText(value);
        return { value: own, label: brief(toText(label)) || brief(own) };
      });
      this.#rest = all.length - options.length;
      this.#list.draw({ rule: { type: 'choice' }, options, placeholder: '\u2014' }, words);
    }
    drawHint(this, this.#rest > 0 ? words.leftOut(this.#rest, 'options') : '', this.control);
    return isOther;
  }

  show(): void {
    const { value } = this;
    this.#last = value;
    this.#list.show(value === undefined ? undefined : toText(value));
  }
}

export const select: Widget = (ui, node) => new Select(ui, node);
