// FileInput: a person chooses a file, which is judged by name, type and size. The data get its record; its content stays here
// and goes with the next action, so that choosing alone sends nothing.

import { fileRule } from '@vitrine/core/catalogs/vitrine';
import { type FieldProblem, judgeFieldValue } from '@vitrine/core/later';
import {
  type FieldSentences,
  isObject,
  type Json,
  type JsonObject,
  type TreeNode,
  toText,
  type Value,
} from '@vitrine/core/page';
import { frame } from '../../controls/field-frame.ts';
import { drawHint } from '../../controls/field-hint.ts';
import { FileControl, fileHint, fileSentence, sendable } from '../../controls/file-control.ts';
import { attribute, make, text } from '../../dom.ts';
import { Field } from '../../field.ts';
import { recordOf } from '../../file-record.ts';
import { brief } from '../../shown-text.ts';
import type { Ui, Widget } from '../../widget.ts';
import { type Labels, labelsOf } from './labels.ts';

export const fileInput: Widget = (ui, node) => new FileInput(ui, node, new FileControl());

class FileInput extends Field {
  readonly #input: FileControl;
  readonly #remove = make('button', 'button borderless');
  #problem: FieldProblem | null = null;
  #record: JsonObject = {};

  constructor(ui: Ui, node: TreeNode, input: FileControl) {
    super(ui, node, 'value', frame('field', input.dom), input.field);
    this.#input = input;
    this.#remove.type = 'button';
    this.#remove.addEventListener('click', () => this.#takeBack());
    input.field.after(this.#remove);
  }

  get fallback(): string {
    return this.#labels.REQUIRED({ type: 'file' });
  }

  override get sentences(): Partial<FieldSentences> {
    const labels = this.#labels;
    const problem = this.#problem;
    const MAX_BYTES = () => (problem === null ? '' : fileSentence(problem, this.#record, labels));
    return { ...labels, MAX_BYTES };
  }

  override entered(): Json {
    const file = this.#input.field.files?.[0];
    this.#record = this.#input.read() ?? {};
    this.#problem = (file && judgeFieldValue(this.#rule, this.#record, this.node.scope.limits)) ?? null;
    const isTaken = file !== undefined && this.#problem === null;
    const path = this.node.boundPath(this.prop);
    if (path !== undefined) this.ui.stage.keepFile(path, isTaken ? file : null);
    return isTaken ? recordOf(file) : null;
  }

  show(): void {
    this.#input.show(this.lastText === '' ? undefined : this.lastText);
  }

  override prepare(): boolean {
    const [rule, labels] = [this.#rule, this.#labels];
    this.#input.draw({ rule });
    const inControl = this.#input.read();
    const file = inControl ?? this.value;
    const name = isObject(file) ? brief(toText(file.name as Value)) : '';
    const expected = fileHint(rule, rule.maxBytes, labels);
    // A control that was made anew does not say what was chosen before.
    const isUnsaid = name !== '' && inControl === undefined;
    drawHint(this, isUnsaid ? `${labels.chosen(name)} ${expected}` : expected, this.#input.dom);
    text(this.#remove, labels.remove);
    attribute(this.#remove, 'aria-label', labels.removeFile(name));
    this.#remove.hidden = name === '';
    return false;
  }

  override flaw(): FieldProblem | null {
    return this.#problem;
  }

  get #labels(): Labels {
    return labelsOf(this.ui.stage);
  }

  get #rule() {
    return sendable(fileRule(this.node));
  }

  #takeBack(): void {
    this.#input.show(null);
    this.control.focus();
    this.enter(this.entered());
  }
}
