// form of AgentChains: fields, judged once the person has been there or tried to submit. Values are written where the form
// is bound to. Secrets and files are not: they stay in this widget and are handed over with the submit, so that neither a
// password nor a file's content becomes an input event or a value of the data model.

import { type FormContent, type FormField, fieldRule, judgeField, readForm } from '@vitrine/core/catalogs/agentchains';
import { own } from '@vitrine/core/internal';
import { fieldSentence, judgeFieldValue } from '@vitrine/core/later';
import {
  formatPointer,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Segments,
  type TreeNode,
} from '@vitrine/core/page';
import { FileControl, fileSentence } from '../../controls/file-control.ts';
import { attribute, make, text } from '../../dom.ts';
import { agentchainsWords } from '../../english/agentchains.ts';
import { afterPress, watchPresses } from '../../press.ts';
import { Reading } from '../../reading.ts';
import { brief } from '../../shown-text.ts';
import type { Drawing, Ui, Widget } from '../../widget.ts';
import { leftOut, OptionalLine, put, titleOf } from '../vitrine/parts.ts';
import { FormFieldView, MAX_FILE_BYTES } from './form-field.ts';
import { type FormLabels, formLabelsOf } from './form-labels.ts';

/** A second submit that fast is an accident. */
const TWICE_MS = 400;
/** A person who has more to fill in than this needs another tool. */
const MAX_FIELDS = 5000;
/** So many fields are made in a slice, however little time is left in it. */
const MIN_AT_ONCE = 20;
const EVENTS = ['submit', 'reset', 'input', 'change', 'focusout', 'compositionstart', 'compositionend'];

export const form: Widget = (ui, node) => new Form(ui, node);

