// Records: named values beside the entries, some due at a time. And cursors: how far a consumer of a feed has confirmed.

import { LogError } from '../log-error.ts';
import type { LogPosition, SessionId } from '../session-log.ts';
import { RECORD_PAGE, type StoredRecord, type StoredWrite } from '../stored.ts';
import type { Database } from './database.ts';
import { toBytes } from './driver.ts';
import type { SessionTable } from './session-table.ts';

export interface RecordTableRow {
  readonly kind: string;
  readonly key: string;
  readonly id: SessionId | null;
  readonly due: string | null;
  readonly text: string | null;
  readonly bytes: Uint8Array | ArrayBuffer | null;
}

const SELECT = 'SELECT kind, key, id, due, text, bytes FROM records LEFT JOIN sessions USING (sid)';

export class RecordTable {
  readonly #db: Database;
  readonly #sessions: SessionTable;

  constructor(db: Database, sessions: SessionTable) {
    this.#db = db;
    this.#sessions = sessions;
  }

  write(writes: readonly StoredWrite[]): void {
    if (this.findUnknownSession(writes))
      throw new LogError('VITRINE_LOG_SESSION_UNKNOWN', 'A record names a session that does not exist.');
    for (const write of writes) {
      if ('remove' in write) this.#db.run('DELETE FROM records WHERE kind = ? AND key = ?', write.kind, write.key);
      else this.#put(write);
    }
  }

  findUnknownSession(writes: readonly StoredWrite[]): boolean {
    return writes.some(
      (write) =>
        !('remove' in write) && write.session !== undefined && this.#sessions.find(write.session) === undefined,
    );
  }

  get(kind: string, key: string): StoredRecord | undefined {
    const row = this.#db.get<RecordTableRow>(`${SELECT} WHERE kind = ? AND key = ?`, kind, key);
    return row === undefined ? undefined : toRecord(row);
  }

  page(kind: string, session: SessionId | undefined, after: string): StoredRecord[] {
    if (session === undefined) return this.#page('WHERE kind = ? AND key > ? ORDER BY key', kind, after);
    const { sid } = this.#sessions.demand(session);
    return this.#page('WHERE sid = ? AND kind = ? AND key > ? ORDER BY key', sid, kind, after);
  }

  /** Behind a due time and key, so that a reader who removes what it was given goes on where it was. */
  duePage(kind: string, before: string, afterDue: string, afterKey: string): StoredRecord[] {
    const where = 'WHERE kind = ? AND due IS NOT NULL AND due <= ? AND (due, key) > (?, ?) ORDER BY due, key';
    return this.#page(where, kind, before, afterDue, afterKey);
  }

  /** The record that is called by the id of a session, for another one. */
  copy(kind: string, from: SessionId, to: SessionId): void {
    const record = this.get(kind, from);
    if (record !== undefined) this.write([{ ...record, key: to, session: to }]);
  }

  removeOf(sid: number): void {
    this.#db.run('DELETE FROM records WHERE sid = ?', sid);
  }

  cursor(agent: string, consumer: string): LogPosition | undefined {
    const sql = 'SELECT position FROM cursors WHERE agent = ? AND consumer = ?';
    return this.#db.get<{ position: LogPosition }>(sql, agent, consumer)?.position;
  }

  saveCursor(agent: string, consumer: string, position: LogPosition): LogPosition {
    this.#db.run(
      `INSERT INTO cursors VALUES (?, ?, ?)
       ON CONFLICT (agent, consumer) DO UPDATE SET position = max(position, excluded.position)`,
      ...[agent, consumer, position],
    );
    return this.cursor(agent, consumer) ?? position;
  }

  #put({ kind, key, session, due, value }: StoredRecord): void {
    const sid = session === undefined ? null : this.#sessions.demand(session).sid;
    const [text, bytes] = 'text' in value ? [value.text, null] : [null, value.bytes];
    this.#db.run(
      `INSERT INTO records (kind, key, sid, due, text, bytes) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, key)
       DO UPDATE SET sid = excluded.sid, due = excluded.due, text = excluded.text, bytes = excluded.bytes`,
      ...[kind, key, sid, due ?? null, text, bytes],
    );
  }

  #page(where: string, ...values: (string | number)[]): StoredRecord[] {
    return this.#db.all<RecordTableRow>(`${SELECT} ${where} LIMIT ?`, ...values, RECORD_PAGE).map(toRecord);
  }
}

function toRecord({ kind, key, id, due, text, bytes }: RecordTableRow): StoredRecord {
  // Node 22 writes bytes of length 0 as NULL.
  const value = text === null ? { bytes: toBytes(bytes ?? new Uint8Array(0)) } : { text };
  return { kind, key, ...(id === null ? {} : { session: id }), ...(due === null ? {} : { due }), value };
}
