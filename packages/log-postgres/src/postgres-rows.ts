// The log in a database as rows, for copying it (`copyLog` of @vitrine/log). It joins as a node that folds in a way of its
// own, so that no host is there while it copies and none comes; every write holds a share of its row, as all writes do.

import { LogError, type SessionId, type WritableLogRows } from '@vitrine/log';
import type { FeedBounds, LogRow } from '@vitrine/log/driver';
import { fromColumn, toColumn } from './column-text.ts';
import { PostgresDatabase, type SendStatement, type SqlParameter, toLogError } from './database.ts';
import { ClusterNode } from './node.ts';
import { asUrl, prepare, SCHEMA, UNFINISHED } from './open-postgres-log.ts';

const FOLD = 'a copy of the log';
/** As long as a copy may be paused before hosts may come. */
const TTL_MS = 30_000;
const PAGE = 200;
/** In characters. */
const MAX_BATCH_LENGTH = 4 * 1024 ** 2;

/** @param purpose `read`: what is there is copied; `fill`: it is copied into. No host can join until it is closed. */
export async function openPostgresRows(
  url: string,
  purpose: 'read' | 'fill',
  { schema = SCHEMA }: { readonly schema?: string } = {},
): Promise<WritableLogRows> {
  const db = new PostgresDatabase(asUrl(url), schema);
  try {
    await prepare(db, { isFilled: purpose === 'fill' });
    const rows = new PostgresRows(db);
    await rows.start();
    return rows;
  } catch (error) {
    await db.close().catch(() => undefined);
    throw toLogError(error);
  }
}

type Column = string | number | null | Uint8Array;
type RowOf<Kind extends LogRow['row']> = Extract<LogRow, { readonly row: Kind }>;

/** How rows of a kind are written to their table. */
type RowWriters = {
  readonly [Kind in LogRow['row']]: {
    readonly into: string;
    readonly types: readonly string[];
    values(row: RowOf<Kind>): readonly Column[];
  };
};

const TABLES: RowWriters = {
  session: {
    into: `sessions (session, ordinal, agent, title, dialect, trust, created_at, closed_at, base, parent, parent_seq)
      OVERRIDING SYSTEM VALUE`,
    types: ['text', 'bigint', 'text', 'text', 'text', 'text', 'text', 'text', 'bigint', 'text', 'bigint'],
    values: ({ session, ordinal, agent, title, dialect, trust, createdAt, closedAt, base, parent, parentSeq }) => [
      ...[toColumn(session), ordinal, toColumn(agent), toNullable(title), toNullable(dialect), trust],
      ...[createdAt, closedAt, base, toNullable(parent), parentSeq],
    ],
  },
  entry: {
    into: 'entries (session, seq, feed, position, text)',
    types: ['text', 'bigint', 'text', 'bigint', 'text'],
    values: ({ session, seq, feed, position, text }) => [toColumn(session), seq, toNullable(feed), position, text],
  },
  claim: {
    into: 'claims (scope, claim, session, seq, until)',
    types: ['text', 'text', 'text', 'bigint', 'text'],
    values: ({ session, isOverAll, claim, seq, until }) => [
      ...[isOverAll ? '' : toColumn(session), toColumn(claim), toColumn(session), seq, until],
    ],
  },
  snapshot: {
    into: 'snapshots (session, seq, version, text)',
    types: ['text', 'bigint', 'text', 'text'],
    values: ({ session, seq, version, text }) => [toColumn(session), seq, toColumn(version), text],
  },
  record: {
    into: 'records (session, kind, key, due, text, bytes)',
    types: ['text', 'text', 'text', 'text', 'text', 'bytea'],
    values: ({ session, kind, key, due, value }) => [
      ...[toColumn(session ?? ''), toColumn(kind), toColumn(key), due],
      ...('text' in value ? [value.text, null] : [null, Buffer.from(value.bytes)]),
    ],
  },
  cursor: {
    into: 'cursors (agent, consumer, position)',
    types: ['text', 'text', 'bigint'],
    values: ({ agent, consumer, position }) => [toColumn(agent), toColumn(consumer), position],
  },
  feed: {
    into: 'feeds (agent, head, base)',
    types: ['text', 'bigint', 'bigint'],
    values: ({ agent, head, base }) => [toColumn(agent), head, base],
  },
};

/** A part of what a session has, or of what belongs to none, whose session is ''. Its columns are named as the fields of a row. */
interface TableRows {
  readonly row: LogRow['row'];
  readonly select: string;
  readonly from: string;
  /** The columns that order it, and where it begins. */
  readonly by: { readonly [column: string]: Column };
  readonly limit?: number;
}

