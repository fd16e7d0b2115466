// The witness: a file beside the database that says up to which position commits were acknowledged, and in which sessions
// last. It is written after the sync of a commit, so it may lag and never leads. Two slots are written in turn, each in a
// block of its own with a checksum: a torn one leaves the other. What it means for a start is decided in loss.ts.

import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Seq } from '@vitrine/core';
import type { LogPosition, SessionId } from '../session-log.ts';

/** A session as it was when it was last written to. */
export interface WitnessedSession {
  readonly session: SessionId;
  readonly head: Seq;
  readonly position: LogPosition;
}

export interface WitnessState {
  /** Counts what was written to the file; absent where there is none yet. */
  readonly generation?: number;
  readonly database: number;
  /** Does the database have this id already? The witness is made first, so that a crash between leaves no riddle. */
  readonly isAdopted: boolean;
  readonly position: LogPosition;
  /** Sessions that were written to at or before this position may be missing from the list. */
  readonly forgotten: LogPosition;
  readonly sessions: readonly WitnessedSession[];
}

const SLOT_BYTES = 4096;
const HEADER_BYTES = 64;
const ROW_BYTES = 64;
/** Ids that are longer are counted as forgotten. */
const MAX_ID_BYTES = 48;
const MAX_ROWS = (SLOT_BYTES - HEADER_BYTES) / ROW_BYTES;
/** Where the fields stand. Numbers have 48 bits. */
const AT = { checksum: 0, magic: 4, format: 8, adopted: 10, rows: 12, generation: 16, database: 24 } as const;
const AT_POSITION = 32;
const AT_FORGOTTEN = 40;
const NUMBER_BYTES = 6;
const MAGIC = 0x56_54_52_57;
const FORMAT = 1;

/** `missing`: there is no file. `damaged`: neither slot can be read. */
export function readWitness(path: string): WitnessState | 'missing' | 'damaged' {
  const bytes = Buffer.alloc(SLOT_BYTES * 2);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
  const slots = [bytes.subarray(0, SLOT_BYTES), bytes.subarray(SLOT_BYTES)].filter(isWhole);
  const newest = slots.toSorted((a, b) => numberAt(b, AT.generation) - numberAt(a, AT.generation))[0];
  return newest === undefined ? 'damaged' : decode(newest);
}

function isWhole(slot: Buffer): boolean {
  if (slot.readUInt32LE(AT.magic) !== MAGIC || slot.readUInt16LE(AT.format) !== FORMAT) return false;
  const rows = slot.readUInt32LE(AT.rows);
  return rows <= MAX_ROWS && slot.readUInt32LE(AT.checksum) === crc32(slot.subarray(AT.magic, rowAt(rows)));
}

function decode(slot: Buffer): WitnessState {
  const sessions = Array.from({ length: slot.readUInt32LE(AT.rows) }, (_, index) => {
    const at = rowAt(index);
    const id = slot.subarray(at, at + MAX_ID_BYTES);
    const end = id.indexOf(0);
    return {
      session: id.toString('utf8', 0, end < 0 ? MAX_ID_BYTES : end),
      head: numberAt(slot, at + MAX_ID_BYTES),
      position: numberAt(slot, at + MAX_ID_BYTES + 8),
    };
  });
  return {
    generation: numberAt(slot, AT.generation),
    database: numberAt(slot, AT.database),
    isAdopted: slot.readUInt16LE(AT.adopted) === 1,
    position: numberAt(slot, AT_POSITION),
    forgotten: numberAt(slot, AT_FORGOTTEN),
    sessions,
  };
}

export class Witness {
  readonly #path: string;
  /** The next slot, kept as it is written: a commit changes a few numbers of it. */
  readonly #slot = Buffer.alloc(SLOT_BYTES);
  readonly #rows = new Map<SessionId, number>();
  /** By row. */
  readonly #ids: SessionId[] = [];
  #file: number;
  #generation = 0;
  /** The row that the next session takes when there is no free one. */
  #hand = 0;

