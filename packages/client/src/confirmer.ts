// Tells the host how far the view has come, now and then: what this viewer has shown and is over, nobody has to let it
// act on any more.

import type { JsonObject, Seq } from '@vitrine/core';
import type { Clock } from './clock.ts';

/** Entries that come within it are confirmed together; by calls, each of which costs more, over a longer time. */
const SOCKET_MS = 1000;
const CALLS_MS = 10_000;

export interface ConfirmerOptions {
  readonly clock: Clock;
  readonly transmit: (frame: JsonObject) => void;
  /** How far the view is; undefined: there is nothing to confirm, or nobody to tell. */
  readonly shown: () => Seq | undefined;
  /** How much of that nobody will act on any more. */
  readonly settled: () => Seq | undefined;
  readonly isSocket: () => boolean;
}

export class Confirmer {
  readonly #options: ConfirmerOptions;
  #confirmed: Seq = 0;
  #cancel: (() => void) | undefined;

  constructor(options: ConfirmerOptions) {
    this.#options = options;
  }

  /** Something may have been applied. */
  look(): void {
    const { clock, shown, isSocket } = this.#options;
    if (this.#cancel !== undefined || (shown() ?? 0) <= this.#confirmed) return;
    this.#cancel = clock.after(isSocket() ? SOCKET_MS : CALLS_MS, () => this.#confirm());
  }

  /** The line is gone: the next one is told anew. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#confirmed = 0;
  }

  #confirm(): void {
    this.#cancel = undefined;
    const seq = this.#options.settled() ?? 0;
    if (seq > this.#confirmed) {
      this.#confirmed = seq;
      this.#options.transmit({ confirm: seq });
    }
    this.look();
  }
}
