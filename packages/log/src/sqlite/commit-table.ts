// A commit: judged whole before anything is written, then written whole. Claims are what makes things happen once.

import type { Seq } from '@vitrine/core';
import type { Claim, CommitOutcome, SessionId, SessionOrigin, StoredSessionRow } from '../session-log.ts';
import { isOverAll, type RefusedCommit, refusals, type StoredCommit } from '../stored.ts';
import type { Database } from './database.ts';
import type { EntryTable } from './entry-table.ts';
import type { RecordTable } from './record-table.ts';
import type { KnownSession, SessionTable } from './session-table.ts';

/** Beside the outcome: whose feed has something new. */
export interface CommitReply {
  readonly outcome: CommitOutcome;
  readonly feed?: string;
}

/** Makes the session that a commit opens. */
export type OpenSession = (session: SessionId, as: SessionOrigin) => StoredSessionRow;

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

  commit(commit: StoredCommit, open: OpenSession): CommitReply {
    const known = this.#sessions.find(commit.session);
    if (commit.open === undefined ? known === undefined : known !== undefined)
      return { outcome: commit.open === undefined ? refusals.unknown : refusals.exists };
    // Before it is made: what is refused leaves nothing.
    const refused = this.#judge(commit, known);
    if (refused !== undefined) return { outcome: refused };
    if (commit.open !== undefined) open(commit.session, commit.open);
    const session = this.#sessions.demand(commit.session);
    const first = session.head + 1;
    this.#entries.append(session, commit.runs);
    for (const claim of commit.claims ?? []) this.#claim(claim, session);
    if (commit.records !== undefined) this.#records.write(commit.records);
    const outcome = { ok: true, first, last: session.head } as const;
    return commit.runs.some(({ fed }) => fed) ? { outcome, feed: session.agent } : { outcome };
  }

  /** The claims of a session go with it, and into a copy of its past. */
  copyClaims(from: KnownSession, upTo: Seq, to: KnownSession): void {
    const sql = `INSERT INTO claims SELECT ?, claim, ?, seq, until FROM claims WHERE scope = ? AND seq <= ?`;
    this.#db.run(sql, to.sid, to.sid, from.sid, upTo);
  }

  removeClaims(sid: number): void {
    this.#db.run('DELETE FROM claims WHERE scope = ?', sid);
    this.#db.run('DELETE FROM claims WHERE scope = 0 AND sid = ?', sid);
  }

  forgetClaims(before: string): void {
    this.#db.run('DELETE FROM claims WHERE until <= ?', before);
  }

  /** In the place of one that has ended. */
  #claim(claim: Claim, session: KnownSession): void {
    const [name, until] = typeof claim === 'string' ? [claim, null] : [claim.claim, claim.until];
    const values = [scopeOf(name, session.sid), name, session.sid, session.head, until];
    this.#db.run('INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?)', ...values);
  }

  /** @param session absent: the commit makes it */
  #judge(commit: StoredCommit, session: KnownSession | undefined): RefusedCommit | undefined {
    if (session?.closed === true) return refusals.closed;
    // Claims come first: a repeat of what was done is to hear that, not that the session has moved on since.
    const conflict = this.#firstTaken(commit, session);
    if (conflict !== undefined) return conflict;
    if (session !== undefined && commit.expect !== undefined && commit.expect !== session.head)
      return refusals.conflict(session.head, commit.expect);
    const others = (commit.records ?? []).filter((write) => 'remove' in write || write.session !== commit.session);
    return this.#records.findUnknownSession(others) ? refusals.unknown : undefined;
  }

  #firstTaken(
    { claims = [], session: id }: StoredCommit,
    session: KnownSession | undefined,
  ): RefusedCommit | undefined {
    const names = claims.map((claim) => (typeof claim === 'string' ? claim : claim.claim));
    for (const [index, claim] of names.entries()) {
      const made = claims[index] as Claim;
      const row = this.#db.get<{ id: SessionId; seq: Seq }>(
        `SELECT id, seq FROM claims JOIN sessions USING (sid)
         WHERE scope = ? AND claim = ? AND (until IS NULL OR until > ?)`,
        // Of a session that is not there yet nothing is claimed.
        ...[scopeOf(claim, session?.sid ?? -1), claim, typeof made === 'string' ? '' : made.from],
      );
      // Twice in one commit is a second one too.
      const seq = row?.seq ?? (names.indexOf(claim) < index ? (session?.head ?? 0) : undefined);
      if (seq === undefined) continue;
      return refusals.claimed(claim, row?.id ?? id, seq);
    }
    return undefined;
  }
}

function scopeOf(claim: string, sid: number): number {
  return isOverAll(claim) ? ALL_SESSIONS : sid;
}
