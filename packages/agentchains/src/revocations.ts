// Whether a stream token still holds: its agent is there and has the key it had, and nobody took back the viewer token
// that it was made from. What was taken back is remembered, durably, until every token of that time has expired.

import type { PortRecord, PortRevoked, SessionPort } from '@vitrine/core';
import { RpcError } from './errors.ts';
import type { StreamToken } from './stream-tokens.ts';

const PREFIX = 'revoked/';

export class Revocations {
  readonly #port: SessionPort;
  readonly #keepMs: number;
  /** When viewer tokens were taken back, by session and token. */
  readonly #viewers = new Map<string, number>();

  constructor(port: SessionPort, tokenMinutes: number) {
    this.#port = port;
    this.#keepMs = tokenMinutes * 60_000;
  }

  /** Each record once. */
  load({ key, value }: PortRecord): void {
    if (key.startsWith(PREFIX) && typeof value === 'number') this.#viewers.set(key.slice(PREFIX.length), value);
  }

  /** Refuses with -32006. */
  async assertHolds({ agent, session, from, madeAt }: StreamToken): Promise<void> {
    const row = await this.#port.agent(agent);
    const isOld = row !== undefined && Date.parse(row.since) > madeAt;
    const revokedAt = Math.max(
      this.#viewers.get(nameOf(session, from)) ?? 0,
      from === undefined ? 0 : (this.#viewers.get(nameOf(session)) ?? 0),
    );
    if (row === undefined || isOld || revokedAt >= madeAt)
      throw new RpcError('auth', 'The stream token was taken back.');
  }

  /** An agent needs no note: whether its key holds is known. */
  note(what: PortRevoked): void {
    if ('agent' in what) return;
    const now = this.#port.now();
    const name = nameOf(what.session, what.jti);
    this.#viewers.set(name, now);
    const due = new Date(now + this.#keepMs).toISOString();
    this.#port.records
      .write([{ key: `${PREFIX}${name}`, due, value: now }])
      .catch((error: unknown) => this.#port.failed('a revocation could not be kept', error));
  }

  /** By the key of its record: every token that it was about has expired. */
  forget(key: string): void {
    if (key.startsWith(PREFIX)) this.#viewers.delete(key.slice(PREFIX.length));
  }

  isAbout(what: PortRevoked, { agent, session, from }: StreamToken): boolean {
    if ('agent' in what) return what.agent === agent;
    return from !== undefined && what.session === session && (what.jti === undefined || what.jti === from);
  }
}

function nameOf(session: string | undefined, jti = '*'): string {
  return `${session ?? ''}/${jti}`;
}