class Form implements Drawing, EventListenerObject {
  readonly dom = make('form', 'form');
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #title = titleOf(this.dom);
  readonly #description = new OptionalLine(
    this.dom,
    () => make('p', 'description'),
    () => this.#fields,
  );
  readonly #fields = make('div', 'fields');
  readonly #more = new OptionalLine(
    this.dom,
    () => make('p', 'caption'),
    () => this.#fields.nextSibling,
  );
  readonly #submit = make('button', 'button primary');
  readonly #reset = make('button', 'button');
  readonly #content: Reading<FormContent>;
  readonly #views = new Map<string, FormFieldView>();
  /** By field name: what must not, or cannot, stand in the data model. */
  readonly #held = new Map<string, Json>();
  /** Where the values are written, each under the name of its field. */
  #bound: Segments | undefined;
  /** All fields are there as the data have them: what is not there yet can be neither judged nor reset. */
  #isWhole = false;
  #tried = false;
  #focusDue = false;
  #sent = Number.NEGATIVE_INFINITY;

  constructor(ui: Ui, node: TreeNode) {
    this.#ui = ui;
    this.#node = node;
    this.#content = new Reading(ui, () => readForm(node.get('data')));
    this.dom.noValidate = true;
    this.#submit.type = 'submit';
    this.#reset.type = 'reset';
    const buttons = make('div', 'form-actions');
    buttons.append(this.#submit, this.#reset);
    this.dom.append(this.#fields, buttons);
    watchPresses();
    for (const type of EVENTS) this.dom.addEventListener(type, this);
  }

  draw(): void {
    const content = this.#content.take();
    if (content === undefined) return;
    this.#bound = this.#node.boundPath('values');
    const fields = content.fields.slice(0, MAX_FIELDS);
    this.#title.say(content.title);
    this.#description.say(content.description);
    this.#more.say(leftOut(content.fields.length, MAX_FIELDS, 'fields', this.#labels));
    this.#clear(fields);
    this.#isWhole = this.#drawFields(fields);
    if (!this.#isWhole) this.#ui.schedule();
    attribute(this.dom, 'aria-busy', this.#isWhole ? undefined : 'true');
    // The catalog's own word stands where the agent has sent none.
    const { submitLabel } = content;
    text(this.#submit, submitLabel === agentchainsWords.submit ? this.#labels.submit : brief(submitLabel));
    text(this.#reset, brief(content.resetLabel ?? ''));
    this.#reset.hidden = content.resetLabel === undefined;
    this.#ui.markPending(this.#submit);
    if (this.#focusDue && this.#isWhole) this.#focusProblem();
  }

  dispose(): void {
    this.#content.dispose();
  }

  get #labels(): FormLabels {
    return formLabelsOf(this.#ui.stage);
  }

  handleEvent(event: Event): void {
    if (event.type === 'submit') {
      event.preventDefault();
      return this.#send(event.timeStamp);
    }
    if (event.type === 'reset') {
      event.preventDefault();
      return this.#begin();
    }
    const view = this.#viewOf(event.target);
    if (view === undefined) return;
    if (event.type.startsWith('composition')) {
      view.composing = event.type === 'compositionstart';
      this.#ui.schedule();
    } else if (event.type === 'focusout') this.#left(view);
    else if (view.input instanceof FileControl) void (event.type === 'change' && this.#choose(view, view.input));
    else if (event.type === 'input') this.#take(view);
  }

  #viewOf(target: EventTarget | null): FormFieldView | undefined {
    for (const view of this.#views.values()) if (view.control === target) return view;
    return undefined;
  }

  /** Views of fields that are gone, or of another type now, go. */
  #clear(fields: readonly FormField[]): void {
    const types = new Map(fields.map(({ name, type }) => [name, type]));
    for (const [name, view] of this.#views) {
      if (types.get(name) === view.field.type) continue;
      this.#views.delete(name);
      this.#held.delete(name);
      view.dom.remove();
    }
  }

  /** Views of the fields in their order; what stays is not moved. False when time ran out before all were made. */
  #drawFields(fields: readonly FormField[]): boolean {
    const values = this.#values(fields);
    const labels = this.#labels;
    let made = 0;
    for (const [i, field] of fields.entries()) {
      let view = this.#views.get(field.name);
      if (view === undefined) {
        if (++made > MIN_AT_ONCE && !this.#ui.stage.hasTime()) return false;
        view = new FormFieldView(field, this.#ui.stage);
        this.#views.set(field.name, view);
      }
      const stands = this.#fields.children[i];
      if (stands !== view.dom) put(this.#fields, view.dom, stands ?? null);
      const isJudged = this.#tried || view.touched;
      const problem =
        (isJudged ? this.#problemOf(view, field, values) : undefined) ?? this.#refusalOf(view, field, values);
      view.draw(field, own(values, field.name), problem, labels);
    }
    return true;
  }

  #values(fields: readonly FormField[]): JsonObject {
    const values = this.#node.get('values');
    const written = isObject(values) ? { ...(values as JsonObject) } : {};
    // A secret that an agent wrote there is no business of the field.
    for (const field of fields) if (isHeld(field)) delete written[field.name];
    return { ...written, ...Object.fromEntries(this.#held) };
  }

  #problemOf(view: FormFieldView, field: FormField, values: JsonObject): string | undefined {
    const value = own(values, field.name);
    const labels = this.#labels;
    const before = view.judged;
    if (before?.field === field && before.value === value && before.labels === labels)
      return view.flaw ?? before.problem;
    // The rules want the record of a file that the host has: this one is still here.
    const judged = field.type === 'file' && isObject(value) ? { ...value, ref: '' } : value;
    const found = judgeField(field, judged, this.#node.scope.limits);
    const problem = found === undefined ? undefined : fieldSentence(found, labels);
    view.judged = { field, value, labels, problem };
    return view.flaw ?? problem;
  }

  /** Why the host did not take what stands in the field. */
  #refusalOf({ touched, control }: FormFieldView, { name }: FormField, values: JsonObject): string | undefined {
    const { stage } = this.#ui;
    if (!stage.tried.value && !touched && control.matches(':focus')) return undefined;
    return stage.refusalOf(this.#bound === undefined ? undefined : [...this.#bound, name], own(values, name));
  }

  /** What stands in the control, as a value of its type; null for nothing. */
  #take(view: FormFieldView): void {
    const { type } = fieldRule(view.field);
    const isBad = view.input.isBad === true;
    view.flaw = isBad ? fieldSentence({ code: 'TYPE', parameters: { type } }, this.#labels) : undefined;
    this.#enter(view, view.input.read() ?? null);
  }

  #enter(view: FormFieldView, value: Json): void {
    const { name } = view.field;
    view.remember(value);
    const path = this.#bound === undefined ? undefined : [...this.#bound, name];
    if (isHeld(view.field) || path === undefined) {
      if (value === null) this.#held.delete(name);
      else this.#held.set(name, value);
      return this.#ui.schedule();
    }
    const { stage } = this.#ui;
    const problem = stage.surface.data.set(formatPointer(path), value);
    if (problem === undefined) return stage.entered(path, value);
    view.flaw = this.#labels.tooLong;
    stage.report({ ...problem, fault: 'viewer' });
    this.#ui.schedule();
  }

  async #choose(view: FormFieldView, input: FileControl): Promise<void> {
    const { field } = view;
    const record = input.read();
    this.#held.delete(field.name);
    // Drawing must not take the new file for one that is gone.
    view.remember(undefined);
    view.flaw = undefined;
    view.visited();
    if (record !== undefined) {
      const labels = this.#labels;
      const others = [...this.#held.values()].map((value) => (isObject(value) ? Number(value.size) : 0));
      const maxBytes = MAX_FILE_BYTES - others.reduce((sum, size) => sum + size, 0);
      const found = judgeFieldValue({ ...fieldRule(field), maxBytes }, record, this.#node.scope.limits);
      // A submit that comes now must not go without it.
      view.flaw = found === undefined ? labels.reading : fileSentence(found, record, labels);
      const file = input.field.files?.[0];
      const value = found === undefined ? await input.load(labels) : undefined;
      // Another one was chosen while this one was read.
      if (input.field.files?.[0] !== file) return;
      if (found === undefined) view.flaw = value === undefined ? labels.unreadable : undefined;
      if (value !== undefined) this.#held.set(field.name, value);
    }
    this.#ui.schedule();
  }

  #left(view: FormFieldView): void {
    if (view.touched) return;
    afterPress(() => {
      view.visited();
      this.#ui.schedule();
    });
  }

  /** Back to the initial values: each that differs is written, as if the person had entered it. */
  #begin(): void {
    if (!this.#isWhole) return;
    this.#tried = false;
    const views = [...this.#views.values()];
    const values = this.#values(views.map(({ field }) => field));
    for (const view of views) {
      const { name, initial } = view.field;
      view.touched = false;
      view.flaw = undefined;
      if ((own(values, name) ?? null) !== initial) this.#enter(view, initial);
      view.restore(initial);
    }
    this.#ui.schedule();
  }

  #send(now: number): void {
    if (!this.#isWhole) return;
    const views = [...this.#views.values()];
    const values = this.#values(views.map(({ field }) => field));
    if (views.some((view) => this.#problemOf(view, view.field, values) !== undefined)) {
      this.#tried = true;
      this.#focusDue = true;
      return this.#ui.schedule();
    }
    if (now - this.#sent < TWICE_MS) return;
    this.#sent = now;
    const done = this.#node.invoke('submit');
    if (done === undefined) {
      const at = `/components/${this.#node.id}/submit`;
      return this.#ui.stage.report(issue('VITRINE_PROP_VALUE', 'error', 'The form has no action to submit with.', at));
    }
    const { segments } = this.#node.scope;
    const scope = segments.length === 0 ? undefined : this.#node.dataPath;
    if (done.kind !== 'event' || this.#held.size === 0) return this.#ui.dispatch(done, scope);
    const sent = done.context.values;
    const all = { ...(isObject(sent) ? sent : {}), ...Object.fromEntries(this.#held) };
    this.#ui.dispatch({ ...done, context: { ...done.context, values: all } }, scope);
  }

  #focusProblem(): void {
    this.#focusDue = false;
    this.#fields.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }
}

function isHeld(field: FormField): boolean {
  return field.secret || field.type === 'file';
}
