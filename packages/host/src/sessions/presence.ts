// Who looks at a session: each viewer that said hello, by its id. The agent is told when one comes and when one is gone
// for good; a page that is reloaded has not gone.

import { defined } from '@vitrine/core/internal';
import type { IngestAnswer, JoinRequest } from '../live.ts';
import { HOST } from './context.ts';
import type { PresenceEvent } from './session-call.ts';
import type { Attendance, WritableSession } from './writable.ts';

/** How long a viewer may be away before the agent is told. */
const GRACE_MS = 10_000;
/** More than these at once are shown the session, but not told to the agent one by one. */
const MAX_VIEWERS = 1000;

interface Present {
  readonly hello: JoinRequest;
  leaving: NodeJS.Timeout | undefined;
}

export class Presence implements Attendance {
  readonly #session: WritableSession;
  readonly #present = new Map<string, Present>();
  /** What others said of themselves who have no connection now. */
  readonly #described = new Map<string, JoinRequest>();
  #stopped = false;

  constructor(session: WritableSession) {
    this.#session = session;
  }

  get size(): number {
    return this.#present.size;
  }

  of(viewer: string): JoinRequest | undefined {
    return this.#present.get(viewer)?.hello ?? this.#described.get(viewer);
  }

  canShow(catalog: string): boolean {
    let isAnyKnown = false;
    for (const { hello } of this.#present.values()) {
      if (hello.catalogs === undefined) return true;
      if (hello.catalogs.includes(catalog)) return true;
      isAnyKnown = true;
    }
    return !isAnyKnown;
  }

  async join(news: JoinRequest): Promise<void> {
    const known = this.#present.get(news.viewer);
    clearTimeout(known?.leaving);
    if (known !== undefined) known.leaving = undefined;
    else if (this.#present.size >= MAX_VIEWERS) return;
    // What was said before and not taken back still holds.
    const hello = { ...this.of(news.viewer), ...news };
    const isNew = known === undefined || JSON.stringify(known.hello) !== JSON.stringify(hello);
    this.#described.delete(news.viewer);
    this.#present.set(news.viewer, { hello, leaving: undefined });
    if (known === undefined) this.#session.context.meter.present(1);
    const joined = isNew ? this.#joinOf(hello) : undefined;
    if (joined !== undefined) await this.#session.addPresence(joined);
  }

  async describe(news: JoinRequest): Promise<void> {
    const known = this.#present.get(news.viewer);
    const before = this.of(news.viewer);
    const hello = { ...before, ...news };
    if (JSON.stringify(before) === JSON.stringify(hello)) return;
    if (known !== undefined) this.#present.set(news.viewer, { ...known, hello });
    else {
      this.#described.delete(news.viewer);
      this.#described.set(news.viewer, hello);
      for (const oldest of this.#described.keys()) {
        if (this.#described.size <= MAX_VIEWERS) break;
        this.#described.delete(oldest);
      }
    }
    const joined = this.#joinOf(hello);
    if (joined !== undefined) await this.#session.lead(() => this.add(joined), true);
  }

  /** Undefined: nobody is to be told. */
  #joinOf(hello: JoinRequest): PresenceEvent | undefined {
    if (this.#session.row.closedAt !== undefined) return undefined;
    const { viewer, catalogs = [], locale, zone, viewport } = hello;
    return { event: 'join', viewer, catalogs, ...defined({ locale, zone, viewport }) };
  }

  async leave(viewer: string): Promise<void> {
    const known = this.#present.get(viewer);
    if (known === undefined || known.leaving !== undefined || this.#stopped) return;
    known.leaving = setTimeout(() => {
      if (this.#present.delete(viewer)) this.#session.context.meter.present(-1);
      if (this.#stopped || this.#session.row.closedAt !== undefined) return;
      this.#session
        .addPresence({ event: 'leave', viewer })
        .catch((error: unknown) => this.#session.context.notes.failure('a viewer that left', error));
    }, GRACE_MS);
    known.leaving.unref();
  }

  stop(): void {
    this.#stopped = true;
    for (const { leaving } of this.#present.values()) clearTimeout(leaving);
    this.#session.context.meter.present(-this.#present.size);
    this.#present.clear();
  }

  /** As an entry: this host writes the session. */
  async add(event: PresenceEvent): Promise<IngestAnswer> {
    const { whenEncoded } = this.#session;
    // Most often of what the same viewer joins with: it would have to be done at once.
    if (whenEncoded !== undefined) await whenEncoded;
    if (!this.#stopped && this.#session.row.closedAt === undefined) {
      const { durable } = this.#session.write((draft) => this.#session.add(draft, { body: [event] }, HOST));
      await durable;
    }
    return { accepted: 1, seq: this.#session.seq, issues: [] };
  }
}
