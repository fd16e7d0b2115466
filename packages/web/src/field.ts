// What all inputs have in common: a value that is shown when the node says another one, and a problem that is told once the
// person has been there or tried to send. What is entered and how it looks is left to each widget.

import { EMAIL_SENTENCE, type FieldProblem, fieldSentence } from '@vitrine/core/later';
import {
  type FieldSentences,
  firstFailure,
  isArray,
  isObject,
  type Json,
  jsonEqual,
  type TreeNode,
  toText,
  type ValidationResult,
  type Value,
} from '@vitrine/core/page';
import { FieldFrame } from './controls/field-frame.ts';
import { afterPress, watchPresses } from './press.ts';
import { brief } from './shown-text.ts';
import { addInputStyles } from './styles/inputs.ts';
import type { Drawing, Ui } from './widget.ts';

/** One object a field, which also listens: closures for each would weigh more than the elements. */
export abstract class Field extends FieldFrame implements Drawing, EventListenerObject {
  readonly ui: Ui;
  readonly node: TreeNode;
  /** The property that the control writes. */
  readonly prop: string;
  /** What the node said when it was last looked at: the control changes only when that does. */
  lastText = '';
  #composing = false;
  #touched = false;
  /** It was judged before: then it matters who was there. */
  #judged = false;
  /** What was entered last could not be written. */
  #refused = false;

  constructor(ui: Ui, node: TreeNode, prop: string, dom: HTMLElement, control = dom.lastChild as HTMLElement) {
    super(dom, control, ui.stage);
    addInputStyles();
    this.ui = ui;
    this.node = node;
    this.prop = prop;
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

  /** What is wrong with the control's own value, whatever the checks say; null: nothing, undefined when it judges none. */
  flaw(): FieldProblem | null | undefined {
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

  /** Words for what `flaw` may find. */
  get sentences(): Partial<FieldSentences> {
    return this.ui.stage.words;
  }

  get named(): HTMLElement {
    return this.control;
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
      afterPress(() => {
        this.#visit();
        this.ui.schedule();
      });
    }
  }

  /** Writes what was entered. Where it has nowhere to go, the control keeps it. */
  enter(value: Json): void {
    this.#refused = this.ui.enter(this.prop, value) !== undefined;
    if (this.#refused) this.#visit();
    this.lastText = toText(this.value);
    this.ui.schedule();
  }

  draw(): void {
    if (!this.#composing) {
      const isOther = this.prepare();
      const current = toText(this.value);
      if (isOther || current !== this.lastText) {
        this.lastText = current;
        this.show();
      }
    }
    this.drawLabel(brief(toText(this.node.get('label') as Value)), this.required, this.fallback);
    this.#judge();
  }

  /** After an attempt to send, the focus goes to the first problem; announcing those of fields not visited would drown it. */
  #visit(): void {
    this.#touched = true;
    this.announceProblems();
  }

  #judge(): void {
    const { node, ui } = this;
    const refusal = ui.stage.refusalOf(node.boundPath(this.prop), node.get(this.prop) as Json | undefined);
    const { words } = ui.stage;
    const found = this.flaw();
    const own = this.#refused ? words.lost : found ? fieldSentence(found, this.sentences) : found === null ? '' : found;
    const flaw = own || (refusal ?? own);
    // Most fields have no checks, and then it does not matter who was there.
    if (flaw === undefined && node.component?.props.checks === undefined) return this.#say(undefined);
    if (!this.#judged) {
      watchPresses();
      for (const type of ['change', 'focusout']) this.dom.addEventListener(type, this);
    }
    this.#judged = true;
    const last: ValidationResult = { valid: !flaw, severity: 'error', message: flaw ?? '' };
    // What the host said is no surprise for whoever is not there to mend it.
    const isTold = this.isAsked || (refusal !== undefined && !this.dom.matches(':focus-within'));
    // What cannot be taken as it was entered is not what the checks have looked at.
    const results = isTold ? (own ? [last, ...node.checks()] : [...node.checks(), last]) : [];
    this.#say(firstFailure(results.filter((result) => result.code !== 'PENDING')));
  }

  #say(failure: ValidationResult | undefined): void {
    if (failure === undefined) return this.drawProblem(undefined);
    const { words } = this.ui.stage;
    const { message = words.notAccepted, severity } = failure;
    // An agent's own words stay.
    this.drawProblem(message === EMAIL_SENTENCE ? words.INVALID_EMAIL({}) : message, severity);
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
