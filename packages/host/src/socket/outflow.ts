// What goes out on one connection, and whether the other side takes any of it. Where it goes on is left to the stream.

import type { Writable } from 'node:stream';

/** Periods without anything taken while something waits: who reads slowly is to be told from who does not. */
const PATIENCE = 2;

export class Outflow {
  readonly #raw: Pick<Writable, 'write' | 'writableLength'>;
  #written = 0;
  /** What had been taken when it was last looked at; undefined: nothing waited then. */
  #sent: number | undefined;
  #idlePeriods = 0;

  constructor(raw: Pick<Writable, 'write' | 'writableLength'>) {
    this.#raw = raw;
  }

  write(bytes: Uint8Array): void {
    this.#written += bytes.byteLength;
    this.#raw.write(bytes);
  }

  /** To be asked once a period: nothing was taken for two of them though something waited. */
  isStuck(): boolean {
    const waiting = this.#raw.writableLength;
    const sent = this.#written - waiting;
    this.#idlePeriods = waiting > 0 && sent === this.#sent ? this.#idlePeriods + 1 : 0;
    this.#sent = waiting > 0 ? sent : undefined;
    return this.#idlePeriods >= PATIENCE;
  }
}
