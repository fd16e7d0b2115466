// Who reads what comes of a message: the one who sent it, and whoever follows its task after a break. Where nobody is left
// at the end, nobody has seen it.

export class Audience {
  #readers = 0;

  get isEmpty(): boolean {
    return this.#readers === 0;
  }

  /** What it returns is called when this reader leaves, as often as it is noticed. */
  join(): () => void {
    let isHere = true;
    this.#readers++;
    return () => {
      if (isHere) this.#readers--;
      isHere = false;
    };
  }
}

/** One reader of one audience at a time. */
export class Seat {
  #isLeft = false;
  #leave: () => void;

  constructor(audience: Audience) {
    this.#leave = audience.join();
  }

  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** It reads no more. */
  readonly leave = (): void => {
    this.#isLeft = true;
    this.#leave();
  };

  moveTo(audience: Audience): void {
    this.#leave();
    if (!this.#isLeft) this.#leave = audience.join();
  }
}
