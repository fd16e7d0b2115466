// Sessions: their rows, and what every commit asks of them (head, base, closed), kept in memory because this process is
// the only one that writes. What is kept is thrown away whenever a write is taken back.

import type { Seq, Trust } from '@vitrine/core';
import { LogError } from '../log-error.ts';
import type { NewSession, SessionChange, SessionId, SessionQuery, StoredSessionRow } from '../session-log.ts';
import type { Database } from './database.ts';

/** What is known of a session without asking the file. `head` grows with every commit. */
export interface KnownSession {
  readonly sid: number;
  readonly id: SessionId;
  readonly agent: string;
  closed: boolean;
  base: Seq;
  head: Seq;
}

export interface SessionTableRow {
  readonly sid: number;
  readonly id: SessionId;
  readonly agent: string;
  readonly title: string | null;
  readonly dialect: string | null;
  readonly trust: Trust;
  readonly created_at: string;
  readonly closed_at: string | null;
  readonly base: Seq;
  readonly parent: SessionId | null;
  readonly parent_seq: Seq | null;
}

export type StoredSession = NewSession & { readonly session: SessionId };
export interface SessionIdPage {
  readonly rows: readonly StoredSessionRow[];
  /** Where the next page begins; absent at the end. */
  readonly next?: number;
}

const MAX_KNOWN_ROWS = 10_000;
const PAGE = 200;

export class SessionTable {
  readonly #db: Database;
  readonly #known = new Map<SessionId, KnownSession>();

  constructor(db: Database) {
    this.#db = db;
  }

  create(
    session: StoredSession,
    parent?: { readonly session: SessionId; readonly seq: Seq; readonly base: Seq },
  ): StoredSessionRow {
    if (this.#row(session.session) !== undefined)
      throw new LogError('VITRINE_LOG_SESSION_EXISTS', 'A session of this id exists.');
    const { agent, title, dialect, trust, createdAt } = session;
    this.#db.run(
      `INSERT INTO sessions (id, agent, title, dialect, trust, created_at, base, parent, parent_seq)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[session.session, agent, title ?? null, dialect ?? null, trust, createdAt],
      ...[parent?.base ?? 0, parent?.session ?? null, parent?.seq ?? null],
    );
    return this.demandRow(session.session);
  }

  get(id: SessionId): StoredSessionRow | undefined {
    const row = this.#row(id);
    return row === undefined ? undefined : toSessionRow(row);
  }

  demandRow(id: SessionId): StoredSessionRow {
    return this.get(id) ?? refuse();
  }

  page({ agent, closed }: SessionQuery, after: number): SessionIdPage {
    const conditions = [
      'id IS NOT NULL AND sid > ?',
      ...(agent === undefined ? [] : ['agent = ?']),
      ...(closed === undefined ? [] : [`closed_at IS ${closed ? 'NOT NULL' : 'NULL'}`]),
    ];
    const rows = this.#db.all<SessionTableRow>(
      `SELECT * FROM sessions WHERE ${conditions.join(' AND ')} ORDER BY sid LIMIT ${PAGE}`,
      ...[after, ...(agent === undefined ? [] : [agent])],
    );
    const last = rows.length < PAGE ? undefined : rows.at(-1);
    return { rows: rows.map(toSessionRow), ...(last === undefined ? {} : { next: last.sid }) };
  }

  bytes({ sid }: KnownSession): number {
    const size = (column: string) => `coalesce(length(CAST(${column} AS BLOB)), 0)`;
    const row = this.#db.get<{ bytes: number }>(
      `SELECT coalesce((SELECT sum(${size('text')}) FROM entries WHERE sid = ?1), 0)
         + coalesce((SELECT sum(${size('text')} + ${size('bytes')}) FROM records WHERE sid = ?1), 0) AS bytes`,
      sid,
    );
    return row?.bytes ?? 0;
  }

  change(id: SessionId, change: SessionChange): StoredSessionRow {
    const { title, dialect, trust } = change;
    this.#db.run(
      `UPDATE sessions SET title = coalesce(?, title), dialect = coalesce(?, dialect), trust = coalesce(?, trust)
       WHERE id = ?`,
      ...[title ?? null, dialect ?? null, trust ?? null, id],
    );
    return this.demandRow(id);
  }

  close(id: SessionId, at: string): StoredSessionRow {
    this.#db.run('UPDATE sessions SET closed_at = ? WHERE id = ? AND closed_at IS NULL', at, id);
    const known = this.demand(id);
    known.closed = true;
    return this.demandRow(id);
  }

  closedBefore(time: string): SessionId[] {
    const sql = 'SELECT id FROM sessions WHERE closed_at < ? AND id IS NOT NULL ORDER BY sid';
    return this.#db.all<{ id: SessionId }>(sql, time).map(({ id }) => id);
  }

  /** The session is gone for everybody; the sweeper takes its entries later. */
  dropId({ sid, id }: KnownSession): void {
    this.#db.run('UPDATE sessions SET id = NULL WHERE sid = ?', sid);
    this.#known.delete(id);
  }

  /** Any one that waits to be swept. */
  dropped(): number | undefined {
    return this.#db.get<{ sid: number }>('SELECT sid FROM sessions WHERE id IS NULL LIMIT 1')?.sid;
  }

  remove(sid: number): void {
    this.#db.run('DELETE FROM sessions WHERE sid = ?', sid);
  }

  moveBase(session: KnownSession, base: Seq): void {
    this.#db.run('UPDATE sessions SET base = ? WHERE sid = ?', base, session.sid);
    session.base = base;
  }

  find(id: SessionId): KnownSession | undefined {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const row = this.#row(id);
    if (row === undefined) return undefined;
    const sql = 'SELECT max(seq) AS head FROM entries WHERE sid = ?';
    const head = this.#db.get<{ head: Seq | null }>(sql, row.sid)?.head ?? row.base;
    const { sid, agent, base, closed_at } = row;
    const session: KnownSession = { sid, id, agent, closed: closed_at !== null, base, head };
    if (this.#known.size >= MAX_KNOWN_ROWS) this.#known.clear();
    this.#known.set(id, session);
    return session;
  }

  demand(id: SessionId): KnownSession {
    return this.find(id) ?? refuse();
  }

  forget(): void {
    this.#known.clear();
  }

  #row(id: SessionId): SessionTableRow | undefined {
    return this.#db.get<SessionTableRow>('SELECT * FROM sessions WHERE id = ?', id);
  }
}

function refuse(): never {
  throw new LogError('VITRINE_LOG_SESSION_UNKNOWN', 'There is no session of this id.');
}

function toSessionRow(row: SessionTableRow): StoredSessionRow {
  const { id, agent, title, dialect, trust, created_at, closed_at, base, parent, parent_seq } = row;
  return {
    session: id,
    agent,
    ...(title === null ? {} : { title }),
    ...(dialect === null ? {} : { dialect }),
    trust,
    createdAt: created_at,
    ...(closed_at === null ? {} : { closedAt: closed_at }),
    base,
    ...(parent === null || parent_seq === null ? {} : { forkedFrom: { session: parent, seq: parent_seq } }),
  };
}
