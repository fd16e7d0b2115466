// Live readers, by the name of what they read. They subscribe before they read the past, so that nothing falls between;
// one that does not keep up is told that it missed something and reads the log again. A wake-up is never the only word.

export type News<T> = { readonly kind: 'items'; readonly items: readonly T[] } | { readonly kind: 'missed' | 'ended' };

/** Beyond this a slow reader is cheaper to serve from the log than from memory. */
const MAX_QUEUE_LENGTH = 256;

export class Tails<T> {
  readonly #byName = new Map<string, Set<Tail<T>>>();

  open(name: string, signal: AbortSignal | undefined): Tail<T> {
    const tails = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, tails);
    const tail = new Tail<T>(signal, () => {
      tails.delete(tail);
      if (tails.size === 0 && this.#byName.get(name) === tails) this.#byName.delete(name);
    });
    tails.add(tail);
    return tail;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** No items: something happened, look for yourself. */
  tell(name: string, items: readonly T[] = []): void {
    for (const tail of this.#byName.get(name) ?? []) tail.tell(items);
  }

  tellAll(): void {
    for (const name of this.#byName.keys()) this.tell(name);
  }

  end(name: string): void {
    for (const tail of this.#byName.get(name) ?? []) tail.end();
  }

  endAll(): void {
    for (const name of this.#byName.keys()) this.end(name);
  }
}

export class Tail<T> {
  #items: T[] = [];
  #missed = false;
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #forget: () => void;
  readonly #abort = (): void => this.end();

  constructor(signal: AbortSignal | undefined, forget: () => void) {
    this.#signal = signal;
    this.#forget = forget;
    if (signal?.aborted === true) this.#ended = true;
    else signal?.addEventListener('abort', this.#abort, { once: true });
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  tell(items: readonly T[]): void {
    if (items.length === 0 || this.#missed || this.#items.length + items.length > MAX_QUEUE_LENGTH) {
      this.#missed = true;
      this.#items = [];
    } else this.#items.push(...items);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** What came since the last call; waits for something. The end comes after all that was told before it. */
  async next(): Promise<News<T>> {
    if (!this.#missed && this.#items.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    if (this.#signal?.aborted === true) return { kind: 'ended' };
    if (this.#missed) {
      this.#missed = false;
      return { kind: 'missed' };
    }
    if (this.#items.length === 0) return { kind: 'ended' };
    const items = this.#items;
    this.#items = [];
    return { kind: 'items', items };
  }

  close(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#forget();
  }
}
