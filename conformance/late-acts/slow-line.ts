// What a host sends, as it arrives at the other end of a slow line: in order, later by a lag that grows until it is what
// was asked for, because no line becomes slow all at once without a silence.

import type { VirtualClock } from './virtual-clock.ts';

export class SlowLine {
  readonly #clock: VirtualClock;
  readonly #lagMs: number;
  readonly #begun: number;
  readonly #deliver: (text: string) => void;
  readonly #queue: { readonly at: number; readonly text: string }[] = [];
  #last = 0;
  #isWaiting = false;

  constructor(clock: VirtualClock, lagMs: number, deliver: (text: string) => void) {
    this.#clock = clock;
    this.#lagMs = lagMs;
    this.#begun = clock.now();
    this.#deliver = deliver;
  }

  /** When something that is sent at a moment arrives. */
  arrival(sentAt: number): number {
    return sentAt + Math.min(this.#lagMs, sentAt - this.#begun);
  }

  push(text: string, sentAt: number): void {
    this.#last = Math.max(this.#last, this.arrival(sentAt));
    this.#queue.push({ at: this.#last, text });
    this.#wait();
  }

  #wait(): void {
    const [next] = this.#queue;
    if (next === undefined || this.#isWaiting) return;
    this.#isWaiting = true;
    this.#clock.after(next.at - this.#clock.now(), () => {
      this.#isWaiting = false;
      while (this.#queue[0] !== undefined && this.#queue[0].at <= this.#clock.now())
        this.#deliver((this.#queue.shift() as { text: string }).text);
      this.#wait();
    });
  }
}
