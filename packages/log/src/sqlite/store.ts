// The store: one SQLite file, one connection, requests in groups. The writes of a group share one transaction and so one
// sync of the disk; whoever wrote is answered only after it, and the reads of the group see it.

import type { Seq } from '@vitrine/core';
import { type LogFailure, toFailure } from '../log-error.ts';
import type { SessionId, StoredSessionRow } from '../session-log.ts';
import type { StoredCommit } from '../stored.ts';
import type { CommitReply } from './commit-table.ts';
import { Database } from './database.ts';
import { type Driver, type DriverName, openDriver } from './driver.ts';
import { createOperations, type Operations, type StoreOperations } from './operations.ts';
import { assertFinished, emptyTail, lockFile, migrate, releaseFile, toDamage } from './schema.ts';
import { type SessionChanges, type StartOptions, StoreFiles } from './store-files.ts';

export type OperationName = keyof Operations;

export interface Request {
  readonly id: number;
  readonly name: OperationName;
  readonly args: readonly unknown[];
}

export interface StoreReply {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: LogFailure;
}

export interface StoreOptions extends StartOptions {
  readonly path: string;
  readonly driver?: DriverName;
  /** Absent: it is, where there is a file. */
  readonly isWitnessed?: boolean;
  /** It is opened to be copied into: one that is not whole yet may be gone on with. */
  readonly isFilled?: boolean;
}

/** What a group did. `isPositioned`: by entries, which have positions. */
type GroupChanges = SessionChanges & { readonly isPositioned: boolean };

type StoreOperation = (...args: readonly unknown[]) => unknown;

export const IN_MEMORY = ':memory:';

export async function openStore(options: StoreOptions): Promise<Store> {
  const { path, driver, isWitnessed = true, isFilled = false } = options;
  const files = path === IN_MEMORY || !isWitnessed ? undefined : new StoreFiles(path, options);
  try {
    return new Store(await openDriver(path, driver), files, isFilled);
  } catch (error) {
    throw toDamage(error);
  }
}

export class Store {
  readonly db: Database;
  readonly #files: StoreFiles | undefined;
  readonly #operations: StoreOperations;

  constructor(driver: Driver, files?: StoreFiles, isFilled = false) {
    this.db = new Database(driver);
    this.#files = files;
    try {
      lockFile(this.db);
    } catch (error) {
      this.db.close();
      throw error;
    }
    try {
      files?.admit(this.db);
      migrate(this.db);
      if (!isFilled) assertFinished(this.db);
      files?.begin(this.db);
    } catch (error) {
      leaveFile(this.db, files);
      throw error;
    }
    const purge = (): void => {
      emptyTail(this.db);
      files?.settle();
    };
    this.#operations = createOperations(this.db, () => files?.assertReady(), purge);
  }

  /** What whoever runs the host should know of this start. */
  get notices(): readonly string[] {
    return this.#files?.notices ?? [];
  }

  /** Answers the writes before it reads: they have waited for the disk. */
  handle(requests: readonly Request[], answer: (replies: readonly StoreReply[]) => void): void {
    const writes = requests.filter(({ name }) => name in this.#operations.writes);
    if (writes.length > 0) answer(this.#write(writes));
    if (writes.length === requests.length) return;
    const reads = requests.filter(({ name }) => !(name in this.#operations.writes));
    answer(reads.map((request) => this.#read(request)));
  }

  close(): void {
    if (this.#files !== undefined) return this.#files.close(this.db);
    try {
      releaseFile(this.db);
    } finally {
      this.db.close();
    }
  }

  #write(requests: readonly Request[]): StoreReply[] {
    try {
      this.db.begin();
      const replies = requests.map((request) => this.#writeOne(request));
      this.#commit(changesOf(requests, replies));
      return replies;
    } catch (error) {
      // The disk is full or fails, or the files are gone: nothing of the group is stored, so nobody is told otherwise.
      this.db.rollback();
      this.#operations.forget();
      const failure = failureOf(this.#causeOf(error));
      return requests.map(({ id }) => ({ id, failure }));
    }
  }

  /** SQLite fails in many words when its files are gone. */
  #causeOf(error: unknown): unknown {
    try {
      this.#files?.assertReady();
      return error;
    } catch (cause) {
      return cause;
    }
  }

  #commit(changes: GroupChanges | undefined): void {
    if (this.#files === undefined || changes === undefined) return this.db.commit();
    const { entries } = this.#operations;
    // Every change moves the position, so that the witness misses one without entries too.
    if (!changes.isPositioned) entries.movePosition();
    this.#files.assertReady();
    this.db.commit();
    this.#files.acknowledge(entries.position, changes);
  }

  #writeOne(request: Request): StoreReply {
    const write = (): unknown => call(this.#operations.writes, request);
    try {
      return { id: request.id, value: isOneStatement(request) ? write() : this.db.atomically(write) };
    } catch (error) {
      if (!this.db.isInTransaction) throw error;
      this.#operations.forget();
      return { id: request.id, failure: failureOf(error) };
    }
  }

  #read(request: Request): StoreReply {
    try {
      return { id: request.id, value: call(this.#operations.reads, request) };
    } catch (error) {
      return { id: request.id, failure: failureOf(error) };
    }
  }
}

/** A damage that no start has looked for is told as one wherever it is met. */
function failureOf(error: unknown): LogFailure {
  return toFailure(toDamage(error));
}

/** Whole or not at all by itself: a savepoint around it would cost a third of what it does. */
function isOneStatement({ name, args }: Request): boolean {
  if (name !== 'commit') return false;
  const { open, runs, claims = [], records = [] } = args[0] as StoredCommit;
  return open === undefined && runs.length <= 1 && claims.length === 0 && records.length === 0;
}

/** Names and arguments were checked by the compiler where the request was made (store-client.ts). */
function call(operations: StoreOperations['writes'] | StoreOperations['reads'], { name, args }: Request): unknown {
  return (operations as object as { readonly [name: string]: StoreOperation })[name]?.(...args);
}

/** After a refused start. */
function leaveFile(db: Database, files: StoreFiles | undefined): void {
  const close = (): void => {
    try {
      releaseFile(db);
    } catch {
      // A damaged file cannot be given back; the lock ends with the connection.
    } finally {
      db.close();
    }
  };
  if (files === undefined) close();
  else files.leave(close);
}

/** Undefined: nothing was changed. */
function changesOf(requests: readonly Request[], replies: readonly StoreReply[]): GroupChanges | undefined {
  const heads = new Map<SessionId, Seq>();
  const deleted: SessionId[] = [];
  let [isChanged, isPositioned] = [false, false];
  for (const [index, { name, args }] of requests.entries()) {
    const { failure, value } = replies[index] as StoreReply;
    // A step that says `false` found nothing to do.
    if (failure !== undefined || value === false) continue;
    if (name === 'commit') {
      const { outcome } = value as CommitReply;
      if (!outcome.ok) continue;
      const { session, open } = args[0] as StoredCommit;
      if (outcome.last >= outcome.first) isPositioned = true;
      if (open !== undefined || outcome.last >= outcome.first) heads.set(session, outcome.last);
    } else if (name === 'createSession') heads.set((value as StoredSessionRow).session, 0);
    else if (name === 'fork') heads.set((value as StoredSessionRow).session, args[1] as Seq);
    else if (name === 'deleteSession') deleted.push(args[0] as SessionId);
    else if (name === 'expireSessions') deleted.push(...(value as readonly SessionId[]));
    isChanged = true;
  }
  return isChanged ? { heads, deleted, isPositioned } : undefined;
}
