// Work that is too long to be done at once is done in slices, and everybody else has a turn between two of them. What
// comes to a session while a call of its agent is sliced waits until that is done: an agent's messages keep their order.

/** How long a slice may last, unless a single message takes longer. */
export const SLICE_MS = 10;

/** What came meanwhile is served first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export class Turns {
  /** The last call of each session that is sliced, or waits for one that is. */
  readonly #last = new WeakMap<object, Promise<unknown>>();

  /** At once where nobody is before it. */
  take<T>(session: object, isSliced: boolean, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(session);
    if (before === undefined && !isSliced) return work();
    const run = before === undefined ? work() : before.then(work, work);
    this.#last.set(session, run);
    const forget = (): void => {
      if (this.#last.get(session) === run) this.#last.delete(session);
    };
    run.then(forget, forget);
    return run;
  }
}
