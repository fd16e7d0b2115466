// Which viewer tokens were taken back before their time: one with all that were renewed from it, or all of a session.
// In memory from the moment on, durable as records as soon as the store takes them; both go when the tokens would have
// expired anyway.

import { isObject, type Json } from '@vitrine/core/internal';
import type { RecordWrite, SessionId, SessionLog } from '@vitrine/log';
import type { LateWrites } from './late-writes.ts';

/** Of records. */
export const REVOKED_KIND = 'revoked';
/** Longer than the tokens live, so that a clock that leaps ahead and back again brings no revoked token to life. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface RevokedUntil {
  readonly era: number;
  readonly until: number;
}

/**
 * All tokens of a session end by beginning a new era of it; a token carries the era that it was made in. Eras are
 * told apart without a look at the clock: a token that is made right behind a revocation holds, one right before not.
 */
export class Revocations {
  readonly #log: SessionLog;
  readonly #writes: LateWrites;
  readonly #now: () => number;
  readonly #families = new Map<string, RevokedUntil>();
  readonly #sessions = new Map<SessionId, RevokedUntil>();
  #lastEra = 0;

  constructor(log: SessionLog, writes: LateWrites, now: () => number) {
    this.#log = log;
    this.#writes = writes;
    this.#now = now;
  }

  async load(): Promise<void> {
    for await (const record of this.#log.records(REVOKED_KIND)) {
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

  /**
   * In force when this returns; the promise tells whether it is durable.
   * @param until when the last of its tokens will have expired
   */
  revokeFamily(family: string, until: number): Promise<boolean> {
    return this.#write(`family:${family}`, { era: 0, until });
  }

  /** As above. */
  revokeSession(session: SessionId, until: number): Promise<boolean> {
    // The clock stands in for records that were swept: an era must be later than all that live tokens may carry.
    return this.#write(`session:${session}`, { era: Math.max(this.#lastEra + 1, Math.floor(this.#now())), until });
  }

  #write(key: string, kept: RevokedUntil): Promise<boolean> {
    this.#keep(key, kept);
    return this.#store({ kind: REVOKED_KIND, key, due: new Date(kept.until).toISOString(), value: { ...kept } });
  }

  async #store(record: RecordWrite): Promise<boolean> {
    const isStored = await this.#writes.keep(record);
    // What is not swept now is swept the next time; the revocation itself stands.
    if (isStored) await this.#sweep().catch(() => undefined);
    return isStored;
  }

  #keep(key: string, kept: RevokedUntil): void {
    const [map, name] = this.#placeOf(key);
    if ((map.get(name)?.era ?? -1) <= kept.era) map.set(name, kept);
    this.#lastEra = Math.max(this.#lastEra, kept.era);
  }

  async #sweep(): Promise<void> {
    const before = this.#now() - KEPT_MS;
    const removals: RecordWrite[] = [];
    for await (const { key } of this.#log.due(REVOKED_KIND, new Date(before).toISOString())) {
      const [map, name] = this.#placeOf(key);
      // It may have been written anew while the due ones were read.
      if ((map.get(name)?.until ?? 0) > before) continue;
      map.delete(name);
      removals.push({ kind: REVOKED_KIND, key, remove: true });
    }
    if (removals.length > 0) await this.#log.writeRecords(removals);
  }

  #placeOf(key: string): [Map<string, RevokedUntil>, string] {
    const colon = key.indexOf(':');
    return [key.startsWith('family:') ? this.#families : this.#sessions, key.slice(colon + 1)];
  }
}

function readKept(value: Json | Uint8Array): RevokedUntil | undefined {
  if (value instanceof Uint8Array || !isObject(value)) return undefined;
  const { era, until } = value;
  return typeof era === 'number' && typeof until === 'number' ? { era, until } : undefined;
}
