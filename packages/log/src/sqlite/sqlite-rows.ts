// The embedded log as rows, for copying it (copy-log.ts). A feed has no counter of its own here: what is copied in stands at
// positions that no other feed has, none lower than where it stood, so that an agent that kept its own is told again rather
// than not at all.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ClaimRow, EntryRow, FeedBounds, LogRow, RecordRow, SessionRow, WritableLogRows } from '../copy-log.ts';
import { LogError } from '../log-error.ts';
import type { LogPosition, SessionId } from '../session-log.ts';
import type { Database } from './database.ts';
import { type SqlValue, toBytes } from './driver.ts';
import { EntryTable } from './entry-table.ts';
import { SESSIONS_FILE } from './open-sqlite-log.ts';
import type { RecordTableRow } from './record-table.ts';
import { UNFINISHED } from './schema.ts';
import type { SessionTableRow } from './session-table.ts';
import { openStore, type Store } from './store.ts';

const PAGE = 200;
/** What the witness can say of a position. */
const MAX_POSITION = 2 ** 47;
const TABLES = ['sessions', 'entries', 'feeds', 'claims', 'snapshots', 'records', 'cursors'] as const;

/** @param purpose `read`: what is there is copied; `fill`: it is copied into. The folder is locked until it is closed. */
export async function openSqliteRows(folder: string, purpose: 'read' | 'fill'): Promise<WritableLogRows> {
  const isFilled = purpose === 'fill';
  return new SqliteRows(await openStore({ path: join(folder, SESSIONS_FILE), isFilled, isExpected: !isFilled }));
}

