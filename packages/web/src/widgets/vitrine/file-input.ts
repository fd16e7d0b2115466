// FileInput: a person chooses a file, which is judged by name, type and size before a byte of it is read. The data get its
// record; its content stays here and goes with the next action, so that choosing alone sends nothing.

import { fileRule } from '@vitrine/core/catalogs/vitrine';
import {
  type FieldProblem,
  type FieldSentences,
  isObject,
  type JsonObject,
  judgeFieldValue,
  type TreeNode,
  toText,
  type Value,
} from '@vitrine/core/internal';
import { frame } from '../../controls/field-frame.ts';
import { drawHint } from '../../controls/field-hint.ts';
import { FileControl, fileHint, fileSentence } from '../../controls/file-control.ts';
import { Field } from '../../field.ts';
import { brief } from '../../shown-text.ts';
import type { Ui, Widget } from '../../widget.ts';
import { type Labels, labelsOf } from './labels.ts';

/** Where the agent names no size, and the most that it may name. */
const DEFAULT_BYTES = 5 * 1024 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

const UNREADABLE: FieldProblem<'TYPE'> = { code: 'TYPE', parameters: { type: 'file' } };

export const fileInput: Widget = (ui, node) => new FileInput(ui, node, new FileControl());

class FileInput extends Field {
  readonly #input: FileControl;
  #problem: FieldProblem | null = null;
  #record: JsonObject = {};

  constructor(ui: Ui, node: TreeNode, input: FileControl) {
    super(ui, node, 'value', frame('field', input.dom), input.field);
    this.#input = input;
  }

  get fallback(): string {
    return this.#labels.REQUIRED({ type: 'file' });
  }

  override get sentences(): Partial<FieldSentences> {
    const labels = this.#labels;
    const problem = this.#problem;
    const MAX_BYTES = () => (problem === null ? '' : fileSentence(problem, this.#record, labels));
    return { ...labels, MAX_BYTES, TYPE: () => labels.unreadable };
  }

  override handleEvent(event: Event): void {
    if (event.type === 'input') void this.#choose();
    else super.handleEvent(event);
  }

  /** What is chosen is read before it is entered. */
  entered(): null {
    return null;
  }

  show(): void {
    this.#input.show(this.lastText === '' ? undefined : this.lastText);
  }

  override prepare(): boolean {
    const [rule, labels] = [this.#rule, this.#labels];
    this.#input.draw({ rule });
    const { value } = this;
    const name = isObject(value) ? brief(toText(value.name as Value)) : '';
    // A control that was made anew does not say what was chosen before.
    const isChosen = name !== '' && this.#input.read() === undefined;
    const expected = fileHint(rule, rule.maxBytes, labels);
    drawHint(this, isChosen ? `${labels.chosen(name)} ${expected}` : expected, this.#input.dom);
    return false;
  }

  override flaw(): FieldProblem | null {
    return this.#problem;
  }

  get #labels(): Labels {
    return labelsOf(this.ui.stage);
  }

  get #rule() {
    const rule = fileRule(this.node);
    return { ...rule, maxBytes: Math.min(rule.maxBytes ?? DEFAULT_BYTES, MAX_BYTES) };
  }

  async #choose(): Promise<void> {
    const chosen = this.#input.read();
    this.#record = chosen ?? {};
    this.#problem = judgeFieldValue(this.#rule, chosen, this.node.scope.limits) ?? null;
    this.#keep(null);
    if (chosen === undefined || this.#problem !== null) return;
    const file = this.#input.field.files?.[0];
    const read = await this.#input.load(this.#labels);
    // Another one was chosen while this one was read.
    if (this.#input.field.files?.[0] !== file) return;
    this.#problem = read === undefined ? UNREADABLE : null;
    this.#keep(read ?? null);
  }

  #keep(file: JsonObject | null): void {
    const path = this.node.boundPath(this.prop);
    if (path === undefined) return;
    this.ui.stage.keepFile(path, file);
    if (file === null) return this.enter(null);
    const { name = '', type = '', size = 0 } = file;
    this.enter({ name, type, size });
  }
}
