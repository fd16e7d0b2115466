// What an operator orders from the page, each with a second press; the host writes every one into its audit. Two lists in one
// dialog: of the open session, and of the host. What stands in them is fetched when it is asked for (deed-lists.ts).

import { type HostApi, toRefusal } from '../host/host-api.ts';
import { byId, el, setText } from '../page/element.ts';
import type { Deed, DeedSubject } from './deed-lists.ts';

export interface DeedEvents {
  /** The operator's access has ended. */
  ended(): void;
  /** The list may be another one. */
  done(): void;
  say(words: string): void;
}

export class OperatorDeeds {
  readonly #api: HostApi;
  readonly #events: DeedEvents;
  readonly #dialog = byId('deeds', HTMLDialogElement);
  readonly #title = byId('deeds-title', HTMLElement);
  readonly #body = byId('deeds-body', HTMLElement);
  readonly #buttons = [byId('manage-session', HTMLButtonElement), byId('manage-host', HTMLButtonElement)];
  #subject: DeedSubject = {};

  constructor(api: HostApi, events: DeedEvents) {
    this.#api = api;
    this.#events = events;
    const [ofSession, ofHost] = this.#buttons;
    ofSession?.addEventListener('click', async () => {
      const { deedsOfSession } = await import('./deed-lists.ts');
      this.#list('This session', deedsOfSession(this.#subject));
    });
    ofHost?.addEventListener('click', async () => {
      const { DEEDS_OF_HOST } = await import('./deed-lists.ts');
      this.#list('This host', DEEDS_OF_HOST);
    });
    byId('deeds-close', HTMLElement).addEventListener('click', () => this.#dialog.close());
  }

  draw(subject: DeedSubject): void {
    this.#subject = subject;
    for (const button of this.#buttons) button.disabled = this.#api.token === undefined;
  }

  #list(title: string, deeds: readonly Deed[]): void {
    setText(this.#title, title);
    const buttons = deeds.map((deed) => {
      const button = el('button', { type: 'button', class: 'deed' }, deed.label);
      button.addEventListener('click', () => this.#confirm(title, deeds, deed));
      return button;
    });
    this.#body.replaceChildren(...buttons);
    if (!this.#dialog.open) this.#dialog.showModal();
    buttons[0]?.focus();
  }

  #confirm(title: string, deeds: readonly Deed[], deed: Deed): void {
    const input = el('input', { type: 'text', id: 'deed-name', autocomplete: 'off', required: '' });
    const back = el('button', { type: 'button' }, 'Back');
    const form = el(
      'form',
      { class: 'deed-form' },
      el('p', {}, deed.words),
      ...(deed.asksFor === undefined ? [] : [el('label', { for: 'deed-name' }, deed.asksFor), input]),
      el('div', { class: 'deed-row' }, back, el('button', { type: 'submit', class: 'danger' }, deed.label)),
    );
    back.addEventListener('click', () => this.#list(title, deeds));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#dialog.close();
      void this.#order(deed, input.value.trim());
    });
    this.#body.replaceChildren(form);
    // The deed itself is a second press away from where the focus is.
    (deed.asksFor === undefined ? back : input).focus();
  }

  async #order(deed: Deed, name: string): Promise<void> {
    try {
      await this.#api.order(deed.order(name));
      this.#events.say(deed.done);
      this.#events.done();
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.isCredential) this.#events.ended();
      this.#events.say(`It was not done: ${refusal.message}`);
    }
  }
}