class SqliteRows implements WritableLogRows {
  readonly #store: Store;
  readonly #db: Database;
  /** What is added to the positions of a feed. */
  readonly #offsets = new Map<string, LogPosition>();
  /** The last one that was given to an entry without a feed. */
  #position: LogPosition = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#db = store.db;
  }

  async *sessions(): AsyncIterable<SessionId> {
    const sql = 'SELECT sid, id FROM sessions WHERE id IS NOT NULL AND sid > ? ORDER BY sid LIMIT ?';
    yield* map(
      this.#pages<{ sid: number; id: SessionId }>(sql, ({ sid }) => [sid], [0]),
      ({ id }) => id,
    );
  }

  async *rows(session: SessionId | null): AsyncIterable<LogRow> {
    if (session === null) {
      yield* this.#records(null, null);
      for (const { agent, consumer, position } of this.#db.all<CursorColumns>('SELECT * FROM cursors'))
        yield { row: 'cursor', agent, consumer, position };
      yield* this.#feeds();
      return;
    }
    const found = this.#db.get<SessionTableRow>('SELECT * FROM sessions WHERE id = ?', session);
    if (found === undefined) return;
    yield toSessionRow(session, found);
    yield* this.#parts(session, found.sid);
  }

  async begin(feeds: readonly FeedBounds[]): Promise<void> {
    const mark = markOf(feeds);
    const begun = this.#db.get<{ value: number }>('SELECT value FROM meta WHERE name = ?', UNFINISHED)?.value;
    if (begun === undefined) this.#assertEmpty();
    this.#transact(() => {
      // Other feeds have other places: whatever an earlier try brought stands in the wrong ones.
      if (begun !== mark) for (const table of TABLES) this.#db.run(`DELETE FROM ${table}`);
      this.#db.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', UNFINISHED, mark);
    });
    let offset = 0;
    for (const { agent, head } of feeds.toSorted(byAgent)) {
      this.#offsets.set(agent, offset);
      offset += head;
    }
    if (offset > MAX_POSITION)
      throw new LogError('VITRINE_LOG_FAILED', 'The feeds of this log have more positions than one file can count.');
    this.#position = Math.max(offset, new EntryTable(this.#db).position);
  }

  place(row: LogRow): LogRow {
    const at = (agent: string, position: LogPosition) => position + (this.#offsets.get(agent) ?? 0);
    if (row.row === 'cursor') return { ...row, position: at(row.agent, row.position) };
    if (row.row === 'feed') return { ...row, base: row.base === 0 ? 0 : at(row.agent, row.base) };
    if (row.row !== 'entry' || row.feed === null || row.position === null) return row;
    return { ...row, position: at(row.feed, row.position) };
  }

  async replace(session: SessionId | null, rows: AsyncIterable<LogRow>): Promise<void> {
    this.#db.begin();
    try {
      if (session === null) this.#removeRest();
      else this.#removeSession(session);
      let sid: number | null = null;
      for await (const row of rows) {
        if (row.row === 'session') sid = row.ordinal;
        this.#insert(row, sid);
      }
      this.#db.commit();
    } catch (error) {
      this.#db.rollback();
      throw error;
    }
  }

  async remove(session: SessionId): Promise<void> {
    this.#transact(() => this.#removeSession(session));
  }

  async finish(): Promise<void> {
    this.#transact(() => {
      this.#db.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', 'position', this.#position);
      this.#db.run('DELETE FROM meta WHERE name = ?', UNFINISHED);
    });
  }

  async close(): Promise<void> {
    this.#store.close();
  }

  *#parts(session: SessionId, sid: number): Iterable<LogRow> {
    const entries = 'SELECT seq, feed, position, text FROM entries WHERE sid = ? AND seq > ? ORDER BY seq LIMIT ?';
    yield* map(
      this.#pages<Omit<EntryRow, 'row' | 'session'>>(entries, ({ seq }) => [sid, seq], [sid, -1]),
      ({ seq, feed, position, text }): LogRow => ({
        ...{ row: 'entry', session, seq, feed, text },
        position: feed === null ? null : position,
      }),
    );
    const claims =
      'SELECT claim, seq, until FROM claims WHERE scope = ? AND sid = ? AND claim > ? ORDER BY claim LIMIT ?';
    for (const scope of [sid, 0])
      yield* map(
        this.#pages<Omit<ClaimRow, 'row'>>(claims, ({ claim }) => [scope, sid, claim], [scope, sid, '']),
        ({ claim, seq, until }): LogRow => ({ row: 'claim', session, isOverAll: scope === 0, claim, seq, until }),
      );
    const snapshots =
      'SELECT rowid AS at, seq, version, text FROM snapshots WHERE sid = ? AND rowid > ? ORDER BY rowid LIMIT ?';
    yield* map(
      this.#pages<SnapshotColumns>(snapshots, ({ at }) => [sid, at], [sid, 0], 1),
      ({ seq, version, text }): LogRow => ({ row: 'snapshot', session, seq, version, text }),
    );
    yield* this.#records(session, sid);
  }

  *#records(session: SessionId | null, sid: number | null): Iterable<LogRow> {
    const sql = `SELECT kind, key, due, text, bytes FROM records
      WHERE sid IS ? AND (kind, key) > (?, ?) ORDER BY kind, key LIMIT ?`;
    yield* map(
      this.#pages<Omit<RecordTableRow, 'id'>>(sql, ({ kind, key }) => [sid, kind, key], [sid, '', ''], 20),
      ({ kind, key, due, text, bytes }): RecordRow => ({
        ...{ row: 'record', session, kind, key, due },
        value: text === null ? { bytes: toBytes(bytes ?? new Uint8Array(0)) } : { text },
      }),
    );
  }

  #feeds(): FeedBounds[] {
    const bounds = this.#db.all<Omit<FeedBounds, 'row'>>(
      `SELECT agent, max(head) AS head, max(base) AS base FROM (
         SELECT feed AS agent, max(position) AS head, 0 AS base FROM entries WHERE feed IS NOT NULL GROUP BY feed
         UNION ALL SELECT agent, max(position), 0 FROM cursors GROUP BY agent
         UNION ALL SELECT agent, base, base FROM feeds) GROUP BY agent`,
    );
    return bounds.map(({ agent, head, base }) => ({ row: 'feed', agent, head, base }));
  }

  #insert(row: LogRow, sid: number | null): void {
    const { table, values } = this.#columnsOf(row, sid);
    const marks = values.map(() => '?').join(', ');
    // A record or a claim over all may stand under another session from an earlier try.
    if (table !== undefined) this.#db.run(`INSERT OR REPLACE INTO ${table} VALUES (${marks})`, ...values);
  }

  #columnsOf(row: LogRow, sid: number | null): { readonly table?: string; readonly values: readonly SqlValue[] } {
    switch (row.row) {
      case 'session': {
        const { session, agent, title, dialect, trust, createdAt, closedAt, base, parent, parentSeq } = row;
        const values = [sid, session, agent, title, dialect, trust, createdAt, closedAt, base, parent, parentSeq];
        return { table: 'sessions', values };
      }
      case 'entry':
        return { table: 'entries', values: [row.position ?? ++this.#position, sid, row.seq, row.feed, row.text] };
      case 'claim':
        return { table: 'claims', values: [row.isOverAll ? 0 : sid, row.claim, sid, row.seq, row.until] };
      case 'snapshot':
        return { table: 'snapshots', values: [sid, row.seq, row.version, row.text] };
      case 'record': {
        const [text, bytes] = 'text' in row.value ? [row.value.text, null] : [null, row.value.bytes];
        return {
          table: 'records',
          values: [row.kind, row.key, row.session === null ? null : sid, row.due, text, bytes],
        };
      }
      case 'cursor':
        return { table: 'cursors', values: [row.agent, row.consumer, row.position] };
      case 'feed':
        return row.base === 0 ? { values: [] } : { table: 'feeds', values: [row.agent, row.base] };
    }
  }

  #removeSession(session: SessionId): void {
    const sid = this.#db.get<{ sid: number }>('SELECT sid FROM sessions WHERE id = ?', session)?.sid;
    if (sid === undefined) return;
    for (const table of ['sessions', 'entries', 'claims', 'snapshots', 'records'])
      this.#db.run(`DELETE FROM ${table} WHERE sid = ?`, sid);
  }

  #removeRest(): void {
    this.#db.run('DELETE FROM records WHERE sid IS NULL');
    this.#db.run('DELETE FROM cursors');
    this.#db.run('DELETE FROM feeds');
  }

  #assertEmpty(): void {
    const found = TABLES.find((table) => this.#db.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined);
    if (found !== undefined)
      throw new LogError('VITRINE_LOG_LOCKED', 'The target has sessions or agents of its own: name a new folder.');
  }

  #transact(write: () => void): void {
    this.#db.begin();
    try {
      write();
      this.#db.commit();
    } catch (error) {
      this.#db.rollback();
      throw error;
    }
  }

  /** @param next the values behind a row @param first those of the first page */
  *#pages<Row>(
    sql: string,
    next: (last: Row) => readonly SqlValue[],
    first: readonly SqlValue[],
    limit = PAGE,
  ): Iterable<Row> {
    for (let values = first; ; ) {
      const rows = this.#db.all<Row>(sql, ...values, limit);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) return;
      values = next(last);
    }
  }
}

type CursorColumns = { readonly agent: string; readonly consumer: string; readonly position: LogPosition };
type SnapshotColumns = { readonly at: number; readonly seq: number; readonly version: string; readonly text: string };

function toSessionRow(session: SessionId, columns: SessionTableRow): SessionRow {
  const { sid, agent, title, dialect, trust, base, parent } = columns;
  const { created_at: createdAt, closed_at: closedAt, parent_seq: parentSeq } = columns;
  return {
    ...{ row: 'session', session, ordinal: sid, agent, title, dialect, trust },
    ...{ createdAt, closedAt, base, parent, parentSeq },
  };
}

function* map<T, U>(items: Iterable<T>, to: (item: T) => U): Iterable<U> {
  for (const item of items) yield to(item);
}

function byAgent(one: FeedBounds, other: FeedBounds): number {
  return one.agent < other.agent ? -1 : 1;
}

/** Names the places that feeds get; 48 bits are a whole number everywhere. */
function markOf(feeds: readonly FeedBounds[]): number {
  const text = JSON.stringify(feeds.toSorted(byAgent).map(({ agent, head }) => [agent, head]));
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
