// Events to handlers: in order within a session, each handled until its handlers succeed, and confirmed to the host only
// when all before it were. An event that comes twice in one process is handled once.

import type { Backoff } from './backoff.ts';

export interface Arrived {
  /** What confirms it and all before it; of an entry of several events only the last one's confirms it. */
  readonly next: number;
  readonly session: string;
  readonly seq: number;
  /** Which event of its entry it is, from 0. */
  readonly index: number;
}

export interface DeliveriesOptions<Item extends Arrived> {
  /** Resolves when all handlers have; `attempt` counts from 1. */
  handle(item: Item, attempt: number): Promise<void>;
  failed(item: Item, attempt: number, error: unknown): void;
  confirm(next: number): void;
  wait(ms: number): Promise<void>;
  backoff(): Backoff;
}

export class DeliveryQueue<Item extends Arrived> {
  readonly #options: DeliveriesOptions<Item>;
  /** In the order in which they came. */
  readonly #open: { readonly next: number; done: boolean }[] = [];
  readonly #last = new Map<string, Promise<void>>();
  /** The last of each session that was taken. */
  readonly #newest = new Map<string, Arrived>();
  #confirmed: number | undefined;
  #stopped = false;

  constructor(options: DeliveriesOptions<Item>) {
    this.#options = options;
  }

  /** Up to where all was handled. */
  get confirmed(): number | undefined {
    return this.#confirmed;
  }

  /** False: it came before. */
  take(item: Item): boolean {
    const newest = this.#newest.get(item.session);
    const isKnown = newest !== undefined && (item.seq - newest.seq || item.index - newest.index) <= 0;
    if (isKnown || this.#stopped) return false;
    this.#newest.set(item.session, item);
    const mark = { next: item.next, done: false };
    this.#open.push(mark);
    const before = this.#last.get(item.session) ?? Promise.resolve();
    const turn = before.then(() => this.#handle(item)).then(() => this.#finish(mark));
    this.#last.set(item.session, turn);
    void turn.then(() => {
      if (this.#last.get(item.session) === turn) this.#last.delete(item.session);
    });
    return true;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #handle(item: Item): Promise<void> {
    const backoff = this.#options.backoff();
    for (let attempt = 1; !this.#stopped; attempt++) {
      try {
        return await this.#options.handle(item, attempt);
      } catch (error) {
        // Whoever waited for something when the connection was closed has not failed.
        if (this.#stopped) return;
        this.#options.failed(item, attempt, error);
        await this.#options.wait(backoff.next());
      }
    }
  }

  #finish(mark: { done: boolean }): void {
    if (this.#stopped) return;
    mark.done = true;
    const before = this.#confirmed;
    while (this.#open[0]?.done === true)
      this.#confirmed = Math.max(this.#confirmed ?? 0, this.#open.shift()?.next ?? 0);
    if (this.#confirmed !== undefined && this.#confirmed !== before) this.#options.confirm(this.#confirmed);
  }
}
