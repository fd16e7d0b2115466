// Which viewer tokens were taken back before their time: one with all that were renewed from it, or all of a session.
// Durable as records, in memory to be asked; both go when the tokens would have expired anyway.

import { isObject, type Json } from '@vitrine/core';
import type { RecordWrite, SessionId, SessionLog } from '@vitrine/log';

const KIND = 'revoked';
/** Longer than the tokens live, so that a clock that leaps ahead and back again brings no revoked token to life. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface Kept {
  readonly era: number;
  readonly until: number;
}

/**
 * All tokens of a session end by beginning a new era of it; a token carries the era that it was made in. Eras are
 * told apart without a look at the clock: a token that is made right behind a revocation holds, one right before not.
 */
export class Revocations {
  readonly #log: SessionLog;
  readonly #now: () => number;
  readonly #families = new Map<string, Kept>();
  readonly #sessions = new Map<SessionId, Kept>();
  #lastEra = 0;

  constructor(log: SessionLog, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  async load(): Promise<void> {
    for await (const record of this.#log.records(KIND)) {
      const kept = readKept(record.value);
      if (kept !== undefined) this.#keep(record.key, kept);
    }
    await this.#sweep();
  }

  /** The era in which a token of the session is made now. */
  eraOf(session: SessionId): number {
    return this.#sessions.get(session)?.era ?? 0;
  }

  holds(token: { readonly family: string; readonly session: SessionId; readonly era: number }): boolean {
    return !this.#families.has(token.family) && token.era >= this.eraOf(token.session);
  }

  /** @param until when the last of its tokens will have expired */
  async revokeFamily(family: string, until: number): Promise<void> {
    await this.#write(`family:${family}`, { era: 0, until });
  }

  /** @param until when the last of its tokens will have expired */
  async revokeSession(session: SessionId, until: number): Promise<void> {
    // The clock stands in for records that were swept: an era must be later than all that live tokens may carry.
    this.#lastEra = Math.max(this.#lastEra + 1, Math.floor(this.#now()));
    await this.#write(`session:${session}`, { era: this.#lastEra, until });
  }

  async #write(key: string, kept: Kept): Promise<void> {
    const due = new Date(kept.until).toISOString();
    await this.#log.writeRecords([{ kind: KIND, key, due, value: { ...kept } }]);
    this.#keep(key, kept);
    // What is not swept now is swept the next time; the revocation itself stands.
    await this.#sweep().catch(() => undefined);
  }

  #keep(key: string, kept: Kept): void {
    const [map, name] = this.#placeOf(key);
    if ((map.get(name)?.era ?? -1) <= kept.era) map.set(name, kept);
    this.#lastEra = Math.max(this.#lastEra, kept.era);
  }

  async #sweep(): Promise<void> {
    const before = this.#now() - KEPT_MS;
    const removals: RecordWrite[] = [];
    for await (const { key } of this.#log.due(KIND, new Date(before).toISOString())) {
      const [map, name] = this.#placeOf(key);
      // It may have been written anew while the due ones were read.
      if ((map.get(name)?.until ?? 0) > before) continue;
      map.delete(name);
      removals.push({ kind: KIND, key, remove: true });
    }
    if (removals.length > 0) await this.#log.writeRecords(removals);
  }

  #placeOf(key: string): [Map<string, Kept>, string] {
    const colon = key.indexOf(':');
    return [key.startsWith('family:') ? this.#families : this.#sessions, key.slice(colon + 1)];
  }
}

function readKept(value: Json | Uint8Array): Kept | undefined {
  if (value instanceof Uint8Array || !isObject(value)) return undefined;
  const { era, until } = value;
  return typeof era === 'number' && typeof until === 'number' ? { era, until } : undefined;
}
