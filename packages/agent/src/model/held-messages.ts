// Messages to surfaces that are not open yet, in the order in which they came. They are given on when what they need has
// come, or at the end of the answer.

/** More wait for nobody. */
export const MAX_HELD_MESSAGES = 1000;

export class HeldMessages<T> {
  #held: { readonly surface: string; readonly item: T }[] = [];

  get isFull(): boolean {
    return this.#held.length >= MAX_HELD_MESSAGES;
  }

  hold(surface: string, item: T): void {
    this.#held.push({ surface, item });
  }

  /** Those of one surface, which wait no longer. */
  release(surface: string): readonly T[] {
    const released = this.#held.filter((one) => one.surface === surface);
    if (released.length > 0) this.#held = this.#held.filter((one) => one.surface !== surface);
    return released.map(({ item }) => item);
  }

  releaseAll(): readonly T[] {
    const released = this.#held;
    this.#held = [];
    return released.map(({ item }) => item);
  }
}
