// A session as its viewers see it, live: the element that draws it, driven by a connection that follows the session
// whatever becomes of the line. Where it stands on the page, and what the page says about its state, is left to the page.

import { connectViewer, type LinkState, type ViewerConnection } from '@vitrine/client';
import { defined, type Issue, type Replica, type UrlPolicy, type ViewerEvent } from '@vitrine/core/internal';
import type { VitrineSession } from '@vitrine/web';
import { HostApi, toRefusal, UNREACHABLE } from '../host/host-api.ts';
import { tabStorage } from '../host/tab-credentials.ts';
import { pageCatalogs } from '../page/catalogs.ts';
import { speak } from '../page/words.ts';
import { ChatLine } from './chat-line.ts';
import { fieldRefusalWords, refusalWords } from './refusal-words.ts';
import { uploadTeller } from './upload-words.ts';

export interface LiveEvents {
  /** `status`, where it is refused: that of the same call over HTTP. */
  state(state: LinkState, status?: number): void;
  /** Who it is with is known now, or is said anew. */
  welcome(): void;
  /** Another view is shown from now on. */
  viewed(): void;
  /** The view has changed. */
  changed(): void;
  found(issue: Issue): void;
  /** Something for the person: what they did was not taken. */
  say(words: string): void;
  /** Another token for one that is no longer taken; the same again when there is no other. */
  renew(): Promise<string>;
}

/** Reports of one issue beyond this many say nothing new. */
const MAX_REPORTS = 50;

export class ConnectedSession {
  readonly session: string;
  readonly element = document.createElement('vitrine-session') as VitrineSession;
  readonly chat = new ChatLine((text) => this.#say(text));
  readonly #events: LiveEvents;
  readonly #connection: ViewerConnection;
  readonly #reported = new Set<string>();
  #isClosed = false;
  #hasSaidRefusal = false;
  /** Once it was live, a new attempt is no news: it is still away. */
  #wasLive = false;

  /** `headings`: the level that those of surfaces begin at. */
  constructor(session: string, token: string, urls: UrlPolicy, headings: number, events: LiveEvents) {
    this.session = session;
    this.element.urls = urls;
    this.element.headingLevel = headings;
    speak(this.element);
    this.#events = events;
    const storage = tabStorage();
    this.#connection = connectViewer({
      url: location.origin,
      session,
      token,
      catalogs: pageCatalogs(),
      locale: navigator.language,
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      renew: () => events.renew(),
      ...defined({ storage }),
    });
    this.element.view = this.#connection.view;
    this.chat.show(this.#connection.view);
    this.#listen(this.#connection);
    this.element.addEventListener('vitrine-event', (event) => this.#send((event as CustomEvent<ViewerEvent>).detail));
    this.element.addEventListener('vitrine-issue', (event) => this.#report((event as CustomEvent<Issue>).detail));
  }

  get view(): Replica {
    return this.#connection.view;
  }
  get title(): string | undefined {
    return this.#connection.title;
  }
  get agent(): string | undefined {
    return this.#connection.agent;
  }

  get isTrusted(): boolean {
    return this.element.trust === 'trusted';
  }

  close(): void {
    this.#isClosed = true;
    this.#connection.close();
    this.element.view = undefined;
    this.chat.show(undefined);
  }

  #listen(connection: ViewerConnection): void {
    connection.on('state', (state) => void this.#turned(state));
    connection.on('welcome', ({ agent, trust }) => {
      this.element.agentName = agent ?? '';
      this.element.trust = trust === 'trusted' ? 'trusted' : 'untrusted';
      this.chat.name(agent ?? 'an agent', trust === 'trusted');
      this.#events.welcome();
    });
    connection.on('reset', (view) => {
      this.element.view = view;
      this.chat.show(view);
      this.#events.viewed();
    });
    connection.on('entry', () => this.#events.changed());
    connection.on('effect', (effect) => this.element.happen(effect));
    connection.on('issue', (issue) => this.#events.found(issue));
    connection.on('pending', () => this.#tellPending());
    const told = uploadTeller((words) => this.#events.say(words));
    connection.on('upload', told);
    connection.on('refused', ({ event, issues, fields }) => {
      const [first] = issues;
      if (event.event === 'answer') this.element.refuse(event.ask, first?.message ?? 'It was not accepted.');
      // At their fields, from the last to the first: that is where the person is led to.
      for (const field of fields.toReversed())
        this.element.refuseInput(field, fieldRefusalWords(field.issue), event.event === 'action');
      const words = refusalWords(event, issues);
      if (words === undefined || this.#isClosed) return;
      this.#events.say(words);
      this.#hasSaidRefusal = true;
    });
    this.#tellPending();
  }

  async #turned(state: LinkState): Promise<void> {
    if (this.#isClosed) return;
    if (state === 'live') this.#wasLive = true;
    this.element.offline = state === 'offline' || state === 'connecting';
    this.#tellPending();
    if (state === 'closed') this.#end();
    if (state === 'refused') return this.#events.state(state, await this.#whyRefused());
    this.#events.state(state === 'connecting' && this.#wasLive ? 'offline' : state);
  }

  #end(): void {
    this.element.ended = true;
    this.element.inert = true;
    this.chat.end();
  }

  /** A socket only says that it was refused; the same credential over HTTP is told why. */
  async #whyRefused(): Promise<number> {
    try {
      await new HostApi(this.#connection.token).snapshot(this.session);
      return UNREACHABLE;
    } catch (error) {
      return toRefusal(error).status;
    }
  }

  /** What the host does not take is told as any other refusal. */
  async #say(text: string): Promise<boolean> {
    return (await this.#connection.send({ event: 'say', text })).accepted;
  }

  #send(event: ViewerEvent): void {
    this.#events.changed();
    // Whoever goes on, mends it or tries again: what was refused before is said no longer.
    if (this.#hasSaidRefusal) this.#events.say('');
    this.#hasSaidRefusal = false;
    const writes =
      event.event === 'action'
        ? this.element.unseen(event.surface).map((write) => ({ surface: event.surface, ...write }))
        : [];
    void this.#connection.send(event, { writes });
  }

  #tellPending(): void {
    const { pending } = this.#connection;
    this.element.pending = pending;
    this.chat.wait(this.element.offline && pending.some(({ event }) => event === 'say'));
  }

  /** What could not be drawn is told to the agent, once. */
  #report(issue: Issue): void {
    this.#events.found(issue);
    const key = `${issue.code} ${issue.at ?? ''} ${issue.message}`;
    if (this.#reported.has(key) || this.#reported.size >= MAX_REPORTS) return;
    this.#reported.add(key);
    void this.#connection.send({ event: 'issue', issue });
  }
}
