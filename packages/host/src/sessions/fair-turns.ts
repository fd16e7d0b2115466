// Costly work of many, a few at a time: everybody has one turn under way, so that nobody who asks often keeps others from
// theirs, and a bounded number that wait.

type Work = () => Promise<void>;

export class FairTurns {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  /** What waits of each, the first of it under way or in line. */
  readonly #waiting = new Map<string, Work[]>();
  readonly #line: string[] = [];
  #underWay = 0;

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Undefined: too much of this one waits already. */
  take<T>(who: string, work: () => Promise<T>): Promise<T> | undefined {
    const own = this.#waiting.get(who) ?? [];
    if (own.length >= this.#maxWaiting) return undefined;
    return new Promise<T>((resolve, reject) => {
      own.push(() => work().then(resolve, reject));
      if (own.length > 1) return;
      this.#waiting.set(who, own);
      this.#line.push(who);
      this.#advance();
    });
  }

  #advance(): void {
    while (this.#underWay < this.#atOnce) {
      const who = this.#line.shift();
      const [work] = who === undefined ? [] : (this.#waiting.get(who) ?? []);
      if (who === undefined || work === undefined) return;
      this.#underWay++;
      void work().then(() => this.#done(who));
    }
  }

  #done(who: string): void {
    this.#underWay--;
    const own = this.#waiting.get(who);
    own?.shift();
    if (own === undefined || own.length === 0) this.#waiting.delete(who);
    else this.#line.push(who);
    this.#advance();
  }
}
