// What is read from the tables, and the few things that are written without a lease.

import { defined, type Seq, type Trust } from '@vitrine/core/internal';
import {
  LogError,
  type LogPosition,
  type SessionChange,
  type SessionId,
  type SessionQuery,
  type Snapshot,
  type StoredSessionRow,
} from '@vitrine/log';
import {
  assertReached,
  compacted,
  type EntryPage,
  type FeedRow,
  type NewEntries,
  RECORD_PAGE,
  type ReaderPlace,
  type RunRow,
  type StoredRecord,
  toPage,
} from '@vitrine/log/driver';
import { fromColumn, toColumn } from './column-text.ts';
import type { PostgresDatabase, SqlParameter } from './database.ts';

interface SessionColumns {
  readonly ordinal: number;
  readonly session: string;
  readonly agent: string;
  readonly title: string | null;
  readonly dialect: string | null;
  readonly trust: Trust;
  readonly created_at: string;
  readonly closed_at: string | null;
  readonly base: Seq;
  readonly parent: string | null;
  readonly parent_seq: Seq | null;
}

interface EntryColumns {
  readonly base: Seq;
  readonly head: Seq;
  readonly closed: boolean;
  readonly seq: Seq | null;
  readonly text: string;
}

interface RecordColumns {
  readonly session: string;
  readonly kind: string;
  readonly key: string;
  readonly due: string | null;
  readonly text: string | null;
  readonly bytes: Uint8Array | null;
}

interface NewEntryRow {
  readonly place: number;
  readonly closed: boolean;
  readonly seq: Seq | null;
  /** Absent: they are long. */
  readonly text: string | null;
}

const SESSION_PAGE = 200;
/** Of each of many sessions that are read at once. */
const NEW_ROWS = 64;
const NEW_BYTES = 1 << 16;

export class LogTables {
  readonly #db: PostgresDatabase;

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  async session(session: SessionId): Promise<StoredSessionRow | undefined> {
    const sql = `SELECT * FROM ${this.#db.s}.sessions WHERE session = $1`;
    const row = await this.#db.row<SessionColumns>(sql, toColumn(session));
    return row === undefined ? undefined : toSessionRow(row);
  }

  async demandSession(session: SessionId): Promise<StoredSessionRow> {
    return (await this.session(session)) ?? refuse();
  }

