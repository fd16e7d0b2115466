// The viewers of one session that receive the same bytes: those of one dialect and one set of capabilities. Each entry
// is encoded once, when it is judged and the fold stands right behind it; it is sent when it is durable. What was sent
// lately is kept, so that a viewer that was away or slow for a moment goes on from memory; further back lies the log.

import {
  defined,
  type Entry,
  type Json,
  jsonTextSteps,
  type Replica,
  type Seq,
  type Steps,
  type Time,
  type View,
} from '@vitrine/core/internal';
import type { Capabilities, Dialect, Encoded, Loss } from '@vitrine/dialects';
import { Batch, type Outlet, type SentEntry } from '../outlet.ts';
import type { SessionNotes } from './context.ts';
import { bytesOfTexts, Pack, Recent } from './recent.ts';
import { type RecentMemory, RecentValue } from './recent-memory.ts';

/** Sent at once to a viewer that catches up: it may be full after any of them. */
export const PIECE = 256;

/** Those who join within it are told the same time. */
const MOMENT_MS = 100;

/** What a state in memory takes, about: whatever is in it, and each component and value. */
const STATE_BYTES = 4096;
const PART_BYTES = 256;

/** The state as messages. */
interface Joined {
  readonly wire: readonly string[];
  /** Where somebody takes them so. */
  readonly messages?: readonly Json[] | undefined;
  readonly losses: readonly Loss[];
}

/** A viewer in its audience. `seq` is what it has been sent. */
export interface Subscription {
  readonly outlet: Outlet;
  /** The state that it began with, or goes on behind. */
  readonly start: Seq;
  seq: Seq;
  /**
   * `joining`: its beginning is being made; `waiting`: that is not durable yet; `behind`: it was full, or is being served
   * from the log.
   */
  state: 'joining' | 'waiting' | 'live' | 'behind' | 'gone';
  /** What begins its stream, until it may be sent. */
  begin: (Joined & { readonly reset: boolean }) | undefined;
  /** It knows that what follows is live. */
  isReady: boolean;
  /** The state at `seq`, while it is served from the log: a full outlet goes on from there. */
  reading: RecentValue<{ readonly replica: Replica; readonly memory: unknown }> | undefined;
}

export interface AudienceOptions {
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  /** Hears of connections that fail. */
  readonly notes: SessionNotes;
  /** Hears of every connection that ends. */
  readonly onLeave: (subscription: Subscription) => void;
  /** Of all sessions. */
  readonly memory: RecentMemory;
}

export class Audience {
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  readonly subscriptions = new Set<Subscription>();
  readonly #notes: SessionNotes;
  readonly #onLeave: (subscription: Subscription) => void;
  readonly #recentMemory: RecentMemory;
  /** Of what its viewers have been sent, from the first join on. */
  #memory: { readonly of: unknown } | undefined;
  #encodingMs = 0;
  /** Encoded, of what will be one commit. */
  #fresh: SentEntry[] = [];
  /** Not durable yet. */
  #coming: Pack[] = [];
  /** Durable, to be sent with the next flush. */
  #due: Pack[] = [];
  /** All that is durable, as far back as it goes. */
  readonly #recent: Recent;
  /** What its first viewer will most likely join with: made with the memory, and dear to make twice. */
  #unwritten: (Pick<Encoded, 'wire' | 'losses'> & { readonly at: number }) | undefined;
  /** What somebody joined with since the last entry, and when. */
  #joined: RecentValue<Joined & { readonly at: number }> | undefined;

  constructor(options: AudienceOptions, head: Seq) {
    const { dialect, capabilities, notes, onLeave, memory } = options;
    this.dialect = dialect;
    this.capabilities = capabilities;
    this.#notes = notes;
    this.#onLeave = onLeave;
    this.#recentMemory = memory;
    this.#recent = new Recent(head, memory);
  }

  /** How long the last entry took. */
  get encodingMs(): number {
    return this.#encodingMs;
  }

  /** It takes entries: the state has been said once, by whomever. */
  get hasBegun(): boolean {
    return this.#memory !== undefined;
  }

  /** What one joins with now, if it is known. Whoever joins at the same seq and moment is handed the same: thousands come back together. */
  joined(now: Time): Joined | undefined {
    const joined = this.#joined?.value;
    return isSameMoment(joined, now) ? joined : undefined;
  }

  /** All that the first entry needs. The view must not change meanwhile. */
  *beginSteps(view: View, now: Time): Steps<void> {
    const { memory, ...beginning } = yield* joinSteps(this.dialect, view, this.capabilities, now);
    this.#memory ??= { of: memory };
    this.#unwritten = { ...beginning, at: Date.parse(now) };
  }

