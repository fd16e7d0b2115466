// Reading: the past in pages from the store, then what is committed from now on, from memory. A reader that falls behind,
// or finds a gap, goes back to the store, so what it yields never depends on what it was told.

import type { Entry, Seq } from '@vitrine/core';
import { type ParseLong, readEntry, readLongEntry, type Upcasters } from './entry-text.ts';
import { LogError } from './log-error.ts';
import { type EntryRun, firstSeq } from './runs.ts';
import type { FeedEntry, LogPosition, ReadOptions, SessionId } from './session-log.ts';
import { type Tail, Tails } from './tails.ts';

export interface EntryPage {
  /** The texts, one a line. */
  readonly lines: string;
  /** The seq of the last line: the first may be before what was asked for, since a run is read whole. */
  readonly last: Seq;
  readonly rows: number;
  /** There can be no further entry. */
  readonly closed: boolean;
}

export interface FeedRow {
  readonly position: LogPosition;
  readonly session: SessionId;
  readonly seq: Seq;
  readonly text: string;
}

/** A run as a row has it: the seq of its last entry. */
export interface RunRow {
  readonly seq: Seq;
  readonly text: string;
}

/** Up to where the live readers of a session have read, or were told. */
export interface ReaderPlace {
  readonly session: SessionId;
  readonly after: Seq;
}

/** All that is new in a session, or word that its readers look for themselves: it is much, or the session is over. */
export type NewEntries = readonly RunRow[] | 'more';

/** What a driver reads from its store. */
export interface EntryPages {
  entryPage(session: SessionId, after: Seq, limit: number): Promise<EntryPage>;
  /** What is new in each of some sessions, in their order. Absent: nobody else writes the store. */
  newEntries?(wanted: readonly ReaderPlace[]): Promise<readonly NewEntries[]>;
  feedPage(agent: string, after: LogPosition, limit: number): Promise<readonly FeedRow[]>;
}

/** A committed entry on its way to live readers; parsed once for all of them. */
interface Fresh {
  readonly seq: Seq;
  readonly text: string;
  entry?: Entry | Promise<Entry>;
}

export interface EntryReaderOptions {
  /** Absent: those of the format. */
  readonly upcasters?: Upcasters;
  /** Absent: whatever is long is parsed at once. */
  readonly parseLong?: ParseLong;
}

/** How far one reading has come. */
interface ReadProgress {
  last: Seq;
  /** The session was there when something was read of it. */
  isFound: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Rows. Few at first: how long they are shows with them. */
const FIRST_PAGE = 8;
const MAX_PAGE_ROWS = 1024;
/** Characters that a page should have: an entry may be as long as a message. */
const PAGE_LENGTH = 1 << 18;
/** Sessions that are looked at together. */
const MAX_LOOK = 200;
/** Characters that are parsed at once: a few milliseconds. */
const MAX_SHORT_ENTRY = 1 << 19;

export class EntryReader {
  readonly #pages: EntryPages;
  readonly #options: EntryReaderOptions;
  readonly #bySession = new Tails<Fresh>();
  readonly #byAgent = new Tails<never>();
  /** Of sessions that are read live: up to where. */
  readonly #reached = new Map<SessionId, Seq>();

  constructor(pages: EntryPages, options: EntryReaderOptions) {
    this.#pages = pages;
    this.#options = options;
  }

  /** Of entries that were committed. Without their texts readers look for themselves. */
  tell(session: SessionId, first: Seq, runs: readonly Pick<EntryRun, 'text'>[]): void {
    if (!this.isRead(session)) return;
    const fresh: Fresh[] = [];
    for (const run of runs) for (const text of run.text.split('\n')) fresh.push({ seq: first + fresh.length, text });
    this.#reach(session, first + fresh.length - 1);
    this.#bySession.tell(session, fresh);
  }

  /** A run that another process has committed. */
  take(session: SessionId, { seq, text }: RunRow): void {
    this.tell(session, firstSeq(text, seq), [{ text }]);
  }

