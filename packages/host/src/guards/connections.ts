// How many connections may be open, from one client and in all. Who is a client is left to client-address.ts.

import { HostError } from '../host-error.ts';

export interface ConnectionLimits {
  readonly perClient: number;
  readonly total: number;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /**
   * Refuses with VITRINE_BUSY.
   * @returns to be called when the connection is gone; a second call does nothing
   */
  open(client: string): () => void {
    const count = this.#open.get(client) ?? 0;
    if (count >= this.#limits.perClient)
      throw new HostError('VITRINE_BUSY', 'Too many connections are open from this address.');
    if (this.#total >= this.#limits.total) throw new HostError('VITRINE_BUSY');
    this.#open.set(client, count + 1);
    this.#total += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#close(client);
      isOpen = false;
    };
  }

  #close(client: string): void {
    const left = (this.#open.get(client) ?? 1) - 1;
    if (left > 0) this.#open.set(client, left);
    else this.#open.delete(client);
    this.#total -= 1;
  }
}
