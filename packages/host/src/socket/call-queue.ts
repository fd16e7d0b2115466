// Calls of one socket to its session, begun in the order in which they came. Calls of one kind may be under way
// together, because the session keeps their order; the next kind begins when all of them are done.

export class CallQueue {
  readonly #waiting: { readonly kind: string | undefined; readonly begin: () => Promise<void> }[] = [];
  #kind: string | undefined;
  #underWay = 0;

  /** Without a kind it is alone. `begin` never rejects. */
  add(kind: string | undefined, begin: () => Promise<void>): void {
    this.#waiting.push({ kind, begin });
    this.#advance();
  }

  #advance(): void {
    for (;;) {
      const [next] = this.#waiting;
      const mayBegin = this.#underWay === 0 || (next?.kind !== undefined && next.kind === this.#kind);
      if (next === undefined || !mayBegin) return;
      this.#waiting.shift();
      this.#kind = next.kind;
      this.#underWay++;
      void next.begin().then(() => {
        this.#underWay--;
        this.#advance();
      });
    }
  }
}
