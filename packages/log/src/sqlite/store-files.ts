// What a store with a file does beside SQLite: before it starts it compares the database with its witness, before a group
// is committed it looks whether the files are still where a restart finds them, and after it it tells the witness.

import { randomInt } from 'node:crypto';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LogError, messageOf } from '../log-error.ts';
import type { LogPosition, SessionId } from '../session-log.ts';
import type { Database } from './database.ts';
import { EntryTable } from './entry-table.ts';
import { type FoundDatabase, findLoss } from './loss.ts';
import { keepTail, OpenFiles, restoreTail } from './open-files.ts';
import { checkStructure, readVersion, releaseFile } from './schema.ts';
import { SessionTable } from './session-table.ts';
import { readWitness, Witness, type WitnessState } from './witness.ts';

/** What a group of writes did to a session: its last seq, or nothing more to be had of it. */
export interface SessionChanges {
  readonly heads: ReadonlyMap<SessionId, number>;
  readonly deleted: readonly SessionId[];
}

export interface StartOptions {
  /** Start although there is less than was acknowledged. */
  readonly acceptLoss?: boolean;
  /** Something was stored here before: to find nothing is a loss. */
  readonly isExpected?: boolean;
}

const WITNESS = 'sessions.witness';
/** Fits the field of the witness. */
const MAX_DATABASE_ID = 2 ** 48 - 1;

export class StoreFiles {
  /** What whoever runs the host should know of this start. */
  readonly notices: string[] = [];
  readonly #path: string;
  readonly #witnessPath: string;
  readonly #acceptLoss: boolean;
  readonly #isExpected: boolean;
  #witnessed: WitnessState | 'missing' | 'damaged';
  #opened: { readonly database: OpenFiles; readonly witness: Witness; witnessFile: OpenFiles } | undefined;
  #position: LogPosition = 0;
  #isLossAccepted = false;
  /** The witness could not be told of the last commit. */
  #isBehind = false;

