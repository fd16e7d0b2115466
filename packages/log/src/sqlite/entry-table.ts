// Entries: appended in the order of positions, read by session or by the agent they are delivered to, copied, removed.
// What may be appended is decided in commit-table.ts.

import type { Seq } from '@vitrine/core';
import { LogError } from '../log-error.ts';
import type { Position, SessionId } from '../session-log.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './driver.ts';
import { assertReached, type KnownSession } from './session-table.ts';

export interface EntryPage {
  /** The texts, one a line: JSON has no line breaks, and one string crosses threads at the cost of its bytes. */
  readonly lines: string;
  readonly count: number;
  /** There can be no further entry. */
  readonly closed: boolean;
}

export interface FeedRow {
  readonly position: Position;
  readonly session: SessionId;
  readonly seq: Seq;
  readonly text: string;
}

/** Rows of one INSERT. Ten rows in one statement cost 0.6 of ten statements. */
const MOST_ROWS = 32;

export class EntryTable {
  readonly #db: Database;
  #position: Position | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param fed indices of the texts that are delivered to the agent, ascending */
  append(session: KnownSession, texts: readonly string[], fed: readonly number[]): void {
    let position = this.#lastPosition();
    let nextFed = 0;
    for (let start = 0; start < texts.length; start += MOST_ROWS) {
      const rows = Math.min(MOST_ROWS, texts.length - start);
      const values: SqlValue[] = [];
      for (let i = start; i < start + rows; i++) {
        const isFed = fed[nextFed] === i;
        if (isFed) nextFed++;
        values.push(++position, session.sid, ++session.head, isFed ? session.agent : null, texts[i] as string);
      }
      this.#db.run(insertSql(rows), ...values);
    }
    this.#position = position;
  }

  page(session: KnownSession, after: Seq, limit: number): EntryPage {
    const { sid, base, head, closed } = session;
    assertReached(session, after);
    if (after < base) throw compacted(`Entries up to seq ${base} were removed.`, base);
    const sql = 'SELECT text FROM entries WHERE sid = ? AND seq > ? ORDER BY seq LIMIT ?';
    const rows = after === head ? [] : this.#db.all<{ text: string }>(sql, sid, after, limit);
    return { lines: rows.map(({ text }) => text).join('\n'), count: rows.length, closed };
  }

  feedPage(agent: string, after: Position, limit: number): FeedRow[] {
    const base = this.#db.get<{ base: Position }>('SELECT base FROM feeds WHERE agent = ?', agent)?.base ?? 0;
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
    this.#position = start + upTo;
    to.head = upTo;
  }

  /** Removes the oldest entries of a session, at most `limit` and none behind `upTo`; tells how many. */
  removeOldest(sid: number, upTo: Seq, limit: number): number {
    // Positions are not used twice, also when the last one is removed.
    const keep = 'INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)';
    this.#db.run(keep, 'position', this.#lastPosition());
    return this.#db.run(
      `DELETE FROM entries WHERE position IN
       (SELECT position FROM entries WHERE sid = ? AND seq <= ? ORDER BY seq LIMIT ?)`,
      ...[sid, upTo, limit],
    );
  }

  /** Whoever reads the agent's feed from before the last of these entries is told that some are missing. */
  moveFeedBase({ sid, agent }: KnownSession, upTo: Seq): void {
    const last = this.#db.get<{ position: Position }>(
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

  #lastPosition(): Position {
    const sql = `SELECT max(coalesce((SELECT max(position) FROM entries), 0),
      coalesce((SELECT value FROM meta WHERE name = 'position'), 0)) AS last`;
    this.#position ??= this.#db.get<{ last: Position }>(sql)?.last ?? 0;
    return this.#position;
  }
}

export function compacted(message: string, base: number): LogError {
  return new LogError('VITRINE_LOG_COMPACTED', message, { base });
}

const INSERTS: string[] = [];

function insertSql(rows: number): string {
  INSERTS[rows] ??= `INSERT INTO entries VALUES ${Array(rows).fill('(?, ?, ?, ?, ?)').join(', ')}`;
  return INSERTS[rows];
}
