// Button: its child is its label. While a check fails it can be reached but not used: pressing it shows what is wrong.

import { firstFailure, mayCarryOut, type Place, type TreeNode } from '@vitrine/core/page';
import { attribute, make, text } from '../dom.ts';
import { leadToProblem } from '../problem-focus.ts';
import { brief } from '../shown-text.ts';
import type { Drawing, Ui, Widget } from '../widget.ts';

/** The second press of a double click is an accident, and so is a key pressed twice that fast. */
const TWICE_MS = 400;

/** The class of a button as its properties want it. */
type Look = (node: TreeNode) => string;

export function buttonWidget(look: Look): Widget {
  return (ui, node) => new Button(ui, node, look);
}

class Button implements Drawing, EventListenerObject {
  readonly named: HTMLButtonElement;
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #look: Look;
  /** Around a button with checks or of a surface that is not complete: says why it does nothing, once it was pressed. */
  #status: HTMLElement | undefined;
  #blocked = false;
  #pressed = false;

  constructor(ui: Ui, node: TreeNode, look: Look) {
    this.#ui = ui;
    this.#node = node;
    this.#look = look;
    this.named = make('button', this.#class);
    this.named.type = 'button';
    this.named.addEventListener('click', this);
  }

  get dom(): Element {
    return this.#status?.parentElement ?? this.named;
  }

  get #class(): string {
    return `button ${this.#look(this.#node)}`;
  }

  handleEvent(event: MouseEvent): void {
    const ui = this.#ui;
    const { stage } = ui;
    if (this.#blocked) {
      // Nor may it do anything for those around the button, a dialog's opener for example.
      event.preventDefault();
      this.#pressed = true;
      ui.schedule();
      if (!stage.surface.partial) void this.#showProblems();
      return;
    }
    // Separate clicks count 1 each, however fast: who counts up with a button may.
    if (event.detail !== 1 && event.timeStamp - stage.pressedAt < TWICE_MS) return;
    const { declaration, scope } = this.#node;
    for (const problem of declaration?.validate?.(this.#node, scope) ?? [])
      if (problem !== undefined) return void this.#showProblems();
    stage.pressedAt = event.timeStamp;
    ui.invoke('action');
  }

  draw(): void {
    const ui = this.#ui;
    const node = this.#node;
    attribute(this.named, 'class', this.#class);
    ui.fill(this.named, node.get('child') as Place | undefined, true);
    const { action, checks } = node.component?.props ?? {};
    const { openedPartial, surface } = ui.stage;
    const isBarred = !mayCarryOut(action, surface);
    ui.markPending(this.named);
    if (this.#status || openedPartial || checks !== undefined || isBarred) {
      this.#status ??= this.#makeStatus();
      this.#judge(this.#status, isBarred);
    }
  }

  /** There before it says anything: only then is what it says announced. */
  #makeStatus(): HTMLElement {
    const button = this.named;
    const status = make('span', 'status problem');
    status.role = 'status';
    status.dir = 'auto';
    status.id = this.#ui.stage.newId();
    const frame = make('span', 'guarded');
    const focused = button.matches(':focus');
    this.#ui.swap(frame);
    frame.append(button, status);
    if (focused) button.focus();
    return status;
  }

  /** `isBarred`: it would lead away, and the surface is not trusted. */
  #judge(status: HTMLElement, isBarred: boolean): void {
    const button = this.named;
    const { surface, words } = this.#ui.stage;
    const failure = firstFailure(this.#node.checks());
    const why = surface.partial ? words.partial : isBarred ? words.blocked(words.elsewhere) : undefined;
    this.#blocked = why !== undefined || failure?.severity === 'error';
    this.#pressed &&= this.#blocked;
    // Why it leads nowhere is said before it is pressed: there is nothing that the person could mend.
    const isTold = this.#pressed || isBarred;
    text(status, isTold ? (why ?? brief(failure?.message ?? words.notReady)) : '');
    attribute(button, 'title', why);
    attribute(button, 'aria-disabled', this.#blocked || button.ariaBusy === 'true' ? 'true' : undefined);
    attribute(button, 'aria-describedby', isTold ? status.id : undefined);
  }

  /** Makes the fields show what is wrong, and the first of them that can be reached take the focus. */
  async #showProblems(): Promise<void> {
    const { stage } = this.#ui;
    stage.tried.value = true;
    await leadToProblem(stage, this.named.getRootNode() as ShadowRoot, this.named);
    if (this.named.matches(':focus')) this.#status?.scrollIntoView({ block: 'nearest' });
  }
}

export const button: Widget = buttonWidget((node) => {
  const variant = node.get('variant');
  return variant === 'primary' || variant === 'borderless' ? variant : 'default';
});
