// One session in memory: the fold that judges, the queue to the log, the viewers. An entry is judged and applied at
// once, then committed; nobody is told of it before it is durable. What is judged while the disk is busy waits in line
// and is committed with it, so a session never waits for one sync after another.

import {
  type Entry,
  type Fold,
  type FoldSnapshot,
  type Issue,
  type Json,
  type NewEntry,
  type Origin,
  type Outcome,
  type PartIssue,
  type Seq,
  type Trust,
  untracked,
  type View,
} from '@vitrine/core';
import type { Capabilities, Dialect } from '@vitrine/dialects';
import {
  type CommitOutcome,
  type EntryToStore,
  LogError,
  type RecordWrite,
  type SessionId,
  type SessionRow,
  storeEntry,
} from '@vitrine/log';
import { HostError } from '../host-error.ts';
import type { Answer, AttachOptions, FileRow, Incoming, IncomingEvents, LiveSession, ViewerHello } from '../live.ts';
import { type Attachment, Batch, type Outlet, type Sent } from '../outlet.ts';
import { takeMessages } from './agent-road.ts';
import { Audience, PIECE, type Seat, toSent } from './audience.ts';
import { type SessionContext, timeOf } from './context.ts';
import { deadlinesOf } from './deadlines.ts';
import { bytesOfFiles, readFile, removeFile, writeFile } from './files.ts';
import { Presence } from './presence.ts';
import { sizeOf } from './recent.ts';
import { replicaAt, type StateAt } from './replay.ts';
import { type EndedAsks, STATE_VERSION, toState } from './stored-state.ts';
import { takeEvents } from './viewer-road.ts';
import type { Draft, WritableSession } from './writable.ts';

/** Writes to viewers wait so long for more, unless nothing was written for as long. */
const WINDOW_MS = 3;
/** A snapshot is due when this much more was written than the last one is long, and so many entries. */
const SNAPSHOT_FACTOR = 4;
const SNAPSHOT_ENTRIES = 200;
/** Or so many characters: what must be read to come to a seq is bounded in bytes too. */
const SNAPSHOT_CHARS = 4 << 20;
/** A viewer further behind begins anew where its dialect knows how. */
const FARTHEST = 1000;
/** An audience without viewers is kept for so many entries: one who reloads the page comes back to it. */
const EMPTY_FOR = 256;
/** Empty ones that are kept, and all that there may be. */
const MOST_EMPTY = 4;
const MOST_AUDIENCES = 64;
/** Characters that are sent at once to one who catches up. */
const PIECE_CHARS = 128 * 1024;
/** What a person acts on is judged as it was shown, if that is no longer ago. */
const RECENT_MS = 5000;
/** Entries that come closer to each other are one moment. */
const MOMENT_MS = 50;

/** What the others of the host must know of a session's commits. */
export interface SessionNotice {
  due(time: string): void;
  sealed(count: number): void;
}

/** What a commit leaves to be done when it is durable. */
interface Committing {
  readonly records: readonly RecordWrite[];
  readonly snapshot: { readonly seq: Seq; readonly state: Json } | undefined;
  readonly note: { readonly role: Origin['role']; readonly count: number; readonly begun: number } | undefined;
}

export class SessionInMemory implements LiveSession, WritableSession {
  readonly id: SessionId;
  readonly context: SessionContext;
  readonly ended: EndedAsks;
  readonly #fold: Fold;
  readonly #presence: Presence;
  readonly #notice: SessionNotice;
  row: SessionRow;
  /** Judged and applied; durable up to `#durable`. */
  #head: Seq;
  #durable: Seq;
  readonly #audiences = new Map<string, { readonly audience: Audience; emptySince: Seq }>();
  #flushTimer: NodeJS.Timeout | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #sinceSnapshot = { chars: 0, entries: 0, last: 0 };
  /** When entries came lately: the first seq of each moment. */
  #moments: { readonly seq: Seq; readonly at: number }[] = [];
  #underWay = 0;
  #idle: (() => void)[] = [];
  #failed: HostError | undefined;
  #ended: 'closed' | 'stopping' | undefined;
  /** Being closed: what is under way is finished, nothing more is taken. */
  #isClosing = false;

  constructor(context: SessionContext, row: SessionRow, state: StateAt<Fold>, notice: SessionNotice) {
    this.id = row.session;
    this.context = context;
    this.row = row;
    this.#fold = state.replica;
    this.ended = state.ended;
    this.#head = state.seq;
    this.#durable = state.seq;
    this.#notice = notice;
    this.#presence = new Presence(this);
    if (row.closedAt !== undefined) this.#ended = 'closed';
  }