  /** What one joins with now. The view must not change meanwhile. */
  *joinSteps(view: View, now: Time): Steps<void> {
    if (!this.hasBegun || !isSameMoment(this.#unwritten, now)) yield* this.beginSteps(view, now);
    const { wire, losses } = this.#unwritten as Encoded;
    this.#unwritten = undefined;
    const texts: string[] = [];
    const messages = this.isDecoded ? wire : undefined;
    let bytes = 0;
    for (const message of wire) {
      const text = yield* jsonTextSteps(message);
      texts.push(text);
      bytes += bytesOfTexts([text], messages);
      yield;
    }
    this.#forgetJoined();
    const joined = { wire: texts, losses, at: Date.parse(now), ...defined({ messages }) };
    this.#joined = new RecentValue(joined, bytes, () => {
      this.#joined = undefined;
    });
    this.#recentMemory.keep(this.#joined);
  }

  /** The view has changed: whoever joins now joins another state. */
  forgetJoin(): void {
    this.#forgetJoined();
    this.#unwritten = undefined;
  }

  /** Nothing more is sent from memory. */
  clear(): void {
    this.forgetJoin();
    this.#recent.clear();
    for (const subscription of this.subscriptions) this.forgetReading(subscription);
  }

  #forgetJoined(): void {
    this.#recentMemory.drop(this.#joined);
    this.#joined = undefined;
  }

  /** The view stands right behind the entry. */
  take(entry: Entry, view: View): void {
    const begun = performance.now();
    const { wire, losses } = this.dialect.encode(entry, view, this.#memory?.of);
    this.#fresh.push(toSent(entry, wire, losses, toTexts(wire), this.isDecoded));
    this.#encodingMs = performance.now() - begun;
  }

  /** The same for an entry that is long. The view must not change meanwhile. */
  *takeSteps(entry: Entry, view: View): Steps<void> {
    const { wire, losses } = yield* this.#timed(encodeSteps(this.dialect, entry, view, this.#memory?.of));
    const texts: string[] = [];
    for (const message of wire) {
      texts.push(yield* jsonTextSteps(message));
      yield;
    }
    this.#fresh.push(toSent(entry, wire, losses, texts, this.isDecoded));
  }

  *#timed<T>(steps: Steps<T>): Steps<T> {
    for (let spent = 0; ; ) {
      const begun = performance.now();
      const { done, value } = steps.next();
      spent += performance.now() - begun;
      this.#encodingMs = spent;
      if (done === true) return value;
      yield;
    }
  }

  /** Somebody takes messages as they are: what is encoded for the audience is kept so too. */
  get isDecoded(): boolean {
    for (const { outlet } of this.subscriptions) if (outlet.isDecoded === true) return true;
    return false;
  }

  /** What was taken since the last time is one commit. */
  pack(): void {
    if (this.#fresh.length === 0) return;
    this.#coming.push(new Pack(this.#fresh));
    this.#fresh = [];
  }

  /** What is up to this seq may be told. True: something has to be flushed. */
  release(durable: Seq): boolean {
    let count = 0;
    for (const pack of this.#coming) {
      if (pack.last > durable) break;
      this.#due.push(pack);
      this.#recent.keep(pack);
      count++;
    }
    if (count > 0) this.#coming.splice(0, count);
    for (const subscription of this.subscriptions)
      if (subscription.state === 'waiting' && subscription.seq <= durable) this.#live(subscription);
    return this.#due.length > 0;
  }

  flush(): void {
    if (this.#due.length === 0) return;
    const batch = new Batch(this.#due.flatMap((pack) => pack.items()));
    this.#due = [];
    const first = (batch.items[0] as SentEntry).seq;
    for (const subscription of this.subscriptions) {
      if (subscription.state !== 'live') continue;
      // One that joined a moment ago may have begun in the middle of the batch.
      if (subscription.seq < first) this.#send(subscription, batch);
      else this.#sendRest(subscription, batch.items);
    }
  }

  /** Whether what a viewer misses is in memory. */
  covers(seq: Seq): boolean {
    return this.#recent.covers(seq);
  }

  /** From memory, as far as the outlet takes it. Live when it has taken all. */
  catchUp(subscription: Subscription): void {
    let piece: SentEntry[] = [];
    for (const items of this.#recent.after(subscription.seq)) {
      for (const item of items) {
        piece.push(item);
        if (piece.length < PIECE) continue;
        if (!this.#send(subscription, new Batch(piece))) return;
        piece = [];
      }
    }
    if (piece.length === 0 || this.#send(subscription, new Batch(piece))) this.#live(subscription);
  }

  /** The state that a viewer is served from, which goes on from there; as if it were new each time. */
  keepReading(subscription: Subscription, reading: NonNullable<Subscription['reading']>['value']): void {
    this.forgetReading(subscription);
    if (subscription.state === 'gone') return;
    subscription.reading = new RecentValue(reading, STATE_BYTES + PART_BYTES * partsOf(reading.replica), () => {
      subscription.reading = undefined;
    });
    this.#recentMemory.keep(subscription.reading);
  }

  forgetReading(subscription: Subscription): void {
    this.#recentMemory.drop(subscription.reading);
    subscription.reading = undefined;
  }

  leave(subscription: Subscription): void {
    if (this.subscriptions.delete(subscription)) this.#onLeave(subscription);
    subscription.state = 'gone';
    this.forgetReading(subscription);
  }

  endSeat(subscription: Subscription, reason: 'closed' | 'stopping'): void {
    if (subscription.state === 'gone') return;
    this.leave(subscription);
    try {
      subscription.outlet.end(reason, subscription.seq);
    } catch (error) {
      this.#notes.failure('the end of a connection', error);
    }
  }

  /** A connection could not be written to: a fault of its transport, of which nobody else may notice anything. */
  failed(subscription: Subscription, error: unknown): void {
    if (subscription.state === 'gone') return;
    this.#notes.failure('a viewer could not be served', error);
    this.endSeat(subscription, 'stopping');
  }

  #live(subscription: Subscription): void {
    const { begin, outlet } = subscription;
    subscription.begin = undefined;
    this.forgetReading(subscription);
    subscription.state = 'live';
    try {
      if (begin?.reset === true) outlet.reset();
      if (begin !== undefined) outlet.join(begin.wire, subscription.seq, begin.losses, begin.messages);
      if (!subscription.isReady) outlet.ready(subscription.seq);
      subscription.isReady = true;
    } catch (error) {
      this.failed(subscription, error);
    }
  }

  #send(subscription: Subscription, batch: Batch): boolean {
    subscription.seq = (batch.items.at(-1) as SentEntry).seq;
    try {
      if (subscription.outlet.send(batch)) return true;
      subscription.state = 'behind';
    } catch (error) {
      this.failed(subscription, error);
    }
    return false;
  }

  #sendRest(subscription: Subscription, items: readonly SentEntry[]): void {
    const rest = items.filter(({ seq }) => seq > subscription.seq);
    if (rest.length > 0) this.#send(subscription, new Batch(rest));
  }
}

/** The state as messages; a dialect whose states are never long has no steps. */
export function* joinSteps(
  dialect: Dialect,
  view: View,
  capabilities: Capabilities,
  now: Time,
): Steps<Encoded & { readonly memory: unknown }> {
  const moment = { now };
  if (dialect.joinSteps === undefined) return dialect.join(view, capabilities, moment);
  return yield* dialect.joinSteps(view, capabilities, moment);
}

/** Components and values of data. */
function partsOf({ surfaces }: View): number {
  let parts = 0;
  for (const { componentCount, data } of surfaces.values()) parts += componentCount + data.valueCount;
  return parts;
}

function isSameMoment(one: { readonly at: number } | undefined, now: Time): boolean {
  return one !== undefined && Math.abs(Date.parse(now) - one.at) < MOMENT_MS;
}

function* encodeSteps(dialect: Dialect, entry: Entry, view: View, memory: unknown): Steps<Encoded> {
  if (dialect.encodeSteps === undefined) return dialect.encode(entry, view, memory);
  return yield* dialect.encodeSteps(entry, view, memory);
}

export function toSent(
  entry: Entry,
  wire: readonly Json[],
  losses: readonly Loss[],
  texts: readonly string[],
  isDecoded: boolean,
): SentEntry {
  const sent: { -readonly [K in keyof SentEntry]: SentEntry[K] } = { seq: entry.seq, wire: texts };
  if (losses.length > 0) sent.losses = losses;
  if (isDecoded) sent.messages = wire;
  if (entry.from.role !== 'viewer') return sent;
  sent.author = entry.from.id;
  if (entry.key !== undefined) sent.key = entry.key;
  return sent;
}

const NOTHING: readonly string[] = [];

export function toTexts(wire: readonly Json[]): readonly string[] {
  // As long as it will be: lists that grow hold twice what they need, and these are kept.
  if (wire.length === 1) return [JSON.stringify(wire[0])];
  return wire.length === 0 ? NOTHING : wire.map((message) => JSON.stringify(message));
}
