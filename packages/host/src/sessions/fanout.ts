// Who looks at one session: every viewer sits in the audience of its dialect, is told what is durable, and is brought up
// to date from memory or from the log when it was away or slow. A connection that fails loses its subscription, nothing more.

import {
  defined,
  type Entry,
  type Fold,
  type Seq,
  type Steps,
  type Time,
  type TraceSpan,
  untracked,
} from '@vitrine/core/internal';
import type { Capabilities, Dialect } from '@vitrine/dialects';
import { SLICE_MS, Slices } from '@vitrine/face-kit';
import type { SessionId, StoredSessionRow } from '@vitrine/log';
import { HostError } from '../host-error.ts';
import type { AttachOptions } from '../live.ts';
import { type Attachment, Batch, type Outlet, type SentEntry } from '../outlet.ts';
import { Audience, joinSteps, PIECE, type Subscription, toSent, toTexts } from './audience.ts';
import { type SessionContext, timeOf } from './context.ts';
import type { Presence } from './presence.ts';
import { sizeOf } from './recent.ts';
import { replicaAt } from './replay.ts';
import { type SeqRange, withRange } from './seq-ranges.ts';
import { runUntil, StateReadQueue } from './state-read-queue.ts';
import type { ViewerProgress } from './viewer-progress.ts';

/** Writes to viewers wait so long for more, unless nothing was written for as long. */
const WINDOW_MS = 3;
/** What a call shows in slices is told together, if it is done by then. */
const MAX_CORKED_MS = 100;
/** What is so short, in characters and in milliseconds of the entry before it, is never worth a turn of its own. */
const SHORT_ENTRY = 16 * 1024;
const SHORT_ENCODING_MS = 1;
/** A viewer further behind begins anew where its dialect knows how. */
const FARTHEST = 1000;
/** An audience without viewers is kept for so many entries: one who reloads the page comes back to it. */
const EMPTY_FOR = 256;
/** Empty ones that are kept, and all that there may be. */
const MAX_EMPTY = 4;
const MAX_AUDIENCES = 64;
/** Characters that are sent at once to one who catches up. */
const PIECE_CHARS = 128 * 1024;

/** What is looked at. `seq` is durable, `head` is judged and applied. */
interface Watched {
  readonly id: SessionId;
  readonly context: SessionContext;
  readonly row: StoredSessionRow;
  readonly fold: Fold;
  readonly head: Seq;
  readonly seq: Seq;
  readonly presence: Presence;
  readonly progress: ViewerProgress;
  readonly over: 'closed' | 'stopping' | undefined;
  /** It cannot go on. */
  fail(error: unknown): void;
}

export class Fanout {
  readonly #session: Watched;
  readonly #audiences = new Map<string, { readonly audience: Audience; emptySince: Seq }>();
  #flushTimer: NodeJS.Timeout | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #corkedUntil = Number.NEGATIVE_INFINITY;
  #releasing: NodeJS.Immediate | undefined;
  #releasingTrace: string | undefined;
  /** What is durable and not told yet. */
  #telling: TraceSpan[] = [];
  /** What is too long to be said at once. */
  readonly #reads: StateReadQueue;
  /** Audiences whose beginning is being made, and what waits for each. */
  readonly #joins = new Map<Audience, (() => void)[]>();

  constructor(session: Watched) {
    this.#session = session;
    this.#reads = new StateReadQueue((error) => session.fail(error));
  }

