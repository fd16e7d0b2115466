// A clock that only moves when it is told to, and waits for all that happens at a moment before it goes on.

import type { Clock } from '@vitrine/client';

interface Timer {
  readonly at: number;
  readonly run: () => unknown;
}

export class VirtualClock implements Clock {
  #now = Date.parse('2026-03-01T12:00:00.000Z');
  readonly #timers = new Set<Timer>();
  /** Asked before time goes on to a moment: what belongs before it has to be there. */
  readonly #before: ((moment: number) => Promise<void>)[] = [];
  /** What takes real time and none of this clock's. */
  readonly #held = new Set<Promise<void>>();

  readonly now = (): number => this.#now;

  after(ms: number, run: () => unknown): () => void {
    const timer = { at: this.#now + Math.max(0, ms), run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  onAdvance(ready: (moment: number) => Promise<void>): void {
    this.#before.push(ready);
  }

  /** Time stands still until this is settled: a machine may take longer over it than the clock over an hour. */
  hold(until: Promise<void>): void {
    this.#held.add(until);
    void until.finally(() => this.#held.delete(until));
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await turn();
      while (this.#held.size > 0) await Promise.all(this.#held);
      let next = this.#next();
      for (const ready of this.#before) await ready(Math.min(next?.at ?? end, end));
      next = this.#next();
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      await next.run();
    }
    this.#now = end;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (next === undefined || timer.at < next.at) next = timer;
    return next;
  }
}

/** Whatever waits for nothing but its turn has had it. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