  /** Every live reader has all up to there, or was told of it, or looks for itself. */
  #reach(session: SessionId, seq: Seq): void {
    if (seq > (this.#reached.get(session) ?? -1)) this.#reached.set(session, seq);
  }

  isRead(session: SessionId): boolean {
    return this.#bySession.has(session);
  }

  tellAgent(agent: string): void {
    this.#byAgent.tell(agent);
  }

  /** Something may have been committed elsewhere. What is new is read once for all sessions and all their readers. */
  async look(sessions: Iterable<SessionId>): Promise<void> {
    const wanted: ReaderPlace[] = [];
    for (const session of sessions) {
      const after = this.#reached.get(session);
      if (after === undefined) this.#bySession.tell(session);
      else wanted.push({ session, after });
    }
    for (let i = 0; i < wanted.length; i += MAX_LOOK) await this.#lookAt(wanted.slice(i, i + MAX_LOOK));
  }

  async #lookAt(wanted: readonly ReaderPlace[]): Promise<void> {
    // Whoever cannot be told looks, and learns what is wrong.
    const found = (await this.#pages.newEntries?.(wanted).catch(() => undefined)) ?? [];
    for (const [index, { session }] of wanted.entries()) {
      const rows = found[index] ?? 'more';
      const first = rows === 'more' ? undefined : rows[0];
      if (rows === 'more') this.#bySession.tell(session);
      else if (first !== undefined) this.tell(session, firstSeq(first.text, first.seq), rows);
    }
  }

  lookAll(): Promise<void> {
    this.#byAgent.tellAll();
    return this.look(this.#bySession.names());
  }

  end(session: SessionId): void {
    this.#bySession.end(session);
  }

  endAll(): void {
    this.#bySession.endAll();
    this.#byAgent.endAll();
  }

  async *read(session: SessionId, after: Seq, { signal, live }: ReadOptions): AsyncIterable<Entry> {
    // Before the past is read, so that nothing falls between.
    const tail = live === true ? this.#bySession.open(session, signal) : undefined;
    const walk: ReadProgress = { last: after, isFound: false, signal };
    try {
      for (;;) {
        const isOver = yield* this.#readPast(session, walk);
        if (isOver || tail === undefined) return;
        this.#reach(session, walk.last);
        const isEnded = yield* this.#readPresent(tail, walk);
        if (isEnded) return;
      }
    } catch (error) {
      if (!isGone(error, tail, walk)) throw error;
    } finally {
      tail?.close();
      if (!this.isRead(session)) this.#reached.delete(session);
    }
  }

  async *readAgent(agent: string, after: LogPosition, { signal, live }: ReadOptions): AsyncIterable<FeedEntry> {
    const tail = live === true ? this.#byAgent.open(agent, signal) : undefined;
    let last = after;
    try {
      do {
        let limit = FIRST_PAGE;
        for (let isFull = true; isFull; ) {
          const rows = await this.#pages.feedPage(agent, last, limit);
          for (const { position, session, seq, text } of rows) {
            if (signal?.aborted === true) return;
            last = position;
            yield { position, session, entry: await this.#entry(text, seq) };
          }
          isFull = rows.length === limit;
          limit = nextLimit(
            rows.length,
            rows.reduce((sum, { text }) => sum + text.length, 0),
          );
        }
      } while (tail !== undefined && (await tail.next()).kind !== 'ended');
    } catch (error) {
      if (!isGone(error, tail)) throw error;
    } finally {
      tail?.close();
    }
  }

  /** Is this the end, because of the reader or because the session is closed? */
  async *#readPast(session: SessionId, walk: ReadProgress): AsyncGenerator<Entry, boolean> {
    for (let limit = FIRST_PAGE; ; ) {
      if (isAborted(walk)) return true;
      const { lines, last, rows, closed } = await this.#pages.entryPage(session, walk.last, limit);
      walk.isFound = true;
      const texts = last === walk.last ? [] : lines.split('\n').slice(walk.last - last);
      for (const text of texts) {
        if (isAborted(walk)) return true;
        yield this.#entry(text, ++walk.last);
      }
      if (rows < limit) return closed;
      limit = nextLimit(rows, lines.length);
    }
  }

  /** Is this the end? Otherwise the store has what the tail has not. */
  async *#readPresent(tail: Tail<Fresh>, walk: ReadProgress): AsyncGenerator<Entry, boolean> {
    for (;;) {
      const news = await tail.next();
      if (news.kind !== 'items') return news.kind === 'ended';
      for (const fresh of news.items) {
        if (isAborted(walk)) return true;
        if (fresh.seq <= walk.last) continue;
        if (fresh.seq > walk.last + 1) return false;
        walk.last = fresh.seq;
        fresh.entry ??= this.#entry(fresh.text, fresh.seq);
        yield fresh.entry;
      }
    }
  }

  #entry(text: string, seq: Seq): Entry | Promise<Entry> {
    const { upcasters, parseLong } = this.#options;
    if (parseLong === undefined || text.length <= MAX_SHORT_ENTRY) return readEntry(text, seq, upcasters);
    return readLongEntry(text, seq, parseLong, upcasters);
  }
}

/** Was what a live reader reads taken away while it read? That is an end, and no error. */
function isGone(error: unknown, tail: Tail<unknown> | undefined, walk?: ReadProgress): boolean {
  if (tail === undefined || !(error instanceof LogError)) return false;
  // Another process may have deleted it.
  if (!tail.isEnded) return walk?.isFound === true && error.code === 'VITRINE_LOG_SESSION_UNKNOWN';
  return error.code === 'VITRINE_LOG_SESSION_UNKNOWN' || error.code === 'VITRINE_LOG_CLOSED';
}

/** A call, because the compiler takes a field for unchanged while others run. */
function isAborted({ signal }: ReadProgress): boolean {
  return signal?.aborted === true;
}

/** Rows of runs as one page; one that was cut for its length is a full one, since there is more. Throws where one is missing. */
export function toPage(
  rows: readonly { readonly seq: Seq; readonly text: string }[],
  { after, limit, closed }: { readonly after: Seq; readonly limit: number; readonly closed: boolean },
): EntryPage {
  assertNoneMissing(rows, after);
  let chars = 0;
  const end = rows.findIndex(({ text }) => {
    chars += text.length;
    // Somebody may hold it for long.
    return chars >= PAGE_LENGTH;
  });
  const fit = end < 0 ? rows : rows.slice(0, end + 1);
  const lines = fit.map(({ text }) => text).join('\n');
  return { lines, last: fit.at(-1)?.seq ?? after, rows: fit.length < rows.length ? limit : rows.length, closed };
}

/** Entries are told by their place in what was read: those behind a gap would pass for what is missing. */
function assertNoneMissing(rows: readonly { readonly seq: Seq; readonly text: string }[], after: Seq): void {
  let last = after;
  for (const { seq, text } of rows) {
    const [from, to] = [last + 1, firstSeq(text, seq) - 1];
    const what = from === to ? `Entry ${from} is` : `The entries from seq ${from} to ${to} are`;
    if (to >= from) throw new LogError('VITRINE_LOG_DAMAGED', `${what} missing.`);
    last = seq;
  }
}

/** As many as fill a page, when they are as long as those before. */
function nextLimit(count: number, length: number): number {
  return Math.max(1, Math.min(MAX_PAGE_ROWS, Math.floor((PAGE_LENGTH * count) / Math.max(length, 1))));
}
