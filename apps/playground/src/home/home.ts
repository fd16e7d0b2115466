// The first page: a session from both ends, what this is in two sentences, and how to connect an agent. It looks at the same
// list of sessions as the rest of the page, and turns to the first session that an agent of the person's own opens.

import type { HostApi, ListedSession } from '../host/host-api.ts';
import { byId, setAttributes, setText } from '../page/element.ts';
import { BothEnds } from './both-ends.ts';
import { ConnectPanel } from './connect-panel.ts';
import { featured, firstCall } from './featured-session.ts';

export class Home {
  readonly #api: HostApi;
  readonly #ends: BothEnds;
  readonly #connect: ConnectPanel;
  #known: ReadonlySet<string> | undefined;
  #first: ListedSession | undefined;

  constructor(api: HostApi, say: (words: string) => void) {
    this.#api = api;
    this.#ends = new BothEnds(api, say);
    this.#connect = new ConnectPanel(say);
  }

  /** `isSeen`: the person is on it; else it lets its session go. */
  update(sessions: readonly ListedSession[], isIn: boolean, isFresh: boolean, isSeen: boolean): void {
    byId('home-gate', HTMLElement).hidden = isIn;
    byId('home-stage', HTMLElement).hidden = !isIn;
    byId('home-connect', HTMLElement).hidden = !isIn;
    // A title that comes later would move what stands below it.
    setAttributes(byId('home-stage', HTMLElement), { 'data-unknown': !isFresh });
    if (!isIn || !isSeen) return this.#ends.show(undefined);
    void this.#connect.ask(this.#api);
    if (!isFresh) return;
    this.#known ??= new Set(sessions.map(({ session }) => session));
    const first = this.#first ?? firstCall(sessions, this.#known);
    if (first !== undefined && this.#first === undefined) this.#connect.showFirst(first);
    this.#first = first;
    const shown = sessions.find(({ session }) => session === first?.session) ?? featured(sessions);
    this.#ends.show(shown);
    byId('home-waits', HTMLElement).hidden = shown !== undefined;
    setText(byId('home-count', HTMLElement), countWords(sessions));
  }
}

function countWords(sessions: readonly ListedSession[]): string {
  const open = sessions.filter(({ closedAt }) => closedAt === undefined).length;
  return open === 1 ? '1 session is open on this host' : `${open} sessions are open on this host`;
}