  /** Before SQLite sees the file: it would delete the write-ahead log of an empty database. */
  constructor(path: string, { acceptLoss = false, isExpected = false }: StartOptions) {
    this.#path = path;
    this.#witnessPath = join(dirname(path), WITNESS);
    this.#acceptLoss = acceptLoss;
    this.#isExpected = isExpected;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      restoreTail(this.#tail);
      this.#witnessed = readWitness(this.#witnessPath);
      const size = statSync(path, { throwIfNoEntry: false })?.size;
      if (size === undefined || size === 0) this.#judge(this.#absent(size === undefined ? 'missing' : 'empty'));
      // Only when it is new: opening and closing the file would end a lock that this process has on it.
      if (size === undefined) closeSync(openSync(path, 'wx', 0o600));
    } catch (error) {
      if (error instanceof LogError) throw error;
      throw new LogError('VITRINE_LOG_FAILED', `The data folder cannot be used: ${messageOf(error)}.`);
    }
  }

  /** Throws when the database is damaged or has less than was acknowledged. Nothing was written to it yet. */
  admit(db: Database): void {
    // Again, now that nobody else has the folder open: another process may have written it meanwhile.
    this.#witnessed = readWitness(this.#witnessPath);
    const isNew = readVersion(db) === 0;
    // Before anything is read of it: a library may end the process over a damaged text.
    checkStructure(db);
    if (!isNew) this.#judge(this.#found(db));
    else if (this.#isLeft()) this.#judge(this.#absent('there'));
  }

  /** Begins to witness. The tables are there. */
  begin(db: Database): void {
    const found = this.#found(db);
    const id = found.id ?? randomInt(1, MAX_DATABASE_ID);
    const state = { database: id, isAdopted: found.id !== undefined, ...this.#remembered(found) };
    const witness = new Witness(this.#witnessPath, state);
    if (found.id === undefined) {
      db.run('INSERT INTO meta VALUES (?, ?)', 'database', id);
      witness.write(found.position);
      if (found.position > 0) this.notices.push('From now on a witness stands beside the database.');
    }
    this.#position = found.position;
    const witnessFile = new OpenFiles([this.#witnessPath]);
    this.#opened = { database: new OpenFiles([this.#path, this.#tail]), witness, witnessFile };
  }

  /** Throws when what is committed now would not be found, or not be missed. */
  assertReady(): void {
    if (this.#opened === undefined) return;
    const { database, witness, witnessFile } = this.#opened;
    database.assertInPlace();
    if (!witnessFile.isInPlace(this.#witnessPath)) {
      witness.restore(this.#position);
      this.#opened.witnessFile = new OpenFiles([this.#witnessPath]);
    } else if (this.#isBehind) witness.write(this.#position);
    this.#isBehind = false;
  }

  /** After the sync of a commit and before anybody is told of it. */
  acknowledge(position: LogPosition, { heads, deleted }: SessionChanges): void {
    if (this.#opened === undefined) return;
    const { witness } = this.#opened;
    this.#position = position;
    for (const [session, head] of heads) witness.note(session, head, position);
    for (const session of deleted) witness.drop(session);
    try {
      witness.write(position);
    } catch {
      // The commit is durable and stands. The next one waits until the witness can be told.
      this.#isBehind = true;
    }
  }

  /** They were made shorter by us. */
  settle(): void {
    if (this.#opened === undefined) return;
    this.#opened = { ...this.#opened, database: new OpenFiles([this.#path, this.#tail]) };
  }

  /** After a refused start: the files stay as they were found. */
  leave(close: () => void): void {
    keepTail(this.#tail, close);
  }

  close(db: Database): void {
    const { database, witness } = this.#opened ?? {};
    try {
      // Releasing moves the write-ahead log into the database and deletes it by its name. In another folder of that name it
      // is another's; one that was cut has nothing to move. One that was only removed is still open, and saved thereby.
      if (database?.isInPlace(this.#path) === true && !database.isCut(this.#tail)) releaseFile(db);
    } catch {
      // On a full disk the write-ahead log stays, and is read by the next start.
    } finally {
      db.close();
      witness?.sync();
      witness?.close();
    }
  }

  get #tail(): string {
    return `${this.#path}-wal`;
  }

  /** A database without tables stands where one was adopted. */
  #isLeft(): boolean {
    if (typeof this.#witnessed === 'object') return this.#witnessed.isAdopted;
    return this.#witnessed === 'damaged' || this.#isExpected;
  }

  #judge(found: FoundDatabase): void {
    const loss = findLoss(found, this.#witnessed);
    if (loss === undefined || this.#isLossAccepted) return;
    if (!this.#acceptLoss) throw loss;
    this.#isLossAccepted = true;
    this.notices.push(`A loss was accepted. ${loss.message}`);
  }

  #absent(kind: FoundDatabase['kind']): FoundDatabase {
    const hasTail = (statSync(this.#tail, { throwIfNoEntry: false })?.size ?? 0) > 0;
    return { kind, position: 0, hasTail, isMissed: this.#isExpected, headOf: () => undefined };
  }

  #found(db: Database): FoundDatabase {
    const id = db.get<{ value: number }>("SELECT value FROM meta WHERE name = 'database'")?.value;
    const sessions = new SessionTable(db);
    return {
      ...this.#absent('there'),
      isMissed: false,
      ...(id === undefined ? {} : { id }),
      position: new EntryTable(db).position,
      headOf: (session) => sessions.find(session)?.head,
    };
  }

  /** What the last witness said of sessions that are still there. */
  #remembered({ id, position, headOf }: FoundDatabase): Omit<WitnessState, 'database' | 'isAdopted'> {
    const before = this.#witnessed;
    if (typeof before === 'string' || before.database !== id) return { position, forgotten: position, sessions: [] };
    const { generation } = before;
    const sessions = before.sessions.flatMap((row) => {
      const head = headOf(row.session);
      return head === undefined ? [] : [{ ...row, head }];
    });
    // Commits that it was not told of may have been in any session.
    const forgotten = position > before.position ? position : Math.min(before.forgotten, position);
    return { position, forgotten, sessions, ...(generation === undefined ? {} : { generation }) };
  }
}
