// Button: its child is its label. While a check fails it can be reached but not used: pressing it shows what is wrong.

import { firstFailure, type Place, type TreeNode } from '@vitrine/core';
import { attribute, make } from '../dom.ts';
import { focusProblem } from '../field.ts';
import { brief } from '../shown-text.ts';
import type { Drawing, Ui, Widget } from '../widget.ts';

/** The second press of a double click is an accident, and so is a key pressed twice that fast. */
const TWICE_MS = 400;

/** Draws what a button says. */
type Fill = (ui: Ui, button: HTMLButtonElement, node: TreeNode) => void;
const fillChild: Fill = (ui, button, node) => ui.fill(button, node.get('child') as Place | undefined, true);

export interface ButtonManner {
  /** The class of a button as its properties want it. */
  readonly look: (node: TreeNode) => string;
  readonly fill?: Fill;
  /** Asked when it is pressed. */
  readonly mayAct?: (node: TreeNode) => boolean;
}

export function buttonWidget(look: ButtonManner['look'], fill?: Fill, mayAct?: ButtonManner['mayAct']): Widget {
  const manner: ButtonManner = { look, ...(fill && { fill }), ...(mayAct && { mayAct }) };
  return (ui, node) => new Button(ui, node, manner);
}

class Button implements Drawing, EventListenerObject {
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #manner: ButtonManner;
  readonly #button: HTMLButtonElement;
  #last: string;
  #guard: Guard | undefined;

  constructor(ui: Ui, node: TreeNode, manner: ButtonManner) {
    this.#ui = ui;
    this.#node = node;
    this.#manner = manner;
    this.#last = `button ${manner.look(node)}`;
    this.#button = make('button', this.#last);
    this.#button.type = 'button';
    this.#button.addEventListener('click', this);
  }

  get dom(): Element {
    return this.#guard?.frame ?? this.#button;
  }

  get named(): Element {
    return this.#button;
  }

  handleEvent(event: MouseEvent): void {
    const { stage } = this.#ui;
    if (this.#guard?.refuses(event)) return;
    // Separate clicks count 1 each, however fast: who counts up with a button may.
    if (event.detail !== 1 && event.timeStamp - stage.pressedAt < TWICE_MS) return;
    if (this.#manner.mayAct?.(this.#node) === false) return showProblems(this.#ui, this.#button);
    stage.pressedAt = event.timeStamp;
    this.#ui.invoke('action');
  }

  draw(): void {
    const node = this.#node;
    const name = `button ${this.#manner.look(node)}`;
    if (name !== this.#last) {
      this.#last = name;
      this.#button.className = name;
    }
    (this.#manner.fill ?? fillChild)(this.#ui, this.#button, node);
    if (this.#guard === undefined) {
      if (!this.#ui.stage.openedPartial && node.component?.props.checks === undefined) return;
      this.#guard = new Guard(this.#ui, this.#button);
    }
    this.#guard.draw(node);
  }
}

export const button: Widget = buttonWidget((node) => {
  const variant = node.get('variant');
  return variant === 'primary' || variant === 'borderless' ? variant : 'default';
});

/** The first attempt makes the fields show what is wrong and the first of them take the focus; later ones only the latter. */
function showProblems({ stage: { tried } }: Ui, button: Element): void {
  if (tried.value) focusProblem(button.getRootNode() as ShadowRoot);
  tried.value = true;
}

/** Around a button with checks or of a surface that is not complete: says why it does not do anything, once it was pressed. */
class Guard {
  readonly frame = make('span', 'guarded');
  readonly #ui: Ui;
  readonly #button: HTMLButtonElement;
  /** There before it says anything: only then is what it says announced. */
  readonly #status = make('span', 'status');
  #blocked = false;
  #pressed = false;

  constructor(ui: Ui, button: HTMLButtonElement) {
    this.#ui = ui;
    this.#button = button;
    this.#status.setAttribute('role', 'status');
    this.#status.id = ui.stage.newId();
    const focused = button.matches(':focus');
    ui.swap(this.frame);
    this.frame.append(button, this.#status);
    if (focused) button.focus();
  }

  /** Whether a press must not do anything. Nor may it for those around the button, a dialog's opener for example. */
  refuses(event: Event): boolean {
    if (!this.#blocked) return false;
    event.preventDefault();
    this.#pressed = true;
    if (!this.#ui.stage.surface.partial) showProblems(this.#ui, this.#button);
    this.#ui.schedule();
    return true;
  }

  draw(node: TreeNode): void {
    const failure = firstFailure(node.checks());
    const { surface, words } = this.#ui.stage;
    const { partial } = surface;
    this.#blocked = partial || failure?.severity === 'error';
    if (!this.#blocked) this.#pressed = false;
    const why = partial ? words.partial : brief(failure?.message ?? words.wrongAbove);
    const said = this.#pressed ? why : '';
    attribute(this.#button, 'title', partial ? words.partial : undefined);
    attribute(this.#button, 'aria-disabled', this.#blocked ? 'true' : undefined);
    attribute(this.#button, 'aria-describedby', said === '' ? undefined : this.#status.id);
    if (this.#status.textContent === said) return;
    const problem = make('span', 'problem');
    problem.dir = 'auto';
    problem.textContent = said;
    this.#status.replaceChildren(...(said === '' ? [] : [problem]));
  }
}
