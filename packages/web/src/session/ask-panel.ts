// One question in the dialog: who asks, how grave it is, what is asked, the control, the buttons. It knows nothing of
// the other questions and sends nothing: ask-queue.ts does.

import { type AskOp, type Json, mayDecline } from '@vitrine/core/page';
import { FieldFrame } from '../controls/field-frame.ts';
import { drawHint } from '../controls/field-hint.ts';
import { make, text } from '../dom.ts';
import { type AskControl, type ControlContext, makeAskControl } from './ask-control.ts';
import { gravityOf, labelOf, titleOf, warning } from './ask-words.ts';
import { button, relabel, usable } from './button.ts';
import { Countdown } from './countdown.ts';
import { icon } from './icon.ts';
import { OriginMark } from './origin-mark.ts';
import type { ChromeWords } from './session-host.ts';
import { line, passage } from './words.ts';

export interface AskPanelOptions extends ControlContext {
  readonly op: AskOp;
  readonly agent: string;
  readonly words: () => ChromeWords;
  readonly isOffline: () => boolean;
  /** False: it comes from elsewhere, and may not be an approval. */
  readonly trusted: boolean;
  /** False: approvals are given elsewhere. */
  readonly approvals: boolean;
  answer(value: Json): void;
  later(): void;
  close(): void;
}

type AskState = 'open' | 'reading' | 'sent';

export class AskPanel {
  readonly op: AskOp;
  readonly dom = make('form', 'ask-form');
  readonly #options: AskPanelOptions;
  readonly #control: AskControl | undefined;
  readonly #title = make('h2', 'ask-title');
  readonly #count = make('span', 'ask-count');
  readonly #body = make('div', 'ask-body');
  readonly #prompt = make('div', 'prompt');
  readonly #countdownLine = make('p', 'hush');
  readonly #actions = make('div', 'ask-actions');
  readonly #field: FieldFrame;
  readonly #guarded: HTMLElement[] = [];
  /** What says something in the chrome's own words. */
  readonly #spoken = new Map<HTMLElement, (words: ChromeWords) => string>();
  readonly #countdown: Countdown | undefined;
  #state: AskState = 'open';
  #armed = false;
  #first: HTMLElement;

