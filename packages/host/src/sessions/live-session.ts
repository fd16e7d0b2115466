// One session in memory: the fold that judges and the queue to the log. An entry is judged and applied at once, then
// committed; nobody is told of it before it is durable. What is judged while the disk is busy waits in line and is
// committed with it, so a session never waits for one sync after another. Who looks at it is left to fanout.ts, who writes
// it to leadership.ts.

import {
  defined,
  type Entry,
  type Fold,
  type FoldSnapshot,
  type Issue,
  type Json,
  jsonTextSteps,
  type NewEntry,
  type Origin,
  type Outcome,
  type PartIssue,
  type Seq,
  type Steps,
  type TraceSpan,
  type Trust,
  untracked,
  type View,
} from '@vitrine/core/internal';
import { nextTurn, Slices } from '@vitrine/face-kit';
import {
  type Commit,
  type CommitOutcome,
  type LeaseOutcome,
  LogError,
  type RecordWrite,
  type SessionId,
  type SessionOrigin,
  type StoredSessionRow,
} from '@vitrine/log';
import type { AuditAct } from '../audit/audit-line.ts';
import { viewerActs } from '../audit/viewer-acts.ts';
import { HostError } from '../host-error.ts';
import type {
  AttachOptions,
  FileRow,
  Incoming,
  IncomingEvents,
  IngestAnswer,
  JoinRequest,
  LiveSession,
} from '../live.ts';
import type { Attachment, Outlet } from '../outlet.ts';
import { addBrought } from './brought-catalogs.ts';
import type { SessionContext } from './context.ts';
import { deadlinesOf } from './deadlines.ts';
import { Fanout } from './fanout.ts';
import { bytesOfFiles, readFile, removeFile, writeFile } from './files.ts';
import { ingestEvents } from './ingest-events.ts';
import { ingestMessages } from './ingest-messages.ts';
import { Leadership } from './leadership.ts';
import { prepareEntry, prepareEntrySteps } from './prepare-entry.ts';
import { Presence } from './presence.ts';
import { DEFAULT_ACT_WINDOW_MS, RecentStates } from './recent-states.ts';
import { replicaAt, type StateAt } from './replay.ts';
import type { SeqRange } from './seq-ranges.ts';
import type { PresenceEvent, SessionCall, SessionCallAnswer } from './session-call.ts';
import { SnapshotPlan } from './snapshot-plan.ts';
import { type EndedAsks, STATE_VERSION, toState } from './stored-state.ts';
import { withTrace } from './trace-call.ts';
import type { ViewerProgress } from './viewer-progress.ts';
import type { CommitDraft, EntryToAdd, PreparedEntry, WritableSession } from './writable.ts';

/** What the others of the host must know of a session's commits. */
export interface SessionOwner {
  due(time: string): void;
  sealed(count: number): void;
}

/** What a commit leaves to be done when it is durable. */
interface Committing {
  readonly records: readonly RecordWrite[];
  readonly snapshot: { readonly seq: Seq; readonly state: Json } | undefined;
  readonly trace: TraceSpan | undefined;
  readonly note: { readonly role: Origin['role']; readonly count: number; readonly begun: number } | undefined;
}

export class SessionInMemory implements LiveSession, WritableSession {
  readonly id: SessionId;
  readonly context: SessionContext;
  readonly ended: EndedAsks;
  readonly #fold: Fold;
  readonly #presence: Presence;
  readonly #notice: SessionOwner;
  row: StoredSessionRow;
  /** Judged and applied; durable up to `#durable`. */
  #head: Seq;
  #durable: Seq;
  readonly #fanout: Fanout;
  readonly recent: RecentStates;
  readonly progress: ViewerProgress;
  readonly #snapshots = new SnapshotPlan();
  #underWay = 0;
  #idle: (() => void)[] = [];
  #failed: HostError | undefined;
  #shownTrace: string | undefined;
  #ended: 'closed' | 'stopping' | undefined;
  /** It is not in the log before its first commit. */
  #opening: SessionOrigin | undefined;
  /** Being closed: what is under way is finished, nothing more is taken. */
  #isClosing = false;
  /** Absent: this host is the only one that writes the log. */
  #leadership: Leadership | undefined;

