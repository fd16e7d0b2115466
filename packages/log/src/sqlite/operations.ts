// Everything that can be asked of the store, by name: writes share a transaction, reads see only what is durable.
// Arguments and results are plain data, because they cross a thread.

import type { Seq } from '@vitrine/core';
import { assertReached, compacted, LogError } from '../log-error.ts';
import type {
  LogPosition,
  SessionChange,
  SessionId,
  SessionOrigin,
  SessionQuery,
  StoredSessionRow,
} from '../session-log.ts';
import type { StoredCommit, StoredWrite } from '../stored.ts';
import { CommitTable } from './commit-table.ts';
import type { Database } from './database.ts';
import { EntryTable } from './entry-table.ts';
import { RecordTable } from './record-table.ts';
import { checkWhole } from './schema.ts';
import { SessionTable, type StoredSession } from './session-table.ts';
import { SnapshotTable, type StoredSnapshot } from './snapshot-table.ts';

/** Entries, and runs of them, that one step removes. Commits of others go between the steps. */
const STEP = 2000;
const RUNS = 200;

interface Tables {
  readonly sessions: SessionTable;
  readonly entries: EntryTable;
  readonly records: RecordTable;
  readonly snapshots: SnapshotTable;
  readonly commits: CommitTable;
}

type ForkedRow = Pick<StoredSession, 'session' | 'createdAt' | 'title'>;

export type Writes = ReturnType<typeof createWrites>;
export type Reads = ReturnType<typeof createReads> & {
  readonly copyTo: (path: string) => void;
  readonly purge: () => void;
  readonly checkWhole: () => void;
};
export type Operations = Writes & Reads;

export interface StoreOperations {
  readonly writes: Writes;
  readonly reads: Reads;
  readonly entries: Pick<EntryTable, 'position' | 'movePosition'>;
  readonly sessions: Pick<SessionTable, 'find'>;
  /** What is kept in memory is thrown away. */
  readonly forget: () => void;
}

/** @param purge empties the write-ahead log @param check throws when what is written now would not be in the files that a restart reads */
export function createOperations(db: Database, check: () => void, purge: () => void): StoreOperations {
  const sessions = new SessionTable(db);
  const entries = new EntryTable(db);
  const records = new RecordTable(db, sessions);
  const commits = new CommitTable(db, sessions, entries, records);
  const tables: Tables = { sessions, entries, records, commits, snapshots: new SnapshotTable(db) };
  const forget = (): void => {
    sessions.forget();
    entries.forget();
  };
  const copyTo = (path: string): void => copyDatabase(db, path);
  return {
    writes: createWrites(tables),
    reads: { ...createReads(tables, check), copyTo, purge, checkWhole: () => checkWhole(db) },
    entries,
    sessions,
    forget,
  };
}

/**
 * All that is committed, without pages that are free. The copy is another database from then on: it has no witness yet, so it
 * must not say that it has had one.
 */
