// The sessions of a host, page by page: all of them once, then with every look the newest page, in which new ones appear, and
// one of the others in turn. A host with ten thousand sessions is not asked for all of them every two seconds.

import type { HostApi, ListedSession } from './host-api.ts';

const PAGE = 200;

interface SessionPage {
  /** Where it begins: `next` of the page before. */
  readonly from: string | undefined;
  sessions: readonly ListedSession[];
}

export class SessionPages {
  readonly #api: Pick<HostApi, 'sessions'>;
  #pages: SessionPage[] = [];
  #turn = 0;

  constructor(api: Pick<HostApi, 'sessions'>) {
    this.#api = api;
  }

  get all(): readonly ListedSession[] {
    return this.#pages.flatMap(({ sessions }) => sessions);
  }

  /** Rejects as the host refuses; what was read before stays. `some`: told while the first reading goes on. */
  async look(some: () => void): Promise<void> {
    try {
      await this.#readFrom(Math.max(0, this.#pages.length - 1), some);
      if (this.#pages.length < 2) return;
      this.#turn = (this.#turn + 1) % (this.#pages.length - 1);
      await this.#read(this.#turn);
    } catch (error) {
      // A session that a page began behind is gone: all of them are read anew.
      if ((error as { readonly status?: unknown }).status === 400 && this.#pages.length > 1) this.#pages = [];
      throw error;
    }
  }

  async #readFrom(first: number, some: () => void): Promise<void> {
    for (let i = first; ; i++) {
      const next = await this.#read(i);
      if (next === undefined) return;
      this.#pages[i + 1] ??= { from: next, sessions: [] };
      some();
    }
  }

  async #read(i: number): Promise<string | undefined> {
    this.#pages[i] ??= { from: undefined, sessions: [] };
    const page = this.#pages[i] as SessionPage;
    const { sessions, next } = await this.#api.sessions(PAGE, page.from);
    page.sessions = sessions;
    return next;
  }
}
