// Entries: appended in the order of positions, read by session or by the agent they are delivered to, copied, removed.
// A row holds a run (runs.ts) and the seq of its last entry. What may be appended is decided in commit-table.ts.

import type { Seq } from '@vitrine/core';
import { type EntryPage, type FeedRow, toPage } from '../entry-reader.ts';
import { assertReached, compacted } from '../log-error.ts';
import { cutRun, type EntryRun, firstSeq } from '../runs.ts';
import type { LogPosition } from '../session-log.ts';
import type { Database } from './database.ts';
import type { KnownSession } from './session-table.ts';

interface EntryTableRow {
  readonly position: LogPosition;
  readonly seq: Seq;
  readonly text: string;
}

export class EntryTable {
  readonly #db: Database;
  #position: LogPosition | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The last one that was given to anything. */
  get position(): LogPosition {
    return this.#lastPosition();
  }

  /** Takes a position for a change without entries. */
  movePosition(): void {
    const position = this.#lastPosition() + 1;
    this.#keepPosition(position);
    this.#position = position;
  }

  append(session: KnownSession, runs: readonly EntryRun[]): void {
    let position = this.#lastPosition();
    for (const { text, count, fed } of runs) {
      session.head += count;
      const feed = fed ? session.agent : null;
      this.#db.run('INSERT INTO entries VALUES (?, ?, ?, ?, ?)', ++position, session.sid, session.head, feed, text);
    }
    this.#position = position;
  }

  page(session: KnownSession, after: Seq, limit: number): EntryPage {
    const { sid, base, head, closed } = session;
    assertReached(session, after);
    if (after < base) throw compacted(`Entries up to seq ${base} were removed.`, base);
    const sql = 'SELECT text, seq FROM entries WHERE sid = ? AND seq > ? ORDER BY seq LIMIT ?';
    const rows = after === head ? [] : this.#db.all<EntryTableRow>(sql, sid, after, limit);
    return toPage(rows, { after, limit, closed });
  }

  feedPage(agent: string, after: LogPosition, limit: number): FeedRow[] {
    const base = this.#db.get<{ base: LogPosition }>('SELECT base FROM feeds WHERE agent = ?', agent)?.base ?? 0;
    if (after > 0 && after < base) throw compacted(`Entries up to position ${base} were removed.`, base);
    const rows = this.#db.all<FeedRow>(
      `SELECT position, id AS session, seq, text FROM entries JOIN sessions USING (sid)
       WHERE feed = ? AND position > ? AND id IS NOT NULL ORDER BY position LIMIT ?`,
      ...[agent, after, limit],
    );
    return rows.map(({ position, session, seq, text }) => ({ position, session, seq, text }));
  }

  /** The past of a session, for another one. Nobody is told of it again. */
  copy(from: KnownSession, upTo: Seq, to: KnownSession): void {
    const start = this.#lastPosition() - from.base;
    this.#db.run(
      `INSERT INTO entries (position, sid, seq, feed, text)
       SELECT ? + seq, ?, seq, NULL, text FROM entries WHERE sid = ? AND seq <= ? ORDER BY seq`,
      ...[start, to.sid, from.sid, upTo],
    );
    const cut = this.#runAcross(from.sid, upTo);
    if (cut !== undefined) {
      const text = cutRun(cut.text, cut.seq, 0, upTo);
      this.#db.run('INSERT INTO entries VALUES (?, ?, ?, NULL, ?)', start + upTo, to.sid, upTo, text);
    }
    this.#position = start + upTo;
    to.head = upTo;
  }

  /** Removes the oldest runs of a session, at most `limit` and none that ends behind `upTo`; tells how many. */
  removeOldest(sid: number, upTo: Seq, limit: number): number {
    // Positions are not used twice, also when the last one is removed.
    this.#keepPosition(this.#lastPosition());
    return this.#db.run(
      `DELETE FROM entries WHERE position IN
       (SELECT position FROM entries WHERE sid = ? AND seq <= ? ORDER BY seq LIMIT ?)`,
      ...[sid, upTo, limit],
    );
  }

  /** Takes the entries up to a seq out of the run that goes on behind it. */
  cutOldest(sid: number, upTo: Seq): void {
    const cut = this.#runAcross(sid, upTo);
    if (cut === undefined) return;
    const text = cutRun(cut.text, cut.seq, upTo, cut.seq);
    this.#db.run('UPDATE entries SET text = ? WHERE position = ?', text, cut.position);
  }

  /** Whoever reads the agent's feed from before the last of these entries is told that some are missing. */
  moveFeedBase({ sid, agent }: KnownSession, upTo: Seq): void {
    const last = this.#db.get<{ position: LogPosition }>(
      'SELECT position FROM entries WHERE sid = ? AND seq <= ? AND feed IS NOT NULL ORDER BY seq DESC LIMIT 1',
      ...[sid, upTo],
    );
    if (last === undefined) return;
    const sql = 'INSERT INTO feeds VALUES (?, ?) ON CONFLICT (agent) DO UPDATE SET base = max(base, excluded.base)';
    this.#db.run(sql, agent, last.position);
  }

  forget(): void {
    this.#position = undefined;
  }

  /** The run that has a seq and goes on behind it. */
  #runAcross(sid: number, seq: Seq): EntryTableRow | undefined {
    const sql = 'SELECT position, seq, text FROM entries WHERE sid = ? AND seq > ? ORDER BY seq LIMIT 1';
    const row = this.#db.get<EntryTableRow>(sql, sid, seq);
    return row !== undefined && firstSeq(row.text, row.seq) <= seq ? row : undefined;
  }

  #keepPosition(position: LogPosition): void {
    const sql = 'INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)';
    this.#db.run(sql, 'position', position);
  }

  #lastPosition(): LogPosition {
    const sql = `SELECT max(coalesce((SELECT max(position) FROM entries), 0),
      coalesce((SELECT value FROM meta WHERE name = 'position'), 0)) AS last`;
    this.#position ??= this.#db.get<{ last: LogPosition }>(sql)?.last ?? 0;
    return this.#position;
  }
}
