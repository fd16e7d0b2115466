// How far each viewer of a session has come: which states it was sent, on all its connections together, and which it has
// confirmed to have shown. It outlives connections and the session's place in memory for a window, the process not at all.

import type { Seq } from '@vitrine/core';

/** Viewers without a connection that are remembered in one session. */
const MAX_AWAY = 10_000;

export interface Progress {
  /** The oldest state that it was sent. */
  readonly first: Seq;
  /** The newest one that a connection which is gone was sent. */
  readonly sent: Seq;
  readonly confirmed: Seq;
  /** Its open connections. */
  readonly connections: number;
}

type Kept = { -readonly [K in keyof Progress]: Progress[K] } & { leftAt: number };

export class ViewerProgress {
  readonly #windowMs: number;
  readonly #steadyNow: () => number;
  readonly #kept = new Map<string, Kept>();
  #forgetAt = MAX_AWAY;
  /** What was there when this began: it may have been sent to anybody by an earlier process. */
  readonly #before: { readonly seq: Seq; readonly at: number };

  constructor(head: Seq, windowMs: number, steadyNow: () => number) {
    this.#windowMs = windowMs;
    this.#steadyNow = steadyNow;
    this.#before = { seq: head, at: steadyNow() };
  }

  /** Nothing of it will be asked for any more. */
  get isOver(): boolean {
    const since = this.#since;
    return this.#before.at <= since && [...this.#kept.values()].every((kept) => isAway(kept, since));
  }

  of(viewer: string): Progress | undefined {
    return this.#kept.get(viewer);
  }

  /** Up to where an earlier process may have sent, while anybody may still act on that. */
  get sentBefore(): Seq | undefined {
    return this.#before.at > this.#since ? this.#before.seq : undefined;
  }

  /** A connection begins at this state, or goes on behind it. */
  begin(viewer: string, at: Seq): void {
    const known = this.#kept.get(viewer);
    const isKnown = known !== undefined && !isAway(known, this.#since);
    const kept = isKnown ? known : { first: at, sent: -1, confirmed: 0, connections: 0, leftAt: 0 };
    kept.first = Math.min(kept.first, at);
    kept.connections++;
    this.#kept.delete(viewer);
    this.#kept.set(viewer, kept);
  }

  /** A connection ends that was sent all up to `sent`. */
  end(viewer: string, sent: Seq): void {
    const kept = this.#kept.get(viewer);
    if (kept === undefined) return;
    kept.sent = Math.max(kept.sent, sent);
    kept.connections--;
    kept.leftAt = this.#steadyNow();
    if (this.#kept.size > this.#forgetAt) this.#forget();
  }

  /** It was handed the state by a call. */
  show(viewer: string, seq: Seq): void {
    this.begin(viewer, seq);
    this.end(viewer, seq);
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

function isAway({ connections, leftAt }: Kept, since: number): boolean {
  return connections === 0 && leftAt <= since;
}