  get size(): number {
    let count = 0;
    for (const { audience } of this.#audiences.values()) count += audience.subscriptions.size;
    return count;
  }

  attach(outlet: Outlet, { dialect, capabilities: declared, after, history }: AttachOptions): Attachment {
    const { context, head, seq: durable, presence, progress } = this.#session;
    const { catalogs } = presence.of(outlet.viewer) ?? {};
    const audience = this.#audience(dialect, declared ?? defined({ catalogs }));
    const from = history === true ? 0 : after;
    const isAnew = from === undefined || from > durable || this.#isTooFar(from, dialect, history === true);
    const start = isAnew ? head : from;
    const subscription: Subscription = {
      outlet,
      start,
      seq: start,
      state: 'joining',
      begin: undefined,
      isReady: false,
      reading: undefined,
    };
    audience.subscriptions.add(subscription);
    progress.begin(outlet.viewer);
    const now = timeOf(context);
    this.#whenReady(audience, isAnew, now, () => {
      if (subscription.state === 'gone') return;
      subscription.state = 'waiting';
      const joined = audience.joined(now);
      if (isAnew && joined !== undefined) {
        subscription.begin = { ...joined, reset: from !== undefined };
        this.release();
      } else this.#catchUp(audience, subscription);
      this.#endIfOver(audience, subscription);
    });
    return {
      resume: () => {
        if (subscription.state !== 'behind') return;
        context.meter.slowViewer();
        this.#catchUp(audience, subscription);
      },
      detach: () => audience.leave(subscription),
    };
  }

  /** An entry whose text is so long was applied, in a turn that began then: the fold stands right behind it. */
  take(entry: Entry, length: number, begun: number): void {
    const { fold } = this.#session;
    const until = begun + SLICE_MS;
    for (const [name, kept] of this.#audiences) {
      const { audience } = kept;
      if (audience.subscriptions.size > 0) kept.emptySince = entry.seq;
      else if (entry.seq - kept.emptySince > EMPTY_FOR) {
        this.#drop(name);
        continue;
      }
      audience.forgetJoin();
      const isShort = length < SHORT_ENTRY && audience.encodingMs < SHORT_ENCODING_MS;
      if (isShort && performance.now() < until) audience.take(entry, fold);
      else this.#encode(audience, entry, until);
    }
  }

  /** When all that is being encoded now is encoded. Undefined: nothing is. */
  get whenEncoded(): Promise<void> | undefined {
    return this.#reads.whenDone;
  }

  read<T>(steps: Steps<T>): T | Promise<T> {
    return this.#reads.read(steps);
  }

  /** At once, because the fold moves on. */
  finishEncoding(): void {
    this.#reads.finish();
  }

  /** What is shown from now on is told together, unless it takes long. Gives what ends it. */
  cork(): () => void {
    this.#corkedUntil = performance.now() + MAX_CORKED_MS;
    return () => {
      this.#corkedUntil = Number.NEGATIVE_INFINITY;
      clearTimeout(this.#flushTimer);
      this.#flushTimer = undefined;
      this.release();
    };
  }

  /** What was taken since the last time is one commit. */
  pack(): void {
    for (const { audience } of this.#audiences.values()) audience.pack();
  }

  /** What is durable by now may be told; the last of it was written under `trace`. */
  release(trace?: string): void {
    let due = false;
    for (const { audience } of this.#audiences.values()) if (audience.release(this.#session.seq)) due = true;
    if (due && trace !== undefined) this.#traceTelling(trace);
    if (!due || this.#flushTimer !== undefined) return;
    const rest = Math.max(this.#flushedAt + WINDOW_MS, this.#corkedUntil) - performance.now();
    if (rest <= 0) this.#flush();
    else this.#flushTimer = setTimeout(() => this.#flush(), Math.ceil(rest));
  }

  /** What another host wrote is durable when it comes, one entry after the other: told once for all of this turn. */
  releaseSoon(trace: string | undefined): void {
    this.#releasingTrace = trace;
    this.#releasing ??= setImmediate(() => this.#releaseTaken());
  }

  #releaseTaken(): void {
    clearImmediate(this.#releasing);
    this.#releasing = undefined;
    this.pack();
    this.release(this.#releasingTrace);
  }

  /** The session is over for everybody. */
  end(reason: 'closed' | 'stopping'): void {
    this.finishEncoding();
    if (this.#releasing !== undefined) this.#releaseTaken();
    this.#flush();
    for (const { audience } of this.#audiences.values()) {
      // Whoever is behind in a session that is closed still gets the rest of it.
      for (const subscription of [...audience.subscriptions])
        if (reason === 'stopping' || subscription.state !== 'behind') audience.endSeat(subscription, reason);
    }
  }

  /** The session failed: what is not durable is told to nobody. */
  fail(): void {
    clearImmediate(this.#releasing);
    this.#reads.clear();
    this.#joins.clear();
    for (const { audience } of this.#audiences.values())
      for (const subscription of [...audience.subscriptions]) audience.endSeat(subscription, 'stopping');
    this.clear();
  }

  /** Nobody is served from here any more. */
  clear(): void {
    for (const { audience } of this.#audiences.values()) audience.clear();
  }

  /** The states that a viewer has been sent, on all the connections that it has or had lately, the oldest first. */
  rangesOf(viewer: string): readonly SeqRange[] {
    let ranges = this.#session.progress.of(viewer)?.ranges ?? [];
    for (const { audience } of this.#audiences.values()) {
      for (const subscription of audience.subscriptions) {
        const sent = subscription.outlet.viewer === viewer ? sentOn(subscription) : undefined;
        if (sent !== undefined) ranges = withRange(ranges, sent);
      }
    }
    return ranges;
  }

  /** When the audience takes entries; `isAnew`: and has what one joins with now. At once where that takes no longer than a slice. */
  #whenReady(audience: Audience, isAnew: boolean, now: Time, then: () => void): void {
    if (isAnew ? audience.joined(now) !== undefined : audience.hasBegun) return then();
    const waiting = this.#joins.get(audience);
    if (waiting !== undefined) {
      waiting.push(() => this.#whenReady(audience, isAnew, now, then));
      return;
    }
    const { fold } = this.#session;
    const steps = isAnew ? audience.joinSteps(fold, now) : audience.beginSteps(fold, now);
    if (runUntil(steps, performance.now() + SLICE_MS)) return then();
    const all = [then];
    this.#joins.set(audience, all);
    this.#reads.add(steps, () => {
      this.#joins.delete(audience);
      for (const one of all) one();
    });
  }

  #encode(audience: Audience, entry: Entry, until: number): void {
    const steps = audience.takeSteps(entry, this.#session.fold);
    if (performance.now() < until && runUntil(steps, until)) return;
    this.#reads.add(steps, () => {
      audience.pack();
      this.release();
    });
  }

  #audience(dialect: Dialect, capabilities: Capabilities): Audience {
    const { context, head } = this.#session;
    const name = `${dialect.id} ${JSON.stringify(capabilities)}`;
    let kept = this.#audiences.get(name);
    if (kept === undefined) {
      const onLeave = (subscription: Subscription): void =>
        this.#session.progress.end(subscription.outlet.viewer, sentOn(subscription));
      const options = { dialect, capabilities, notes: context.notes, onLeave, memory: context.recentMemory };
      const audience = new Audience(options, head);
      kept = { audience, emptySince: head };
      this.#makeRoom();
      this.#audiences.set(name, kept);
    }
    return kept.audience;
  }

  /** Each audience costs an encoding of every entry, whether anybody is in it or not. */
  #makeRoom(): void {
    const empty = [...this.#audiences].filter(([, { audience }]) => audience.subscriptions.size === 0);
    for (const [name] of empty.slice(0, Math.max(0, empty.length - MAX_EMPTY + 1))) this.#drop(name);
    if (this.#audiences.size >= MAX_AUDIENCES) throw new HostError('VITRINE_BUSY');
  }

  #drop(name: string): void {
    this.#audiences.get(name)?.audience.clear();
    this.#audiences.delete(name);
  }

  #traceTelling(parent: string): void {
    const { id, context } = this.#session;
    const attributes = { 'vitrine.session': id, 'vitrine.connections': this.size };
    const span = context.tracer?.begin('vitrine.fanout', { parent, attributes });
    if (span !== undefined) this.#telling.push(span);
  }

  #flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    for (const { audience } of this.#audiences.values()) audience.flush();
    for (const span of this.#telling.splice(0)) span.end();
    this.#flushedAt = performance.now();
  }

  #isTooFar(from: Seq, dialect: Dialect, history: boolean): boolean {
    const { row, seq } = this.#session;
    if (from < row.base) return true;
    // Other dialects have no word for beginning anew.
    return !history && dialect.id === 'vitrine' && seq - from > FARTHEST;
  }

  #catchUp(audience: Audience, subscription: Subscription): void {
    if (audience.covers(subscription.seq)) {
      // What is sent from memory passes by the state that was read.
      audience.forgetReading(subscription);
      audience.catchUp(subscription);
      this.#endIfOver(audience, subscription);
      return;
    }
    subscription.state = 'behind';
    void this.#catchUpFromLog(audience, subscription).catch((error: unknown) => audience.failed(subscription, error));
  }

  /** Encodes again what is no longer in memory, as far as the outlet takes it. */
  async #catchUpFromLog(audience: Audience, subscription: Subscription): Promise<void> {
    const { id, context } = this.#session;
    const reading = subscription.reading?.value ?? (await this.#readingAt(audience, subscription.seq));
    audience.keepReading(subscription, reading);
    const { replica, memory } = reading;
    let piece: SentEntry[] = [];
    let chars = 0;
    const send = (): boolean => {
      const batch = new Batch(piece);
      piece = [];
      chars = 0;
      subscription.seq = batch.items.at(-1)?.seq ?? subscription.seq;
      return batch.items.length === 0 || subscription.outlet.send(batch);
    };
    const slices = new Slices();
    for await (const entry of context.log.read(id, subscription.seq)) {
      if (slices.isOver) await slices.next();
      if (subscription.state === 'gone') return;
      replica.apply(entry);
      const { wire, losses } = untracked(() => audience.dialect.encode(entry, replica, memory));
      piece.push(toSent(entry, wire, losses, toTexts(wire), subscription.outlet.isDecoded === true));
      if (audience.covers(entry.seq)) break;
      chars += sizeOf(piece.at(-1) as SentEntry);
      // A full outlet calls again when it is empty: it is read again from there.
      if ((piece.length === PIECE || chars > PIECE_CHARS) && !send()) return;
    }
    if (!send() || subscription.state === 'gone') return;
    this.#catchUp(audience, subscription);
  }

  async #readingAt(
    { dialect, capabilities }: Audience,
    seq: Seq,
  ): Promise<NonNullable<Subscription['reading']>['value']> {
    const { context, id } = this.#session;
    const slices = new Slices();
    const { replica } = await replicaAt(context, id, seq, slices);
    const steps = joinSteps(dialect, replica, capabilities, timeOf(context));
    return { replica, memory: (await slices.takeAll(steps)).memory };
  }

  /** One that is still being served is ended when it has all there is. */
  #endIfOver(audience: Audience, subscription: Subscription): void {
    const { over } = this.#session;
    if (over !== undefined && subscription.state === 'live') audience.endSeat(subscription, over);
  }
}

/** Undefined: nothing yet. */
function sentOn({ state, start, seq }: Subscription): SeqRange | undefined {
  return state === 'joining' || state === 'waiting' ? undefined : { from: start, to: seq };
}
