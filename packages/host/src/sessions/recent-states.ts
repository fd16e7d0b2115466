// Which states of a session somebody may still act on: those that were replaced less than a window ago. Kept are the times
// of the latest entries, in stretches, and which surfaces they closed: little, however many entries there are. The states
// themselves are folded again from the log when needed.

import { type Entry, isOp, type Seq, type SurfaceId, type Time } from '@vitrine/core/internal';
import type { SessionId, SessionLog } from '@vitrine/log';

/** How long a state may be acted on after the next one took its place. */
export const DEFAULT_ACT_WINDOW_MS = 10 * 60 * 1000;
/** States further back than so many entries are not acted on, however little time has passed. */
export const MAX_RECENT_STATES = 65_536;
/** How far the log is looked back into at first for what an earlier process wrote; then four times as far. */
const FIRST_LOOK_BACK = 256;
/** Entries that follow each other within this part of the window are over together, with the last of them. */
const STRETCHES = 64;
/** Closings that are kept before old ones are looked for. */
const MAX_CLOSINGS = 1024;

export interface Clocks {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyNow: () => number;
}

/** Entries up to a seq, behind those of the stretch before; by the steady clock. */
interface Stretch {
  readonly first: number;
  last: number;
  upTo: Seq;
}

export class RecentStates {
  readonly #windowMs: number;
  readonly #clocks: Clocks;
  /** Of entries whose states may be acted on, the oldest first. */
  #stretches: Stretch[] = [];
  /** All up to here is over. */
  #base: Seq;
  /** When each surface was last closed. */
  readonly #closings = new Map<SurfaceId, Seq>();
  #closingsKept = MAX_CLOSINGS;
  /** Where the session stood when it was loaded: what came before is in the log alone, with the times of the wall clock. */
  readonly #loaded: { readonly seq: Seq; readonly at: number };
  #recalled: Promise<void> | undefined;

  constructor(head: Seq, windowMs: number, clocks: Clocks) {
    this.#windowMs = windowMs;
    this.#clocks = clocks;
    this.#base = head;
    this.#loaded = { seq: head, at: clocks.steadyNow() };
  }

  /** An entry was applied. */
  note({ seq, body }: Pick<Entry, 'seq' | 'body'>): void {
    const now = this.#clocks.steadyNow();
    addTo(this.#stretches, seq, now, this.#windowMs);
    this.#pass(now);
    if (seq - this.#base > MAX_RECENT_STATES) this.#base = seq - MAX_RECENT_STATES;
    this.#noteClosings(seq, body);
  }

  /** The oldest state that may be acted on: what was the head a window ago. All since then may be, too. */
  get oldest(): Seq {
    this.#pass(this.#clocks.steadyNow());
    return this.#base;
  }

  /** Whether a surface that stood there at this seq was closed since; another one may bear its name. */
  wasClosedSince(surface: SurfaceId, seq: Seq): boolean {
    return (this.#closings.get(surface) ?? 0) > seq;
  }

  /** Reads once what an earlier process wrote within the window. Entries up to `base` are no longer in the log. */
  recall(log: SessionLog, session: SessionId, base: Seq): Promise<void> {
    const isPast = this.#clocks.steadyNow() - this.#loaded.at > this.#windowMs;
    if (isPast || this.#loaded.seq <= base) return Promise.resolve();
    this.#recalled ??= this.#read(log, session, base).catch((error: unknown) => {
      this.#recalled = undefined;
      throw error;
    });
    return this.#recalled;
  }

  async #read(log: SessionLog, session: SessionId, base: Seq): Promise<void> {
    const { seq: end } = this.#loaded;
    const start = await this.#startOf(log, session, Math.max(base, end - MAX_RECENT_STATES));
    const stretches: Stretch[] = [];
    for await (const { seq, at, body } of log.read(session, start)) {
      if (seq > end) break;
      addTo(stretches, seq, this.#steady(at), this.#windowMs);
      this.#noteClosings(seq, body);
    }
    // What was noted meanwhile stands behind it. Where some of that is over already, so is all of this.
    if (this.#base !== end) return;
    this.#stretches = [...stretches, ...this.#stretches];
    this.#base = start;
  }

  /** A seq at or before the oldest state of the window. */
  async #startOf(log: SessionLog, session: SessionId, least: Seq): Promise<Seq> {
    const since = this.#clocks.now() - this.#windowMs;
    for (let back = FIRST_LOOK_BACK; ; back *= 4) {
      const seq = Math.max(least, this.#loaded.seq - back);
      if (seq === least) return seq;
      for await (const { at } of log.read(session, seq)) {
        if (Date.parse(at) < since) return seq;
        break;
      }
    }
  }

  /** A time of the wall clock as one of the steady one. One that is still to come was set wrong: it counts as now. */
  #steady(at: Time): number {
    const { now, steadyNow } = this.#clocks;
    return steadyNow() - Math.max(0, now() - Date.parse(at));
  }

  #noteClosings(seq: Seq, body: Entry['body']): void {
    for (const part of body) {
      if (!isOp(part) || part.op !== 'close') continue;
      if (seq > (this.#closings.get(part.surface) ?? 0)) this.#closings.set(part.surface, seq);
    }
    if (this.#closings.size <= this.#closingsKept) return;
    for (const [surface, closed] of this.#closings) if (closed <= this.#base) this.#closings.delete(surface);
    this.#closingsKept = Math.max(MAX_CLOSINGS, this.#closings.size * 2);
  }

  #pass(now: number): void {
    const since = now - this.#windowMs;
    for (let oldest = this.#stretches[0]; oldest !== undefined && oldest.last < since; oldest = this.#stretches[0]) {
      this.#base = Math.max(this.#base, oldest.upTo);
      this.#stretches.shift();
    }
  }
}

function addTo(stretches: Stretch[], seq: Seq, at: number, windowMs: number): void {
  const newest = stretches.at(-1);
  if (newest === undefined || at - newest.first >= windowMs / STRETCHES)
    stretches.push({ first: at, last: at, upTo: seq });
  else {
    newest.last = Math.max(newest.last, at);
    newest.upTo = seq;
  }
}
