// Copies a whole log into another driver's, row by row and byte by byte: what is stored is not decoded on the way. It can be
// taken up again wherever it ended, because a session that stands in the target as it does in the source is passed over, and
// nothing counts before the target has given back what it was given: both ends are compared by digests.

import { createHash } from 'node:crypto';
import type { Seq, Time, Trust } from '@vitrine/core';
import { LogError } from './log-error.ts';
import type { LogPosition, SessionId } from './session-log.ts';

export interface SessionRow {
  readonly row: 'session';
  readonly session: SessionId;
  /** Orders sessions by their creation. */
  readonly ordinal: number;
  readonly agent: string;
  readonly title: string | null;
  readonly dialect: string | null;
  readonly trust: Trust;
  readonly createdAt: Time;
  readonly closedAt: Time | null;
  readonly base: Seq;
  readonly parent: SessionId | null;
  readonly parentSeq: Seq | null;
}

/** A run of entries (runs.ts), under the seq of its last. */
export interface EntryRow {
  readonly row: 'entry';
  readonly session: SessionId;
  readonly seq: Seq;
  /** The agent whom it is delivered to, and where in that feed; both null for what the agent wrote. */
  readonly feed: string | null;
  readonly position: LogPosition | null;
  readonly text: string;
}

export interface ClaimRow {
  readonly row: 'claim';
  readonly session: SessionId;
  readonly isOverAll: boolean;
  readonly claim: string;
  readonly seq: Seq;
  readonly until: Time | null;
}

export interface SnapshotRow {
  readonly row: 'snapshot';
  readonly session: SessionId;
  readonly seq: Seq;
  readonly version: string;
  readonly text: string;
}

export interface RecordRow {
  readonly row: 'record';
  readonly session: SessionId | null;
  readonly kind: string;
  readonly key: string;
  readonly due: Time | null;
  readonly value: { readonly text: string } | { readonly bytes: Uint8Array };
}

export interface CursorRow {
  readonly row: 'cursor';
  readonly agent: string;
  readonly consumer: string;
  readonly position: LogPosition;
}

/** No position behind `head` was given to anybody; entries up to `base` may have been removed. */
export interface FeedBounds {
  readonly row: 'feed';
  readonly agent: string;
  readonly head: LogPosition;
  readonly base: LogPosition;
}

export type LogRow = SessionRow | EntryRow | ClaimRow | SnapshotRow | RecordRow | CursorRow | FeedBounds;

/** A log that nobody else writes meanwhile, as rows. */
export interface LogRows {
  /** In the order in which they were created. */
  sessions(): AsyncIterable<SessionId>;
  /** Of a session: it, entries, claims, snapshots, records. `null`: of none, which are records, cursors and feeds. */
  rows(session: SessionId | null): AsyncIterable<LogRow>;
  close(): Promise<void>;
}

/** One that is filled. Until `finish` nobody else can open it. */
export interface WritableLogRows extends LogRows {
  /** Refuses a log that has something of its own. One that was begun before is gone on with. */
  begin(feeds: readonly FeedBounds[]): Promise<void>;
  /** The row as it stands here: drivers count positions differently. */
  place(row: LogRow): LogRow;
  /** Whole or not at all, in the stead of what is there. The rows are placed. */
  replace(session: SessionId | null, rows: AsyncIterable<LogRow>): Promise<void>;
  remove(session: SessionId): Promise<void>;
  finish(): Promise<void>;
}

export interface CopyResult {
  readonly sessions: number;
  /** Stood there from an earlier try. */
  readonly unchanged: number;
  readonly entries: number;
  /** Of all rows, in whichever order. */
  readonly digest: string;
}

export interface CopyOptions {
  readonly onSession?: (done: number) => Promise<void> | void;
}

