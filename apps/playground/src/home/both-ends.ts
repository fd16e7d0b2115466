// A session from both ends, side by side: the page of its person, live, and beside it what passes between agent and host, in
// words and as data. Whoever presses something on one side sees on the other what became of it.

import { type Entry, isOp, type Json } from '@vitrine/core/page';
import { routeTo } from '../host/address.ts';
import { EntryFeed } from '../host/entry-feed.ts';
import type { HostApi, ListedSession } from '../host/host-api.ts';
import { hostUrls } from '../host/settings.ts';
import { keep, kept, viewerOf } from '../host/tab-credentials.ts';
import { ConnectedSession } from '../live/live-session.ts';
import { byId, el, setAttributes, setText } from '../page/element.ts';
import { loadOwnCatalogs } from '../page/own-catalogs.ts';
import { entryWords } from '../sessions/entry-words.ts';
import { titleOf } from '../sessions/session-list.ts';

const MAX_LINES = 60;
/** Characters of a message; the inspector has all of them. */
const MAX_LENGTH = 400;

export class BothEnds {
  readonly #api: HostApi;
  readonly #say: (words: string) => void;
  readonly #person = byId('home-person', HTMLElement);
  readonly #words = byId('home-words', HTMLElement);
  #session: string | undefined;
  #live: ConnectedSession | undefined;
  #feed: EntryFeed | undefined;
  #waiting: Entry[] = [];
  #frame = 0;

  constructor(api: HostApi, say: (words: string) => void) {
    this.#api = api;
    this.#say = say;
  }

  get session(): string | undefined {
    return this.#session;
  }

  /** Another session, or none. */
  show(summary: ListedSession | undefined): void {
    if (summary?.session === this.#session) return;
    this.#close();
    this.#session = summary?.session;
    if (summary === undefined) return;
    setText(byId('home-title', HTMLElement), titleOf(summary));
    setText(byId('home-agent', HTMLElement), [summary.agent, summary.dialect].filter(Boolean).join(' · '));
    setAttributes(byId('home-inspect', HTMLElement), { href: routeTo(summary.session) });
    void this.#connect(summary.session);
  }

  #close(): void {
    this.#live?.close();
    this.#feed?.close();
    this.#live = undefined;
    this.#feed = undefined;
    this.#waiting = [];
    this.#words.replaceChildren();
  }

  async #connect(session: string): Promise<void> {
    const token = kept(viewerOf(session)) ?? (await this.#mint(session));
    const [urls] = await Promise.all([hostUrls(), loadOwnCatalogs()]);
    if (session !== this.#session) return;
    // The next look at the list begins again.
    if (token === undefined) return this.show(undefined);
    this.#live = new ConnectedSession(session, { token }, urls, 3, {
      state: (state) => {
        if (state !== 'refused') return;
        keep(viewerOf(session), undefined);
        this.show(undefined);
      },
      welcome: () => undefined,
      viewed: () => undefined,
      changed: () => undefined,
      found: () => undefined,
      say: this.#say,
    });
    this.#person.replaceChildren(this.#live.element, this.#live.chat.element);
    this.#feed = new EntryFeed(this.#api, session, { entry: (entry) => this.#add(entry), refused: () => undefined });
  }

  async #mint(session: string): Promise<string | undefined> {
    try {
      const { token } = await this.#api.mintViewer(session);
      keep(viewerOf(session), token);
      return token;
    } catch {
      return undefined;
    }
  }

  #add(entry: Entry): void {
    if (isPresence(entry)) return;
    this.#waiting.push(entry);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Follows what comes, unless the person has scrolled up to read. */
  #draw(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#words;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < 24;
    this.#words.append(...this.#waiting.splice(0).slice(-MAX_LINES).map(lineOf));
    while (this.#words.childElementCount > MAX_LINES) this.#words.firstElementChild?.remove();
    if (isAtEnd) this.#words.scrollTop = this.#words.scrollHeight;
  }
}

const SAID_BY: { readonly [role: string]: string } = { agent: 'The agent', viewer: 'The person' };

/** Who comes and goes is told by the host, and is nobody's message: the inspector has it. */
function isPresence({ body }: Entry): boolean {
  return body.every((part) => !isOp(part) && (part.event === 'join' || part.event === 'leave'));
}

function lineOf(entry: Entry): HTMLElement {
  const { role } = entry.from;
  const text = entry.body.map((part) => JSON.stringify(part as unknown as Json)).join('\n');
  const shown =
    text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} … (${text.length.toLocaleString('en')} characters)` : text;
  return el(
    'li',
    { class: 'said-line', 'data-role': role },
    el('p', {}, el('strong', {}, SAID_BY[role] ?? 'The host'), ' ', el('bdi', {}, entryWords(entry))),
    SAID_BY[role] === undefined ? undefined : el('pre', {}, shown),
  );
}
