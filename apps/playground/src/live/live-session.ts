// A session as its viewers see it, live: the element that connects and draws, and the line to talk in. Where it stands on the
// page, and what the page says about its state, is left to the page.

import type { LinkState, ViewerConnection } from '@vitrine/client';
import type { Issue, Replica, UrlPolicy } from '@vitrine/core/internal';
import type {
  RefusalReason,
  RefusedDetail,
  SessionStateDetail,
  TokenRequest,
  VitrineSessionElement,
} from '@vitrine/embed';
import { knownCatalogs } from '../page/catalogs.ts';
import { speak } from '../page/words.ts';
import { ChatLine } from './chat-line.ts';
import { uploadTeller } from './upload-words.ts';

export interface LiveEvents {
  /** `reason`, where it is refused. */
  state(state: LinkState, reason?: RefusalReason): void;
  /** Who it is with is known now, or is said anew. */
  welcome(): void;
  /** Another view is shown from now on. */
  viewed(): void;
  /** The view has changed. */
  changed(): void;
  found(issue: Issue): void;
  /** Something for the person: what they did was not taken. */
  say(words: string): void;
  /** Another token for one that is no longer taken, where there is one. */
  renew?(): Promise<string>;
}

/** The code of a link, or the token of a viewer. */
export interface Credential {
  readonly code?: string;
  readonly token?: string;
}

export class ConnectedSession {
  readonly session: string;
  readonly element = document.createElement('vitrine-session') as VitrineSessionElement;
  readonly chat = new ChatLine((text) => this.#say(text));
  readonly #events: LiveEvents;
  #connection: ViewerConnection | undefined;
  #hasSaidRefusal = false;

  /** `headings`: the level that those of surfaces begin at. */
  constructor(session: string, { code, token }: Credential, urls: UrlPolicy, headings: number, events: LiveEvents) {
    this.session = session;
    this.#events = events;
    const { element } = this;
    Object.assign(element, {
      urls,
      headingLevel: headings,
      catalogs: knownCatalogs(),
      token,
      locale: navigator.language,
    });
    speak(element);
    element.src = `/s/${encodeURIComponent(session)}${code === undefined ? '' : `#code=${encodeURIComponent(code)}`}`;
    // The pages say themselves how the connection is.
    element.toggleAttribute('quiet', true);
    this.#on<ViewerConnection>('vitrine-view', (connection) => this.#follow(connection));
    this.#on<SessionStateDetail>('vitrine-state', ({ state, reason }) => this.#turned(state, reason));
    this.#on('vitrine-welcome', () => {
      this.chat.name(this.agent || 'an agent', this.isTrusted);
      events.welcome();
    });
    this.#on('vitrine-event', () => {
      events.changed();
      // Whoever goes on, mends it or tries again: what was refused before is said no longer.
      if (this.#hasSaidRefusal) events.say('');
      this.#hasSaidRefusal = false;
    });
    this.#on<Issue>('vitrine-issue', (issue) => events.found(issue));
    this.element.addEventListener('vitrine-refused', (event) => {
      event.preventDefault();
      events.say((event as CustomEvent<RefusedDetail>).detail.message);
      this.#hasSaidRefusal = true;
    });
    this.#on<TokenRequest>('vitrine-token', (request) => {
      if (events.renew !== undefined) request.respondWith(events.renew());
    });
  }

  get view(): Replica | undefined {
    return this.#connection?.view;
  }
  get title(): string | undefined {
    return this.#connection?.title;
  }
  get agent(): string | undefined {
    return this.#connection?.agent;
  }

  get isTrusted(): boolean {
    return this.element.trust === 'trusted';
  }

  close(): void {
    this.element.removeAttribute('src');
    this.element.remove();
    this.chat.show(undefined);
  }

  #on<Detail>(type: string, listener: (detail: Detail) => void): void {
    this.element.addEventListener(type, (event) => listener((event as CustomEvent<Detail>).detail));
  }

  #follow(connection: ViewerConnection): void {
    this.chat.show(connection.view);
    if (connection !== this.#connection) {
      this.#connection = connection;
      connection.on('entry', () => this.#events.changed());
      connection.on('pending', () => this.#tellPending());
      connection.on('upload', uploadTeller(this.#events.say));
    }
    this.#events.viewed();
  }

  #turned(state: SessionStateDetail['state'], reason: RefusalReason | undefined): void {
    this.#tellPending();
    if (state === 'idle') return;
    if (state === 'closed') this.chat.end();
    this.#events.state(state, reason);
  }

  /** What the host does not take is told as any other refusal. */
  async #say(text: string): Promise<boolean> {
    return (await this.#connection?.send({ event: 'say', text }))?.accepted ?? false;
  }

  #tellPending(): void {
    const { pending, offline } = this.element;
    this.chat.wait(offline && pending.some(({ event }) => event === 'say'));
  }
}
