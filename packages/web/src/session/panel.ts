// A surface that lies over the others: a panel in the top layer that takes no focus and stops nobody. A person can hide
// it; a chip brings it back. That is the person's own matter, the agent does not hear of it.

import { make, text } from '../dom.ts';
import { button, iconButton, label, relabel } from './button.ts';
import type { SessionHost } from './session-host.ts';

export class Panel {
  readonly dom = make('section', 'panel');
  readonly #host: SessionHost;
  readonly #title = make('p', 'title');
  readonly #close: HTMLButtonElement;
  readonly #chip: HTMLButtonElement;
  readonly #body = make('div', 'panel-body');
  #held = true;
  #put = false;

  constructor(content: HTMLElement, host: SessionHost, chips: HTMLElement) {
    this.#host = host;
    this.#close = iconButton('', 'close', () => this.#putAway(true));
    this.#chip = button('', 'chip', () => this.#putAway(false));
    this.#chip.hidden = true;
    chips.append(this.#chip);
    const head = make('div', 'panel-head');
    head.append(this.#title, this.#close);
    this.#body.tabIndex = 0;
    this.#body.setAttribute('role', 'group');
    this.#body.append(content);
    this.dom.append(head, this.#body);
    this.dom.setAttribute('role', 'dialog');
    this.dom.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      this.#putAway(true);
    });
  }

  get isHeld(): boolean {
    return this.#held;
  }

  name(agent: string): void {
    const { words } = this.#host;
    const title = words.panelFrom(agent);
    label(this.#close, words.hidePanel);
    relabel(this.#chip, words.showPanel);
    text(this.#title, title);
    this.dom.setAttribute('aria-label', title);
    this.#body.setAttribute('aria-label', title);
  }

  /** The surface is held back by the agent: neither panel nor chip. */
  hold(held: boolean): void {
    if (this.#held && !held) this.#host.announce(this.#host.words.openedPanel(this.#host.agent));
    this.#held = held;
    this.#draw();
  }

  dispose(): void {
    this.#chip.remove();
  }

  #putAway(away: boolean): void {
    this.#put = away;
    this.#draw();
    this.#host.layers.settle();
    (away ? this.#chip : this.#close).focus();
  }

  #draw(): void {
    this.dom.hidden = this.#held || this.#put;
    this.#chip.hidden = this.#held || !this.#put;
  }
}
