// Button: its child is its label. While a check fails it can be reached but not used: pressing it shows what is wrong.

import { firstFailure, type Place, type TreeNode } from '@vitrine/core';
import { attribute, make } from '../dom.ts';
import { focusProblem } from '../field.ts';
import { brief } from '../shown-text.ts';
import type { Ui, Widget } from '../widget.ts';

/** The second press of a double click is an accident, and so is a key pressed twice that fast. */
const TWICE_MS = 400;

const PARTIAL = 'This is not complete yet: nothing can be sent.';

/** Draws what a button says. */
type Fill = (ui: Ui, button: HTMLButtonElement, node: TreeNode) => void;
const fillChild: Fill = (ui, button, node) => ui.fill(button, node.get('child') as Place | undefined, true);

/** `look`: the class of a button as its properties want it. `mayAct`: asked when it is pressed. */
export function buttonWidget(
  look: (node: TreeNode) => string,
  fill = fillChild,
  mayAct?: (node: TreeNode) => boolean,
): Widget {
  return (ui, node) => {
    let last = `button ${look(node)}`;
    const button = make('button', last);
    button.type = 'button';
    let guard: Guard | undefined;
    button.addEventListener('click', (event) => {
      if (guard?.refuses(event)) return;
      // Separate clicks count 1 each, however fast: who counts up with a button may.
      if (event.detail !== 1 && event.timeStamp - ui.stage.pressedAt < TWICE_MS) return;
      if (mayAct?.(node) === false) return showProblems(ui, button);
      ui.stage.pressedAt = event.timeStamp;
      ui.invoke('action');
    });
    const drawing: { dom: Element; named?: Element; draw(): void } = {
      dom: button,
      draw: () => {
        const name = `button ${look(node)}`;
        if (name !== last) {
          last = name;
          button.className = name;
        }
        fill(ui, button, node);
        if (guard === undefined && !ui.stage.openedPartial && node.component?.props.checks === undefined) return;
        if (guard === undefined) {
          guard = new Guard(ui, button);
          drawing.dom = guard.frame;
          drawing.named = button;
        }
        guard.draw(node);
      },
    };
    return drawing;
  };
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
    const { partial } = this.#ui.stage.surface;
    this.#blocked = partial || failure?.severity === 'error';
    if (!this.#blocked) this.#pressed = false;
    const why = partial ? PARTIAL : brief(failure?.message ?? 'Something above is missing or wrong.');
    const words = this.#pressed ? why : '';
    attribute(this.#button, 'title', partial ? PARTIAL : undefined);
    attribute(this.#button, 'aria-disabled', this.#blocked ? 'true' : undefined);
    attribute(this.#button, 'aria-describedby', words === '' ? undefined : this.#status.id);
    if (this.#status.textContent === words) return;
    const problem = make('span', 'problem');
    problem.dir = 'auto';
    problem.textContent = words;
    this.#status.replaceChildren(...(words === '' ? [] : [problem]));
  }
}
