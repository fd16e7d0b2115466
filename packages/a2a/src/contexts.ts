// (Agent, principal, contextId) → session. What was agreed on and how far the client was sent stands in a record, so a
// client that comes back, to this process or the next, meets its own session; another principal never does. A context has
// no session before something in it was accepted.

import { type FacePorts, isObject, type JsonObject, type PortBeginning, type Seq } from '@vitrine/core/internal';
import { digestOf, newSessionId, perMinute, Rate } from '@vitrine/face-kit';
import { type A2aCaller, ownerOf } from './call.ts';
import type { A2aBase } from './limits.ts';

export interface ContextRecord {
  /** The client was sent everything up to here. */
  readonly seen: Seq;
  /** In which form, or in words, and for which catalogs: what the client said last. */
  readonly form?: string;
  readonly catalogs?: readonly string[];
  /** What the agent was told of the client. */
  readonly told?: string;
  /** The original form: a catalog was chosen; it is too late to. */
  readonly chosen?: string;
  readonly isPrompted?: true;
  /** Of the last turn nobody read the end: how much of it the client has is not known. */
  readonly isUnread?: boolean;
  /** The agent says when a turn of its ends. */
  readonly hasTurns?: true;
}

export interface ContextKey extends A2aCaller {
  readonly contextId: string;
}

/** One context while something happens in it. */
export class Context {
  readonly place: ContextKey;
  readonly key: string;
  readonly #port: FacePorts;
  record: ContextRecord;
  /** Undefined: nothing was accepted yet. */
  session: string | undefined;

  constructor(port: FacePorts, place: ContextKey, record: ContextRecord, session?: string) {
    this.place = place;
    this.key = keyOf(place);
    this.#port = port;
    this.record = record;
    this.session = session;
  }

  /** In one commit with what it is for; a session is opened with it where there is none. Turns come one behind the other. */
  async commit(change: Partial<ContextRecord>, work: Omit<PortBeginning, 'records'>): Promise<void> {
    const { sessions, identity } = this.#port;
    const { entries = [], catalogs = [], ...rest } = work;
    const session = this.session ?? newSessionId();
    const commit = { ...rest, records: [this.#changed(change, session)] };
    if (this.session === undefined) {
      const { agent } = this.place;
      const { trust = 'untrusted' } = (await identity.agent(agent)) ?? {};
      await sessions.open({ agent, session, trust, title: 'A2A', entries, catalogs, ...commit });
      this.session = session;
      return;
    }
    for (const catalog of catalogs) await sessions.addCatalog(session, catalog);
    await sessions.write(session, typeof entries === 'function' ? [] : entries, commit);
  }

  /** Of one that has begun. */
  async update(change: Partial<ContextRecord>): Promise<void> {
    await this.#port.records.write([this.#changed(change, this.session as string)]);
  }

  #changed(change: Partial<ContextRecord>, session: string) {
    this.record = { ...this.record, ...change };
    return { key: this.key, session, value: { ...this.record, session } as JsonObject };
  }
}

export class Contexts {
  readonly #port: FacePorts;
  readonly #begun: Rate;
  /** Those in use, and those that are being found: two first messages open one session. */
  readonly #open = new Map<string, { readonly context: Promise<Context>; users: number }>();

  constructor({ port, limits }: Pick<A2aBase, 'port' | 'limits'>) {
    this.#port = port;
    this.#begun = new Rate(perMinute('contexts', limits.contextsPerMinute, port.transport));
  }

  /** The place is known, or there is room for a new one; that then counts as begun. Refuses with VITRINE_RATE. */
  async assertMayEnter({ contextId, ...caller }: A2aCaller & Partial<ContextKey>): Promise<void> {
    if (contextId !== undefined) {
      const key = keyOf({ ...caller, contextId });
      if (this.#open.has(key) || (await this.#port.records.read(key)) !== undefined) return;
    }
    this.#begun.assert(ownerOf(caller));
  }

  /** While it works, everybody who asks for the place is given the same one. */
  async with<T>(place: ContextKey, work: (context: Context) => Promise<T>): Promise<T> {
    const key = keyOf(place);
    const held = this.#open.get(key) ?? { context: this.#find(place, key), users: 0 };
    held.users++;
    this.#open.set(key, held);
    try {
      return await work(await held.context);
    } finally {
      if (--held.users === 0) this.#open.delete(key);
    }
  }

  async #find(place: ContextKey, key: string): Promise<Context> {
    const { records, sessions } = this.#port;
    const value = (await records.read(key))?.value;
    if (isObject(value) && typeof value.session === 'string' && typeof value.seen === 'number') {
      const { session, ...record } = value as unknown as ContextRecord & { readonly session: string };
      const row = await sessions.find(session);
      if (row?.agent === place.agent && row.closedAt === undefined)
        return new Context(this.#port, place, record, session);
    }
    const { session: own } = place.principal;
    // A viewer's session may be long: what was said in it before is not said again.
    const seen = own === undefined ? 0 : ((await sessions.find(own))?.seq ?? 0);
    return new Context(this.#port, place, { seen }, own);
  }
}

/** A hash: what a client calls its context is nobody's business, and may be of any length. */
function keyOf({ agent, principal, contextId }: ContextKey): string {
  return `context ${digestOf(JSON.stringify([agent, principal.id, contextId]))}`;
}
