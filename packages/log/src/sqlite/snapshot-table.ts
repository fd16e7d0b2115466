// Snapshots: states of a fold at a seq. They are made again from entries at any time, so those of another fold are
// dropped, unless entries were removed and nothing else stands for them.

import type { Seq } from '@vitrine/core';
import { assertReached, compacted } from '../log-error.ts';
import type { Database } from './database.ts';
import type { KnownSession } from './session-table.ts';

export interface StoredSnapshot {
  readonly seq: Seq;
  readonly version: string;
  readonly text: string;
}

export class SnapshotTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  save(session: KnownSession, { seq, version, text }: StoredSnapshot): void {
    const { sid, base } = session;
    assertReached(session, seq);
    if (seq < base) throw compacted(`Entries up to seq ${base} were removed.`, base);
    this.#db.run('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)', sid, seq, version, text);
    if (base === 0) this.#db.run('DELETE FROM snapshots WHERE sid = ? AND version <> ?', sid, version);
  }

  latest({ sid, head }: KnownSession, version: string, at: Seq = head): StoredSnapshot | undefined {
    const row = this.#db.get<StoredSnapshot>(
      'SELECT seq, version, text FROM snapshots WHERE sid = ? AND version = ? AND seq <= ? ORDER BY seq DESC LIMIT 1',
      ...[sid, version, at],
    );
    return row === undefined ? undefined : { seq: row.seq, version: row.version, text: row.text };
  }

  standsFor({ sid }: KnownSession, upTo: Seq): boolean {
    return this.#db.get('SELECT 1 AS yes FROM snapshots WHERE sid = ? AND seq >= ? LIMIT 1', sid, upTo) !== undefined;
  }

  /** Is there one to begin with when only the entries behind `base` and up to a seq are there? */
  beginsBefore({ sid, base }: KnownSession, upTo: Seq): boolean {
    const sql = 'SELECT 1 AS yes FROM snapshots WHERE sid = ? AND seq BETWEEN ? AND ? LIMIT 1';
    return base === 0 || this.#db.get(sql, sid, base, upTo) !== undefined;
  }

  copy(from: KnownSession, upTo: Seq, to: KnownSession): void {
    const sql = 'INSERT INTO snapshots SELECT ?, seq, version, text FROM snapshots WHERE sid = ? AND seq <= ?';
    this.#db.run(sql, to.sid, from.sid, upTo);
  }

  removeBelow(sid: number, seq: Seq): void {
    this.#db.run('DELETE FROM snapshots WHERE sid = ? AND seq < ?', sid, seq);
  }
}
