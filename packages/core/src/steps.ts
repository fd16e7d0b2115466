// Work in steps: whoever takes them may do something else between two, or take all at once.

export type Steps<T> = Generator<void, T, void>;

/** Work that is not worth more than one. */
export function* oneStep<T>(work: () => T): Steps<T> {
  yield;
  return work();
}

export function takeAll<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
