// The open session for somebody else: a link with a code of its own, to be copied or opened at once.

import { type HostApi, toRefusal } from '../host/host-api.ts';
import { byId } from '../page/element.ts';

export interface LinkEvents {
  /** The operator's access has ended. */
  ended(): void;
  say(words: string): void;
}

export class ViewerLinks {
  readonly #api: HostApi;
  readonly #events: LinkEvents;
  readonly #copyButton = byId('copy-link', HTMLButtonElement);
  readonly #openButton = byId('open-page', HTMLButtonElement);
  #session: string | undefined;

  constructor(api: HostApi, events: LinkEvents) {
    this.#api = api;
    this.#events = events;
    this.#copyButton.addEventListener('click', () => void this.#copy());
    this.#openButton.addEventListener('click', () => void this.#open());
  }

  draw(session: string | undefined): void {
    this.#session = session;
    const isOperator = this.#api.token !== undefined;
    for (const button of [this.#copyButton, this.#openButton]) {
      button.disabled = !isOperator;
      button.title = isOperator ? '' : 'Links are for the operator: enter a new code at the side.';
    }
  }

  async #copy(): Promise<void> {
    const url = await this.#mint();
    if (url === undefined) return;
    try {
      await navigator.clipboard.writeText(url);
      this.#events.say('The link is copied. Whoever has it sees this session and can answer in it.');
    } catch {
      this.#events.say('The browser did not let the page copy.');
    }
  }

  async #open(): Promise<void> {
    // Opened while the press is fresh: a window that comes later counts as a pop-up.
    const page = window.open('', '_blank');
    const url = await this.#mint();
    if (page === null) return;
    page.opener = null;
    if (url === undefined) page.close();
    else page.location.href = url;
  }

  async #mint(): Promise<string | undefined> {
    if (this.#session === undefined) return undefined;
    try {
      const { viewerUrl } = await this.#api.mintViewer(this.#session);
      // The operator may have come by another name than the host gives out.
      return `${location.origin}/s/${encodeURIComponent(this.#session)}${new URL(viewerUrl).hash}`;
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.isCredential) this.#events.ended();
      this.#events.say(`There is no link: ${refusal.message}`);
      return undefined;
    }
  }
}