const OF_SESSION: readonly TableRows[] = [
  {
    row: 'session',
    select: `session, ordinal, agent, title, dialect, trust, created_at AS "createdAt", closed_at AS "closedAt", base,
      parent, parent_seq AS "parentSeq"`,
    from: 'sessions WHERE session = $1',
    by: { ordinal: 0 },
  },
  { row: 'entry', select: 'session, seq, feed, position, text', from: 'entries WHERE session = $1', by: { seq: -1 } },
  ...['$1', "''"].map((scope): TableRows => {
    const select = `session, scope = '' AS "isOverAll", claim, seq, until`;
    return { row: 'claim', select, from: `claims WHERE scope = ${scope} AND session = $1`, by: { claim: '' } };
  }),
  {
    row: 'snapshot',
    select: 'session, seq, version, text',
    from: 'snapshots WHERE session = $1',
    by: { version: '', seq: -1 },
    limit: 1,
  },
];

const RECORDS: TableRows = {
  row: 'record',
  select: 'session, kind, key, due, text, bytes',
  from: 'records WHERE session = $1',
  by: { kind: '', key: '' },
  limit: 20,
};

const OF_NONE: readonly TableRows[] = [
  {
    row: 'cursor',
    select: 'agent, consumer, position',
    from: "cursors WHERE $1 = ''",
    by: { agent: '', consumer: '' },
  },
  { row: 'feed', select: 'agent, head, base', from: "feeds WHERE $1 = ''", by: { agent: '' } },
];

/** Columns whose text is written as column-text.ts says. */
const NAMES: ReadonlySet<string> = new Set(
  'session agent title dialect parent feed claim version kind key consumer'.split(' '),
);

interface Columns {
  readonly [column: string]: Column | boolean;
}

function toRow(row: LogRow['row'], columns: Columns): LogRow {
  const fields = Object.entries(columns).map(([column, value]) => [
    column,
    NAMES.has(column) && typeof value === 'string' ? fromColumn(value) : value,
  ]);
  const read = { row, ...Object.fromEntries(fields) };
  if (row !== 'record') return read;
  const { text, bytes, session, ...record } = read;
  const value = text === null ? { bytes: new Uint8Array(bytes ?? []) } : { text };
  return { ...record, session: session === '' ? null : session, value };
}

class PostgresRows implements WritableLogRows {
  readonly #db: PostgresDatabase;
  readonly #node: ClusterNode;
  #isFenced = false;

  constructor(db: PostgresDatabase) {
    this.#db = db;
    const fenced = () => {
      this.#isFenced = true;
    };
    this.#node = new ClusterNode(db, { fold: FOLD, ttlMs: TTL_MS }, { beat: () => undefined, fenced });
  }

  start(): Promise<void> {
    return this.#node.start();
  }

