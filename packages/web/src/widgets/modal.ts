// Modal: pressing its trigger opens its content as a dialog. A trigger that is a button does what it does besides (as
// the published renderers have it); one that could not take the focus becomes a button itself.

import type { Place } from '@vitrine/core';
import { attribute, make, text } from '../dom.ts';
import type { Ui, Widget } from '../widget.ts';

export interface ModalNames {
  readonly trigger: string;
  readonly content: string;
}

const NAMES: ModalNames = { trigger: 'trigger', content: 'content' };

export function modalWidget(names: ModalNames = NAMES): Widget {
  return (ui, node) => {
    const modal = new Modal(ui);
    const draw = (): void => {
      modal.ownLabel = node.component?.a11y?.label !== undefined;
      ui.fill(modal.trigger, node.get(names.trigger) as Place | undefined);
      // Read in any case: what stands there is watched, but drawn only for those who look.
      const content = node.get(names.content) as Place | undefined;
      if (modal.wasOpened) ui.fill(modal.content, content);
      modal.relate();
      modal.speak();
    };
    return { dom: modal.dom, named: modal.dialog, draw, dispose: () => modal.dispose() };
  };
}

const OPERABLE = 'button, a[href], input, select, textarea, summary, video, audio, [tabindex]';

class Modal {
  readonly dom = make('div', 'modal');
  readonly trigger = make('div', 'trigger');
  readonly dialog = make('dialog', 'dialog');
  readonly content = make('div', 'content');
  /** The component brings a name for the dialog itself. */
  ownLabel = false;
  wasOpened = false;
  readonly #ui: Ui;
  /** Trigger and content are drawn by others, later and again: names and roles follow what is there. */
  readonly #observer = new MutationObserver(() => this.relate());

  constructor(ui: Ui) {
    this.#ui = ui;
    const { trigger, dialog, content } = this;
    const close = make('button', 'close');
    close.type = 'button';
    close.addEventListener('click', () => dialog.close());
    dialog.setAttribute('closedby', 'any');
    // It stands in the top layer, as the page's own questions do: it must not pass for one of them.
    dialog.append(close, make('p', 'speaker'), content);
    this.dom.append(trigger, dialog);
    trigger.addEventListener('click', (event) => this.#open(event));
    trigger.addEventListener('keydown', (event) => this.#key(event));
    dialog.addEventListener('close', () => this.#returnFocus());
    for (const part of [trigger, content])
      this.#observer.observe(part, { childList: true, subtree: true, characterData: true });
  }

  /** A trigger without anything operable in it is the button; otherwise two would be nested. */
  relate(): void {
    const { trigger, dialog } = this;
    const operable = trigger.querySelector(OPERABLE);
    const isButton = operable === null && trigger.hasChildNodes();
    attribute(trigger, 'role', isButton ? 'button' : undefined);
    attribute(trigger, 'tabindex', isButton ? '0' : undefined);
    attribute(trigger, 'aria-haspopup', isButton ? 'dialog' : undefined);
    if (operable?.localName === 'button') attribute(operable, 'aria-haspopup', 'dialog');
    if (!dialog.open) return;
    const heading = this.ownLabel ? null : this.content.querySelector('h1, h2, h3, h4, h5, h6');
    if (heading !== null && heading.id === '') heading.id = this.#ui.stage.newId();
    attribute(dialog, 'aria-labelledby', heading?.id);
    if (!this.ownLabel)
      attribute(dialog, 'aria-label', heading === null ? wordsOf(trigger) || this.#ui.stage.words.dialog : undefined);
  }

  speak(): void {
    const { close, byAgent } = this.#ui.stage.words;
    const [button, speaker] = this.dialog.children as unknown as [Element, Element];
    attribute(button, 'aria-label', close);
    text(speaker, byAgent);
  }

  dispose(): void {
    this.#observer.disconnect();
  }

  #open(event: Event): void {
    // A button whose checks fail was pressed in vain.
    if (event.defaultPrevented || this.dialog.open) return;
    this.wasOpened = true;
    this.dialog.showModal();
    this.#ui.schedule();
    this.relate();
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.trigger || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    if (!event.repeat) this.#open(new Event('press'));
  }

  /** The dialog gives the focus back itself, unless what had it was drawn anew meanwhile. */
  #returnFocus(): void {
    const { trigger } = this;
    if (trigger.matches(':focus-within')) return;
    const operable = trigger.hasAttribute('tabindex') ? trigger : trigger.querySelector<HTMLElement>(OPERABLE);
    operable?.focus();
  }
}

/** What a trigger is called: its text, or the name of what it shows. */
function wordsOf(trigger: Element): string {
  const named = trigger.querySelector('[aria-label]')?.getAttribute('aria-label');
  return named ?? trigger.textContent.trim();
}
