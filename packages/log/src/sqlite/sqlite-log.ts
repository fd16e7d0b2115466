// SessionLog over the store. Each method is one request, or one after another where a page or a step is not all.

import type { Entry, Seq, Time } from '@vitrine/core';
import { EntryReader, type EntryReaderOptions } from '../entry-reader.ts';
import { LogError } from '../log-error.ts';
import type {
  Commit,
  CommitOutcome,
  FeedEntry,
  ForkOptions,
  LeaseOutcome,
  LogNode,
  LogPosition,
  LogRecord,
  NewSession,
  ReadOptions,
  RecordWrite,
  SessionChange,
  SessionId,
  SessionLog,
  SessionQuery,
  Snapshot,
  StoredSessionRow,
  WrittenSnapshot,
} from '../session-log.ts';
import {
  newSessionId,
  readRecords,
  refusals,
  type StoredCommit,
  toRecord,
  toStoredCommit,
  toStoredWrite,
} from '../stored.ts';
import { toText, toTime } from '../stored-text.ts';
import type { SessionIdPage } from './session-table.ts';
import type { StoreClient } from './store-client.ts';

const ONLY_EPOCH = 1;

export class SqliteLog implements SessionLog {
  readonly #store: StoreClient;
  readonly #reader: EntryReader;

  constructor(store: StoreClient, reading: EntryReaderOptions = {}) {
    this.#store = store;
    this.#reader = new EntryReader(
      {
        entryPage: (...page) => store.call('entryPage', ...page),
        feedPage: (...page) => store.call('feedPage', ...page),
      },
      reading,
    );
  }

  async createSession(session: NewSession): Promise<StoredSessionRow> {
    const createdAt = toTime(session.createdAt);
    return this.#store.call('createSession', { ...session, session: session.session ?? newSessionId(), createdAt });
  }

  session(session: SessionId): Promise<StoredSessionRow | undefined> {
    return this.#store.call('session', session);
  }

  async *sessions(query: SessionQuery = {}): AsyncIterable<StoredSessionRow> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: SessionIdPage = await this.#store.call('sessionPage', query, after);
      yield* page.rows;
      after = page.next;
    }
  }

  changeSession(session: SessionId, change: SessionChange): Promise<StoredSessionRow> {
    return this.#store.call('changeSession', session, change);
  }

  async closeSession(session: SessionId, at: Time): Promise<StoredSessionRow> {
    const row = await this.#store.call('closeSession', session, toTime(at));
    this.#reader.end(session);
    return row;
  }

  async deleteSession(session: SessionId): Promise<void> {
    await this.#store.call('deleteSession', session);
    this.#reader.end(session);
    await this.sweep();
  }

  async expireSessions(closedBefore: Time): Promise<readonly SessionId[]> {
    const expired = await this.#store.call('expireSessions', toTime(closedBefore));
    for (const session of expired) this.#reader.end(session);
    await this.sweep();
    return expired;
  }

  /** Takes away what deleted sessions left, also what an earlier process did not get to. */
  async sweep(): Promise<void> {
    while (await this.#store.call('sweep'));
  }

  async commit(commit: Commit): Promise<CommitOutcome> {
    let stored: StoredCommit;
    try {
      stored = toStoredCommit(commit);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      return { ok: false, code: 'VITRINE_LOG_VALUE', message: error.message };
    }
    const { session } = commit;
    if (commit.epoch !== undefined && commit.epoch !== ONLY_EPOCH) return refusals.fenced;
    // Kept for live readers alone: many commits may be under way, and what lives long is dear to collect.
    const runs = this.#reader.isRead(session) ? stored.runs : [];
    return this.#store.call('commit', stored).then(({ outcome, feed }) => {
      if (outcome.ok && outcome.last >= outcome.first) this.#reader.tell(session, outcome.first, runs);
      if (feed !== undefined) this.#reader.tellAgent(feed);
      return outcome;
    });
  }

  async forgetClaims(before: Time): Promise<void> {
    await this.#store.call('forgetClaims', toTime(before));
  }

  head(session: SessionId): Promise<Seq> {
    return this.#store.call('head', session);
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
    await this.#store.call('saveSnapshot', session, { seq, version, text });
  }

  async snapshot(session: SessionId, version: string, at?: Seq): Promise<Snapshot | undefined> {
    const stored = await this.#store.call('snapshot', session, version, at);
    return stored === undefined ? undefined : { seq: stored.seq, version, state: JSON.parse(stored.text) };
  }

  async prune(session: SessionId, upTo: Seq): Promise<void> {
    while (await this.#store.call('pruneStep', session, upTo));
  }

  async fork(session: SessionId, upTo: Seq, as: ForkOptions): Promise<StoredSessionRow> {
    const { records = [], ...named } = as;
    const fork = { ...named, createdAt: toTime(as.createdAt), session: newSessionId() };
    return this.#store.call('fork', session, upTo, fork, records);
  }

  async writeRecords(writes: readonly RecordWrite[]): Promise<void> {
    await this.#store.call('writeRecords', writes.map(toStoredWrite));
  }

  async record(kind: string, key: string): Promise<LogRecord | undefined> {
    const stored = await this.#store.call('record', kind, key);
    return stored === undefined ? undefined : toRecord(stored);
  }

  records(kind: string, session?: SessionId, after = ''): AsyncIterable<LogRecord> {
    return readRecords((last) => this.#store.call('recordPage', kind, session, last?.key ?? after));
  }

  async *due(kind: string, before: Time): AsyncIterable<LogRecord> {
    const until = toTime(before);
    yield* readRecords((last) => this.#store.call('duePage', kind, until, last?.due ?? '', last?.key ?? ''));
  }

  sessionBytes(session: SessionId): Promise<number> {
    return this.#store.call('sessionBytes', session);
  }

  cursor(agent: string, consumer: string): Promise<LogPosition | undefined> {
    return this.#store.call('cursor', agent, consumer);
  }

  saveCursor(agent: string, consumer: string, position: LogPosition): Promise<LogPosition> {
    return this.#store.call('saveCursor', agent, consumer, position);
  }

  /** The folder is this process's alone, and so is every session in it. */
  async acquire(session: SessionId): Promise<LeaseOutcome> {
    await this.head(session);
    return { ok: true, epoch: ONLY_EPOCH };
  }

  async release(session: SessionId): Promise<void> {
    await this.head(session);
  }

  async announce(): Promise<void> {}

  async nodes(): Promise<readonly LogNode[]> {
    return [];
  }

  async giveUp(): Promise<void> {}

  onFenced(): () => void {
    return () => undefined;
  }

  watch(): () => void {
    return () => undefined;
  }

  now(): number {
    return Date.now();
  }

  /** No other process writes the folder. */
  get isHeard(): boolean {
    return true;
  }

  purge(): Promise<void> {
    return this.#store.call('purge');
  }

  copyTo(path: string): Promise<void> {
    return this.#store.call('copyTo', path);
  }

  check(): Promise<void> {
    return this.#store.call('check');
  }

  checkWhole(): Promise<void> {
    return this.#store.call('checkWhole');
  }

  async close(): Promise<void> {
    this.#reader.endAll();
    await this.#store.close();
  }
}
