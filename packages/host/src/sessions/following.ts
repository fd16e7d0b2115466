// What another host writes of a session, applied here when it is durable there. Who writes is left to leadership.ts, what
// an entry does to live-session.ts.

import type { Catalogs, Entry, Seq, View } from '@vitrine/core/internal';
import { Slices } from '@vitrine/face-kit';
import type { SessionId, SessionLog, StoredSessionRow } from '@vitrine/log';
import { HostError } from '../host-error.ts';

/** A session that another host writes. */
export interface FollowedSession {
  readonly id: SessionId;
  readonly context: { readonly log: SessionLog };
  /** Up to where it stands. */
  readonly seq: Seq;
  /** Why it ended here. Absent: it did not. */
  readonly failure: HostError | undefined;
  /** Takes over what another host has written: the next entry, or one that it has. */
  apply(entry: Entry): void;
  setRow(row: StoredSessionRow): void;
  readonly view: View;
  /** Knows what was brought to it elsewhere. */
  loadCatalogs(): Promise<void>;
  fail(error: unknown): void;
  end(reason: 'closed', row: StoredSessionRow): Promise<void>;
}

export class Following {
  readonly #session: FollowedSession;
  #reading: AbortController | undefined;

  constructor(session: FollowedSession) {
    this.#session = session;
  }

  start(): void {
    const reading = new AbortController();
    this.#reading = reading;
    this.#applyLive(reading.signal).catch((error: unknown) => {
      if (!reading.signal.aborted) this.#session.fail(error);
    });
  }

  stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }

  /** Applies all that is in the log by now, at once, and stops. */
  async catchUp(): Promise<void> {
    this.stop();
    const session = this.#session;
    const { log } = session.context;
    await session.loadCatalogs();
    for await (const entry of log.read(session.id, session.seq)) session.apply(entry);
    // Who wrote it meanwhile may have learned what its agent speaks.
    const row = await log.session(session.id);
    if (session.failure !== undefined) throw session.failure;
    if (row !== undefined) session.setRow(row);
    if (row?.closedAt !== undefined) await session.end('closed', row);
  }

  async #applyLive(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    const { log } = session.context;
    const slices = new Slices();
    for await (const entry of log.read(session.id, session.seq, { live: true, signal })) {
      if (signal.aborted || session.failure !== undefined) return;
      if (namesUnknown(entry, session.view.catalogs)) await session.loadCatalogs();
      if (signal.aborted) return;
      session.apply(entry);
      if (slices.isOver) await slices.next();
    }
    if (signal.aborted) return;
    const row = await log.session(session.id);
    if (row?.closedAt === undefined) return session.fail(new HostError('VITRINE_LOG_SESSION_UNKNOWN'));
    await session.end('closed', row);
  }
}

/** Whether an entry is about a catalog that is not there: another host was brought it. */
function namesUnknown({ body }: Pick<Entry, 'body'>, catalogs: Catalogs): boolean {
  const isUnknown = (named: { readonly catalog?: string }): boolean =>
    named.catalog !== undefined && catalogs.get(named.catalog) === undefined;
  return body.some((part) => {
    if (!('op' in part)) return false;
    return (
      isUnknown(part as { readonly catalog?: string }) ||
      ('components' in part && part.components?.some(isUnknown) === true)
    );
  });
}