  async sessionPage(
    { agent, closed }: SessionQuery,
    after: number,
  ): Promise<{ readonly rows: readonly StoredSessionRow[]; readonly next?: number }> {
    const rows = await this.#db.rows<SessionColumns>(
      `SELECT * FROM ${this.#db.s}.sessions WHERE ordinal > $1 AND ($2::text IS NULL OR agent = $2)
       AND ($3::boolean IS NULL OR (closed_at IS NOT NULL) = $3) ORDER BY ordinal LIMIT ${SESSION_PAGE}`,
      ...[after, agent === undefined ? null : toColumn(agent), closed ?? null],
    );
    const last = rows.length < SESSION_PAGE ? undefined : rows.at(-1);
    return defined({ rows: rows.map(toSessionRow), next: last?.ordinal });
  }

  async changeSession(session: SessionId, { title, dialect, trust }: SessionChange): Promise<StoredSessionRow> {
    await this.#db.rows(
      `UPDATE ${this.#db.s}.sessions SET title = coalesce($2, title), dialect = coalesce($3, dialect),
       trust = coalesce($4, trust) WHERE session = $1`,
      ...[toColumn(session), title === undefined ? null : toColumn(title)],
      ...[dialect === undefined ? null : toColumn(dialect), trust ?? null],
    );
    return this.demandSession(session);
  }

  async closedBefore(time: string): Promise<readonly SessionId[]> {
    const sql = `SELECT session FROM ${this.#db.s}.sessions WHERE closed_at < $1 ORDER BY ordinal`;
    return (await this.#db.rows<{ session: string }>(sql, time)).map(({ session }) => fromColumn(session));
  }

  async forgetClaims(before: string): Promise<void> {
    await this.#db.rows(`DELETE FROM ${this.#db.s}.claims WHERE until <= $1`, before);
  }

  async head(session: SessionId): Promise<Seq> {
    const row = await this.#db.row<{ head: Seq }>(`SELECT head FROM ${this.#db.s}.head_of_1($1)`, toColumn(session));
    return row?.head ?? refuse();
  }

  /** One statement, so that a session that is closed in it has all that it will ever have. */
  async entryPage(session: SessionId, after: Seq, limit: number): Promise<EntryPage> {
    const from = Number.isSafeInteger(after) ? after : -1;
    const rows = await this.#db.rows<EntryColumns>(
      `SELECT s.base, s.closed_at IS NOT NULL AS closed, h.head, e.seq, e.text FROM ${this.#db.s}.sessions s
       CROSS JOIN LATERAL (
         SELECT coalesce(max(seq), s.base) AS head FROM ${this.#db.s}.entries WHERE session = s.session) h
       LEFT JOIN LATERAL (
         SELECT seq, text FROM ${this.#db.s}.entries WHERE session = s.session AND seq > $2 ORDER BY seq LIMIT $3) e ON true
       WHERE s.session = $1 ORDER BY e.seq`,
      ...[toColumn(session), from, limit],
    );
    const [first] = rows;
    if (first === undefined) return refuse();
    assertReached(first, after);
    const { base, closed } = first;
    if (after < base) throw compacted(`Entries up to seq ${base} were removed.`, base);
    const found = rows.filter((row): row is EntryColumns & { readonly seq: Seq } => row.seq !== null);
    return toPage(found, { after, limit, closed });
  }

  /** In one statement too, for the same reason. */
  async newEntries(wanted: readonly ReaderPlace[]): Promise<readonly NewEntries[]> {
    const rows = await this.#db.rows<NewEntryRow>(
      `SELECT w.place::int, s.closed_at IS NOT NULL AS closed, e.seq, e.text
       FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS w(session, after, place)
       JOIN ${this.#db.s}.sessions s ON s.session = w.session
       LEFT JOIN LATERAL (
         SELECT seq, CASE WHEN sum(octet_length(text)) OVER (ORDER BY seq) <= ${NEW_BYTES} THEN text END AS text FROM (
           SELECT seq, text FROM ${this.#db.s}.entries
           WHERE session = w.session AND seq > w.after ORDER BY seq LIMIT ${NEW_ROWS + 1}) n) e ON true
       ORDER BY w.place, e.seq`,
      wanted.map(({ session }) => toColumn(session)),
      wanted.map(({ after }) => after),
    );
    const found: NewEntries[] = wanted.map(() => 'more');
    for (let i = 0; i < rows.length; ) {
      const { place, closed } = rows[i] as NewEntryRow;
      const runs: RunRow[] = [];
      let isMore = closed;
      for (; rows[i]?.place === place; i++) {
        const { seq, text } = rows[i] as NewEntryRow;
        if (seq === null) continue;
        if (text === null || runs.length === NEW_ROWS) isMore = true;
        else runs.push({ seq, text });
      }
      if (!isMore) found[place - 1] = runs;
    }
    return found;
  }

  async feedPage(agent: string, after: LogPosition, limit: number): Promise<readonly FeedRow[]> {
    const name = toColumn(agent);
    // The base first: what is removed in between is missed by nobody.
    const rows = await this.#db.rows<FeedRow & { readonly base: LogPosition | null }>(
      `SELECT f.base, e.position, e.session, e.seq, e.text FROM (SELECT $1::text AS agent) a
       LEFT JOIN ${this.#db.s}.feeds f ON f.agent = a.agent
       LEFT JOIN LATERAL (
         SELECT position, session, seq, text FROM ${this.#db.s}.entries
         WHERE feed = a.agent AND position > $2 ORDER BY position LIMIT $3) e ON true ORDER BY e.position`,
      ...[name, after, limit],
    );
    const base = rows[0]?.base ?? 0;
    if (after > 0 && after < base) throw compacted(`Entries up to position ${base} were removed.`, base);
    return rows
      .filter(({ position }) => position !== null)
      .map(({ position, session, seq, text }) => ({ position, session: fromColumn(session), seq, text }));
  }

  async snapshot(session: SessionId, version: string, at?: Seq): Promise<Snapshot | undefined> {
    const row = await this.#db.row<{ seq: Seq | null; text: string }>(
      `SELECT x.seq, x.text FROM ${this.#db.s}.sessions s LEFT JOIN LATERAL (
         SELECT seq, text FROM ${this.#db.s}.snapshots
         WHERE session = s.session AND version = $2 AND ($3::bigint IS NULL OR seq <= $3) ORDER BY seq DESC LIMIT 1) x ON true
       WHERE s.session = $1`,
      ...[toColumn(session), toColumn(version), at ?? null],
    );
    if (row === undefined) return refuse();
    return row.seq === null ? undefined : { seq: row.seq, version, state: JSON.parse(row.text) };
  }

  async record(kind: string, key: string): Promise<StoredRecord | undefined> {
    const sql = `SELECT * FROM ${this.#db.s}.records WHERE kind = $1 AND key = $2`;
    const row = await this.#db.row<RecordColumns>(sql, toColumn(kind), toColumn(key));
    return row === undefined ? undefined : toStoredRecord(row);
  }

  async recordPage(
    kind: string,
    session: SessionId | undefined,
    last?: StoredRecord,
    first = '',
  ): Promise<readonly StoredRecord[]> {
    const after = toColumn(last?.key ?? first);
    if (session === undefined) return this.#records('kind = $1 AND key > $2 ORDER BY key', toColumn(kind), after);
    if (last === undefined) await this.demandSession(session);
    return this.#records(
      'kind = $1 AND key > $2 AND session = $3 ORDER BY key',
      toColumn(kind),
      after,
      toColumn(session),
    );
  }

  /** Behind a due time and key, so that a reader who removes what it was given goes on where it was. */
  duePage(kind: string, before: string, last?: StoredRecord): Promise<readonly StoredRecord[]> {
    const where = 'kind = $1 AND due <= $2 AND (due, key) > ($3, $4) ORDER BY due, key';
    return this.#records(where, toColumn(kind), before, last?.due ?? '', toColumn(last?.key ?? ''));
  }

  async sessionBytes(session: SessionId): Promise<number> {
    const { s } = this.#db;
    const size = (column: string) => `coalesce(octet_length(${column}), 0)`;
    const sql = `SELECT (coalesce((SELECT sum(${size('text')}) FROM ${s}.entries WHERE session = $1), 0)
      + coalesce((SELECT sum(${size('text')} + ${size('bytes')}) FROM ${s}.records WHERE session = $1), 0))::float8 AS bytes
      FROM ${s}.sessions WHERE session = $1`;
    const row = await this.#db.row<{ bytes: number }>(sql, toColumn(session));
    return row?.bytes ?? refuse();
  }

  async cursor(agent: string, consumer: string): Promise<LogPosition | undefined> {
    const sql = `SELECT position FROM ${this.#db.s}.cursors WHERE agent = $1 AND consumer = $2`;
    return (await this.#db.row<{ position: LogPosition }>(sql, toColumn(agent), toColumn(consumer)))?.position;
  }

  async #records(where: string, ...values: readonly SqlParameter[]): Promise<readonly StoredRecord[]> {
    const sql = `SELECT * FROM ${this.#db.s}.records WHERE ${where} LIMIT ${RECORD_PAGE}`;
    return (await this.#db.rows<RecordColumns>(sql, ...values)).map(toStoredRecord);
  }
}

function refuse(): never {
  throw new LogError('VITRINE_LOG_SESSION_UNKNOWN', 'There is no session of this id.');
}

function toSessionRow(row: SessionColumns): StoredSessionRow {
  const { session, agent, title, dialect, trust, created_at, closed_at, base, parent, parent_seq } = row;
  return {
    session: fromColumn(session),
    agent: fromColumn(agent),
    ...(title === null ? {} : { title: fromColumn(title) }),
    ...(dialect === null ? {} : { dialect: fromColumn(dialect) }),
    trust,
    createdAt: created_at,
    ...(closed_at === null ? {} : { closedAt: closed_at }),
    base,
    ...(parent === null || parent_seq === null ? {} : { forkedFrom: { session: fromColumn(parent), seq: parent_seq } }),
  };
}

function toStoredRecord({ session, kind, key, due, text, bytes }: RecordColumns): StoredRecord {
  return {
    kind: fromColumn(kind),
    key: fromColumn(key),
    ...(session === '' ? {} : { session: fromColumn(session) }),
    ...(due === null ? {} : { due }),
    value: text === null ? { bytes: new Uint8Array(bytes ?? []) } : { text },
  };
}
