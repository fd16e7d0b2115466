// The tables, how the file is kept safe, and the lock. Table by table the SQL that uses them stands in its own module.

import { LogError, messageOf, UNFINISHED_SENTENCE } from '../log-error.ts';
import { checkTexts } from './check-texts.ts';
import type { Database } from './database.ts';

/**
 * Step n leads from version n to n + 1; a step that was released is never changed.
 *
 * Entries stand in the order in which they came, so that writing appends: a table ordered by session costs twice as
 * much. `feed` is the agent whom the entry is delivered to, null for what the agent wrote itself, so that only the
 * others pay for that index. A session without an id is deleted, and its entries wait to be swept.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE sessions (
    sid INTEGER PRIMARY KEY, id TEXT UNIQUE, agent TEXT NOT NULL, title TEXT, dialect TEXT, trust TEXT NOT NULL,
    created_at TEXT NOT NULL, closed_at TEXT, base INTEGER NOT NULL, parent TEXT, parent_seq INTEGER
  );
  CREATE INDEX sessions_by_agent ON sessions (agent);
  CREATE INDEX sessions_by_close ON sessions (closed_at) WHERE closed_at IS NOT NULL;
  CREATE TABLE entries (
    position INTEGER PRIMARY KEY, sid INTEGER NOT NULL, seq INTEGER NOT NULL, feed TEXT, text TEXT NOT NULL
  );
  CREATE UNIQUE INDEX entries_by_session ON entries (sid, seq);
  CREATE INDEX entries_by_feed ON entries (feed) WHERE feed IS NOT NULL;
  CREATE TABLE feeds (agent TEXT PRIMARY KEY, base INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE claims (
    scope INTEGER NOT NULL, claim TEXT NOT NULL, sid INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (scope, claim)
  ) WITHOUT ROWID;
  CREATE INDEX claims_over_all ON claims (sid) WHERE scope = 0;
  CREATE TABLE snapshots (
    sid INTEGER NOT NULL, seq INTEGER NOT NULL, version TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (sid, seq, version)
  );
  CREATE TABLE records (
    kind TEXT NOT NULL, key TEXT NOT NULL, sid INTEGER, due TEXT, text TEXT, bytes BLOB, UNIQUE (kind, key)
  );
  CREATE INDEX records_by_session ON records (sid, kind, key) WHERE sid IS NOT NULL;
  CREATE INDEX records_by_due ON records (kind, due, key) WHERE due IS NOT NULL;
  CREATE TABLE cursors (
    agent TEXT NOT NULL, consumer TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (agent, consumer)
  ) WITHOUT ROWID;
  `,
  // From here on a row of entries may hold several, one a line, and has the seq of the last (runs.ts). One that holds a
  // single entry is as it was, so nothing is rewritten; the number keeps a Vitrine away that would take a run for one.
  '',
  // Claims that end: a key of a call is free again after a day.
  `
  ALTER TABLE claims ADD COLUMN until TEXT;
  CREATE INDEX claims_by_until ON claims (until) WHERE until IS NOT NULL;
  `,
];

export const SCHEMA_VERSION = STEPS.length;

/** 16 MB. A checkpoint syncs twice more, so it should come seldom; the log that is read after a crash stays small. */
const CHECKPOINT_PAGES = 4000;
export const MAX_TAIL_BYTES = CHECKPOINT_PAGES * 4096;

/** A structure is checked whole up to this size: 10 to 20 ms a megabyte. Beyond it only what every start reads. */
const MAX_CHECKED_BYTES = 32 * 1024 ** 2;

/**
 * Takes the file for this process alone. The lock is the operating system's, on the file itself: it ends with the
 * process, however that ends, and leaves nothing that could be stale.
 */
export function lockFile(db: Database): void {
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${MAX_TAIL_BYTES}`);
    // What is deleted is overwritten, so that a session that was erased is in no page of the file.
    db.exec('PRAGMA secure_delete = ON');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    if (!/\b(locked|busy)\b/i.test(messageOf(error))) throw error;
    throw new LogError('VITRINE_LOG_LOCKED', 'Another process has the log of this data folder open.');
  }
}

/** All of it is in the database then, and nothing of what was overwritten there is left here. */
export function emptyTail(db: Database): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/**
 * Gives the file back before the connection is closed: libsql closes it only when the last statement was collected.
 * A file in WAL mode keeps an exclusive lock, so it leaves that mode too, which also leaves one file and no other.
 */
export function releaseFile(db: Database): void {
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL');
  db.exec('SELECT count(*) FROM sqlite_schema');
}

/** 0: there are no tables yet. */
export function readVersion(db: Database): number {
  const version = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version <= SCHEMA_VERSION) return version;
  throw new LogError('VITRINE_LOG_VERSION', `The log has the layout ${version}; this Vitrine knows ${SCHEMA_VERSION}.`);
}

export function migrate(db: Database): void {
  const version = readVersion(db);
  for (const [index, step] of STEPS.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

/** A name in `meta`: the file is being copied into, and is not whole. */
export const UNFINISHED = 'unfinished';

export function assertFinished(db: Database): void {
  if (db.get('SELECT 1 FROM meta WHERE name = ?', UNFINISHED) === undefined) return;
  throw new LogError('VITRINE_LOG_UNFINISHED', UNFINISHED_SENTENCE);
}

/** Throws what SQLite says of a file whose structure is damaged, at a cost that does not grow with the file. */
export function checkStructure(db: Database): void {
  const bytes = db.get<{ bytes: number }>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  )?.bytes;
  if ((bytes ?? 0) <= MAX_CHECKED_BYTES) return checkWhole(db);
  for (const table of ['meta', 'sessions']) assertSound(db, `quick_check(${table})`);
}

/** The whole file, for as long as it takes: indexes too, because what is asked for may be read from one of them alone. */
export function checkWhole(db: Database): void {
  try {
    assertSound(db, 'integrity_check(1)');
    checkTexts(db);
  } catch (error) {
    throw toDamage(error);
  }
}

function assertSound(db: Database, pragma: string): void {
  const [found] = Object.values(db.get<{ readonly [column: string]: unknown }>(`PRAGMA ${pragma}`) ?? {});
  if (found !== undefined && found !== 'ok') throw new Error(`database disk image is malformed: ${found}`);
}

const DAMAGE = /malformed|not a database|corrupt/i;

/** What SQLite says of a damaged file, as an error that says what to do; anything else as it came. */
export function toDamage(error: unknown): unknown {
  if (error instanceof LogError || !DAMAGE.test(messageOf(error))) return error;
  const what = messageOf(error).replace(/\s+/g, ' ').replace(/\.$/, '');
  const advice = 'Restore a backup of it, or move it away and accept the loss for one start.';
  return new LogError('VITRINE_LOG_DAMAGED', `The database is damaged (${what}). ${advice}`);
}
