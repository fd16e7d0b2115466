// The durable log of sessions, as its users see it. A driver (sqlite/) implements it; test/contract.ts and the tests
// that use it hold every driver to the rules of SPEC.md. Folding, admission and fan-out are left to the host.

import type { Entry, Json, Origin, Seq, Time, Trust } from '@vitrine/core/internal';

export type SessionId = string;
/** Orders the entries of all sessions. Only compared and handed back: a driver may leave gaps. */
export type LogPosition = number;

export interface NewSession {
  /** Absent: an id that cannot be guessed. */
  readonly session?: SessionId;
  readonly agent: string;
  readonly title?: string;
  readonly dialect?: string;
  readonly trust: Trust;
  readonly createdAt: Time;
}

export interface StoredSessionRow extends NewSession {
  readonly session: SessionId;
  readonly closedAt?: Time;
  /** Entries up to this seq were removed; 0 when all are there. */
  readonly base: Seq;
  readonly forkedFrom?: { readonly session: SessionId; readonly seq: Seq };
}

export interface SessionQuery {
  readonly agent?: string;
  /** Absent: both. */
  readonly closed?: boolean;
}

export type SessionChange = Partial<Pick<NewSession, 'title' | 'dialect' | 'trust'>>;

/** An entry as the host hands it over. The log adds the seq and the version of the format. */
export type UnwrittenEntry = Omit<Entry, 'seq' | 'v'>;

/** The same as the text that `storeEntry` made of it, for whoever folds what is stored and nothing else. */
export interface WrittenEntry {
  readonly text: string;
  readonly from: Origin;
}

/** A named value beside the entries: a file, a seal, a token, a deadline. A kind and a key name one record. */
export interface LogRecord {
  readonly kind: string;
  readonly key: string;
  /** A record of a session goes when the session is deleted. */
  readonly session?: SessionId;
  readonly due?: Time;
  readonly value: Json | Uint8Array;
}

export type RecordWrite = LogRecord | { readonly kind: string; readonly key: string; readonly remove: true };

/** Something that happens once: `ask:7`, `key:…` in its session; `once:…` over all sessions. */
export type Claim =
  | string
  /** It ends at `until`: a claim that is made from then on is the first again. */
  | { readonly claim: string; readonly from: Time; readonly until: Time };

/** What a session begins as: nothing, or another one up to a seq. */
export type SessionOrigin =
  | Omit<NewSession, 'session'>
  | (ForkOptions & { readonly forkOf: { readonly session: SessionId; readonly seq: Seq } });

export interface Commit {
  readonly session: SessionId;
  /** The session is made by this commit: it is there with its first entries, or not at all. */
  readonly open?: SessionOrigin;
  readonly entries: readonly (UnwrittenEntry | WrittenEntry)[];
  /** The head that the entries were judged at; another one refuses the commit. */
  readonly expect?: Seq;
  /** Of the lease that they were judged under; another one refuses the commit. Absent: the one that is held, or can be had. */
  readonly epoch?: number;
  readonly claims?: readonly Claim[];
  readonly records?: readonly RecordWrite[];
}

export type CommitRefusal =
  | {
      readonly code:
        | 'VITRINE_LOG_SESSION_UNKNOWN'
        | 'VITRINE_LOG_SESSION_EXISTS'
        | 'VITRINE_LOG_SESSION_CLOSED'
        | 'VITRINE_LOG_FENCED'
        | 'VITRINE_LOG_VALUE';
    }
  | { readonly code: 'VITRINE_LOG_CONFLICT'; readonly head: Seq }
  /** `seq` is the last one of the commit that has the claim: what a repeat may answer. */
  | {
      readonly code: 'VITRINE_LOG_CLAIMED';
      readonly claim: string;
      readonly session: SessionId;
      readonly seq: Seq;
    };

export type CommitOutcome =
  /** Entries have the seqs first…last; a commit without entries has first = last + 1. */
  | { readonly ok: true; readonly first: Seq; readonly last: Seq }
  | ({ readonly ok: false; readonly message: string } & CommitRefusal);

/** A process that writes sessions of this log. */
export interface LogNode {
  readonly node: string;
  /** Where other nodes reach it. */
  readonly address?: string;
}

/** The right to write a session. Each time it is given, its epoch is a higher one. */
export type LeaseOutcome =
  | { readonly ok: true; readonly epoch: number }
  | { readonly ok: false; readonly holder: LogNode };

export interface ReadOptions {
  /** Ends the reading; what was read stands. */
  readonly signal?: AbortSignal;
  /** Goes on with new entries until aborted, or until there can be none. */
  readonly live?: boolean;
}

export interface FeedEntry {
  readonly position: LogPosition;
  readonly session: SessionId;
  readonly entry: Entry;
}

export interface Snapshot {
  readonly seq: Seq;
  /** Names the fold that made the state. Another fold must not read it. */
  readonly version: string;
  readonly state: Json;
}