  get seq(): Seq {
    return this.#durable;
  }
  get head(): Seq {
    return this.#head;
  }
  get view(): View {
    return this.#fold;
  }
  get fold(): Fold {
    return this.#fold;
  }
  get viewers(): number {
    return this.#presence.size;
  }
  get presence(): Presence {
    return this.#presence;
  }
  /** Nobody looks at it and nothing is under way: it can be loaded again. */
  get isIdle(): boolean {
    return this.#underWay === 0 && this.#seatCount() === 0 && this.#presence.size === 0;
  }
  get hasFailed(): boolean {
    return this.#failed !== undefined;
  }

  takeMessages(input: Incoming): Promise<Answer> {
    return takeMessages(this, input);
  }
  takeEvents(input: IncomingEvents): Promise<Answer> {
    return takeEvents(this, input);
  }
  greet(hello: ViewerHello): Promise<void> {
    return this.#presence.greet(hello);
  }
  bid(viewer: string): Promise<void> {
    return this.#presence.bid(viewer);
  }
  addFile(file: Omit<FileRow, 'ref' | 'size'> & { readonly bytes: Uint8Array }): Promise<FileRow> {
    return writeFile(this, file);
  }
  removeFile(ref: string): Promise<void> {
    return removeFile(this, ref);
  }
  fileBytes(): Promise<number> {
    return bytesOfFiles(this);
  }
  file(ref: string): Promise<(FileRow & { readonly bytes: Uint8Array }) | undefined> {
    return readFile(this, ref);
  }
  entries(after: Seq, signal: AbortSignal): AsyncIterable<Entry> {
    return this.context.log.read(this.id, after, { live: this.#ended === undefined, signal });
  }

  async snapshot(at?: Seq): Promise<{ readonly seq: Seq } & Pick<FoldSnapshot, 'surfaces' | 'asks' | 'tasks'>> {
    if (at !== undefined && at > this.#durable) throw new HostError('VITRINE_LOG_SEQ');
    const isNow = this.#head === this.#durable && (at === undefined || at === this.#durable);
    const { replica, seq } = isNow
      ? { replica: this.#fold, seq: this.#head }
      : await replicaAt(this.context, this.id, at ?? this.#durable);
    const { surfaces, asks, tasks } = replica.snapshot();
    return { seq, surfaces, asks, tasks };
  }

  write<T>(work: (draft: Draft) => T): { readonly result: T; readonly durable: Promise<void> } {
    if (this.#failed !== undefined) throw this.#failed;
    if (this.#ended === 'closed' || this.#isClosing) throw new HostError('VITRINE_LOG_SESSION_CLOSED');
    if (this.#ended === 'stopping') throw new HostError('VITRINE_STOPPING');
    const draft: Draft = { first: this.#head + 1, entries: [], records: [] };
    try {
      const result = work(draft);
      return { result, durable: this.#commit(draft) };
    } catch (error) {
      // What was applied before is not in the log and never will be.
      this.#fail(error);
      throw error;
    }
  }

  add(draft: Draft, entry: NewEntry & { readonly basis?: Seq }, from: Origin): Outcome<NewEntry, PartIssue> {
    const { body, key, ref, basis, wire, trust = this.row.trust } = this.#redacted(entry);
    const objection = this.#objectionTo(body, from);
    if (objection !== undefined) return { ok: false, issues: [objection] };
    const toStore = { at: timeOf(this.context), from, trust, key, ref, basis, body, wire };
    const stored = storeUnlessUnsayable(toStore, this.#head + 1);
    // What JSON cannot say is no entry; the judge knows where it stands.
    if (stored === undefined) return this.#refuseUnsayable(body, trust);
    const { text, entry: written } = stored;
    const outcome = this.#fold.accept({ body: written.body }, trust);
    if (!outcome.ok) return outcome;
    this.#head = written.seq;
    draft.entries.push({ text, from });
    for (const record of deadlinesOf(this.id, written.body)) draft.records.push(record);
    this.ended.note(written.body);
    this.#sinceSnapshot.chars += text.length;
    this.#sinceSnapshot.entries++;
    untracked(() => this.#encode(written));
    return outcome;
  }

  #commit({ first, entries, records }: Draft): Promise<void> {
    if (entries.length === 0 && records.length === 0) return Promise.resolve();
    if (entries.length > 0) this.#noteMoment(first);
    for (const { audience } of this.#audiences.values()) audience.pack();
    const role = entries[0]?.from.role;
    const committing: Committing = {
      records,
      snapshot: this.#dueSnapshot(),
      note: role === undefined ? undefined : { role, count: entries.length, begun: performance.now() },
    };
    this.#underWay++;
    const expect = entries.length === 0 ? {} : { expect: first - 1 };
    // What waits for the disk does not hold the entries: thousands may be under way, and what lives long is dear.
    return this.#committed(this.context.log.commit({ session: this.id, entries, ...expect, records }), committing);
  }

  async #committed(outcome: Promise<CommitOutcome>, { records, snapshot, note }: Committing): Promise<void> {
    try {
      const stored = await outcome;
      if (!stored.ok) throw new HostError('VITRINE_LOG_FAILED', stored.message);
      if (note !== undefined) this.context.meter.committed(note.count, performance.now() - note.begun, note.role);
      this.#release(stored.last);
      this.#tellRecords(records);
      if (snapshot !== undefined) this.#saveSnapshot(snapshot);
    } catch (error) {
      if (error instanceof LogError && error.code === 'VITRINE_LOG_FAILED') this.context.notes.storeFailed();
      // The fold is ahead of the log and cannot go back: this one ends, the next one is made from the log.
      this.#fail(error);
      throw this.#failed;
    } finally {
      if (--this.#underWay === 0) for (const done of this.#idle.splice(0)) done();
    }
  }

  attach(outlet: Outlet, { dialect, capabilities: said, after, history }: AttachOptions): Attachment {
    if (this.#failed !== undefined) throw this.#failed;
    const { catalogs } = this.#presence.of(outlet.viewer) ?? {};
    const capabilities = said ?? (catalogs === undefined ? {} : { catalogs });
    const audience = this.#audience(dialect, capabilities);
    const seat: Seat = {
      outlet,
      seq: this.#head,
      state: 'waiting',
      begin: undefined,
      isTold: false,
      reading: undefined,
    };
    audience.seats.add(seat);
    const from = history === true ? 0 : after;
    const isFar = from === undefined || from > this.#durable || this.#isTooFar(from, dialect, history === true);
    if (isFar) {
      const { wire, losses } = untracked(() => audience.join(this.#fold, timeOf(this.context)));
      seat.begin = { wire, losses, reset: from !== undefined };
      this.#release(this.#durable);
    } else {
      seat.seq = from;
      this.#catchUp(audience, seat);
    }
    this.#endIfOver(audience, seat);
    return {
      resume: () => {
        if (seat.state !== 'behind') return;
        this.context.meter.slowViewer();
        this.#catchUp(audience, seat);
      },
      detach: () => this.#leave(audience, seat),
    };
  }

  /** What is under way is done. */
  settled(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Closes it in the log once what is under way is done; takes nothing meanwhile. */
  async close<T>(inLog: () => Promise<T>): Promise<T> {
    this.#isClosing = true;
    try {
      await this.settled();
      return await inLog();
    } finally {
      this.#isClosing = false;
    }
  }

  isRecent(seq: Seq): boolean {
    if (seq > this.#head) return false;
    const begin = this.context.steadyNow() - RECENT_MS;
    const moment = this.#moments.find(({ at }) => at >= begin);
    return moment === undefined ? seq === this.#head : seq >= moment.seq - 1;
  }

  /** Tells every viewer, once what is under way is told. */
  async end(reason: 'closed' | 'stopping', row: SessionRow = this.row): Promise<void> {
    this.#ended = reason;
    this.row = row;
    await this.settled();
    this.#flush();
    for (const { audience } of this.#audiences.values()) {
      // Whoever is behind in a session that is closed still gets the rest of it.
      for (const seat of [...audience.seats])
        if (reason === 'stopping' || seat.state !== 'behind') this.#endSeat(audience, seat, reason);
    }
    this.#presence.stop();
  }

  shownTo(viewer: string): Seq | undefined {
    let shown: Seq | undefined;
    for (const { audience } of this.#audiences.values()) {
      for (const { outlet, seq } of audience.seats)
        if (outlet.viewer === viewer && (shown === undefined || seq < shown)) shown = seq;
    }
    return shown;
  }

  rename(row: SessionRow): void {
    this.row = row;
  }

  /** It is loaded anew when it is next asked for: whoever still holds this one is sent there. */
  leave(): void {
    this.#failed = new HostError('VITRINE_BUSY');
  }

  /** For unloading: the next load is short. */
  async save(): Promise<void> {
    if (this.#sinceSnapshot.entries < SNAPSHOT_ENTRIES) return;
    const state = toState(this.#fold, this.ended);
    await this.context.log.saveSnapshot(this.id, { seq: this.#head, version: STATE_VERSION, state });
  }

  #objectionTo(body: NewEntry['body'], { role }: Origin): Issue | undefined {
    if (role === 'host') return undefined;
    for (const judge of this.context.guards ?? []) {
      const objection = judge(this.id, body, role, this.#fold);
      if (objection !== undefined) return objection;
    }
    return undefined;
  }

  #redacted<E extends NewEntry>(entry: E): E {
    if (!this.context.hidesAnything) return entry;
    const hidden = this.context.redact(entry);
    return { ...hidden, body: hidden.body.map((part) => this.#withoutGrownSecret(part)) };
  }

  /** A secret that comes in pieces is one when the last of them is there. */
  #withoutGrownSecret(part: NewEntry['body'][number]): NewEntry['body'][number] {
    if (!('op' in part) || part.op !== 'append' || typeof part.value !== 'string') return part;
    const { surface, path, value } = part;
    const before = this.#fold.surfaces.get(surface)?.data.get(path);
    if (typeof before !== 'string') return part;
    const whole = before + value;
    const redacted = this.context.redact(whole);
    return redacted === whole ? part : { op: 'set', surface, path, value: redacted };
  }

  #refuseUnsayable(body: NewEntry['body'], trust: Trust): Outcome<NewEntry, PartIssue> {
    const outcome = this.#fold.accept({ body }, trust);
    if (!outcome.ok) return outcome;
    throw new HostError('VITRINE_HOST_FAILED', 'An entry was accepted that cannot be stored.');
  }

  #noteMoment(seq: Seq): void {
    const at = this.context.steadyNow();
    const last = this.#moments.at(-1);
    if (last !== undefined && at - last.at < MOMENT_MS) return;
    this.#moments = this.#moments.filter((moment) => moment.at >= at - RECENT_MS);
    this.#moments.push({ seq, at });
  }

  #audience(dialect: Dialect, capabilities: Capabilities): Audience {
    const name = `${dialect.id} ${JSON.stringify(capabilities)}`;
    let kept = this.#audiences.get(name);
    if (kept === undefined) {
      const audience = untracked(() => new Audience(dialect, capabilities, this.#fold, this.#head));
      kept = { audience, emptySince: this.#head };
      this.#makeRoom();
      this.#audiences.set(name, kept);
    }
    return kept.audience;
  }

  /** Each audience costs an encoding of every entry, whether anybody is in it or not. */
  #makeRoom(): void {
    const empty = [...this.#audiences].filter(([, { audience }]) => audience.seats.size === 0);
    for (const [name] of empty.slice(0, Math.max(0, empty.length - MOST_EMPTY + 1))) this.#audiences.delete(name);
    if (this.#audiences.size >= MOST_AUDIENCES) throw new HostError('VITRINE_BUSY');
  }

  #encode(entry: Entry): void {
    for (const [name, kept] of this.#audiences) {
      const { audience } = kept;
      if (audience.seats.size > 0) kept.emptySince = entry.seq;
      else if (entry.seq - kept.emptySince > EMPTY_FOR) {
        this.#audiences.delete(name);
        continue;
      }
      audience.take(entry, this.#fold);
    }
  }

  #release(durable: Seq): void {
    if (durable > this.#durable) this.#durable = durable;
    let due = false;
    for (const { audience } of this.#audiences.values()) if (audience.release(this.#durable)) due = true;
    if (!due || this.#flushTimer !== undefined) return;
    const rest = this.#flushedAt + WINDOW_MS - performance.now();
    if (rest <= 0) this.#flush();
    else this.#flushTimer = setTimeout(() => this.#flush(), Math.ceil(rest));
  }

  #flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    for (const { audience } of this.#audiences.values()) audience.flush();
    this.#flushedAt = performance.now();
  }

  #isTooFar(from: Seq, dialect: Dialect, history: boolean): boolean {
    if (from < this.row.base) return true;
    // Other dialects have no word for beginning anew.
    return !history && dialect.id === 'vitrine' && this.#durable - from > FARTHEST;
  }

  #catchUp(audience: Audience, seat: Seat): void {
    if (audience.covers(seat.seq)) {
      // What is sent from memory passes by the state that was read.
      seat.reading = undefined;
      audience.catchUp(seat);
      this.#endIfOver(audience, seat);
      return;
    }
    seat.state = 'behind';
    void this.#catchUpFromLog(audience, seat).catch((error: unknown) => {
      this.context.notes.failure('a viewer could not be served from the log', error);
      this.#endSeat(audience, seat, 'stopping');
    });
  }

  /** Encodes again what is no longer in memory, as far as the outlet takes it. */
  async #catchUpFromLog(audience: Audience, seat: Seat): Promise<void> {
    const { dialect } = audience;
    seat.reading ??= await this.#readingAt(audience, seat.seq);
    const { replica, memory } = seat.reading;
    let piece: Sent[] = [];
    let chars = 0;
    const send = (): boolean => {
      const batch = new Batch(piece);
      piece = [];
      chars = 0;
      seat.seq = batch.items.at(-1)?.seq ?? seat.seq;
      return batch.items.length === 0 || seat.outlet.send(batch);
    };
    for await (const entry of this.context.log.read(this.id, seat.seq)) {
      if (seat.state === 'gone') return;
      replica.apply(entry);
      piece.push(
        toSent(
          entry,
          untracked(() => dialect.encode(entry, replica, memory)),
        ),
      );
      if (audience.covers(entry.seq)) break;
      chars += sizeOf(piece.at(-1) as Sent);
      // A full outlet calls again when it is empty: it is read again from there.
      if ((piece.length === PIECE || chars > PIECE_CHARS) && !send()) return;
    }
    if (!send()) return;
    if (seat.state === 'gone') return;
    this.#catchUp(audience, seat);
  }

  async #readingAt({ dialect, capabilities }: Audience, seq: Seq): Promise<NonNullable<Seat['reading']>> {
    const { replica } = await replicaAt(this.context, this.id, seq);
    return { replica, memory: untracked(() => dialect.join(replica, capabilities)).memory };
  }

  /** One that is still being served is ended when it has all there is. */
  #endIfOver(audience: Audience, seat: Seat): void {
    if (this.#ended !== undefined && seat.state === 'live') this.#endSeat(audience, seat, this.#ended);
  }

  #leave(audience: Audience, seat: Seat): void {
    seat.state = 'gone';
    audience.seats.delete(seat);
  }

  #endSeat(audience: Audience, seat: Seat, reason: 'closed' | 'stopping'): void {
    if (seat.state === 'gone') return;
    this.#leave(audience, seat);
    seat.outlet.end(reason, seat.seq);
  }

  #fail(error: unknown): void {
    if (this.#failed !== undefined) return;
    this.context.notes.failure('a commit', error);
    this.#failed = error instanceof HostError ? error : new HostError('VITRINE_LOG_FAILED');
    this.#presence.stop();
    for (const { audience } of this.#audiences.values())
      for (const seat of [...audience.seats]) this.#endSeat(audience, seat, 'stopping');
  }

  #dueSnapshot(): { readonly seq: Seq; readonly state: Json } | undefined {
    const { chars, entries, last } = this.#sinceSnapshot;
    if ((entries < SNAPSHOT_ENTRIES && chars < SNAPSHOT_CHARS) || chars < last * SNAPSHOT_FACTOR) return undefined;
    const state = toState(this.#fold, this.ended);
    this.#sinceSnapshot = { chars: 0, entries: 0, last: JSON.stringify(state).length };
    return { seq: this.#head, state };
  }

  #tellRecords(records: readonly RecordWrite[]): void {
    let sealed = 0;
    for (const write of records) {
      if ('remove' in write) continue;
      if (write.kind === 'deadline' && write.due !== undefined) this.#notice.due(write.due);
      if (write.kind === 'seal') sealed++;
    }
    if (sealed > 0) this.#notice.sealed(sealed);
  }

  #saveSnapshot({ seq, state }: { readonly seq: Seq; readonly state: Json }): void {
    this.context.log
      .saveSnapshot(this.id, { seq, version: STATE_VERSION, state })
      .catch((error: unknown) => this.context.notes.failure('a snapshot', error));
  }

  #seatCount(): number {
    let count = 0;
    for (const { audience } of this.#audiences.values()) count += audience.seats.size;
    return count;
  }
}

/** Undefined: JSON cannot say it. */
function storeUnlessUnsayable(entry: EntryToStore, seq: Seq): ReturnType<typeof storeEntry> | undefined {
  try {
    return storeEntry(entry, seq);
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
