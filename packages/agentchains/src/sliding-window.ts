// How many messages came in the last minute. No edges: any minute holds at most so many. What is refused costs nothing.

const MINUTE_MS = 60_000;

export class SlidingWindow {
  readonly #max: number;
  /** When those of the last minute came, the oldest first. */
  #times: number[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** False: too many. A clock that is set back counts as standing still. */
  take(now: number): boolean {
    const last = this.#times.at(-1) ?? now;
    const at = Math.max(now, last);
    this.#forget(at);
    if (this.#times.length >= this.#max) return false;
    this.#times.push(at);
    return true;
  }

  /** Milliseconds until one more may come. */
  wait(now: number): number {
    const oldest = this.#times[0];
    return oldest === undefined || this.#times.length < this.#max ? 0 : Math.max(0, oldest + MINUTE_MS - now);
  }

  /** What came before it was known whose it is. */
  absorb(other: SlidingWindow): void {
    if (other === this) return;
    this.#times = [...this.#times, ...other.#times].sort((a, b) => a - b);
  }

  #forget(now: number): void {
    const begin = now - MINUTE_MS;
    let gone = 0;
    while (gone < this.#times.length && (this.#times[gone] as number) <= begin) gone++;
    if (gone > 0) this.#times = this.#times.slice(gone);
  }
}