  constructor(options: AskPanelOptions) {
    const { op } = options;
    this.op = op;
    this.#options = options;
    this.#control = makeAskControl(op.want, options);
    let ids = 0;
    const field = make('div', 'field');
    this.#field = new FieldFrame(field, this.#control?.control.field ?? field, { newId: () => `ask-field-${++ids}` });
    const until = op.until === undefined ? Number.NaN : Date.parse(op.until);
    if (!Number.isNaN(until))
      this.#countdown = new Countdown(until, options.words, (words) => text(this.#countdownLine, words));
    this.#first = this.#prompt;
    this.dom.noValidate = true;
    this.dom.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    // What is wrong is said of what stands there, and not of what is being written instead.
    this.dom.addEventListener('input', () => this.#say(undefined));
    // A key held down since the question before does not answer this one.
    this.dom.addEventListener('keydown', (event) => this.#entered(event));
    this.#build();
  }

  get isOver(): boolean {
    return this.#countdown?.isOver === true;
  }

  /** It is answered in a control, and by no button alone. */
  get isWritten(): boolean {
    return this.#control !== undefined;
  }

  get isSent(): boolean {
    return this.#state === 'sent';
  }

  /** The least that the focus can do harm with: the question itself when it interrupts somebody who is typing. */
  focus(interrupts: boolean): void {
    const first = interrupts ? this.#prompt : this.#first;
    // The question stays in sight, however long it is.
    first.focus({ preventScroll: interrupts || this.#control === undefined });
    if (this.#body.scrollHeight > this.#body.clientHeight) this.#body.tabIndex = 0;
  }

  arm(armed: boolean): void {
    this.#armed = armed;
    for (const element of this.#guarded) usable(element, armed && this.#state === 'open');
  }

  /** Says who asks, and all in the language of the page. */
  speak(agent: string): void {
    const words = this.#options.words();
    text(this.#title, titleOf(this.op, agent, words));
    for (const [element, say] of this.#spoken) relabel(element, say(words));
    this.#control?.draw(words);
  }

  tick(): void {
    if (this.#state !== 'sent') this.#countdown?.tick();
  }

  /** How many questions wait, this one included. */
  count(total: number): void {
    this.#count.hidden = total < 2;
    text(this.#count, total < 2 ? '' : this.#options.words().first(total));
  }

  /** The answer is on its way. */
  sent(others: number): void {
    const focused = this.dom.matches(':focus-within');
    this.#set('sent');
    this.#control?.control.dom.setAttribute('inert', '');
    if (this.#countdown !== undefined) this.#countdown.dom.hidden = true;
    const done = make('p', 'sent');
    done.setAttribute('role', 'status');
    done.append(icon('check'));
    this.#label(done, (words) => (this.#options.isOffline() ? words.willBeSent : words.sent));
    const leave = button('', 'plain', () => this.#options.close());
    this.#label(leave, (words) => (others > 0 ? words.nextQuestion : words.leave));
    this.#actions.replaceChildren(done, leave);
    this.#first = leave;
    if (focused) leave.focus();
  }

  /** The answer was not taken: the person may give another. */
  refuse(problem: string): void {
    const focused = this.dom.matches(':focus-within');
    this.#control?.control.dom.removeAttribute('inert');
    if (this.#countdown !== undefined) this.#countdown.dom.hidden = false;
    this.#actions.replaceChildren();
    this.#fillActions();
    this.#set('open');
    this.#say(line(problem, 200) || this.#options.words().refused);
    if (focused) this.#first.focus();
  }

  #build(): void {
    const { op, agent } = this.#options;
    const head = make('div', 'ask-head');
    this.#title.id = 'ask-title';
    head.append(icon('shield'), this.#title, this.#count);
    this.#prompt.id = 'ask-prompt';
    this.#prompt.dir = 'auto';
    this.#prompt.tabIndex = -1;
    const prompt = passage(op.prompt, 4000);
    if (prompt === '') this.#label(this.#prompt, (words) => words.noPrompt);
    else this.#prompt.textContent = prompt;
    this.#countdownLine.setAttribute('role', 'status');
    const body = this.#body;
    body.setAttribute('role', 'group');
    body.setAttribute('aria-labelledby', 'ask-title');
    if (!this.#options.trusted) {
      const { dom } = new OriginMark();
      dom.id = 'ask-origin';
      body.append(this.#label(dom, (words) => words.elsewhere));
    }
    const gravity = this.#isRefused ? undefined : gravityOf(op);
    if (gravity !== undefined) body.append(this.#label(warning(gravity), (words) => words[gravity]));
    body.append(this.#prompt);
    if (this.#control !== undefined) this.#appendControl(this.#control);
    this.#field.problem.setAttribute('role', 'alert');
    body.append(this.#control === undefined ? this.#field.problem : this.#field.dom);
    const note = this.#noteOf();
    if (note !== undefined) body.append(note);
    if (this.#countdown !== undefined) body.append(this.#countdown.dom);
    body.append(this.#countdownLine);
    this.#fillActions();
    this.dom.append(head, body, this.#actions);
    this.speak(agent);
  }

  #appendControl(asked: AskControl): void {
    const { dom, field } = asked.control;
    const words = this.#options.words();
    field.setAttribute('aria-labelledby', 'ask-prompt');
    asked.draw(words);
    this.#field.dom.prepend(dom);
    drawHint(this.#field, asked.hint(words), dom);
    if (this.#field.hint !== undefined) this.#label(this.#field.hint, (now) => asked.hint(now));
    this.#field.drawProblem(undefined);
    this.#first = asked.control.focus;
  }

  #fillActions(): void {
    const { op, answer, later, close } = this.#options;
    this.#guarded.length = 0;
    const { want } = op;
    if (this.#isRefused) {
      this.#first = this.#label(button('', 'plain', close), (words) => words.leave);
      this.#actions.append(this.#first);
      return;
    }
    const wait = this.#label(button('', 'quiet later', later), (words) => words.later);
    if (want.kind === 'confirm') {
      const deny = this.#guard(button('', 'plain', () => this.#give(false, answer), 'close'));
      this.#label(deny, (words) => labelOf(want.deny, words.deny));
      const grave = op.severity === 'critical' ? 'danger' : 'primary';
      const agree = this.#guard(button('', grave, () => this.#give(true, answer), 'check'));
      this.#label(agree, (words) => labelOf(want.confirm, words.approve));
      this.#actions.append(wait, deny, agree);
      this.#first = deny;
      return;
    }
    this.#actions.append(wait);
    if (mayDecline(want)) {
      const decline = this.#guard(button('', 'plain', () => this.#give(null, answer)));
      this.#actions.append(this.#label(decline, (words) => words.doNotAnswer));
    }
    if (this.#control === undefined) return;
    const send = this.#guard(button('', 'primary', () => this.#send()));
    this.#actions.append(this.#label(send, (words) => words.send));
    this.#first = this.#control.control.focus;
  }

  #label<T extends HTMLElement>(element: T, say: (words: ChromeWords) => string): T {
    this.#spoken.set(element, say);
    relabel(element, say(this.#options.words()));
    return element;
  }

  #guard<T extends HTMLElement>(element: T): T {
    this.#guarded.push(element);
    usable(element, this.#armed);
    return element;
  }

  /** Not left to the form: a frame without `allow-forms` sends none. */
  #entered(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return;
    const isLine = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    if (event.repeat || isLine) event.preventDefault();
    if (isLine && !event.repeat) this.#send();
  }

  #send(): void {
    if (this.#control !== undefined) void this.#submit(this.#control);
  }

  async #submit(control: AskControl): Promise<void> {
    if (this.#state !== 'open' || !this.#armed) return;
    this.#say(undefined);
    this.#set('reading');
    const reading = await control.read(this.#options.words());
    // It may have been withdrawn while a file was read.
    if (!this.dom.isConnected) return;
    this.#set('open');
    if ('value' in reading) return this.#give(reading.value, this.#options.answer);
    this.#say(reading.problem);
    control.control.focus.focus();
  }

  #give(value: Json, answer: (value: Json) => void): void {
    if (this.#state === 'open' && !this.#isRefused) answer(value);
  }

  #set(state: AskState): void {
    this.#state = state;
    this.arm(this.#armed);
  }

  #say(problem: string | undefined): void {
    if (this.#control !== undefined) this.#field.drawProblem(problem);
    else text(this.#field.problem, problem ?? '');
  }

  /** Invariant: nothing untrusted can have anything approved. */
  get #isRefused(): boolean {
    const { trusted, approvals } = this.#options;
    return this.op.want.kind === 'confirm' && !(trusted && approvals);
  }

  #noteOf(): HTMLElement | undefined {
    const unknown = this.#control === undefined && this.op.want.kind !== 'confirm';
    if (!this.#isRefused && !unknown) return undefined;
    const isElsewhere = unknown || this.#options.trusted;
    return this.#label(warning('critical'), (words) => (isElsewhere ? words.unanswerable : words.untrusted));
  }
}
