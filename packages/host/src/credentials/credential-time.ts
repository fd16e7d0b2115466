// The time that credentials are judged by. It is that of the system while that goes on; where the system's clock was set
// back, it goes on from the latest time that was ever seen, by a clock that nobody sets. So a clock that is set back
// neither locks anybody out nor gives a credential a second life.

import type { SessionLog } from '@vitrine/log';

const KIND = 'clock';
const KEY = 'seen';
/** How far the clock of the system may lag: it is corrected by a little all the time. */
const LAG_MS = 60_000;
/** After a crash the time begins at most so much behind the latest that was seen. */
const SAVE_EVERY_MS = 60_000;

export interface CredentialTimeOptions {
  readonly log: SessionLog;
  /** Milliseconds since 1970, as Date.now: anybody may set it. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyNow: () => number;
}

export class CredentialTime {
  readonly #options: CredentialTimeOptions;
  /** The latest time that was seen, and what the steady clock said then. */
  #seen = Number.NEGATIVE_INFINITY;
  #seenAt = 0;
  #saved = Number.NEGATIVE_INFINITY;

  constructor(options: CredentialTimeOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const record = await this.#options.log.record(KIND, KEY);
    if (typeof record?.value !== 'number') return;
    this.#saved = record.value;
    this.witness(record.value);
  }

  readonly now = (): number => this.#at(this.#options.now());

  /** A time that has been: this host has signed it, or has it from the system. */
  witness(time: number): void {
    if (!(time > this.#steady())) return;
    this.#seen = time;
    this.#seenAt = this.#options.steadyNow();
  }

  /** What a time of credentials is called outside, where the clock of the system counts. */
  toTell(time: number): string {
    const wall = this.#options.now();
    return new Date(time - this.#at(wall) + wall).toISOString();
  }

  /** The time of credentials that is told as this one. */
  fromTold(told: string): string {
    const wall = this.#options.now();
    return new Date(Date.parse(told) - wall + this.#at(wall)).toISOString();
  }

  /** Once in a while: a process that ends without a word leaves no later time than this. */
  async save(): Promise<void> {
    const now = this.now();
    if (now < this.#saved + SAVE_EVERY_MS) return;
    await this.#options.log.writeRecords([{ kind: KIND, key: KEY, value: now }]);
    this.#saved = now;
  }

  #at(wall: number): number {
    const steady = this.#steady();
    this.witness(wall);
    return wall < steady - LAG_MS ? steady : wall;
  }

  /** Where the latest that was seen has come to by now. */
  #steady(): number {
    return this.#seen + this.#options.steadyNow() - this.#seenAt;
  }
}