function copyDatabase(db: Database, path: string): void {
  db.exec(`VACUUM INTO ${literal(path)}; ATTACH ${literal(path)} AS copy`);
  try {
    db.exec("DELETE FROM copy.meta WHERE name = 'database'");
  } finally {
    db.exec('DETACH copy');
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function createReads({ sessions, entries, records, snapshots }: Tables, check: () => void) {
  return {
    check,
    session: (id: SessionId) => sessions.get(id),
    sessionPage: (query: SessionQuery, after: number) => sessions.page(query, after),
    sessionBytes: (id: SessionId) => sessions.bytes(sessions.demand(id)),
    head: (id: SessionId) => sessions.demand(id).head,
    entryPage: (id: SessionId, after: Seq, limit: number) => entries.page(sessions.demand(id), after, limit),
    feedPage: (agent: string, after: LogPosition, limit: number) => entries.feedPage(agent, after, limit),
    snapshot: (id: SessionId, version: string, at?: Seq) => snapshots.latest(sessions.demand(id), version, at),
    record: (kind: string, key: string) => records.get(kind, key),
    recordPage: (kind: string, session: SessionId | undefined, after: string) => records.page(kind, session, after),
    duePage: (kind: string, before: string, afterDue: string, afterKey: string) =>
      records.duePage(kind, before, afterDue, afterKey),
    cursor: (agent: string, consumer: string) => records.cursor(agent, consumer),
  };
}

function createWrites(tables: Tables) {
  const { sessions, commits, records, snapshots } = tables;
  return {
    createSession: (session: StoredSession) => sessions.create(session),
    changeSession: (id: SessionId, change: SessionChange) => sessions.change(id, change),
    closeSession: (id: SessionId, at: string) => sessions.close(id, at),
    deleteSession: (id: SessionId) => deleteSession(tables, id),
    expireSessions: (closedBefore: string) => {
      const expired = sessions.closedBefore(closedBefore);
      for (const id of expired) deleteSession(tables, id);
      return expired;
    },
    sweep: () => sweep(tables),
    commit: (commit: StoredCommit) => commits.commit(commit, (id, as) => open(tables, id, as)),
    forgetClaims: (before: string) => commits.forgetClaims(before),
    saveSnapshot: (id: SessionId, snapshot: StoredSnapshot) => snapshots.save(sessions.demand(id), snapshot),
    pruneStep: (id: SessionId, upTo: Seq) => pruneStep(tables, id, upTo),
    fork: (id: SessionId, upTo: Seq, as: ForkedRow, kinds: readonly string[]) => fork(tables, id, upTo, as, kinds),
    writeRecords: (writes: readonly StoredWrite[]) => records.write(writes),
    saveCursor: (agent: string, consumer: string, position: LogPosition) =>
      records.saveCursor(agent, consumer, position),
  };
}

function deleteSession({ sessions, entries, commits, records, snapshots }: Tables, id: SessionId): void {
  const session = sessions.demand(id);
  entries.moveFeedBase(session, session.head);
  commits.removeClaims(session.sid);
  records.removeOf(session.sid);
  snapshots.removeBelow(session.sid, session.head + 1);
  sessions.dropId(session);
}

/** Is there more to do? */
function sweep({ sessions, entries }: Tables): boolean {
  const sid = sessions.dropped();
  if (sid === undefined) return false;
  if (entries.removeOldest(sid, Number.MAX_SAFE_INTEGER, RUNS) < RUNS) sessions.remove(sid);
  return true;
}

/** Is there more to do? Between the steps the session is whole: its base moves with what is removed. */
function pruneStep({ sessions, entries, snapshots }: Tables, id: SessionId, upTo: Seq): boolean {
  const session = sessions.demand(id);
  assertReached(session, upTo);
  if (upTo <= session.base) return false;
  if (!snapshots.standsFor(session, upTo))
    throw new LogError('VITRINE_LOG_SNAPSHOT', `No snapshot stands for the entries up to seq ${upTo}.`);
  const base = Math.min(upTo, session.base + STEP);
  entries.moveFeedBase(session, base);
  entries.removeOldest(session.sid, base, STEP);
  entries.cutOldest(session.sid, base);
  sessions.moveBase(session, base);
  snapshots.removeBelow(session.sid, base);
  return base < upTo;
}

function open(tables: Tables, session: SessionId, as: SessionOrigin): StoredSessionRow {
  if (!('forkOf' in as)) return tables.sessions.create({ ...as, session });
  const { forkOf, records = [], ...named } = as;
  return fork(tables, forkOf.session, forkOf.seq, { ...named, session }, records);
}

function fork(
  { sessions, entries, commits, records, snapshots }: Tables,
  id: SessionId,
  upTo: Seq,
  as: ForkedRow,
  kinds: readonly string[],
): StoredSessionRow {
  const { closedAt: _, ...parent } = sessions.demandRow(id);
  const from = sessions.demand(id);
  const { base } = from;
  assertReached(from, upTo);
  if (!snapshots.beginsBefore(from, upTo))
    throw compacted(`Entries up to seq ${base} were removed, and no snapshot between them and seq ${upTo}.`, base);
  sessions.create({ ...parent, ...as }, { session: id, seq: upTo, base });
  const to = sessions.demand(as.session);
  entries.copy(from, upTo, to);
  commits.copyClaims(from, upTo, to);
  snapshots.copy(from, upTo, to);
  for (const kind of kinds) records.copy(kind, id, as.session);
  return sessions.demandRow(as.session);
}