  async *sessions(): AsyncIterable<SessionId> {
    for (let after = 0; ; ) {
      const rows = await this.#read<{ session: string; ordinal: number }>(
        `SELECT session, ordinal FROM ${this.#db.s}.sessions WHERE ordinal > $1 ORDER BY ordinal LIMIT ${PAGE}`,
        after,
      );
      for (const { session } of rows) yield fromColumn(session);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.ordinal;
    }
  }

  async *rows(session: SessionId | null): AsyncIterable<LogRow> {
    for (const part of session === null ? [RECORDS, ...OF_NONE] : [...OF_SESSION, RECORDS])
      yield* this.#part(part, toColumn(session ?? ''));
  }

  /** Positions stand here as they stood there, since every feed has its own. */
  place(row: LogRow): LogRow {
    return row;
  }

  async begin(_feeds: readonly FeedBounds[]): Promise<void> {
    const { s } = this.#db;
    await this.#write(async (send) => {
      const [begun] = await send(`SELECT 1 FROM ${s}.meta WHERE name = $1`, UNFINISHED);
      const [own] = await send(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM ${s}.sessions) OR EXISTS (SELECT 1 FROM ${s}.records)`,
      );
      if (begun === undefined && own !== undefined)
        throw new LogError('VITRINE_LOG_LOCKED', 'The target has sessions or agents of its own: name a new database.');
      await send(`INSERT INTO ${s}.meta VALUES ($1, '1') ON CONFLICT DO NOTHING`, UNFINISHED);
    });
  }

  replace(session: SessionId | null, rows: AsyncIterable<LogRow>): Promise<void> {
    return this.#write(async (send) => {
      await this.#remove(send, session);
      let batch: LogRow[] = [];
      let length = 0;
      for await (const row of rows) {
        if (batch.length > 0 && (batch[0]?.row !== row.row || batch.length >= PAGE || length > MAX_BATCH_LENGTH)) {
          await this.#insert(send, batch);
          batch = [];
          length = 0;
        }
        batch.push(row);
        length += lengthOf(row);
      }
      await this.#insert(send, batch);
    });
  }

  remove(session: SessionId): Promise<void> {
    return this.#write((send) => this.#remove(send, session));
  }

  finish(): Promise<void> {
    const { s } = this.#db;
    return this.#write(async (send) => {
      const sequence = `pg_get_serial_sequence('${s.replaceAll("'", "''")}.sessions', 'ordinal')`;
      await send(`SELECT setval(${sequence}, max(ordinal)) FROM ${s}.sessions HAVING max(ordinal) > 0`);
      await send(`DELETE FROM ${s}.meta WHERE name = $1`, UNFINISHED);
    });
  }

  async close(): Promise<void> {
    await this.#node.stop();
    await this.#db.close();
  }

  async *#part({ row, select, from, by, limit = PAGE }: TableRows, session: string): AsyncIterable<LogRow> {
    const names = Object.keys(by);
    const order = names.join(', ');
    const marks = names.map((_, index) => `$${index + 2}`).join(', ');
    const sql = `SELECT ${select} FROM ${this.#db.s}.${from} AND (${order}) > (${marks}) ORDER BY ${order} LIMIT ${limit}`;
    for (let after = Object.values(by); ; ) {
      const rows = await this.#read<Columns>(sql, session, ...after);
      for (const columns of rows) yield toRow(row, columns);
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) return;
      after = names.map((name) => last[name] as Column);
    }
  }

  async #insert(send: SendStatement, batch: readonly LogRow[]): Promise<void> {
    const [one] = batch;
    if (one === undefined) return;
    const { into, types, values } = TABLES[one.row] as RowWriters[LogRow['row']] & {
      values(row: LogRow): readonly Column[];
    };
    const rows = batch.map((row) => values(row));
    const columns = types.map((_, index) => rows.map((row) => row[index] as Column));
    const casts = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
    // A record or a claim over all may stand under another session from an earlier try.
    if (one.row === 'record') await this.#removeNamed(send, 'records', ['kind', 'key'], columns.slice(1, 3));
    if (one.row === 'claim') await this.#removeNamed(send, 'claims', ['scope', 'claim'], columns.slice(0, 2));
    await send(`INSERT INTO ${this.#db.s}.${into} SELECT * FROM unnest(${casts})`, ...columns);
  }

  async #removeNamed(
    send: SendStatement,
    table: string,
    names: readonly string[],
    columns: readonly SqlParameter[],
  ): Promise<void> {
    const list = names.join(', ');
    const sql = `DELETE FROM ${this.#db.s}.${table} WHERE (${list}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;
    await send(sql, ...columns);
  }

  async #remove(send: SendStatement, session: SessionId | null): Promise<void> {
    const { s } = this.#db;
    await send(`DELETE FROM ${s}.records WHERE session = $1`, toColumn(session ?? ''));
    if (session === null) for (const table of ['cursors', 'feeds']) await send(`DELETE FROM ${s}.${table}`);
    else
      for (const table of ['sessions', 'entries', 'claims', 'snapshots', 'leases'])
        await send(`DELETE FROM ${s}.${table} WHERE session = $1`, toColumn(session));
  }

  async #read<Row>(sql: string, ...values: readonly SqlParameter[]): Promise<readonly Row[]> {
    this.#assertAlone();
    return this.#db.rows<Row>(sql, ...values).catch(fail);
  }

  async #write(work: (send: SendStatement) => Promise<void>): Promise<void> {
    this.#assertAlone();
    const { node, epoch } = this.#node.identity;
    await this.#db
      .transaction(async (send) => {
        await send(`SELECT ${this.#db.s}.hold_node_1($1, $2)`, node, epoch);
        await work(send);
      })
      .catch(fail);
  }

  #assertAlone(): void {
    if (this.#isFenced)
      throw new LogError(
        'VITRINE_LOG_FENCED',
        'The copy was paused for so long that others may have come: run it again.',
      );
  }
}

function fail(error: unknown): never {
  throw toLogError(error);
}

function lengthOf(row: LogRow): number {
  if (row.row === 'entry' || row.row === 'snapshot') return row.text.length;
  if (row.row !== 'record') return 0;
  return 'text' in row.value ? row.value.text.length : row.value.bytes.length;
}

function toNullable(text: string | null): string | null {
  return text === null ? null : toColumn(text);
}
