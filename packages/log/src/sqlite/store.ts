// The store: one SQLite file, one connection, requests in groups. The writes of a group share one transaction and so one
// sync of the disk; whoever wrote is answered only after it, and the reads of the group see it.

import { type LogFailure, toFailure } from '../log-error.ts';
import { Database } from './database.ts';
import { type Driver, type DriverName, openDriver } from './driver.ts';
import { createOperations, type Operations, type Reads, type Writes } from './operations.ts';
import { prepareFile, releaseFile } from './schema.ts';

export type OperationName = keyof Operations;

export interface Request {
  readonly id: number;
  readonly name: OperationName;
  readonly args: readonly unknown[];
}

export interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: LogFailure;
}

export interface StoreOptions {
  readonly path: string;
  readonly driver?: DriverName;
}

type Operation = (...args: readonly unknown[]) => unknown;

export async function openStore({ path, driver }: StoreOptions): Promise<Store> {
  const opened = await openDriver(path, driver);
  try {
    return new Store(opened);
  } catch (error) {
    opened.close();
    throw error;
  }
}

export class Store {
  readonly #db: Database;
  readonly #writes: Writes;
  readonly #reads: Reads;
  readonly #forget: () => void;

  constructor(driver: Driver) {
    this.#db = new Database(driver);
    prepareFile(this.#db);
    const { writes, reads, forget } = createOperations(this.#db);
    this.#writes = writes;
    this.#reads = reads;
    this.#forget = forget;
  }

  /** Answers the writes before it reads: they have waited for the disk. */
  handle(requests: readonly Request[], answer: (replies: readonly Reply[]) => void): void {
    const writes = requests.filter(({ name }) => name in this.#writes);
    if (writes.length > 0) answer(this.#write(writes));
    if (writes.length === requests.length) return;
    const reads = requests.filter(({ name }) => !(name in this.#writes));
    answer(reads.map((request) => this.#read(request)));
  }

  close(): void {
    try {
      releaseFile(this.#db);
    } finally {
      this.#db.close();
    }
  }

  #write(requests: readonly Request[]): Reply[] {
    try {
      this.#db.begin();
      const replies = requests.map((request) => this.#writeOne(request));
      this.#db.commit();
      return replies;
    } catch (error) {
      // The disk is full or fails: nothing of the group is stored, so nobody is told otherwise.
      this.#db.rollback();
      this.#forget();
      const failure = toFailure(error);
      return requests.map(({ id }) => ({ id, failure }));
    }
  }

  #writeOne(request: Request): Reply {
    try {
      return { id: request.id, value: this.#db.atomically(() => call(this.#writes, request)) };
    } catch (error) {
      this.#forget();
      return { id: request.id, failure: toFailure(error) };
    }
  }

  #read(request: Request): Reply {
    try {
      return { id: request.id, value: call(this.#reads, request) };
    } catch (error) {
      return { id: request.id, failure: toFailure(error) };
    }
  }
}

/** Names and arguments were checked by the compiler where the request was made (store-client.ts). */
function call(operations: Writes | Reads, { name, args }: Request): unknown {
  return (operations as object as { readonly [name: string]: Operation })[name]?.(...args);
}
