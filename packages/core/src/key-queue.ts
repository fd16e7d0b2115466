// Work in lines, one a key: what is of one key goes one after the other, in the order in which it came. Neighbours of one
// kind may be under way together. Over all keys so many at once, in turn, so that nobody who asks often keeps others from
// theirs; and a bounded number that wait.

/** A turn that has begun. */
export interface QueuedTurn<T> {
  readonly answer: Promise<T>;
  /** The next one of the key may begin. Absent: it may already. */
  readonly released?: Promise<unknown> | undefined;
}

export interface KeyQueueOptions {
  /** Over all keys. */
  readonly atOnce?: number;
  /** Of one key, those under way included. */
  readonly maxWaiting?: number;
}

interface QueuedWork {
  readonly kind: string | undefined;
  readonly begin: () => Promise<unknown> | undefined;
}

interface KeyState {
  readonly waiting: QueuedWork[];
  underWay: number;
  kind: string | undefined;
}

export class KeyQueue<K> {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  /** Those with something under way or waiting; the one whose turn is next first. */
  readonly #lines = new Map<K, KeyState>();
  #underWay = 0;
  #idle: (() => void)[] = [];

  constructor({ atOnce = Number.POSITIVE_INFINITY, maxWaiting = Number.POSITIVE_INFINITY }: KeyQueueOptions = {}) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Something of the key is under way or waits. */
  has(key: K): boolean {
    return this.#lines.has(key);
  }

  /** When nothing is under way and nothing waits. */
  whenIdle(): Promise<void> {
    if (this.#lines.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  isFull(key: K): boolean {
    const line = this.#lines.get(key);
    return line !== undefined && line.waiting.length + line.underWay >= this.#maxWaiting;
  }

  /** Alone, or together with others of its kind; the next one begins when it is done. */
  run<T>(key: K, work: () => Promise<T>, kind?: string): Promise<T> {
    return this.begin(
      key,
      () => {
        const answer = work();
        return { answer, released: answer };
      },
      kind,
    );
  }

  /** At once where nobody is before it. */
  begin<T>(key: K, begin: () => QueuedTurn<T>, kind?: string): Promise<T> {
    if (!this.#lines.has(key) && this.#underWay < this.#atOnce) {
      const { answer, released } = begin();
      if (released !== undefined) this.#hold(key, this.#lineOf(key), released, kind);
      return answer;
    }
    return new Promise<T>((resolve, reject) => {
      this.#lineOf(key).waiting.push({
        kind,
        begin: () => {
          try {
            const { answer, released } = begin();
            answer.then(resolve, reject);
            return released;
          } catch (error) {
            reject(error);
            return undefined;
          }
        },
      });
      this.#advance(key);
    });
  }

  #lineOf(key: K): KeyState {
    const line = this.#lines.get(key) ?? { waiting: [], underWay: 0, kind: undefined };
    this.#lines.set(key, line);
    return line;
  }

  #hold(key: K, line: KeyState, released: Promise<unknown>, kind: string | undefined): void {
    line.kind = kind;
    line.underWay++;
    this.#underWay++;
    const done = (): void => {
      line.underWay--;
      this.#underWay--;
      this.#lines.delete(key);
      // Whoever had a turn stands behind all others.
      if (line.underWay > 0 || line.waiting.length > 0) this.#lines.set(key, line);
      this.#advance(key);
    };
    released.then(done, done);
  }

  /** Where there is room for all, a key keeps nobody else waiting: `of` is the one that has something to begin. */
  #advance(of: K): void {
    if (this.#atOnce === Number.POSITIVE_INFINITY) return this.#advanceLine(of);
    for (const key of [...this.#lines.keys()]) {
      if (this.#underWay >= this.#atOnce) return;
      this.#advanceLine(key);
    }
    this.#tellIdle();
  }

  #advanceLine(key: K): void {
    const line = this.#lines.get(key);
    if (line === undefined) return this.#tellIdle();
    for (let [next] = line.waiting; next !== undefined; [next] = line.waiting) {
      const mayBegin = line.underWay === 0 || (next.kind !== undefined && next.kind === line.kind);
      if (!mayBegin || this.#underWay >= this.#atOnce) break;
      line.waiting.shift();
      const released = next.begin();
      if (released !== undefined) this.#hold(key, line, released, next.kind);
    }
    if (line.underWay === 0 && line.waiting.length === 0) this.#lines.delete(key);
    this.#tellIdle();
  }
  #tellIdle(): void {
    if (this.#lines.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
