// Every session of a host: found in memory or loaded from the log when it is first asked for, left again when nobody
// needs it. One process, one of each: two folds of one session would not agree on what comes next.

import {
  defined,
  type Entry,
  escapeSegment,
  type Fold,
  type NewEntry,
  type PortRehearsal,
  type Seq,
  type Time,
  type View,
} from '@vitrine/core/internal';
import { type Page, type PageQuery, pageOf } from '@vitrine/face-kit';
import {
  type LeaseOutcome,
  type NewSession,
  newSessionId,
  type SessionId,
  type SessionOrigin,
  type StoredSessionRow,
} from '@vitrine/log';
import { HostError, toHostError } from '../host-error.ts';
import type { Delivery, DeliveryOptions, IncomingEvents, SessionSummary, Sessions } from '../live.ts';
import { CATALOGS } from './brought-catalogs.ts';
import { HOST, type SessionContext, timeOf } from './context.ts';
import { Deadlines, isOver } from './deadlines.ts';
import { DeliveryFeed } from './deliveries.ts';
import { SessionInMemory } from './live-session.ts';
import { DEFAULT_ACT_WINDOW_MS } from './recent-states.ts';
import { emptyView, rehearse } from './rehearsal.ts';
import { emptyState, foldAt, type StateAt } from './replay.ts';
import { forgetReplies, resealReplies } from './replies.ts';
import type { CallReply, SessionCall } from './session-call.ts';
import { DETAIL_ENTRIES, detailsOfEntries, detailsOfView, type SessionDetails } from './session-details.ts';
import { ViewerProgress } from './viewer-progress.ts';
import type { CommitDraft, WritableSession } from './writable.ts';

/** Beyond these the ones that nobody looks at are left to the log. */
const MAX_LOADED = 500;
/** Of those so many are looked at whenever another one is loaded: thousands may be in use. */
const MAX_LOOKED = 16;
/** One that was asked for so lately is about to be used. */
const RESTING_MS = 5000;
/** Times of last entries that are remembered. */
const MAX_LAST_ENTRIES = 20_000;
/** How often answers whose time is over are forgotten. */
const FORGET_EVERY_MS = 60 * 60 * 1000;

type OpenedSession = Omit<NewSession, 'createdAt'>;

/** One that begins as another up to a seq. */
export interface ForkedSession {
  readonly session?: SessionId;
  readonly forkOf: { readonly session: SessionId; readonly seq: Seq };
}

export class AllSessions implements Sessions {
  readonly #context: SessionContext;
  readonly #loaded = new Map<SessionId, Promise<SessionInMemory>>();
  /** The same, once they are there. */
  readonly #ready = new Map<SessionId, SessionInMemory>();
  /** When each was last asked for, by a clock that nobody sets. */
  readonly #askedAt = new Map<SessionId, number>();
  /** What `#detailsOf` read last of each. */
  readonly #details = new Map<SessionId, { readonly seq: Seq; readonly details: SessionDetails }>();
  /** What `#activeAt` read last of each: a list is asked for every few seconds, and most sessions rest. */
  readonly #lastEntries = new Map<SessionId, { readonly seq: Seq; readonly at: Time | undefined }>();
  /** How far viewers have come: a session that leaves memory does not forget it. */
  readonly #progress = new Map<SessionId, ViewerProgress>();
  #forgetProgressAt = MAX_LOADED * 2;
  readonly #deadlines: Deadlines;
  readonly #deliveries: DeliveryFeed;
  #forgetting: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(context: SessionContext) {
    this.#context = context;
    this.#deadlines = new Deadlines(context, (session, due) => this.#lapse(session, due));
    this.#deliveries = new DeliveryFeed(context, (session) => this.get(session));
    context.log.onFenced(() => {
      for (const live of this.#ready.values()) if (live.isLed) live.fail(new HostError('VITRINE_BUSY'));
    });
  }

  /** For another node that wants to write it. */
  async handOver(session: SessionId): Promise<void> {
    const live = await this.#loaded.get(session)?.catch(() => undefined);
    if (live === undefined || live.failure !== undefined) await this.#context.log.release(session);
    else await live.handOver();
  }

