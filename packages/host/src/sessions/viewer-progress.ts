// How far each viewer of a session has come: which states it was sent, by each of its connections, and which it has
// confirmed to have shown. It outlives connections and the session's place in memory for a window, the process not at all:
// of what an earlier process sent the log alone tells.

import type { Seq } from '@vitrine/core';
import type { SessionId, SessionLog } from '@vitrine/log';
import { type SeqRange, withRange } from './seq-ranges.ts';
import { readViewersBefore, type ViewerBefore } from './viewers-before.ts';

/** Viewers without a connection that are remembered in one session. */
const MAX_AWAY = 10_000;

export interface Progress {
  /** What its connections that are gone were sent. */
  readonly ranges: readonly SeqRange[];
  readonly confirmed: Seq;
  /** Its open connections. */
  readonly connections: number;
}

type ProgressRecord = { -readonly [K in keyof Progress]: Progress[K] } & { leftAt: number };

export class ViewerProgress {
  readonly #windowMs: number;
  readonly #steadyNow: () => number;
  readonly #kept = new Map<string, ProgressRecord>();
  #forgetAt = MAX_AWAY;
  /** What was there when this began: an earlier process may have sent it. */
  readonly #begun: { readonly seq: Seq; readonly at: number };
  #before: ReadonlyMap<string, ViewerBefore> = new Map();
  #recalled: Promise<void> | undefined;

  constructor(head: Seq, windowMs: number, steadyNow: () => number) {
    this.#windowMs = windowMs;
    this.#steadyNow = steadyNow;
    this.#begun = { seq: head, at: steadyNow() };
  }

  /** Nothing of it will be asked for any more. */
  get isOver(): boolean {
    const since = this.#since;
    return this.#begun.at < since && [...this.#kept.values()].every((kept) => isAway(kept, since));
  }

  of(viewer: string): Progress | undefined {
    return this.#kept.get(viewer);
  }

  /** What the log tells of a viewer that an earlier process served, while that may still be acted on. */
  before(viewer: string): ViewerBefore | undefined {
    return this.#begun.at >= this.#since ? this.#before.get(viewer) : undefined;
  }

  /** Reads once which viewers an earlier process served. Entries up to `base` are no longer in the log. */
  recall(log: SessionLog, session: SessionId, base: Seq): Promise<void> {
    const { at, seq } = this.#begun;
    if (at < this.#since) {
      this.#before = new Map();
      return Promise.resolve();
    }
    if (seq <= base) return Promise.resolve();
    this.#recalled ??= readViewersBefore(log, session, base, seq).then(
      (before) => {
        this.#before = before;
      },
      (error: unknown) => {
        this.#recalled = undefined;
        throw error;
      },
    );
    return this.#recalled;
  }

  /** A connection begins. */
  begin(viewer: string): void {
    const known = this.#kept.get(viewer);
    const isKnown = known !== undefined && !isAway(known, this.#since);
    const kept = isKnown ? known : { ranges: [], confirmed: 0, connections: 0, leftAt: 0 };
    kept.connections++;
    this.#kept.delete(viewer);
    this.#kept.set(viewer, kept);
  }

  /** A connection ends that was sent these states. Undefined: none. */
  end(viewer: string, sent: SeqRange | undefined): void {
    const kept = this.#kept.get(viewer);
    if (kept === undefined) return;
    if (sent !== undefined) kept.ranges = withRange(kept.ranges, sent);
    kept.connections--;
    kept.leftAt = this.#steadyNow();
    if (this.#kept.size > this.#forgetAt) this.#forget();
  }

  /** It was handed the state by a call. */
  show(viewer: string, seq: Seq): void {
    this.begin(viewer);
    this.end(viewer, { from: seq, to: seq });
  }

  confirm(viewer: string, seq: Seq): void {
    const kept = this.#kept.get(viewer);
    if (kept !== undefined) kept.confirmed = Math.max(kept.confirmed, seq);
  }

  /**
   * What an act must not be older than when nobody knows which connection it came from. Of several connections each may be
   * as far behind as it is.
   */
  confirmedBy(viewer: string): Seq {
    const { connections = 0, confirmed = 0 } = this.#kept.get(viewer) ?? {};
    return connections > 1 ? 0 : confirmed;
  }

  get #since(): number {
    return this.#steadyNow() - this.#windowMs;
  }

  #forget(): void {
    const since = this.#since;
    for (const [viewer, kept] of this.#kept) {
      if (isAway(kept, since) || (this.#kept.size > MAX_AWAY && kept.connections === 0)) this.#kept.delete(viewer);
    }
    this.#forgetAt = Math.max(MAX_AWAY, this.#kept.size * 2);
  }
}

function isAway({ connections, leftAt }: ProgressRecord, since: number): boolean {
  return connections === 0 && leftAt < since;
}
