// Which sessions of an agent are open at this moment, as far as sockets hold them. A session counts once, however many
// sockets look at it, and its place is free when the last of them is gone.

import { RpcError } from './errors.ts';

export class Slots {
  readonly #most: number;
  readonly #held = new Map<string, Map<string, number>>();

  constructor(most: number) {
    this.#most = most;
  }

  count(agent: string): number {
    return this.#held.get(agent)?.size ?? 0;
  }

  /** `session`: one that may be held already. */
  hasRoom(agent: string, session?: string): boolean {
    return this.count(agent) < this.#most || (session !== undefined && this.#held.get(agent)?.has(session) === true);
  }

  /**
   * Refuses with -32007.
   * @returns to be called when the socket no longer holds it; a second call does nothing
   */
  take(agent: string, session: string): () => void {
    if (!this.hasRoom(agent, session))
      throw new RpcError('sessions', `The agent has ${this.#most} concurrent sessions.`);
    const held = this.#held.get(agent) ?? new Map<string, number>();
    this.#held.set(agent, held);
    held.set(session, (held.get(session) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(agent, session);
      isHeld = false;
    };
  }

  #release(agent: string, session: string): void {
    const held = this.#held.get(agent);
    const left = (held?.get(session) ?? 1) - 1;
    if (left > 0) held?.set(session, left);
    else held?.delete(session);
    if (held?.size === 0) this.#held.delete(agent);
  }
}