  constructor(
    context: SessionContext,
    row: StoredSessionRow,
    state: StateAt<Fold>,
    progress: ViewerProgress,
    notice: SessionOwner,
    opening?: SessionOrigin,
    lease?: LeaseOutcome,
  ) {
    this.#opening = opening;
    this.id = row.session;
    this.context = context;
    this.row = row;
    this.#fold = state.replica;
    this.ended = state.ended;
    this.#head = state.seq;
    this.#durable = state.seq;
    this.recent = new RecentStates(state.seq, context.actWindowMs ?? DEFAULT_ACT_WINDOW_MS, context);
    this.progress = progress;
    this.#notice = notice;
    this.#presence = new Presence(this);
    this.#fanout = new Fanout(this);
    if (row.closedAt !== undefined) this.#ended = 'closed';
    if (lease !== undefined) this.leaseAs(lease);
  }

  /** Other hosts write the log too: from now on this one writes the session under its lease alone. */
  leaseAs(lease: LeaseOutcome): void {
    this.#leadership = new Leadership(this, lease);
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
  get shownTrace(): string | undefined {
    return this.#shownTrace;
  }
  get hasOpenAsk(): boolean {
    return this.view.asks.size > 0;
  }

  get viewers(): number {
    return this.#presence.size;
  }
  get presence(): Presence {
    return this.#presence;
  }
  /** Nobody looks at it and nothing is under way: it can be loaded again. */
  get isIdle(): boolean {
    return this.#underWay === 0 && this.#fanout.size === 0 && this.#presence.size === 0;
  }
  /** Nothing more comes, and why. */
  get over(): 'closed' | 'stopping' | undefined {
    return this.#ended;
  }
  get failure(): HostError | undefined {
    return this.#failed;
  }

  /** Whether this host writes the session; otherwise it applies what another one writes. */
  get isLed(): boolean {
    return this.#leadership?.isHeld !== false;
  }

  /** Whether nobody else can have written what this host has not applied. */
  get isNewest(): boolean {
    return this.isLed && this.context.log.isHeard;
  }

  /** Runs what adds to the session, while no other host may. */
  lead<T>(work: () => T | Promise<T>, isWithin = false): Promise<T> {
    if (this.#leadership !== undefined) return this.#leadership.use(work, isWithin);
    try {
      return Promise.resolve(work());
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  /** Lets another host write the session. */
  handOver(isStopping = false): Promise<boolean> {
    return this.#leadership?.handOver(isStopping) ?? Promise.resolve(false);
  }

  loadCatalogs(): Promise<void> {
    return addBrought(this.context, this.id, this.view.catalogs);
  }

  apply(entry: Entry): void {
    if (entry.seq !== this.#head + 1) return;
    this.#fanout.finishEncoding();
    const begun = performance.now();
    this.#fold.apply(entry);
    this.#head = entry.seq;
    this.#durable = entry.seq;
    this.ended.note(entry);
    this.recent.note(entry);
    this.#noteTrace(entry);
    untracked(() => this.#fanout.take(entry, 0, begun));
    this.#fanout.releaseSoon(entry.trace);
  }

  ingestMessages(input: Incoming): Promise<IngestAnswer> {
    return this.#run({ call: 'messages', input: withTrace(this, input) });
  }
  ingestEvents(incoming: IncomingEvents): Promise<IngestAnswer> {
    const input = withTrace(this, incoming);
    // What a face adds to the commit is not data alone.
    if (input.commit !== undefined) return this.lead(() => ingestEvents(this, input));
    if (this.isLed) return this.#run({ call: 'events', input });
    const { viewer, confirmed = this.confirmedBy(viewer) } = input;
    const known = { ranges: this.rangesOf(viewer), confirmed: this.progress.of(viewer)?.confirmed ?? 0 };
    const elsewhere = { ...known, ...defined({ hello: this.#presence.of(viewer) }) };
    return this.#run({ call: 'events', input: { ...input, confirmed, elsewhere } });
  }
  join(hello: JoinRequest): Promise<void> {
    return this.#presence.join(hello);
  }
  async addPresence(event: PresenceEvent): Promise<void> {
    await this.#run({ call: 'presence', event });
  }

  /** Here, or by the host that writes the session. */
  async #run(call: SessionCall): Promise<SessionCallAnswer> {
    if (this.#leadership === undefined) return this.#take(call);
    if (this.#failed !== undefined) throw this.#failed;
    const answer = await this.#leadership.run(call, () => this.#take(call));
    const { dialect, confirmed, ...rest } = answer;
    if (dialect !== undefined && this.row.dialect === undefined) this.row = { ...this.row, dialect };
    if (confirmed !== undefined && call.call === 'events') this.progress.confirm(call.input.viewer, confirmed);
    return rest;
  }

  /** For another host. Undefined: this one does not write the session. */
  async answerCall(call: SessionCall, from: string): Promise<SessionCallAnswer | undefined> {
    let confirmed: Seq | undefined;
    const confirm = (seq: Seq): void => {
      confirmed = Math.max(confirmed ?? 0, seq);
    };
    const own: SessionCall = call.call === 'events' ? { ...call, input: { ...call.input, confirm } } : call;
    const work = async () => ({ ...(await this.#take(own)), ...defined({ dialect: this.row.dialect, confirmed }) });
    return this.#leadership === undefined ? work() : this.#leadership.runFor(from, work);
  }

  #take(call: SessionCall): Promise<IngestAnswer> {
    switch (call.call) {
      case 'messages':
        return ingestMessages(this, call.input);
      case 'events':
        return ingestEvents(this, call.input);
      default:
        return this.#presence.add(call.event);
    }
  }

  leave(viewer: string): Promise<void> {
    return this.#presence.leave(viewer);
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
    // What was acknowledged by another host is in it too, and one that was paused may lead no more.
    const isNewest = this.isNewest;
    const durable = isNewest ? this.#durable : await this.context.log.head(this.id);
    if (at !== undefined && at > durable) throw new HostError('VITRINE_LOG_SEQ');
    if (!isNewest) return this.#snapshotAt(at ?? durable);
    const isNow = this.#head === this.#durable && (at === undefined || at === this.#durable);
    if (!isNow) return this.#snapshotAt(at ?? this.#durable);
    const { surfaces, asks, tasks } = this.#fold.snapshot();
    return { seq: this.#head, surfaces, asks, tasks };
  }

  async #snapshotAt(at: Seq): ReturnType<LiveSession['snapshot']> {
    const { replica, seq } = await replicaAt(this.context, this.id, at);
    const { surfaces, asks, tasks } = replica.snapshot();
    return { seq, surfaces, asks, tasks };
  }

  write<T>(work: (draft: CommitDraft) => T): { readonly result: T; readonly durable: Promise<void> } {
    if (this.#failed !== undefined) throw this.#failed;
    if (this.#ended === 'closed' || this.#isClosing) throw new HostError('VITRINE_LOG_SESSION_CLOSED');
    if (this.#ended === 'stopping') throw new HostError('VITRINE_STOPPING');
    if (!this.isLed) throw new HostError('VITRINE_BUSY');
    const draft: CommitDraft = { first: this.#head + 1, entries: [], records: [], claims: [], acts: [] };
    try {
      const result = work(draft);
      return { result, durable: this.#commit(draft) };
    } catch (error) {
      // What was applied before is not in the log and never will be.
      this.fail(error);
      throw error;
    }
  }

  add(draft: CommitDraft, entry: EntryToAdd, from: Origin): Outcome<NewEntry, PartIssue> {
    return this.addPrepared(draft, this.prepare(entry, from));
  }

  prepare(entry: EntryToAdd, from: Origin): PreparedEntry {
    return prepareEntry(this, entry, from);
  }

  prepareSteps(entry: EntryToAdd, from: Origin): Steps<PreparedEntry> {
    return prepareEntrySteps(this, entry, from);
  }

  addPrepared(draft: CommitDraft, prepared: PreparedEntry): Outcome<NewEntry, PartIssue> {
    const { entry, from, trust, body, stored, judged } = prepared;
    this.#fanout.finishEncoding();
    const begun = performance.now();
    // A secret may be whole only together with what came since.
    if (this.context.hidesAnything && stored !== undefined && stored.entry.seq !== this.#head + 1)
      return this.addPrepared(draft, this.prepare(entry, from));
    const objection = this.#objectionTo(body, from);
    if (objection !== undefined) return { ok: false, issues: [objection] };
    // What JSON cannot say is no entry; the judge knows where it stands.
    if (stored === undefined) return this.#refuseUnsayable(body, trust);
    const outcome = this.#fold.accept({ body: stored.entry.body }, trust, judged);
    if (!outcome.ok) return outcome;
    const { text } = stored;
    // Others may have come since it was written.
    const written = stored.entry.seq === this.#head + 1 ? stored.entry : { ...stored.entry, seq: this.#head + 1 };
    this.#head = written.seq;
    draft.entries.push({ text, from });
    this.context.quota?.add(this.row.agent, text.length);
    draft.trace = written.trace;
    this.#noteTrace(written);
    if (from.role === 'viewer' && this.context.audit !== undefined)
      draft.acts.push(...viewerActs(this.id, written, draft.credential));
    for (const record of deadlinesOf(this.id, written.body)) draft.records.push(record);
    this.ended.note(written);
    this.#snapshots.wrote(text.length);
    this.recent.note(written);
    untracked(() => this.#fanout.take(written, text.length, begun));
    return outcome;
  }

  #commit({ first, entries, records, claims, acts, trace }: CommitDraft): Promise<void> {
    const opening = this.#opening;
    if (entries.length === 0 && records.length === 0 && opening === undefined) return Promise.resolve();
    this.#opening = undefined;
    this.#fanout.pack();
    const role = entries[0]?.from.role;
    const committing: Committing = {
      records,
      snapshot: this.#snapshots.due(this.#head, () => toState(this.#fold, this.ended)),
      trace: this.#traceCommit(trace, entries.length),
      note: role === undefined ? undefined : { role, count: entries.length, begun: performance.now() },
    };
    this.#underWay++;
    const expect = entries.length === 0 ? {} : { expect: first - 1 };
    // What waits for the disk does not hold the entries: thousands may be under way, and what lives long is dear.
    const commit: Commit = {
      ...{ session: this.id, entries, ...expect, records },
      ...(opening === undefined ? defined({ epoch: this.#leadership?.epoch }) : {}),
      ...(claims.length === 0 ? {} : { claims }),
      ...defined({ open: opening }),
    };
    const committed = this.#committed(this.context.log.commit(commit), committing);
    return acts.length === 0 ? committed : this.#audited(committed, acts);
  }

  #noteTrace({ from, trace }: Entry): void {
    if (from.role === 'agent') this.#shownTrace = trace;
  }

  #traceCommit(parent: string | undefined, entries: number): TraceSpan | undefined {
    if (parent === undefined) return undefined;
    const attributes = { 'vitrine.session': this.id, 'vitrine.entries': entries };
    return this.context.tracer?.begin('vitrine.commit', { parent, attributes });
  }

  /** Handed over in the same turn as the commit, so that both are stored by one sync. */
  async #audited(committed: Promise<void>, acts: readonly AuditAct[]): Promise<void> {
    const { audit, notes } = this.context;
    const noted = audit?.append(...acts).catch((error: unknown) => notes.failure('the audit', error));
    try {
      await committed;
    } catch (error) {
      audit?.note(...acts.map((act) => ({ ...act, act: `not stored: ${act.act}` })));
      throw error;
    }
    await noted;
  }

  async #committed(outcome: Promise<CommitOutcome>, { records, snapshot, note, trace }: Committing): Promise<void> {
    try {
      const stored = await outcome;
      if (!stored.ok)
        throw new HostError(
          stored.code === 'VITRINE_LOG_FENCED' ? 'VITRINE_BUSY' : 'VITRINE_LOG_FAILED',
          stored.message,
        );
      if (note !== undefined) this.context.meter.committed(note.count, performance.now() - note.begun, note.role);
      if (stored.last > this.#durable) this.#durable = stored.last;
      trace?.end();
      this.#fanout.release(trace?.traceparent);
      this.#tellRecords(records);
      if (snapshot !== undefined) void this.#saveSnapshot(snapshot);
    } catch (error) {
      trace?.fail(error);
      if (error instanceof LogError && error.code === 'VITRINE_LOG_FAILED') this.context.notes.storeFailed(error);
      this.fail(error);
      throw this.#failed;
    } finally {
      this.#done();
    }
  }

  get whenEncoded(): Promise<void> | undefined {
    return this.#fanout.whenEncoded;
  }

  read<T>(steps: Steps<T>): T | Promise<T> {
    return this.#fanout.read(steps);
  }

  cork(): () => void {
    return this.#fanout.cork();
  }

  attach(outlet: Outlet, options: AttachOptions): Attachment {
    if (this.#failed !== undefined) throw this.#failed;
    return this.#fanout.attach(outlet, options);
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

  /** Tells every viewer, once what is under way is told. */
  async end(reason: 'closed' | 'stopping', row: StoredSessionRow = this.row): Promise<void> {
    this.#ended = reason;
    this.#leadership?.stop();
    this.row = row;
    await this.settled();
    this.#fanout.end(reason);
    this.#presence.stop();
  }

  sentTo(viewer: string): Seq | undefined {
    return this.rangesOf(viewer).at(-1)?.to;
  }

  rangesOf(viewer: string): readonly SeqRange[] {
    return this.#fanout.rangesOf(viewer);
  }

  confirmShown(viewer: string, seq: Seq): boolean {
    if (seq > (this.sentTo(viewer) ?? -1)) return false;
    this.progress.confirm(viewer, seq);
    return true;
  }

  noteShown(viewer: string, seq: Seq): void {
    this.progress.show(viewer, seq);
  }

  confirmedBy(viewer: string): Seq {
    return this.progress.confirmedBy(viewer);
  }

  setRow(row: StoredSessionRow): void {
    this.row = row;
  }

  /** It is loaded anew when it is next asked for: whoever still holds this one is sent there. */
  unload(): void {
    this.#failed = new HostError('VITRINE_BUSY');
    this.#leadership?.stop();
    this.#fanout.clear();
  }

  /** For unloading: the next load is short. */
  async save(): Promise<void> {
    if (!this.#snapshots.isWorthSaving || !this.isLed) return;
    const [seq, state] = [this.#head, toState(this.#fold, this.ended)];
    const text = await new Slices().takeAll(jsonTextSteps(state));
    await this.context.log.saveSnapshot(this.id, { seq, version: STATE_VERSION, text });
  }

  #objectionTo(body: NewEntry['body'], { role }: Origin): Issue | undefined {
    if (role === 'host') return undefined;
    const isFull = role === 'agent' ? this.context.quota?.objectionTo(this.row.agent) : undefined;
    if (isFull !== undefined) return isFull;
    for (const judge of this.context.guards ?? []) {
      const objection = judge(this.id, body, role, this.#fold);
      if (objection !== undefined) return objection;
    }
    return undefined;
  }

  #refuseUnsayable(body: NewEntry['body'], trust: Trust): Outcome<NewEntry, PartIssue> {
    const outcome = this.#fold.accept({ body }, trust);
    if (!outcome.ok) return outcome;
    throw new HostError('VITRINE_HOST_FAILED', 'An entry was accepted that cannot be stored.');
  }

  /** The fold is ahead of what is told or stored: this one ends, the next one is made from the log. */
  fail(error: unknown): void {
    if (this.#failed !== undefined) return;
    this.context.notes.failure('a commit', error);
    this.#failed = error instanceof HostError ? error : new HostError('VITRINE_LOG_FAILED');
    this.#leadership?.stop();
    this.#presence.stop();
    this.#fanout.fail();
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

  /** In slices: it walks the whole state. */
  async #saveSnapshot({ seq, state }: { readonly seq: Seq; readonly state: Json }): Promise<void> {
    this.#underWay++;
    try {
      await nextTurn();
      const text = await new Slices().takeAll(jsonTextSteps(state));
      this.#snapshots.saved(text.length);
      await this.context.log.saveSnapshot(this.id, { seq, version: STATE_VERSION, text });
    } catch (error) {
      this.context.notes.failure('a snapshot', error);
    } finally {
      this.#done();
    }
  }

  #done(): void {
    if (--this.#underWay === 0) for (const done of this.#idle.splice(0)) done();
  }
}
