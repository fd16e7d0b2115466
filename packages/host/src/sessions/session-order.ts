// What comes to a session while a call of its agent is taken in slices waits until that is done: an agent's messages keep
// their order.

export class SessionOrder {
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
