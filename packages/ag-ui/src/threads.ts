// (Agent, client, threadId) → session. What a client calls its thread is looked up among its own alone; what it was sent stands
// in a record, so it meets the same session after a reload, at another host, or after a restart.

import { defined, type FacePorts, isObject, type Json, type JsonObject, type Seq } from '@vitrine/core/internal';
import { digestOf, HostError, KeyQueue, newSessionId, type Principal, perMinute, Rate } from '@vitrine/face-kit';
import type { AgUiBase } from './limits.ts';

export interface ThreadPlace {
  readonly agent: string;
  readonly principal: Principal;
  readonly threadId: string;
}

export interface ThreadRecord {
  /** The client was told what was said up to here. */
  readonly seen: Seq;
  /** And was shown what was shown up to here, if it holds the message that it held last then. Absent: as far as it was told. */
  readonly drawn?: Seq;
  readonly tail?: string;
  /** The surfaces that it was sent. */
  readonly shown: readonly string[];
  /** Surfaces that it was told to be coming. */
  readonly building?: readonly string[];
  /** The agent says when a turn of its ends. */
  readonly hasTurns?: true;
}

export class Thread {
  readonly key: string;
  readonly session: string;
  readonly #port: FacePorts;
  record: ThreadRecord;

  constructor(port: FacePorts, key: string, session: string, record: ThreadRecord) {
    this.#port = port;
    this.key = key;
    this.session = session;
    this.record = record;
  }

  /** Of what others have written meanwhile only this changes. */
  async update(change: Partial<ThreadRecord>): Promise<void> {
    const { record: before } = readRecord((await this.#port.records.read(this.key))?.value);
    this.record = { ...before, ...defined({ hasTurns: this.record.hasTurns }), ...change };
    await this.#port.records.write([recordOf(this.key, this.session, this.record)]);
  }
}

const EMPTY: ThreadRecord = { seen: 0, shown: [] };

export class Threads {
  readonly #port: FacePorts;
  readonly #begun: Rate;
  /** Two first runs of one thread open one session. */
  readonly #opening = new KeyQueue<string>();

  constructor({ port, limits }: AgUiBase) {
    this.#port = port;
    this.#begun = new Rate(perMinute('threads', limits.threadsPerMinute, port.transport));
  }

  keyOf({ agent, principal, threadId }: ThreadPlace): string {
    // Whoever comes with the token of a session has no other.
    const thread = principal.session === undefined ? threadId : '';
    return `thread ${digestOf(JSON.stringify([agent, principal.id, thread]))}`;
  }

  async find(place: ThreadPlace): Promise<Thread | undefined> {
    const { records, sessions } = this.#port;
    const key = this.keyOf(place);
    const { session: known, record } = readRecord((await records.read(key))?.value);
    const session = place.principal.session ?? known;
    if (typeof session !== 'string') return undefined;
    const row = await sessions.find(session);
    if (row?.agent !== place.agent || row.closedAt !== undefined) return undefined;
    return new Thread(this.#port, key, session, record);
  }

  /** The thread, with a session that begins with it where there is none. Refuses with VITRINE_RATE or VITRINE_LOG_SESSION_CLOSED. */
  findOrOpen(place: ThreadPlace, catalogs: readonly string[]): Promise<Thread> {
    const key = this.keyOf(place);
    return this.#opening.run(key, async () => (await this.find(place)) ?? this.#open(place, key, catalogs));
  }

  async #open({ agent, principal }: ThreadPlace, key: string, catalogs: readonly string[]): Promise<Thread> {
    const { identity, sessions } = this.#port;
    // A viewer's token is for its session, and that is closed.
    if (principal.session !== undefined) throw new HostError('VITRINE_LOG_SESSION_CLOSED');
    this.#begun.assert(JSON.stringify([agent, principal.id]));
    const { trust = 'untrusted' } = (await identity.agent(agent)) ?? {};
    const session = newSessionId();
    const join = { event: 'join', viewer: principal.viewer, catalogs } as const;
    const records = [recordOf(key, session, EMPTY)];
    await sessions.open({ agent, session, trust, title: 'AG-UI', entries: [{ body: [join] }], records });
    return new Thread(this.#port, key, session, EMPTY);
  }
}

/** Only this face writes them. */
function readRecord(value: Json | undefined): { readonly session?: Json; readonly record: ThreadRecord } {
  const { session, ...record } = isObject(value) ? value : {};
  return { ...defined({ session }), record: typeof record.seen === 'number' ? (record as never) : EMPTY };
}

function recordOf(key: string, session: string, record: ThreadRecord) {
  return { key, session, value: { ...record, session } as unknown as JsonObject };
}
