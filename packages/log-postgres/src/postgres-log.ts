// SessionLog over PostgreSQL, for one of many nodes. Commits go through the writer; what else is written of a session
// waits for the commits before it. A session that this node does not hold is taken when something is to be written to it.

import { defined, type Entry, KeyQueue, type Seq, type Time } from '@vitrine/core/internal';
import {
  type Commit,
  type CommitOutcome,
  type FeedEntry,
  type ForkOptions,
  type LeaseOutcome,
  LogError,
  type LogNode,
  type LogPosition,
  type LogRecord,
  type NewSession,
  type ReadOptions,
  type RecordWrite,
  type SessionChange,
  type SessionId,
  type SessionLog,
  type SessionQuery,
  type Snapshot,
  type StoredSessionRow,
  type WrittenSnapshot,
} from '@vitrine/log';
import {
  EntryReader,
  type EntryReaderOptions,
  newSessionId,
  readRecords,
  refusals,
  type StoredCommit,
  toRecord,
  toStoredCommit,
  toStoredWrite,
  toText,
  toTime,
} from '@vitrine/log/driver';
import { toOrigin } from './batch.ts';
import { ChangeFeed } from './changes.ts';
import { fromColumn, toColumn } from './column-text.ts';
import { DatabaseRefusal, type PostgresDatabase, type SqlParameter, toLogError } from './database.ts';
import type { HeldSession, HeldSessions } from './held-sessions.ts';
import { ClusterNode, type NodeOptions } from './node.ts';
import { LogTables } from './tables.ts';
import { CommitWriter } from './writer.ts';

interface AcquiredRow {
  readonly epoch: number | null;
  readonly agent: string;
  readonly head: Seq;
  readonly closed: boolean;
  readonly holder: string | null;
  readonly address: string | null;
}

