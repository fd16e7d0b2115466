// What all inputs have in common: a label, a value that is shown when the node says another one, a problem that is told once
// the person has been there or tried to send, and the words that tie these to the control. What is entered and how it
// looks is left to each widget.

import {
  firstFailure,
  isArray,
  isObject,
  type Json,
  jsonEqual,
  type TreeNode,
  toText,
  type ValidationResult,
  type Value,
} from '@vitrine/core';
import { attribute, make, text } from './dom.ts';
import { brief } from './shown-text.ts';
import type { Drawing, Ui } from './widget.ts';

/** The elements of a field: its label, and under it what it is about. The last of them is the control. */
export function frame(name: string, ...parts: readonly HTMLElement[]): HTMLElement {
  const dom = make('div', name);
  dom.append(make('label', 'label'), ...parts);
  return dom;
}

/** One object a field, which also listens: closures for each would weigh more than the elements. */
export abstract class Field implements Drawing, EventListenerObject {
  readonly ui: Ui;
  readonly node: TreeNode;
  /** The property that the control writes. */
  readonly prop: string;
  readonly dom: HTMLElement;
  /** What the person is told to enter into. */
  control: HTMLElement;
  /** What the node said when it was last looked at: the control changes only when that does. */
  said = '';
  /** Something that helps, besides the problem: see field-hint.ts. */
  hint: HTMLElement | undefined;
  #composing = false;
  #touched = false;
  /** It was judged before: then it matters who was there. */
  #judged = false;
  /** What was entered last could not be written. */
  #refused = false;
  #problem: HTMLElement | undefined;

  constructor(ui: Ui, node: TreeNode, prop: string, dom: HTMLElement, control = dom.lastChild as HTMLElement) {
    this.ui = ui;
    this.node = node;
    this.prop = prop;
    this.dom = dom;
    this.control = control;
    const { label } = this;
    if (label instanceof HTMLLabelElement) label.htmlFor = control.id = ui.stage.newId();
    dom.addEventListener('input', this);
  }

  /** The words for a control that came without a name. */
  abstract get fallback(): string;

  /** Shows what the node says. */
  abstract show(): void;

  /** What the person has entered, to be written. */
  abstract entered(event: Event): Json;

  /** Brings all but the value in line with the node. True when the value has to be shown anew. */
  prepare(): boolean {
    return false;
  }

  /** In words, what is wrong with the control's own value, whatever the checks say; undefined when it judges none. */
  flaw(): string | undefined {
    return undefined;
  }

  /** Problems are told: the person has been there, or tried to send. */
  get isAsked(): boolean {
    return this.ui.stage.tried.value || this.#touched;
  }

  /** Whether something has to be entered. */
  get required(): boolean {
    const props = this.node.component?.props;
    return asks(props?.checks, props?.[this.prop]);
  }

  get named(): HTMLElement {
    return this.control;
  }

  get label(): HTMLElement {
    return this.dom.querySelector('.label') as HTMLElement;
  }

  get value(): Value {
    return this.node.get(this.prop) as Value;
  }

  handleEvent(event: Event): void {
    if (event.type === 'input') {
      if ((event as InputEvent).isComposing && !this.#composing) {
        this.#composing = true;
        this.dom.addEventListener('compositionend', this, { once: true });
      }
      this.enter(this.entered(event));
    } else if (event.type === 'compositionend') {
      this.#composing = false;
      this.ui.schedule();
    } else if (!this.#touched && !this.dom.contains((event as FocusEvent).relatedTarget as Node | null)) {
      this.#touched = true;
      // A live region announces what comes into it, not what it comes with.
      this.#makeProblem();
      this.ui.schedule();
    }
  }

  /** Writes what was entered. Where it has nowhere to go, the control keeps it. */
  enter(value: Json): void {
    this.#refused = this.ui.enter(this.prop, value) !== undefined;
    this.#touched ||= this.#refused;
    this.said = toText(this.value);
    this.ui.schedule();
  }

  draw(): void {
    if (!this.#composing) {
      const isOther = this.prepare();
      const said = toText(this.value);
      if (isOther || said !== this.said) {
        this.said = said;
        this.show();
      }
    }
    this.#drawLabel();
    this.#judge();
  }

  #drawLabel(): void {
    const { control, label, required } = this;
    const words = brief(toText(this.node.get('label') as Value));
    attribute(label, 'class', `label${words === '' ? ' unseen' : ''}${required ? ' required' : ''}`);
    text(label, words || this.fallback);
    // WAI-ARIA 1.2: sliders and plain groups have no such state.
    const isTold = required && !control.matches('[type=range], fieldset:not([role])');
    attribute(control, 'aria-required', isTold ? 'true' : undefined);
  }

  #judge(): void {
    const { node, ui } = this;
    const refusal = ui.stage.refusalOf(node.boundPath(this.prop), node.get(this.prop) as Json | undefined);
    const own = this.#refused ? ui.stage.words.lost : this.flaw();
    const flaw = own || (refusal ?? own);
    // Most fields have no checks, and then it does not matter who was there.
    if (flaw === undefined && node.component?.props.checks === undefined) return this.#say(undefined);
    if (!this.#judged) for (const type of ['change', 'focusout']) this.dom.addEventListener(type, this);
    this.#judged = true;
    const last: ValidationResult = { valid: !flaw, severity: 'error', message: flaw ?? '' };
    // What the host said is no surprise for whoever is not there to mend it.
    const isTold = this.isAsked || (refusal !== undefined && !this.dom.matches(':focus-within'));
    const results = isTold ? [...node.checks(), last] : [];
    this.#say(firstFailure(results.filter((result) => result.code !== 'PENDING')));
  }

  #say(failure: ValidationResult | undefined): void {
    const { control } = this;
    if (failure !== undefined) {
      const { words } = this.ui.stage;
      const problem = this.#makeProblem();
      attribute(problem, 'class', `problem ${failure.severity}`);
      text(problem, brief(words.judged?.(failure) ?? failure.message ?? words.notAccepted));
    } else if (this.#problem !== undefined) text(this.#problem, '');
    attribute(control, 'aria-invalid', failure?.severity === 'error' ? 'true' : undefined);
    const notes = [this.hint, this.#problem].filter((note) => note?.textContent);
    attribute(control, 'aria-describedby', notes.map((note) => note?.id).join(' ') || undefined);
  }

  #makeProblem(): HTMLElement {
    if (this.#problem === undefined) {
      this.#problem = make('p', 'problem');
      this.#problem.id = this.ui.stage.newId();
      this.dom.append(this.#problem);
    }
    // After an attempt to send, the focus goes to the first problem; announcing all of them would drown it.
    if (this.#touched) attribute(this.#problem, 'aria-live', 'polite');
    return this.#problem;
  }
}

/** Whether a rule, or one of several that all have to hold, asks for something where the control writes. */
function asks(rule: Json | undefined, bound: Json | undefined): boolean {
  if (isArray(rule)) return rule.some((one) => asks(one, bound));
  if (!isObject(rule) || bound === undefined) return false;
  const { args, call, condition } = rule;
  if (condition !== undefined) return asks(condition, bound);
  if (!isObject(args)) return false;
  return call === 'required' ? jsonEqual(args.value, bound) : call === 'and' && asks(args.values, bound);
}
