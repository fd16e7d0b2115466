// How often one caller, or one address with wrong credentials, may come in a minute.

import { Refusal } from './refusal.ts';

const MINUTE_MS = 60_000;
const MOST_NAMES = 10_000;

export class Pace {
  readonly #most: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { readonly since: number; count: number }>();

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  take(name: string): void {
    this.assertRoom(name);
    const window = this.#windows.get(name);
    if (window !== undefined) {
      window.count++;
      return;
    }
    if (this.#windows.size >= MOST_NAMES) this.#windows.clear();
    this.#windows.set(name, { since: this.#now(), count: 1 });
  }

  assertRoom(name: string): void {
    const window = this.#windows.get(name);
    if (window === undefined) return;
    const left = window.since + MINUTE_MS - this.#now();
    if (left <= 0) this.#windows.delete(name);
    else if (window.count >= this.#most)
      throw new Refusal(429, 'rate_limited', 'Send slower.', { retryAfter: Math.ceil(left / 1000) });
  }
}