  /** Goes on with the file where there is one, which needs no room on the disk; else makes it whole or not at all. */
  constructor(path: string, state: WitnessState) {
    const { generation, database, isAdopted, position, forgotten, sessions } = state;
    this.#path = path;
    this.#slot.writeUInt32LE(MAGIC, AT.magic);
    this.#slot.writeUInt16LE(FORMAT, AT.format);
    putNumber(this.#slot, AT.database, database);
    putNumber(this.#slot, AT_FORGOTTEN, forgotten);
    for (const { session, head, position: at } of sessions) this.note(session, head, at);
    if (generation === undefined) this.#file = this.#create(isAdopted, position);
    else {
      this.#generation = generation;
      this.#file = openSync(path, 'r+');
      // Both slots, so that none is left that says more than a loss that was accepted.
      this.write(position);
      this.sync();
      this.write(position);
    }
  }

  /** A session was written to; told to the file with the next `write`. */
  note(session: SessionId, head: Seq, position: LogPosition): void {
    const row = this.#rows.get(session) ?? this.#newRow(session, position);
    if (row === undefined) return;
    const at = rowAt(row);
    putNumber(this.#slot, at + MAX_ID_BYTES, head);
    putNumber(this.#slot, at + MAX_ID_BYTES + 8, position);
  }

  /** A session was deleted: nobody misses it. */
  drop(session: SessionId): void {
    const row = this.#rows.get(session);
    if (row === undefined) return;
    const last = this.#ids.length - 1;
    const moved = this.#ids[last] as SessionId;
    this.#slot.copyWithin(rowAt(row), rowAt(last), rowAt(last + 1));
    this.#ids[row] = moved;
    this.#rows.set(moved, row);
    this.#rows.delete(session);
    this.#ids.pop();
    this.#hand = 0;
  }

  /** Without a sync of its own: what a killed process wrote is kept, and what a power failure takes makes it lag. */
  write(position: LogPosition): void {
    this.#seal(true, position);
    this.#put(this.#file, rowAt(this.#ids.length));
  }

  /** The file was removed: it is made again, all of it is known. */
  restore(position: LogPosition): void {
    const file = this.#create(true, position);
    closeSync(this.#file);
    this.#file = file;
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  #create(isAdopted: boolean, position: LogPosition): number {
    const draft = `${this.#path}.new`;
    const file = openSync(draft, 'w+', 0o600);
    try {
      for (let slot = 0; slot < 2; slot++) {
        this.#seal(isAdopted, position);
        this.#put(file, SLOT_BYTES);
      }
      fsyncSync(file);
      renameSync(draft, this.#path);
      syncFolder(dirname(this.#path));
      return file;
    } catch (error) {
      closeSync(file);
      rmSync(draft, { force: true });
      throw error;
    }
  }

  #newRow(session: SessionId, position: LogPosition): number | undefined {
    const bytes = Buffer.from(session, 'utf8');
    if (bytes.length > MAX_ID_BYTES || bytes.includes(0)) {
      this.#forget(position);
      return undefined;
    }
    const row = this.#ids.length < MAX_ROWS ? this.#ids.length : this.#freeRow();
    this.#ids[row] = session;
    this.#rows.set(session, row);
    const at = rowAt(row);
    this.#slot.fill(0, at, at + MAX_ID_BYTES);
    bytes.copy(this.#slot, at);
    return row;
  }

  #freeRow(): number {
    const row = this.#hand;
    this.#hand = (row + 1) % MAX_ROWS;
    this.#rows.delete(this.#ids[row] as SessionId);
    this.#forget(numberAt(this.#slot, rowAt(row) + MAX_ID_BYTES + 8));
    return row;
  }

  #forget(position: LogPosition): void {
    putNumber(this.#slot, AT_FORGOTTEN, Math.max(position, numberAt(this.#slot, AT_FORGOTTEN)));
  }

  #seal(isAdopted: boolean, position: LogPosition): void {
    this.#slot.writeUInt16LE(isAdopted ? 1 : 0, AT.adopted);
    this.#slot.writeUInt32LE(this.#ids.length, AT.rows);
    putNumber(this.#slot, AT.generation, ++this.#generation);
    putNumber(this.#slot, AT_POSITION, position);
    this.#slot.writeUInt32LE(crc32(this.#slot.subarray(AT.magic, rowAt(this.#ids.length))), AT.checksum);
  }

  #put(file: number, length: number): void {
    const written = writeSync(file, this.#slot, 0, length, (this.#generation % 2) * SLOT_BYTES);
    if (written !== length) throw new Error('The witness was written in part.');
  }
}

function rowAt(index: number): number {
  return HEADER_BYTES + index * ROW_BYTES;
}

function numberAt(slot: Buffer, at: number): number {
  return slot.readUIntLE(at, NUMBER_BYTES);
}

function putNumber(slot: Buffer, at: number, value: number): void {
  slot.writeUIntLE(value, at, NUMBER_BYTES);
}

function syncFolder(folder: string): void {
  // Not every system opens a folder; where none does, renaming is as durable as it gets.
  try {
    const opened = openSync(folder, 'r');
    fsyncSync(opened);
    closeSync(opened);
  } catch {}
}