  /** Lets other nodes have every session as soon as what is under way in it is done. */
  async letGo(): Promise<void> {
    const led = [...this.#ready.values()].filter((live) => live.isLed);
    await Promise.all(led.map((live) => live.handOver(true)));
  }

  /** Does calls that arrived at another node, where this one writes the session; a reply for each. */
  async answerCalls(session: SessionId, from: string, calls: readonly SessionCall[]): Promise<readonly CallReply[]> {
    // One that stops will write it no more.
    const live = this.#stopped ? undefined : await this.get(session).catch(toHostError);
    if (live instanceof HostError) return calls.map(() => ({ refusal: toRefusal(live) }));
    return Promise.all(
      calls.map(async (call): Promise<CallReply> => {
        try {
          const answer = await live?.answerCall(call, from);
          return answer === undefined ? { isDone: false } : { answer };
        } catch (error) {
          const { code, message, details } = toHostError(error);
          return code === 'VITRINE_STOPPING' ? { isDone: false } : { refusal: toRefusal({ code, message, details }) };
        }
      }),
    );
  }

  /** What was due while no process ran happens first. */
  async start(): Promise<void> {
    await this.#deliveries.start();
    await forgetReplies(this.#context);
    this.#forgetting = setInterval(() => this.#forget(), FORGET_EVERY_MS).unref();
    await this.#deadlines.start();
  }

  /** Appends what is due by the clock now. */
  lookForDeadlines(): Promise<void> {
    return this.#deadlines.look();
  }

  open(session: OpenedSession): Promise<StoredSessionRow> {
    if (this.#stopped) throw new HostError('VITRINE_STOPPING');
    const id = session.session ?? newSessionId();
    const row = { ...this.#context.redact(session), session: id, createdAt: timeOf(this.#context) };
    const opened = this.#context.log.createSession(row);
    this.#noteOpened(id, session.agent);
    return opened;
  }

  /** A session that begins with what `work` adds to it, in one commit: nobody finds it before, or without that. */
  async begin<T>(
    as: OpenedSession | ForkedSession,
    work: (live: WritableSession, draft: CommitDraft) => T,
  ): Promise<T> {
    if (this.#stopped) throw new HostError('VITRINE_STOPPING');
    const { session: id = newSessionId(), ...rest } = as;
    const createdAt = timeOf(this.#context);
    const { state, row, opening } =
      'forkOf' in rest ? await this.#forked(id, rest.forkOf, createdAt) : this.#new(id, { ...rest, createdAt });
    const live = this.#inMemory(row, state, opening);
    const { result, durable } = live.write((draft) => work(live, draft));
    this.#noteOpened(id, row.agent);
    await durable;
    if (this.#context.peers !== undefined) live.leaseAs(await this.#context.log.acquire(id));
    this.#askedAt.set(id, performance.now());
    this.#loaded.set(id, Promise.resolve(live));
    this.#ready.set(id, live);
    this.#context.meter.loaded(1);
    this.#leaveSome();
    return result;
  }

  #noteOpened(session: SessionId, agent: string): void {
    this.#context.audit?.note({ act: 'open', role: 'agent', session, agent });
  }

  #new(session: SessionId, as: Omit<NewSession, 'session'>) {
    const opening = this.#context.redact(as);
    return { opening, row: { ...opening, session, base: 0 }, state: emptyState(this.#context) };
  }

  async #forked(session: SessionId, forkOf: ForkedSession['forkOf'], createdAt: Time) {
    const source = await this.get(forkOf.session);
    // What is under way is in it.
    await source.settled();
    const { closedAt: _, ...row } = source.row;
    const state = await foldAt(this.#context, forkOf.session, forkOf.seq);
    const opening = { createdAt, forkOf, records: [CATALOGS] };
    return { opening, state, row: { ...row, session, createdAt, forkedFrom: forkOf } };
  }

  /** Seals everything anew, for a key that is to be dropped. */
  async reseal(): Promise<void> {
    // What is under way was sealed before.
    await Promise.all([...this.#ready.values()].map((live) => live.settled()));
    await this.#deliveries.reseal();
    await resealReplies(this.#context);
  }

  /** A session in which nothing has happened. */
  blank(): View {
    return emptyView(this.#context);
  }

  rehearse(input: IncomingEvents): PortRehearsal {
    return rehearse(this.#context, input);
  }

  async get(session: SessionId): Promise<SessionInMemory> {
    if (this.#stopped) throw new HostError('VITRINE_STOPPING');
    this.#askedAt.set(session, performance.now());
    // One that failed is nobody's any more; whoever comes next loads it, and all who come meanwhile wait for that one.
    if (this.#ready.get(session)?.failure !== undefined) this.#drop(session);
    const known = this.#loaded.get(session);
    if (known !== undefined) {
      // The one asked for last is the last to be left.
      this.#loaded.delete(session);
      this.#loaded.set(session, known);
      return this.#context.peers === undefined ? known : this.#unlessErased(session, known);
    }
    const loading = this.#load(session);
    this.#loaded.set(session, loading);
    try {
      this.#ready.set(session, await loading);
      this.#context.meter.loaded(1);
    } catch (error) {
      this.#loaded.delete(session);
      this.#askedAt.delete(session);
      throw error;
    }
    this.#leaveSome();
    return loading;
  }

  /** One that is closed is followed no more: another host may have erased it. */
  async #unlessErased(session: SessionId, known: Promise<SessionInMemory>): Promise<SessionInMemory> {
    const live = await known;
    if (live.row.closedAt === undefined || (await this.#context.log.session(session)) !== undefined) return live;
    this.#forgetSession(session);
    throw new HostError('VITRINE_LOG_SESSION_UNKNOWN');
  }

  async summary(session: SessionId): Promise<SessionSummary> {
    const row = await this.#context.log.session(session);
    if (row === undefined) throw new HostError('VITRINE_LOG_SESSION_UNKNOWN');
    return this.#summaryOf(row);
  }

  async list(agent?: string): Promise<readonly SessionSummary[]> {
    return (await this.page(agent, {})).items;
  }

  async page(agent: string | undefined, query: PageQuery, hasDetails = false): Promise<Page<SessionSummary>> {
    const rows = this.#context.log.sessions(defined({ agent }));
    const { items, next } = await pageOf(rows, query, ({ session }) => session);
    const summaries: SessionSummary[] = [];
    for (const row of items) {
      const summary = await this.#summaryOf(row);
      summaries.push(hasDetails ? { ...summary, ...(await this.#detailsOf(row, summary.seq)) } : summary);
    }
    return { items: summaries, ...defined({ next }) };
  }

  async close(session: SessionId): Promise<StoredSessionRow> {
    const live = await this.get(session);
    if (live.row.closedAt !== undefined) return live.row;
    return live.lead(async () => {
      // Begun together: nobody asks in between.
      const lapsed = lapseAll(live);
      const closed = live.close(() => this.#context.log.closeSession(session, timeOf(this.#context)));
      const [row] = await Promise.all([closed, lapsed]);
      await live.end('closed', row);
      // Nobody writes it any more, and whoever erases it needs the lease.
      await this.#release(session);
      return row;
    });
  }

  /** All of it is gone: whoever looks at it is told that it is closed. */
  async erase(session: SessionId): Promise<void> {
    await this.close(session);
    await this.#context.log.deleteSession(session);
    this.#context.quota?.recount();
    this.#forgetSession(session);
  }

  #forgetSession(session: SessionId): void {
    this.#ready.get(session)?.unload();
    this.#drop(session);
    this.#progress.delete(session);
    this.#lastEntries.delete(session);
    this.#details.delete(session);
  }

  deliveries(options: DeliveryOptions): AsyncIterable<Delivery> {
    return this.#deliveries.read(options);
  }

  hasListener(agent: string, session?: SessionId): boolean {
    return this.#deliveries.listeners.has(agent, session) || this.#context.peers?.mayListen(agent) === true;
  }

  /** The agents that are there. */
  listening(): Iterable<string> {
    return this.#deliveries.listeners.agents();
  }

  confirm(options: {
    readonly agent: string;
    readonly session?: SessionId;
    readonly consumer?: string;
    readonly upTo: number;
  }): Promise<void> {
    return this.#deliveries.confirm(options);
  }

  confirmed(options: Pick<DeliveryOptions, 'agent' | 'session' | 'consumer'>): Promise<number> {
    return this.#deliveries.confirmed(options);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#forgetting);
    await this.#deadlines.stop();
    await Promise.all(
      [...this.#ready.values()].map(async (live) => {
        await live.end('stopping');
        await live.save().catch((error: unknown) => this.#context.notes.failure('a snapshot', error));
        // At once: others go on with it while this host still closes its connections.
        if (live.isLed) await this.#release(live.id);
      }),
    );
  }

  async #load(session: SessionId): Promise<SessionInMemory> {
    const row = await this.#context.log.session(session);
    if (row === undefined) throw new HostError('VITRINE_LOG_SESSION_UNKNOWN');
    // Before it is read: whoever holds it reads all that there is.
    const lease =
      this.#context.peers === undefined || row.closedAt !== undefined
        ? undefined
        : await this.#context.log.acquire(session);
    return this.#inMemory(row, await foldAt(this.#context, session), undefined, lease);
  }

  #inMemory(
    row: StoredSessionRow,
    state: StateAt<Fold>,
    opening?: SessionOrigin,
    lease?: LeaseOutcome,
  ): SessionInMemory {
    const notice = {
      due: (time: Time) => this.#deadlines.expect(time),
      sealed: (count: number) => this.#deliveries.noteSeals(row.agent, count),
    };
    const progress = this.#progressOf(row.session, state.seq);
    return new SessionInMemory(this.#context, row, state, progress, notice, opening, lease);
  }

  #progressOf(session: SessionId, head: Seq): ViewerProgress {
    const { actWindowMs = DEFAULT_ACT_WINDOW_MS, steadyNow } = this.#context;
    const known = this.#progress.get(session);
    const progress = known ?? new ViewerProgress(head, actWindowMs, steadyNow);
    this.#progress.set(session, progress);
    return progress;
  }

  #leaveSome(): void {
    if (this.#ready.size <= MAX_LOADED) return;
    const rested = performance.now() - RESTING_MS;
    for (let looked = 0; looked < MAX_LOOKED && this.#ready.size > MAX_LOADED; looked++) {
      const [[id, loading]] = this.#loaded as unknown as [[SessionId, Promise<SessionInMemory>]];
      const live = this.#ready.get(id);
      this.#loaded.delete(id);
      if (live?.isIdle !== true || (this.#askedAt.get(id) ?? 0) > rested) {
        // In use: not looked at again before all others were.
        this.#loaded.set(id, loading);
        continue;
      }
      this.#drop(id);
      // Whoever still holds it must not write past the one that is loaded next.
      live.unload();
      live
        .save()
        .catch((error: unknown) => this.#context.notes.failure('a snapshot', error))
        .finally(() => this.#leaveToOthers(id));
    }
    this.#forgetProgress();
  }

  /** Unless it was loaded again meanwhile. */
  #leaveToOthers(session: SessionId): void {
    if (!this.#loaded.has(session)) void this.#release(session);
  }

  async #release(session: SessionId): Promise<void> {
    if (this.#context.peers === undefined) return;
    await this.#context.log.release(session).catch((error: unknown) => this.#context.notes.failure('a lease', error));
  }

  #forgetProgress(): void {
    if (this.#progress.size <= this.#forgetProgressAt) return;
    for (const [id, progress] of this.#progress)
      if (!this.#loaded.has(id) && progress.isOver) this.#progress.delete(id);
    this.#forgetProgressAt = Math.max(MAX_LOADED, this.#progress.size) * 2;
  }

  #drop(session: SessionId): void {
    this.#loaded.delete(session);
    this.#askedAt.delete(session);
    if (this.#ready.delete(session)) this.#context.meter.loaded(-1);
  }

  #forget(): void {
    forgetReplies(this.#context).catch((error: unknown) => this.#context.notes.failure('old answers', error));
  }

  async #summaryOf(row: StoredSessionRow): Promise<SessionSummary> {
    const { session, agent, title, dialect, trust, createdAt, closedAt } = row;
    const live = this.#ready.get(session);
    // What was acknowledged by another host counts too.
    const seq: Seq = live?.isNewest === true ? live.seq : await this.#context.log.head(session);
    const activeAt = await this.#activeAt(row, seq);
    return {
      session,
      agent,
      ...defined({ title, dialect }),
      trust,
      createdAt,
      ...defined({ closedAt }),
      seq,
      ...defined({ activeAt }),
      viewers: live?.viewers ?? 0,
    };
  }

  /** Of a session that is not in memory: what its last entries tell, so that a list loads none. */
  async #detailsOf({ session, base, closedAt }: StoredSessionRow, seq: Seq): Promise<SessionDetails> {
    const live = this.#ready.get(session);
    if (live !== undefined) return detailsOfView(live.view, closedAt !== undefined);
    const known = this.#details.get(session);
    if (known?.seq === seq) return known.details;
    const entries: Entry[] = [];
    if (seq > base)
      for await (const entry of this.#context.log.read(session, Math.max(base, seq - DETAIL_ENTRIES))) {
        entries.push(entry);
        if (entry.seq >= seq) break;
      }
    const details = detailsOfEntries(entries, closedAt !== undefined);
    if (this.#details.size >= MAX_LAST_ENTRIES) this.#details.clear();
    this.#details.set(session, { seq, details });
    return details;
  }

  async #activeAt({ session, base }: StoredSessionRow, seq: Seq): Promise<Time | undefined> {
    const known = this.#lastEntries.get(session);
    if (known?.seq === seq) return known.at;
    let at: Time | undefined;
    // An entry that was removed says nothing any more.
    if (seq > base)
      for await (const entry of this.#context.log.read(session, seq - 1)) {
        at = entry.at;
        break;
      }
    if (this.#lastEntries.size >= MAX_LAST_ENTRIES) this.#lastEntries.clear();
    this.#lastEntries.set(session, { seq, at });
    return at;
  }

  async #lapse(session: SessionId, due: { readonly ask: string } | { readonly surface: string }): Promise<boolean> {
    const live = await this.get(session).catch(() => undefined);
    if (live === undefined || live.row.closedAt !== undefined) return true;
    // Whoever holds it looks too.
    if (!live.isLed && !(await this.#context.log.acquire(session)).ok) return false;
    return live.lead(async () => {
      if (live.whenEncoded !== undefined) await live.whenEncoded;
      await this.#lapseIn(live, due);
      return true;
    });
  }

  async #lapseIn(live: SessionInMemory, due: { readonly ask: string } | { readonly surface: string }): Promise<void> {
    if ('surface' in due) {
      if (!live.view.surfaces.has(due.surface)) return;
      await live.write((draft) => live.add(draft, { body: [{ op: 'close', surface: due.surface }] }, HOST)).durable;
      return;
    }
    const ask = live.view.asks.get(due.ask);
    if (ask === undefined || !isOver(ask, this.#context)) return;
    const entry = lapseOf(due.ask, 'deadline', 'Nobody answered in time.');
    await live.write((draft) => live.add(draft, entry, HOST)).durable;
  }
}

function toRefusal({ code, message, details }: Pick<HostError, 'code' | 'message' | 'details'>) {
  return { code, message, ...defined({ details }) };
}

/** A closed session takes no answer: whoever waits for one is told, also where there is no deadline. */
async function lapseAll(live: SessionInMemory): Promise<void> {
  const asks = [...live.view.asks.keys()];
  if (asks.length === 0) return;
  const entries = asks.map((ask) => lapseOf(ask, 'closed', 'The session was closed.'));
  await live.write((draft) => entries.map((entry) => live.add(draft, entry, HOST))).durable;
}

function lapseOf(ask: string, reason: string, message: string): NewEntry {
  const at = `/asks/${escapeSegment(ask)}`;
  const issue = { code: 'VITRINE_ASK_LAPSED', severity: 'warning', fault: 'viewer', message, at } as const;
  return {
    body: [
      { op: 'lapse', ask, reason },
      { event: 'issue', issue },
    ],
  };
}
