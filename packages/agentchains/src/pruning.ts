// What is over is forgotten after a while: an ended session with its count and its consents. The entries of a session stay
// with the host.

import type { PortRecord } from '@vitrine/core';
import type { Services } from './services.ts';
import { isSessionKey } from './tracked-session.ts';

const EVERY_MS = 60_000;
/** What may not go yet is looked at again. */
const AGAIN_MS = 24 * 3_600_000;

export class Pruning {
  readonly #services: Pick<Services, 'port' | 'consents'>;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(services: Pick<Services, 'port' | 'consents'>) {
    this.#services = services;
  }

  /** Once a second; looks once a minute. */
  async tick(now: number): Promise<void> {
    if (now < this.#nextAt) return;
    this.#nextAt = now + EVERY_MS;
    const { port } = this.#services;
    const over: PortRecord[] = [];
    for await (const record of port.records.due(new Date(now).toISOString())) over.push(record);
    for (const record of over) {
      if (await this.#isNeeded(record))
        await port.records.write([{ ...record, due: new Date(now + AGAIN_MS).toISOString() }]);
      else await this.#forget(record);
    }
  }

  /** A session of the agent's own outlives whoever looked at it, and what its people have taken back still holds. */
  async #isNeeded({ key, session }: PortRecord): Promise<boolean> {
    if (session === undefined || !isSessionKey(key)) return false;
    const row = await this.#services.port.sessions.find(session);
    return row !== undefined && row.closedAt === undefined;
  }

  async #forget({ key, session }: PortRecord): Promise<void> {
    const { port, consents } = this.#services;
    const keys = [key];
    if (session !== undefined && isSessionKey(key)) {
      for await (const own of port.records.list(session)) if (own.key !== key) keys.push(own.key);
      consents.forget(session);
    }
    // Together: what is left of a session must not be found without it.
    await port.records.write(keys.map((one) => ({ key: one, remove: true })));
  }
}
