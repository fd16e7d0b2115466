// What all inputs have in common: a label, a problem that is shown once the person has been there or tried to send, and
// the words that tie the two to the control. What is entered and how it looks is left to each widget.

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
import type { DateKind } from './date-text.ts';
import { attribute, make, text } from './dom.ts';
import { brief } from './shown-text.ts';
import type { Drawing, Ui } from './widget.ts';

export const ONCE = { once: true };

/** Words that name a kind of control. */
export type Fallback = 'text' | 'yes' | 'value' | 'choices' | DateKind;

/** One object a field, which also listens: closures for each would weigh more than the elements. */
export abstract class Field implements Drawing, EventListenerObject {
  readonly ui: Ui;
  readonly node: TreeNode;
  readonly dom: HTMLElement;
  /** The property that the control writes. */
  readonly prop: string;
  /** What the person is told to enter into. */
  abstract control: HTMLElement;
  /** Holds the words of the label. */
  abstract readonly label: HTMLElement;
  /** The word for a control that came without a name. */
  abstract readonly fallback: Fallback;
  /** The id of a hint that describes the control besides its problem; empty when there is none any more. */
  hint: string | undefined;
  #look = 'label';
  #touched = false;
  #tried: boolean | undefined;
  #judged = false;
  /** What was entered last could not be written. */
  #refused = false;
  #problem: HTMLElement | undefined;

  constructor(ui: Ui, node: TreeNode, dom: HTMLElement, prop: string) {
    this.ui = ui;
    this.node = node;
    this.dom = dom;
    this.prop = prop;
    dom.addEventListener('input', this);
  }

  abstract draw(): void;

  /** The person changed the control. */
  abstract entered(event: Event): void;

  /** What is wrong with the control's own value, whatever the checks say, in words. */
  flaw(): string | undefined {
    return undefined;
  }

  /** Whether something has to be entered. */
  get required(): boolean {
    const props = this.node.component?.props;
    return props?.checks !== undefined && demands(props.checks, props[this.prop]);
  }

  get named(): HTMLElement {
    return this.control;
  }

  /** Of a catalog that has words of its own: those. */
  get fallbackWords(): string {
    return this.ui.stage.words[this.fallback];
  }

  get value(): Value {
    return this.node.get(this.prop) as Value;
  }

  handleEvent(event: Event): void {
    if (event.type === 'input') {
      if (this.#judged) this.dom.addEventListener('change', this, ONCE);
      this.entered(event);
    } else if (!this.#touched && !this.dom.contains((event as FocusEvent).relatedTarget as Node | null)) {
      this.#touched = true;
      // A live region announces what comes into it, not what it comes with.
      this.#makeProblem();
      this.ui.schedule();
    }
  }

  /** Writes what was entered. Where it has nowhere to go, the control keeps it. */
  enter(value: Json): void {
    const refused = this.ui.enter(this.prop, value) !== undefined;
    if (this.#judged || refused) this.ui.schedule();
    if (refused) this.#touched = true;
    this.#refused = refused;
  }

  /** Draws label and problem. `mayFlaw`: the control itself may find fault with its value. */
  drawFrame(mayFlaw = false): void {
    const { required, ui } = this;
    const isJudged = mayFlaw || this.#refused || this.node.component?.props.checks !== undefined;
    this.#drawLabel(required);
    if (isJudged || this.#judged)
      attribute(this.control, 'aria-required', required && mayRequire(this.control) ? 'true' : undefined);
    this.#judged = isJudged;
    if (!isJudged) {
      if (this.#problem !== undefined || this.hint !== undefined) this.#say(undefined);
      return;
    }
    // Most fields have no checks, and then it does not matter who was there.
    if (this.#tried === undefined) this.dom.addEventListener('focusout', this);
    const tried = ui.stage.tried.value;
    const failure = tried || this.#touched ? this.#failure() : undefined;
    this.#say(failure);
    // A field that came after the attempt must not take the focus.
    if (tried && this.#tried === false && failure?.severity === 'error') focusSoon(this.dom);
    this.#tried = tried;
  }

  #drawLabel(required: boolean): void {
    const { label } = this;
    const words = brief(toText(this.node.get('label') as Value));
    const name = `label${words === '' ? ' unseen' : ''}${required ? ' required' : ''}`;
    if (name !== this.#look) {
      this.#look = name;
      label.className = name;
    }
    text(label, words || this.fallbackWords);
  }

  #failure(): ValidationResult | undefined {
    const results = this.node.checks().filter((result) => result.code !== 'PENDING');
    const message = this.#refused ? this.ui.stage.words.lost : this.flaw();
    return firstFailure(message === undefined ? results : [...results, { valid: false, severity: 'error', message }]);
  }

  #say(failure: ValidationResult | undefined): void {
    const { control } = this;
    const severity = failure?.severity ?? 'error';
    if (failure !== undefined) {
      const problem = this.#makeProblem();
      const name = `problem ${severity}`;
      if (problem.className !== name) problem.className = name;
      const { words } = this.ui.stage;
      text(problem, brief(words.judged?.(failure) ?? failure.message ?? words.notAccepted));
    } else if (this.#problem !== undefined) text(this.#problem, '');
    attribute(control, 'aria-invalid', failure !== undefined && severity === 'error' ? 'true' : undefined);
    const ids = [this.hint, failure === undefined ? undefined : this.#problem?.id];
    attribute(control, 'aria-describedby', ids.filter(Boolean).join(' ') || undefined);
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

const due = new Set<Node>();

/** Once for all fields under the same root that are drawn in the same task. */
function focusSoon(dom: Node): void {
  const root = dom.getRootNode() as Node & ParentNode;
  if (due.has(root)) return;
  due.add(root);
  queueMicrotask(() => {
    due.delete(root);
    focusProblem(root);
  });
}

/** Moves the focus to the first field under `root` that shows an error and can be reached. */
export function focusProblem(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLElement>('[aria-invalid="true"]')) {
    const control =
      field instanceof HTMLFieldSetElement ? field.querySelector<HTMLElement>('input:checked, input') : field;
    control?.focus();
    if (control?.matches(':focus') === true) return;
  }
}

/** WAI-ARIA 1.2: sliders and plain groups have no such state. */
function mayRequire(control: HTMLElement): boolean {
  return (
    control.role === 'radiogroup' || (!(control instanceof HTMLFieldSetElement) && !control.matches('[type=range]'))
  );
}

/** Whether the rules ask for something where the control writes. */
function demands(rules: Json, bound: Json | undefined): boolean {
  return isArray(rules) && rules.some((rule) => isObject(rule) && asks(rule.condition ?? rule, bound));
}

function asks(condition: Json, bound: Json | undefined): boolean {
  if (!isObject(condition) || !isObject(condition.args) || bound === undefined) return false;
  const { value, values } = condition.args;
  if (condition.call === 'required') return value !== undefined && jsonEqual(value, bound);
  return condition.call === 'and' && isArray(values) && values.some((one) => asks(one, bound));
}
