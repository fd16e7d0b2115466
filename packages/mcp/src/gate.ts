// So many calls at once: one more waits a moment for a place, and is refused if none becomes free.

export class Gate {
  readonly #places: number;
  readonly #patienceMs: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(places: number, patienceMs: number) {
    this.#places = places;
    this.#patienceMs = patienceMs;
  }

  /** What gives the place back; undefined: there was none. */
  async enter(): Promise<(() => void) | undefined> {
    if (this.#taken < this.#places) this.#taken++;
    else if (!(await this.#wait())) return undefined;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      // Handed on while it is taken: who comes in between must not find it free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken--;
      else next();
    };
  }

  #wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const admitted = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(admitted), 1);
        resolve(false);
      }, this.#patienceMs);
      this.#waiting.push(admitted);
    });
  }
}
