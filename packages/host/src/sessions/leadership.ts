// Who writes a session when many nodes serve it: whoever holds its lease in the log. Whatever adds to the session runs
// while the lease is held, and is finished before it is given to a node that asks for it. A host that is alone holds all.

import type { LogNode, SessionId, SessionLog } from '@vitrine/log';
import { HostError } from '../host-error.ts';
import { type FollowedSession, Following } from './following.ts';

/** The other nodes, as a session knows them. */
export interface Peers {
  /** Asks a node to let go of a session. Resolves when it has, or will not. */
  askForSession(holder: LogNode, session: SessionId): Promise<void>;
}

/** What leads or follows. */
export interface LedSession extends FollowedSession {
  readonly context: { readonly log: SessionLog; readonly peers?: Peers };
  /** What was written is durable. */
  settled(): Promise<void>;
}

/** How long the lease is tried for: longer than a node that ended is missed. */
const MAX_WAIT_MS = 8000;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 200;
/** How long whoever asks waits for what is under way here. */
const MAX_HANDOVER_MS = 2000;

export class Leadership {
  readonly #session: LedSession;
  readonly #following: Following;
  #epoch: number | undefined;
  #users = 0;
  #idle: (() => void)[] = [];
  #leading: Promise<void> | undefined;
  #handingOver: Promise<boolean> | undefined;

  /** @param epoch of the lease; absent: another node has it, and what it writes is followed */
  constructor(session: LedSession, epoch: number | undefined) {
    this.#session = session;
    this.#following = new Following(session);
    this.#epoch = epoch;
    if (epoch === undefined) this.#following.start();
  }

  get epoch(): number | undefined {
    return this.#epoch;
  }

  get isHeld(): boolean {
    return this.#epoch !== undefined;
  }

  /** The session ends here: nothing more is followed. */
  stop(): void {
    this.#following.stop();
  }

  /** `isWithin`: it is part of something that holds the lease already. */
  async use<T>(work: () => T | Promise<T>, isWithin = false): Promise<T> {
    while (this.#handingOver !== undefined && !(isWithin && this.#users > 0)) await this.#handingOver;
    this.#users++;
    try {
      if (this.#epoch === undefined) await this.#lead();
      return await work();
    } finally {
      if (--this.#users === 0) for (const done of this.#idle.splice(0)) done();
    }
  }

  /** Lets another node have the session; this one follows. False: something here takes too long. */
  handOver(): Promise<boolean> {
    if (this.#epoch === undefined) return Promise.resolve(true);
    this.#handingOver ??= this.#handOver().finally(() => {
      this.#handingOver = undefined;
    });
    return this.#handingOver;
  }

  async #handOver(): Promise<boolean> {
    if (this.#users > 0 && !(await this.#unused())) return false;
    await this.#session.settled();
    this.#epoch = undefined;
    // Where it cannot be told, it is free as soon as this host is missed; nothing more is written under it here.
    await this.#session.context.log.release(this.#session.id).catch(() => undefined);
    this.#following.start();
    return true;
  }

  #unused(): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), MAX_HANDOVER_MS);
      this.#idle.push(() => {
        clearTimeout(late);
        resolve(true);
      });
    });
  }

  #lead(): Promise<void> {
    this.#leading ??= this.#take().finally(() => {
      this.#leading = undefined;
    });
    return this.#leading;
  }

  async #take(): Promise<void> {
    const { id, context } = this.#session;
    let pause = FIRST_PAUSE_MS;
    for (const until = performance.now() + MAX_WAIT_MS; ; ) {
      const lease = await context.log.acquire(id);
      if (lease.ok) {
        await this.#following.catchUp();
        this.#epoch = lease.epoch;
        return;
      }
      if (performance.now() > until)
        throw new HostError('VITRINE_BUSY', 'Another node has this session and does not answer.');
      await context.peers?.askForSession(lease.holder, id);
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  }
}
