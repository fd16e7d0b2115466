// Modal: pressing its trigger opens its content as a dialog. A trigger that is a button does what it does besides (as
// the published renderers have it); one that could not take the focus becomes a button itself.

import type { Place, TreeNode } from '@vitrine/core/page';
import { attribute, make, text } from '../dom.ts';
import type { Ui, Widget } from '../widget.ts';

export interface ModalNames {
  readonly trigger: string;
  readonly content: string;
}

const NAMES: ModalNames = { trigger: 'trigger', content: 'content' };

export function modalWidget(names: ModalNames = NAMES): Widget {
  return (ui, node) => {
    const modal = new Modal(ui, node);
    const draw = (): void => {
      ui.fill(modal.trigger, node.get(names.trigger) as Place | undefined);
      // Read in any case: what stands there is watched, but drawn only for those who look.
      const content = node.get(names.content) as Place | undefined;
      if (modal.wasOpened) ui.fill(modal.content, content);
      modal.relate();
      modal.speak();
    };
    return { dom: modal.dom, named: modal.dialog, draw, dispose: () => modal.observer.disconnect() };
  };
}

const OPERABLE = 'button, a[href], input, select, textarea, summary, video, audio, [tabindex]';

class Modal {
  readonly dom = make('div', 'modal');
  readonly trigger = make('div', 'trigger');
  readonly dialog = make('dialog', 'dialog');
  readonly content = make('div', 'content');
  readonly #close = make('button', 'close');
  readonly #speaker = make('p', 'speaker');
  wasOpened = false;
  /** Trigger and content are drawn by others, later and again: names and roles follow what is there. */
  readonly observer = new MutationObserver(() => this.relate());
  readonly #ui: Ui;
  readonly #node: TreeNode;

  constructor(ui: Ui, node: TreeNode) {
    this.#ui = ui;
    this.#node = node;
    const { dom, trigger, dialog, content } = this;
    this.#close.type = 'button';
    this.#close.addEventListener('click', () => dialog.close());
    dialog.setAttribute('closedby', 'any');
    // It stands in the top layer, as the page's own questions do: it must not pass for one of them.
    dialog.append(this.#close, this.#speaker, content);
    dom.append(trigger, dialog);
    trigger.addEventListener('click', (event) => this.#open(event));
    trigger.addEventListener('keydown', (event) => pressByKey(event, trigger));
    // The dialog gives the focus back itself, unless what had it was drawn anew meanwhile.
    dialog.addEventListener('close', () => {
      if (!trigger.matches(':focus-within')) dom.querySelector<HTMLElement>(OPERABLE)?.focus();
    });
    for (const part of [trigger, content])
      this.observer.observe(part, { childList: true, subtree: true, characterData: true });
  }

  /** A trigger without anything operable in it is the button; otherwise two would be nested. */
  relate(): void {
    const { trigger } = this;
    const operable = trigger.querySelector(OPERABLE);
    const isButton = operable === null && trigger.hasChildNodes();
    attribute(trigger, 'role', isButton ? 'button' : undefined);
    attribute(trigger, 'tabindex', isButton ? '0' : undefined);
    attribute(trigger, 'aria-haspopup', isButton ? 'dialog' : undefined);
    if (operable?.localName === 'button') attribute(operable, 'aria-haspopup', 'dialog');
    if (this.dialog.open) this.#name();
  }

  speak(): void {
    const { isTrusted, words } = this.#ui.stage;
    const { close, byAgent, elsewhere } = words;
    attribute(this.#close, 'aria-label', close);
    // It lies over the page, and so over what the page says of the surface.
    text(this.#speaker, isTrusted ? byAgent : elsewhere);
  }

  /** After its own label, else its first heading, else what its trigger is called. */
  #name(): void {
    const { trigger, dialog, content } = this;
    const isNamed = this.#node.component?.a11y?.label !== undefined;
    const heading = isNamed ? null : content.querySelector('h1, h2, h3, h4, h5, h6');
    if (heading !== null) heading.id ||= this.#ui.stage.newId();
    attribute(dialog, 'aria-labelledby', heading?.id);
    if (isNamed) return;
    const words = trigger.querySelector('[aria-label]')?.ariaLabel ?? trigger.textContent.trim();
    attribute(dialog, 'aria-label', heading === null ? words || this.#ui.stage.words.dialog : undefined);
  }

  #open(event: Event): void {
    // A button whose checks fail was pressed in vain.
    if (event.defaultPrevented || this.dialog.open) return;
    this.wasOpened = true;
    this.dialog.showModal();
    this.#ui.schedule();
    this.relate();
  }
}

/** As the browser does it for its own buttons. */
function pressByKey(event: KeyboardEvent, button: HTMLElement): void {
  if (event.target !== button || (event.key !== 'Enter' && event.key !== ' ')) return;
  event.preventDefault();
  if (!event.repeat) button.click();
}
