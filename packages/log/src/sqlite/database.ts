// One connection: statements prepared once, and the transaction that a group of writes shares. Each write of more than one
// statement stands in a savepoint of its own, so that one that fails takes only itself back.

import type { Driver, SqlValue, Statement } from './driver.ts';

export class Database {
  readonly #driver: Driver;
  readonly #statements = new Map<string, Statement>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  exec(sql: string): void {
    this.#driver.exec(sql);
  }

  /** How many rows changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#prepared(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }

  begin(): void {
    this.run('BEGIN IMMEDIATE');
  }

  /** Durable when it returns: with synchronous=FULL a commit ends with the sync of the write-ahead log. */
  commit(): void {
    this.run('COMMIT');
  }

  rollback(): void {
    try {
      this.#driver.exec('ROLLBACK');
    } catch {
      // A full disk or a failed write has rolled back already.
    }
  }

  /** Whole or not at all, inside the transaction. */
  atomically<T>(write: () => T): T {
    this.run('SAVEPOINT write');
    try {
      const result = write();
      this.run('RELEASE write');
      return result;
    } catch (error) {
      if (this.isInTransaction) this.#driver.exec('ROLLBACK TO write; RELEASE write');
      throw error;
    }
  }

  /** A full disk or a failed write may have ended it; then each statement would be stored by itself. Asked by what every library refuses inside one. */
  get isInTransaction(): boolean {
    try {
      this.#driver.exec('BEGIN');
    } catch {
      return true;
    }
    this.rollback();
    return false;
  }

  close(): void {
    this.#statements.clear();
    this.#driver.close();
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#driver.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
