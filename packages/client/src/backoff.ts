// How long to wait before the next attempt: twice as long each time up to a ceiling, and then any part of that by chance,
// so that a thousand clients of a host that comes back do not come back together.

const FIRST_MS = 400;
const CEILING_MS = 30_000;

export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The wait before the next attempt, never shorter than what the other side asked for. */
  next(atLeastMs = 0): number {
    const ceiling = Math.min(CEILING_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures++;
    // Half of it is certain: a host that refuses at once must not be asked in a tight loop.
    return Math.max(atLeastMs, ceiling * (0.5 + this.#random() / 2));
  }

  succeeded(): void {
    this.#failures = 0;
  }
}
