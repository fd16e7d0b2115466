// A commit: judged whole before anything is written, then written whole. Claims are what makes things happen once.

import type { Seq } from '@vitrine/core';
import type { CommitOutcome, SessionId } from '../session-log.ts';
import type { Database } from './database.ts';
import type { EntryTable } from './entry-table.ts';
import type { RecordTable, StoredWrite } from './record-table.ts';
import type { Run } from './runs.ts';
import type { KnownSession, SessionTable } from './session-table.ts';

export interface StoredCommit {
  readonly session: SessionId;
  readonly runs: readonly Run[];
  readonly expect?: Seq;
  readonly claims?: readonly string[];
  readonly records?: readonly StoredWrite[];
}

/** Beside the outcome: whose feed has something new. */
export interface CommitReply {
  readonly outcome: CommitOutcome;
  readonly feed?: string;
}

type Refused = Extract<CommitOutcome, { ok: false }>;

/** Claims with this prefix are unique over all sessions; every other prefix in its own session. */
const OVER_ALL = 'once:';
const ALL_SESSIONS = 0;

export class CommitTable {
  readonly #db: Database;
  readonly #sessions: SessionTable;
  readonly #entries: EntryTable;
  readonly #records: RecordTable;

  constructor(db: Database, sessions: SessionTable, entries: EntryTable, records: RecordTable) {
    this.#db = db;
    this.#sessions = sessions;
    this.#entries = entries;
    this.#records = records;
  }

  commit(commit: StoredCommit): CommitReply {
    const session = this.#sessions.find(commit.session);
    if (session === undefined) return unknownSession();
    const refused = this.#judge(commit, session);
    if (refused !== undefined) return { outcome: refused };
    const first = session.head + 1;
    this.#entries.append(session, commit.runs);
    for (const claim of commit.claims ?? [])
      this.#db.run('INSERT INTO claims VALUES (?, ?, ?, ?)', scopeOf(claim, session), claim, session.sid, session.head);
    if (commit.records !== undefined) this.#records.write(commit.records);
    const outcome = { ok: true, first, last: session.head } as const;
    return commit.runs.some(({ fed }) => fed) ? { outcome, feed: session.agent } : { outcome };
  }

  /** The claims of a session go with it, and into a copy of its past. */
  copyClaims(from: KnownSession, upTo: Seq, to: KnownSession): void {
    const sql = `INSERT INTO claims SELECT ?, claim, ?, seq FROM claims WHERE scope = ? AND seq <= ?`;
    this.#db.run(sql, to.sid, to.sid, from.sid, upTo);
  }

  removeClaims(sid: number): void {
    this.#db.run('DELETE FROM claims WHERE scope = ?', sid);
    this.#db.run('DELETE FROM claims WHERE scope = 0 AND sid = ?', sid);
  }

  #judge(commit: StoredCommit, session: KnownSession): Refused | undefined {
    if (session.closed) return { ok: false, code: 'VITRINE_LOG_SESSION_CLOSED', message: 'The session is closed.' };
    // Claims come first: a repeat of what was done is to hear that, not that the session has moved on since.
    const taken = this.#firstTaken(commit.claims ?? [], session);
    if (taken !== undefined) return taken;
    if (commit.expect !== undefined && commit.expect !== session.head) {
      const { head } = session;
      const message = `The session is at seq ${head}, not ${commit.expect}.`;
      return { ok: false, code: 'VITRINE_LOG_CONFLICT', message, head };
    }
    const stranger = this.#records.findUnknownSession(commit.records ?? []);
    return stranger ? unknownSession().outcome : undefined;
  }

  #firstTaken(claims: readonly string[], session: KnownSession): Refused | undefined {
    for (const [index, claim] of claims.entries()) {
      const row = this.#db.get<{ id: SessionId; seq: Seq }>(
        'SELECT id, seq FROM claims JOIN sessions USING (sid) WHERE scope = ? AND claim = ?',
        ...[scopeOf(claim, session), claim],
      );
      // Twice in one commit is a second one too.
      const seq = row?.seq ?? (claims.indexOf(claim) < index ? session.head : undefined);
      if (seq === undefined) continue;
      const message = `Claim ${JSON.stringify(claim)} was made before.`;
      return { ok: false, code: 'VITRINE_LOG_CLAIMED', message, claim, session: row?.id ?? session.id, seq };
    }
    return undefined;
  }
}

function unknownSession(): { readonly outcome: Refused } {
  const message = 'There is no session of this id.';
  return { outcome: { ok: false, code: 'VITRINE_LOG_SESSION_UNKNOWN', message } };
}

function scopeOf(claim: string, session: KnownSession): number {
  return claim.startsWith(OVER_ALL) ? ALL_SESSIONS : session.sid;
}