export async function copyLog(from: LogRows, to: WritableLogRows, options: CopyOptions = {}): Promise<CopyResult> {
  await to.begin(await feedsOf(from));
  const present = new Set(await collect(to.sessions()));
  const all = new RowDigest();
  let [sessions, unchanged] = [0, 0];
  const copy = async (session: SessionId | null): Promise<void> => {
    const isPresent = session === null || present.delete(session);
    if (await copyRows(from, to, { session, isPresent, all })) unchanged += session === null ? 0 : 1;
  };
  for await (const session of from.sessions()) {
    await copy(session);
    sessions++;
    await options.onSession?.(sessions);
  }
  // Of an earlier try: they were deleted from the source since.
  for (const session of present) await to.remove(session);
  await copy(null);
  await to.finish();
  return { sessions, unchanged, entries: all.entries, digest: all.text };
}

/** True: it stood there already. */
async function copyRows(
  from: LogRows,
  to: WritableLogRows,
  {
    session,
    isPresent,
    all,
  }: { readonly session: SessionId | null; readonly isPresent: boolean; readonly all: RowDigest },
): Promise<boolean> {
  if (isPresent) {
    const [wanted, found] = [await digestOf(placed(from.rows(session), to)), await digestOf(to.rows(session))];
    if (wanted.text === found.text) {
      all.addAll(found);
      return true;
    }
  }
  const sent = new RowDigest();
  await to.replace(session, sent.through(placed(from.rows(session), to)));
  const found = await digestOf(to.rows(session));
  if (found.text !== sent.text) {
    const what = session === null ? 'What belongs to no session' : `The session ${session}`;
    throw new LogError('VITRINE_LOG_FAILED', `${what} was written and is read back otherwise: nothing was finished.`);
  }
  all.addAll(found);
  return false;
}

async function* placed(rows: AsyncIterable<LogRow>, to: WritableLogRows): AsyncIterable<LogRow> {
  for await (const row of rows) yield to.place(row);
}

async function feedsOf(from: LogRows): Promise<FeedBounds[]> {
  const rows = await collect(from.rows(null));
  return rows.filter((row) => row.row === 'feed');
}

async function digestOf(rows: AsyncIterable<LogRow>): Promise<RowDigest> {
  const digest = new RowDigest();
  for await (const row of rows) digest.add(row);
  return digest;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const MODULUS = 1n << 256n;

/** The sum of the rows' own digests, so that two drivers may give them in the order that costs them least. */
export class RowDigest {
  #sum = 0n;
  entries = 0;

  get text(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }

  add(row: LogRow): void {
    if (row.row === 'entry') this.entries += row.text.split('\n').length;
    const text = canonicalText(row);
    if (text === undefined) return;
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % MODULUS;
  }

  addAll(other: RowDigest): void {
    this.#sum = (this.#sum + other.#sum) % MODULUS;
    this.entries += other.entries;
  }

  async *through(rows: AsyncIterable<LogRow>): AsyncIterable<LogRow> {
    for await (const row of rows) {
      this.add(row);
      yield row;
    }
  }
}

/** Undefined: it says nothing that every driver keeps. SQLite has one counter for all feeds, and none of a feed's own. */
function canonicalText(row: LogRow): string | undefined {
  switch (row.row) {
    case 'feed':
      return row.base === 0 ? undefined : JSON.stringify(['feed', row.agent, row.base]);
    case 'record': {
      const { session, kind, key, due, value } = row;
      const body = 'text' in value ? value.text : { bytes: Buffer.from(value.bytes).toString('base64') };
      return JSON.stringify(['record', session, kind, key, due, body]);
    }
    case 'session': {
      const { session, ordinal, agent, title, dialect, trust, createdAt, closedAt, base, parent, parentSeq } = row;
      const times = [createdAt, closedAt];
      return JSON.stringify([
        'session',
        session,
        ordinal,
        agent,
        title,
        dialect,
        trust,
        times,
        base,
        parent,
        parentSeq,
      ]);
    }
    case 'entry':
      return JSON.stringify(['entry', row.session, row.seq, row.feed, row.position, row.text]);
    case 'claim':
      return JSON.stringify(['claim', row.session, row.isOverAll, row.claim, row.seq, row.until]);
    case 'snapshot':
      return JSON.stringify(['snapshot', row.session, row.seq, row.version, row.text]);
    case 'cursor':
      return JSON.stringify(['cursor', row.agent, row.consumer, row.position]);
  }
}
