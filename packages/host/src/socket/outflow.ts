// What goes out on one connection, in the order in which frames may stand, and whether the other side takes any of it. Where it
// goes on is left to the stream.

import type { Writable } from 'node:stream';
import { FINAL, TEXT } from './frames.ts';

/** Periods without anything taken while something waits: who reads slowly is to be told from who does not. */
const PATIENCE = 2;
const OPCODE = 0x0f;

export class Outflow {
  readonly #raw: Pick<Writable, 'write' | 'writableLength'>;
  #written = 0;
  /** What had been taken when it was last looked at; undefined: nothing waited then. */
  #sent: number | undefined;
  #idlePeriods = 0;
  /** What waits for the end of a message in several frames; undefined: none is under way. */
  #behind: Uint8Array[] | undefined;

  constructor(raw: Pick<Writable, 'write' | 'writableLength'>) {
    this.#raw = raw;
  }

  /** Whole frames, or the next one of a message in several: only control frames stand between these. */
  write(frames: Uint8Array): void {
    const [first = 0] = frames;
    if (this.#behind !== undefined && (first & OPCODE) === TEXT) {
      this.#behind.push(frames);
      return;
    }
    this.#written += frames.byteLength;
    this.#raw.write(frames);
    if (first === TEXT) this.#behind = [];
    else if (first === FINAL) this.#goOn();
  }

  #goOn(): void {
    const behind = this.#behind ?? [];
    this.#behind = undefined;
    for (const frames of behind) this.write(frames);
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
