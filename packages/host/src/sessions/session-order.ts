// What comes to a session while a call of its agent is taken in slices waits until that is taken: an agent's messages keep
// their order. A call that is taken at once keeps nobody waiting, and nobody waits for the disk.

/** A call that has begun. */
export interface OrderedCall<T> {
  /** All of it is taken. Absent: it is already. */
  readonly taken?: Promise<unknown>;
  readonly answer: Promise<T>;
}

export class SessionOrder {
  /** The last call of each session that is sliced, or waits for one that is. */
  readonly #last = new WeakMap<object, Promise<unknown>>();

  /** At once where nobody is before it. */
  take<T>(session: object, begin: () => OrderedCall<T>): Promise<T> {
    const before = this.#last.get(session);
    if (before === undefined) {
      const { taken, answer } = begin();
      if (taken !== undefined) this.#wait(session, taken);
      return answer;
    }
    const begun = before.then(begin, begin);
    this.#wait(
      session,
      begun.then(({ taken }) => taken),
    );
    return begun.then(({ answer }) => answer);
  }

  #wait(session: object, taken: Promise<unknown>): void {
    this.#last.set(session, taken);
    const forget = (): void => {
      if (this.#last.get(session) === taken) this.#last.delete(session);
    };
    taken.then(forget, forget);
  }
}