interface LeavingSession {
  readonly session: SessionId;
  readonly epoch: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class PostgresLog implements SessionLog {
  readonly #db: PostgresDatabase;
  readonly #tables: LogTables;
  readonly #node: ClusterNode;
  readonly #writer: CommitWriter;
  readonly #changes: ChangeFeed;
  readonly #reader: EntryReader;
  readonly #held: HeldSessions = new Map();
  /** What the next write of a session waits for, other than commits. */
  readonly #lines = new KeyQueue<SessionId>();
  readonly #fenced = new Set<() => void>();
  readonly #watchers = new Map<string, Set<() => void>>();
  /** Sessions that are given back in this turn. */
  readonly #leaving: LeavingSession[] = [];
  #closing: Promise<void> | undefined;

  constructor(db: PostgresDatabase, options: NodeOptions & EntryReaderOptions) {
    this.#db = db;
    this.#tables = new LogTables(db);
    this.#reader = new EntryReader(this.#guarded(), options);
    this.#node = new ClusterNode(db, options, {
      beat: (others) => this.#changes.noteNodes(others),
      fenced: () => this.#lose(),
    });
    this.#changes = new ChangeFeed(db, this.#node, {
      sessions: (sessions) => this.#reader.look(sessions),
      runs: (runs) => {
        for (const { session, ...run } of runs) this.#reader.take(session, run);
      },
      agents: (agents) => this.#tellAgents(agents),
      kinds: (kinds) => this.#tellWatchers(kinds),
      everything: () => {
        void this.#reader.lookAll();
        this.#tellWatchers(this.#watchers.keys());
      },
    });
    this.#writer = new CommitWriter(db, this.#node, this.#held, (batch, n) => {
      this.#tellAgents(batch.hints.agents);
      this.#changes.announce(({ node }) => batch.noticeOf({ node, n }));
    });
  }

  async start(): Promise<void> {
    await this.#node.start();
    this.#changes.start();
  }

  now(): number {
    return this.#node.now();
  }

  get isHeard(): boolean {
    return this.#node.isHeard;
  }

  async createSession(session: NewSession): Promise<StoredSessionRow> {
    const createdAt = toTime(session.createdAt);
    const id = session.session ?? newSessionId();
    return this.#alone(id, async () => {
      const outcome = await this.#writer.write({
        commit: { session: id, open: { ...session, createdAt }, records: [] },
      });
      if (!outcome.ok) throw new LogError(outcome.code, outcome.message);
      return this.#tables.demandSession(id);
    });
  }

  async session(session: SessionId): Promise<StoredSessionRow | undefined> {
    return this.#read(() => this.#tables.session(session));
  }

  async *sessions(query: SessionQuery = {}): AsyncIterable<StoredSessionRow> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after;
      const page = await this.#read(() => this.#tables.sessionPage(query, from));
      yield* page.rows;
      after = page.next;
    }
  }

  async changeSession(session: SessionId, change: SessionChange): Promise<StoredSessionRow> {
    return this.#alone(session, () => this.#tables.changeSession(session, change));
  }

  async closeSession(session: SessionId, at: Time): Promise<StoredSessionRow> {
    const time = toTime(at);
    return this.#alone(session, async () => {
      const held = await this.#hold(session);
      await this.#call('close_1', session, held.epoch, time);
      held.closed = true;
      this.#writer.hint({ sessions: [session] });
      this.#reader.end(session);
      return this.#tables.demandSession(session);
    });
  }

  async deleteSession(session: SessionId): Promise<void> {
    await this.#alone(session, async () => {
      const { epoch } = await this.#hold(session);
      await this.#call('delete_1', session, epoch);
      this.#held.delete(session);
      this.#writer.hint({ sessions: [session] });
      this.#reader.end(session);
    });
  }

  async expireSessions(closedBefore: Time): Promise<readonly SessionId[]> {
    const before = toTime(closedBefore);
    const expired = await this.#read(() => this.#tables.closedBefore(before));
    for (const session of expired) await this.deleteSession(session);
    return expired;
  }

  async acquire(session: SessionId): Promise<LeaseOutcome> {
    return this.#alone(session, async () => {
      const outcome = await this.#acquire(session);
      return outcome.ok ? { ok: true, epoch: outcome.held.epoch } : outcome;
    });
  }

  async release(session: SessionId): Promise<void> {
    await this.#alone(session, async () => {
      const held = this.#held.get(session);
      if (held === undefined) return;
      this.#held.delete(session);
      await new Promise<void>((resolve, reject) => {
        this.#leaving.push({ session, epoch: held.epoch, resolve, reject });
        if (this.#leaving.length === 1) setImmediate(() => void this.#leaveAll());
      });
    });
  }

  /** What is given back in one turn: a node that stops gives thousands. */
  async #leaveAll(): Promise<void> {
    const all = this.#leaving.splice(0);
    const sql = `DELETE FROM ${this.#db.s}.leases l USING unnest($1::text[], $2::bigint[]) AS t(session, epoch)
      WHERE l.session = t.session AND l.epoch = t.epoch AND l.node = $3`;
    const sessions = all.map(({ session }) => toColumn(session));
    const epochs = all.map(({ epoch }) => epoch);
    await this.#db.rows(sql, sessions, epochs, this.#node.identity.node).then(
      () => {
        for (const { resolve } of all) resolve();
      },
      (error: unknown) => {
        for (const { reject } of all) reject(error);
      },
    );
  }

  announce(address: string): Promise<void> {
    return this.#read(() => this.#node.announce(address));
  }

  nodes(): Promise<readonly LogNode[]> {
    return this.#read(() => this.#node.others());
  }

  giveUp(node: LogNode): Promise<void> {
    return this.#read(() => this.#node.giveUp(node));
  }

  onFenced(listener: () => void): () => void {
    this.#fenced.add(listener);
    return () => void this.#fenced.delete(listener);
  }

  watch(kind: string, listener: () => void): () => void {
    const watchers = this.#watchers.get(kind) ?? new Set();
    this.#watchers.set(kind, watchers.add(listener));
    return () => void watchers.delete(listener);
  }

  async commit(commit: Commit): Promise<CommitOutcome> {
    let stored: StoredCommit;
    try {
      stored = toStoredCommit(commit);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      return { ok: false, code: 'VITRINE_LOG_VALUE', message: error.message };
    }
    this.#assertOpen();
    try {
      const outcome = await this.#commit(stored, commit.epoch);
      if (outcome.ok && outcome.last >= outcome.first) this.#reader.tell(commit.session, outcome.first, stored.runs);
      return outcome;
    } catch (error) {
      throw toLogError(error);
    }
  }

  async #commit(stored: StoredCommit, epoch: number | undefined): Promise<CommitOutcome> {
    const { session, open } = stored;
    const write = defined({ commit: stored, epoch });
    if (open !== undefined) {
      return this.#alone(session, async () => {
        if (!('forkOf' in open)) return this.#writer.write(write);
        const source = await this.#tables.session(open.forkOf.session);
        return source === undefined ? refusals.unknown : this.#writer.write({ ...write, agent: source.agent });
      });
    }
    if (this.#held.has(session) && !this.#lines.has(session)) return this.#writer.write(write);
    // Only until it may be handed over: the next one goes with it.
    const handing = this.#lines.run(session, async () => {
      const outcome = this.#held.has(session) ? undefined : await this.#acquireOrRefuse(session);
      return { outcome: outcome ?? this.#writer.write(write) };
    });
    return (await handing).outcome;
  }

  async forgetClaims(before: Time): Promise<void> {
    const time = toTime(before);
    await this.#read(() => this.#tables.forgetClaims(time));
  }

  head(session: SessionId): Promise<Seq> {
    return this.#read(() => this.#tables.head(session));
  }

  read(session: SessionId, after: Seq, options: ReadOptions = {}): AsyncIterable<Entry> {
    return this.#reader.read(session, after, options);
  }

  readAgent(agent: string, after: LogPosition, options: ReadOptions = {}): AsyncIterable<FeedEntry> {
    return this.#reader.readAgent(agent, after, options);
  }

  async saveSnapshot(session: SessionId, snapshot: Snapshot | WrittenSnapshot): Promise<void> {
    const { seq, version } = snapshot;
    const text = 'text' in snapshot ? snapshot.text : toText(snapshot.state);
    await this.#alone(session, async () => {
      const { epoch } = await this.#hold(session);
      await this.#call('snapshot_1', session, epoch, seq, toColumn(version), text);
    });
  }

  snapshot(session: SessionId, version: string, at?: Seq): Promise<Snapshot | undefined> {
    return this.#read(() => this.#tables.snapshot(session, version, at));
  }

  async prune(session: SessionId, upTo: Seq): Promise<void> {
    await this.#alone(session, async () => {
      const { epoch } = await this.#hold(session);
      await this.#call('prune_1', session, epoch, upTo);
    });
  }

  async fork(session: SessionId, upTo: Seq, as: ForkOptions): Promise<StoredSessionRow> {
    const open = { ...as, createdAt: toTime(as.createdAt), forkOf: { session, seq: upTo } };
    return this.#alone(session, async () => {
      const id = newSessionId();
      await this.#open(id, open);
      return this.#tables.demandSession(id);
    });
  }

  async writeRecords(writes: readonly RecordWrite[]): Promise<void> {
    const records = writes.map(toStoredWrite);
    this.#assertOpen();
    try {
      const outcome = await this.#writer.write({ commit: { records } });
      if (!outcome.ok) throw new LogError(outcome.code, 'A record names a session that does not exist.');
    } catch (error) {
      throw toLogError(error);
    }
  }

  async record(kind: string, key: string): Promise<LogRecord | undefined> {
    const stored = await this.#read(() => this.#tables.record(kind, key));
    return stored === undefined ? undefined : toRecord(stored);
  }

  records(kind: string, session?: SessionId, after?: string): AsyncIterable<LogRecord> {
    return readRecords((last) => this.#read(() => this.#tables.recordPage(kind, session, last, after)));
  }

  async *due(kind: string, before: Time): AsyncIterable<LogRecord> {
    const until = toTime(before);
    yield* readRecords((last) => this.#read(() => this.#tables.duePage(kind, until, last)));
  }

  sessionBytes(session: SessionId): Promise<number> {
    return this.#read(() => this.#tables.sessionBytes(session));
  }

  cursor(agent: string, consumer: string): Promise<LogPosition | undefined> {
    return this.#read(() => this.#tables.cursor(agent, consumer));
  }

  async saveCursor(agent: string, consumer: string, position: LogPosition): Promise<LogPosition> {
    const { node, epoch } = this.#node.identity;
    const sql = `SELECT ${this.#db.s}.save_cursor_1($1, $2, $3, $4, $5) AS at`;
    const values = [node, epoch, toColumn(agent), toColumn(consumer), position];
    return this.#read(async () => (await this.#db.row<{ at: number }>(sql, ...values))?.at ?? position);
  }

  /** A database that only reads, or is gone, would not keep it. */
  async check(): Promise<void> {
    await this.#read(async () => {
      const row = await this.#db.row<{ reads_only: string }>(
        "SELECT current_setting('transaction_read_only') AS reads_only",
      );
      if (row?.reads_only === 'on')
        throw new LogError('VITRINE_LOG_FAILED', 'The database takes no writes: it is read-only.');
    });
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    this.#reader.endAll();
    await this.#lines.whenIdle();
    await this.#writer.drained();
    await this.#changes.stop();
    await this.#node.stop();
    await this.#db.close();
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new LogError('VITRINE_LOG_CLOSED', 'The log was closed.');
  }

  async #read<T>(read: () => Promise<T>): Promise<T> {
    this.#assertOpen();
    try {
      return await read();
    } catch (error) {
      throw toLogError(error);
    }
  }

  #guarded(): ConstructorParameters<typeof EntryReader>[0] {
    return {
      entryPage: (...page) => this.#read(() => this.#tables.entryPage(...page)),
      feedPage: (...page) => this.#read(() => this.#tables.feedPage(...page)),
      newEntries: (wanted) => this.#read(() => this.#tables.newEntries(wanted)),
    };
  }

  /** Behind what was handed over of the session before, when all commits before it are stored. */
  async #alone<T>(session: SessionId, work: () => Promise<T>): Promise<T> {
    this.#assertOpen();
    try {
      return await this.#lines.run(session, async () => {
        await this.#writer.settled(session);
        return work();
      });
    } catch (error) {
      if (error instanceof DatabaseRefusal && error.code === 'VITRINE_LOG_FENCED') this.#held.delete(session);
      throw toLogError(error);
    }
  }

  /** A function of the database that a session's writer alone may call. */
  async #call(name: string, session: SessionId, ...values: readonly SqlParameter[]): Promise<void> {
    const { node, epoch } = this.#node.identity;
    const all = [node, epoch, toColumn(session), ...values];
    const places = all.map((_, index) => `$${index + 1}`).join(', ');
    await this.#db.rows(`SELECT ${this.#db.s}.${name}(${places})`, ...all);
  }

  async #open(session: SessionId, open: Parameters<typeof toOrigin>[1]): Promise<void> {
    const { node, epoch } = this.#node.identity;
    const sql = `SELECT ${this.#db.s}.open_1($1, $2, $3)`;
    await this.#db.rows(sql, node, epoch, JSON.stringify(toOrigin(session, open)));
  }

  async #hold(session: SessionId): Promise<HeldSession> {
    const held = this.#held.get(session);
    if (held !== undefined) return held;
    const outcome = await this.#acquire(session);
    if (outcome.ok) return outcome.held;
    throw new LogError('VITRINE_LOG_FENCED', refusals.fenced.message);
  }

  async #acquireOrRefuse(session: SessionId): Promise<CommitOutcome | undefined> {
    try {
      return (await this.#acquire(session)).ok ? undefined : refusals.fenced;
    } catch (error) {
      if (error instanceof DatabaseRefusal && error.code === 'VITRINE_LOG_SESSION_UNKNOWN') return refusals.unknown;
      throw error;
    }
  }

  async #acquire(session: SessionId): Promise<{ ok: true; held: HeldSession } | Extract<LeaseOutcome, { ok: false }>> {
    const known = this.#held.get(session);
    if (known !== undefined) return { ok: true, held: known };
    const { node, epoch: own } = this.#node.identity;
    const sql = `SELECT * FROM ${this.#db.s}.acquire_1($1, $2, $3, $4)`;
    const row = (await this.#db.row<AcquiredRow>(sql, node, own, toColumn(session), this.#node.ttl)) as AcquiredRow;
    const { epoch, head, closed, holder, address } = row;
    if (epoch === null) return { ok: false, holder: { node: holder ?? '', ...(address === null ? {} : { address }) } };
    // Whoever was given up meanwhile holds nothing.
    if (this.#node.identity.node !== node) throw new LogError('VITRINE_LOG_FENCED', refusals.fenced.message);
    const held: HeldSession = { epoch, agent: fromColumn(row.agent), head, closed };
    this.#held.set(session, held);
    return { ok: true, held };
  }

  #lose(): void {
    this.#held.clear();
    for (const listener of this.#fenced) listener();
  }

  #tellAgents(agents: Iterable<string>): void {
    for (const agent of agents) this.#reader.tellAgent(agent);
  }

  #tellWatchers(kinds: Iterable<string>): void {
    for (const kind of kinds) for (const watch of this.#watchers.get(kind) ?? []) watch();
  }
}