/** One whose state is JSON by now: whoever writes long ones does so in slices of its own. */
export interface WrittenSnapshot extends Omit<Snapshot, 'state'> {
  readonly text: string;
}

export interface ForkOptions {
  readonly createdAt: Time;
  readonly title?: string;
  /** Kinds of records whose key is the id of their session: the fork has them from the start, as they are now. */
  readonly records?: readonly string[];
}

/** Every method may throw a LogError; every promise of a write resolves when the write is durable. */
export interface SessionLog {
  createSession(session: NewSession): Promise<StoredSessionRow>;
  session(session: SessionId): Promise<StoredSessionRow | undefined>;
  /** In the order in which they were created. */
  sessions(query?: SessionQuery): AsyncIterable<StoredSessionRow>;
  /** Bytes of its entries and records; snapshots, which can be made again, are left out. */
  sessionBytes(session: SessionId): Promise<number>;
  changeSession(session: SessionId, change: SessionChange): Promise<StoredSessionRow>;
  /** From then on commits are refused and live readers end. A closed session stays as it is. */
  closeSession(session: SessionId, at: Time): Promise<StoredSessionRow>;
  deleteSession(session: SessionId): Promise<void>;
  /** Deletes what was closed before a time; tells which. */
  expireSessions(closedBefore: Time): Promise<readonly SessionId[]>;

  /** All or none. One refused commit never fails those beside it. */
  commit(commit: Commit): Promise<CommitOutcome>;
  /** Claims that had ended by then are forgotten. */
  forgetClaims(before: Time): Promise<void>;
  head(session: SessionId): Promise<Seq>;
  read(session: SessionId, after: Seq, options?: ReadOptions): AsyncIterable<Entry>;
  /** What others than the agent wrote into all its sessions. `after` 0 begins at the oldest that is kept. */
  readAgent(agent: string, after: LogPosition, options?: ReadOptions): AsyncIterable<FeedEntry>;

  saveSnapshot(session: SessionId, snapshot: Snapshot | WrittenSnapshot): Promise<void>;
  /** The latest of this version, at or before `at`. */
  snapshot(session: SessionId, version: string, at?: Seq): Promise<Snapshot | undefined>;
  /** Removes the entries up to a seq; a snapshot at or behind it must stand for them. */
  prune(session: SessionId, upTo: Seq): Promise<void>;
  /** A new session that begins as this one up to a seq. Its past is not fed to the agent again. */
  fork(session: SessionId, upTo: Seq, as: ForkOptions): Promise<StoredSessionRow>;

  writeRecords(writes: readonly RecordWrite[]): Promise<void>;
  record(kind: string, key: string): Promise<LogRecord | undefined>;
  /** By key, from behind `after`. */
  records(kind: string, session?: SessionId, after?: string): AsyncIterable<LogRecord>;
  /** Those due at or before a time, the earliest first. */
  due(kind: string, before: Time): AsyncIterable<LogRecord>;

  cursor(agent: string, consumer: string): Promise<LogPosition | undefined>;
  /** A cursor never moves back; tells where it stands. */
  saveCursor(agent: string, consumer: string, position: LogPosition): Promise<LogPosition>;

  /** Makes this process the only one that writes the session, unless another one that lives is. */
  acquire(session: SessionId): Promise<LeaseOutcome>;
  /** Leaves the session to others, once what was handed over before is stored. */
  release(session: SessionId): Promise<void>;
  /** Where other processes reach this one; they learn it when they want a session that it holds. */
  announce(address: string): Promise<void>;
  /** The other processes that write this log now, as far as they said where they are reached. */
  nodes(): Promise<readonly LogNode[]>;
  /** Nobody answers where this process is reached: unless it was heard of just now, it is given up sooner than its time. */
  giveUp(node: LogNode): Promise<void>;
  /** Told when this process was given up by the others: it holds no session any more. */
  onFenced(listener: () => void): () => void;
  /** Told when another process may have written or removed records of a kind. */
  watch(kind: string, listener: () => void): () => void;
  /** Milliseconds since 1970 by the clock that leases and deadlines go by. */
  now(): number;
  /** False: this process was not heard of for so long that others may hold its leases, and have written since. */
  readonly isHeard: boolean;

  /** A copy of all that is durable at one moment, as a file of its own. Absent: the database has tools for that. */
  copyTo?(path: string): Promise<void>;
  /** What was removed is no longer in any file. Absent: the database sees to that. */
  purge?(): Promise<void>;
  /** Throws when what is written now would not be kept. */
  check(): Promise<void>;
  /** Throws when anything that is stored is damaged; takes as long as reading all of it. Absent: the database has tools for that. */
  checkWhole?(): Promise<void>;
  /** What was handed over before is done first; live readers end. */
  close(): Promise<void>;
}
