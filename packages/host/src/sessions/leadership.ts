// Who writes a session when many nodes serve it: whoever holds its lease in the log. Whatever adds to the session runs
// while the lease is held, and is finished before it is given to a node that asks for it; what is data alone is done by
// the node that holds it (call-line.ts). A host that is alone holds all.

import type { LeaseOutcome, LogNode, SessionId, SessionLog } from '@vitrine/log';
import { HostError } from '../host-error.ts';
import { CallLine, type CallSender } from './call-line.ts';
import { type FollowedSession, Following } from './following.ts';
import { callerOf, type SessionCall, type SessionCallAnswer } from './session-call.ts';

/** The other nodes, as a session knows them. */
export interface Peers extends CallSender {
  /** Asks a node to let go of a session. Resolves when it has, or will not. */
  askForSession(holder: LogNode, session: SessionId): Promise<void>;
  /** Whether another node may have an agent that reads its events there. */
  mayListen(agent: string): boolean;
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
/** Calls in a row that one other node forwards, and nobody else makes any: then it has the session. */
const MOVE_AFTER = 100;

export class Leadership {
  readonly #session: LedSession;
  readonly #following: Following;
  #epoch: number | undefined;
  #users = 0;
  #idle: (() => void)[] = [];
  #leading: Promise<void> | undefined;
  #handingOver: Promise<boolean> | undefined;
  /** Who had it when it was last asked for. */
  #holder: LogNode | undefined;
  #finding: Promise<LogNode | undefined> | undefined;
  /** Of each caller of which something waits. */
  readonly #lines = new Map<string, CallLine>();
  /** The calls that came in a row from one other node. */
  #forwarded = { from: '', calls: 0 };

  /** @param lease where another node has it, what it writes is followed */
  constructor(session: LedSession, lease: LeaseOutcome) {
    this.#session = session;
    this.#following = new Following(session);
    if (lease.ok) this.#epoch = lease.epoch;
    else {
      this.#holder = lease.holder;
      this.#following.start();
    }
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
  use<T>(work: () => T | Promise<T>, isWithin = false): Promise<T> {
    this.#forwarded.calls = 0;
    return this.#use(work, isWithin);
  }

  async #use<T>(work: () => T | Promise<T>, isWithin: boolean): Promise<T> {
    while (this.#handingOver !== undefined && !(isWithin && this.#users > 0)) await this.#handingOver;
    this.#users++;
    try {
      if (this.#epoch === undefined) await this.#lead();
      return await work();
    } finally {
      if (--this.#users === 0) for (const done of this.#idle.splice(0)) done();
    }
  }

  /** Does it here while the session is held, or can be had; else where it is held. */
  run(call: SessionCall, work: () => Promise<SessionCallAnswer>): Promise<SessionCallAnswer> {
    const { peers } = this.#session.context;
    const caller = callerOf(call);
    const line = this.#lines.get(caller);
    if (peers === undefined || (line === undefined && this.#isFree)) return this.use(work);
    if (line !== undefined) return line.take(call, work);
    const begun = new CallLine(this.#session.id, this, peers, () => void this.#lines.delete(caller));
    this.#lines.set(caller, begun);
    return begun.take(call, work);
  }

  /** For another node. Undefined: the session is not held here. */
  async runFor<T>(from: string, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#handingOver !== undefined) await this.#handingOver;
    if (!this.#isFree) return undefined;
    const { calls } = this.#forwarded.from === from ? this.#forwarded : { calls: 0 };
    this.#forwarded = { from, calls: calls + 1 };
    try {
      return await this.#use(work, false);
    } finally {
      // Not while it is under way: that would be waited for.
      if (this.#forwarded.calls >= MOVE_AFTER) void this.handOver();
    }
  }

  /** Who else writes it. Undefined: this node does, or does from now on. `isAnew`: who had it last may be gone. */
  async findHolder(isAnew: boolean): Promise<LogNode | undefined> {
    while (this.#handingOver !== undefined) await this.#handingOver;
    if (this.#epoch !== undefined) return undefined;
    if (!isAnew && this.#holder !== undefined) return this.#holder;
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #find(): Promise<LogNode | undefined> {
    const { id, context } = this.#session;
    if (this.#leading !== undefined) {
      await this.#leading;
      return undefined;
    }
    const lease = await context.log.acquire(id);
    if (lease.ok) await this.#begin(lease.epoch);
    else this.#holder = lease.holder;
    return this.#holder;
  }

  get #isFree(): boolean {
    return this.#epoch !== undefined && this.#handingOver === undefined;
  }

  /** Lets another node have the session; this one follows, unless it stops. False: something here takes too long. */
  handOver(isStopping = false): Promise<boolean> {
    if (this.#epoch === undefined) return Promise.resolve(true);
    this.#handingOver ??= this.#handOver(isStopping).finally(() => {
      this.#handingOver = undefined;
    });
    return this.#handingOver;
  }

  async #handOver(isStopping: boolean): Promise<boolean> {
    if (this.#users > 0 && !(await this.#unused())) return false;
    await this.#session.settled();
    this.#epoch = undefined;
    // Where it cannot be told, it is free as soon as this host is missed; nothing more is written under it here.
    await this.#session.context.log.release(this.#session.id).catch(() => undefined);
    // Nobody looks at it here for long, and thousands of sessions would be read.
    if (!isStopping) this.#following.start();
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
        await this.#begin(lease.epoch);
        return;
      }
      if (performance.now() > until)
        throw new HostError('VITRINE_BUSY', 'Another node has this session and does not answer.');
      await context.peers?.askForSession(lease.holder, id);
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  }
  /** The lease is held: what others wrote under theirs is applied before anything is added. */
  async #begin(epoch: number): Promise<void> {
    try {
      await this.#following.catchUp();
    } catch (error) {
      // It follows no more and must not write: the next one is made from the log.
      this.#session.fail(error);
      throw error;
    }
    this.#holder = undefined;
    this.#epoch = epoch;
  }
}
