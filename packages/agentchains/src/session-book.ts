// All sessions that this face follows: begun by init, taken up again after a socket broke off, ended with their socket,
// by a call, or because nothing was said for too long.

import { randomUUID } from 'node:crypto';
import type { FacePorts, NewEntry, PortLoss, PortRecord } from '@vitrine/core';
import type { ClientTraits } from './client-traits.ts';
import { endOfAsk } from './end-of-ask.ts';
import { RpcError } from './errors.ts';
import type { AgentchainsLimits } from './limits.ts';
import type { Slots } from './slots.ts';
import type { StreamToken } from './stream-tokens.ts';
import {
  type Holder,
  isSessionKey,
  readRecord,
  type SessionEnd,
  type SessionRecord,
  TrackedSession,
  toRecord,
} from './tracked-session.ts';

/** More about one session is not told. */
const MOST_TOLD = 1000;
const RESUMED_ELSEWHERE = 'The session was taken up on another connection.';
const REFUSED = { severity: 'warning', fault: 'viewer' } as const;

export interface Begun {
  readonly session: TrackedSession;
  readonly isResumed: boolean;
  /** The holder lets go of it; the session lasts or ends by how the socket went. */
  readonly leave: (isOver: boolean) => void;
}

export class SessionBook {
  readonly #port: FacePorts;
  readonly #slots: Slots;
  readonly #limits: AgentchainsLimits;
  readonly #live = new Map<string, TrackedSession>();
  #isStopped = false;

  constructor(port: FacePorts, slots: Slots, limits: AgentchainsLimits) {
    this.#port = port;
    this.#slots = slots;
    this.#limits = limits;
  }

  /** Each record once: sessions that were open when the host ended wait for their clients. */
  async load({ key, value }: PortRecord): Promise<void> {
    const record = isSessionKey(key) ? readRecord(value) : undefined;
    if (record === undefined || record.endedAt !== null) return;
    const row = await this.#port.sessions.find(record.session);
    if (row === undefined || row.closedAt !== undefined) await this.#write({ ...record, ...this.#ending('closed') });
    else this.#live.set(record.session, this.#track(record));
  }

  get size(): number {
    return this.#live.size;
  }

  get(session: string): TrackedSession | undefined {
    return this.#live.get(session);
  }

  of(agent: string): readonly TrackedSession[] {
    return [...this.#live.values()].filter(({ record }) => record.agent === agent);
  }

  /** Those that are over. */
  async ended(agent: string): Promise<readonly SessionRecord[]> {
    const found: SessionRecord[] = [];
    for await (const { key, value } of this.#port.records.list()) {
      const record = isSessionKey(key) ? readRecord(value) : undefined;
      if (record !== undefined && record.agent === agent && record.endedAt !== null) found.push(record);
    }
    return found;
  }

  /** Refuses with -32000 and -32007. */
  async begin(holder: Holder, traits: ClientTraits, wanted: string | undefined): Promise<Begun> {
    const { token } = holder;
    if (token.session !== undefined && wanted !== undefined && wanted !== token.session) throw new RpcError('session');
    const resumed = token.session === undefined ? this.#resumable(token, wanted) : undefined;
    const id = token.session ?? resumed?.id ?? randomUUID();
    const release = this.#slots.take(token.agent, id);
    const isHeld = resumed?.holders.has(holder) === true;
    // Before anything is awaited: of two that resume it at once, the later one has it.
    if (resumed !== undefined) this.#claim(resumed, holder);
    try {
      const session =
        resumed ??
        (await (token.session === undefined ? this.#open(id, token, traits) : this.#join(id, token, traits)));
      if (resumed === undefined) session.hold(holder);
      else if (!session.holders.has(holder)) throw new RpcError('session', RESUMED_ELSEWHERE);
      session.adopt(traits, token);
      session.lastAt = this.#port.transport.now();
      await this.#write(session.record);
      return {
        session,
        isResumed: resumed !== undefined || token.session !== undefined,
        leave: (isOver) => this.#leave(session, holder, release, isOver),
      };
    } catch (error) {
      if (resumed === undefined || isHeld) release();
      else this.#leave(resumed, holder, release, false);
      throw error;
    }
  }

  /** Its holders are told at once, then its people and its agent; what was asked stays unanswered. */
  async end(session: TrackedSession, why: SessionEnd): Promise<void> {
    if (this.#live.get(session.id) !== session) return;
    this.#live.delete(session.id);
    session.record = { ...session.record, ...this.#ending(why) };
    for (const holder of [...session.holders]) holder.over(session, why);
    if (session.record.begun === 'init') {
      await this.#port.sessions.write(session.id, [await this.#farewell(session, why)]).catch(ignoreClosed);
      await this.#port.sessions.close(session.id);
    }
    await this.#write(session.record);
  }

  /** The host says that it is closed. */
  async closed(session: TrackedSession): Promise<void> {
    if (!this.#live.delete(session.id)) return;
    session.record = { ...session.record, ...this.#ending('closed') };
    await this.#write(session.record);
  }

  /** Once a second. */
  async tick(now: number): Promise<void> {
    const { graceMs, inactiveMs } = this.#limits;
    for (const session of [...this.#live.values()]) {
      if (now - session.lastAt > inactiveMs) await this.end(session, 'timeout');
      else if (session.leftAt === undefined) continue;
      else if (now - session.leftAt < graceMs) continue;
      else await this.end(session, 'disconnect');
    }
  }

  /** Each once: the agent learns what a client was not sent as it is. */
  async tellLosses({ id, told }: TrackedSession, losses: readonly PortLoss[]): Promise<void> {
    const body: NewEntry['body'][number][] = [];
    for (const { what, surface } of losses) {
      const name = `${surface ?? ''} ${what}`;
      if (told.has(name) || told.size >= MOST_TOLD) continue;
      told.add(name);
      const at = surface === undefined ? {} : { surface };
      body.push({ event: 'issue', issue: { code: 'VITRINE_VIEWER_REFUSED', ...REFUSED, message: `${what}.` }, ...at });
    }
    if (body.length > 0) await this.#port.sessions.write(id, [{ body }]).catch(ignoreClosed);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #open(id: string, token: StreamToken, traits: ClientTraits): Promise<TrackedSession> {
    await this.#port.sessions.open({ agent: token.agent, session: id, dialect: 'agentchains', trust: token.trust });
    return this.#follow(id, token, traits, 'init');
  }

  /** A session that the agent opened, and whose viewer this is. */
  async #join(id: string, token: StreamToken, traits: ClientTraits): Promise<TrackedSession> {
    const row = await this.#port.sessions.find(id);
    if (row === undefined || row.closedAt !== undefined || row.agent !== token.agent) throw new RpcError('session');
    return this.#live.get(id) ?? this.#follow(id, token, traits, 'joined');
  }

  #follow(id: string, token: StreamToken, traits: ClientTraits, begun: SessionRecord['begun']): TrackedSession {
    const { agent, jti, viewer } = token;
    const startedAt = this.#time();
    const session = this.#track({
      ...{ session: id, agent, jti, viewer, user: traits.user ?? null, begun, startedAt, endedAt: null, end: null },
      ...{ info: traits.info, capabilities: traits.capabilities },
    });
    this.#live.set(id, session);
    return session;
  }

  #track(record: SessionRecord): TrackedSession {
    return new TrackedSession(record, this.#limits.perMinute, this.#port.transport.now());
  }

  /**
   * By its id, or the one that nobody holds with this token and was left last. Only the token that began it resumes it:
   * every other one of the agent may be another person's.
   */
  #resumable(token: StreamToken, wanted: string | undefined): TrackedSession | undefined {
    const own = this.of(token.agent).filter(({ record: { jti, begun } }) => jti === token.jti && begun === 'init');
    if (wanted === undefined) {
      const free = own.filter((session) => !session.isHeldWith(token.jti));
      return free.toSorted((a, b) => (a.leftAt ?? a.lastAt) - (b.leftAt ?? b.lastAt)).at(-1);
    }
    const session = own.find(({ id }) => id === wanted);
    if (session === undefined) throw new RpcError('session', 'There is no such session to take up again.');
    return session;
  }

  /** Whoever held it with the same token has a socket that broke without a word, or a copy of it. */
  #claim(session: TrackedSession, holder: Holder): void {
    session.hold(holder);
    for (const other of [...session.holders]) {
      if (other === holder || other.token.jti !== holder.token.jti) continue;
      session.holders.delete(other);
      other.displaced(session);
    }
  }

  #leave(session: TrackedSession, holder: Holder, release: () => void, isOver: boolean): void {
    release();
    // One that was displaced has no say in how the session ends.
    if (!session.holders.delete(holder)) return;
    if (session.holders.size > 0 || this.#live.get(session.id) !== session) return;
    session.leftAt = this.#port.transport.now();
    if (!isOver || this.#isStopped || session.record.begun !== 'init') return;
    this.end(session, 'disconnect').catch((error: unknown) =>
      this.#port.transport.failed('a session could not be ended', error),
    );
  }

  async #farewell(session: TrackedSession, why: SessionEnd): Promise<NewEntry> {
    const { asks } = await this.#port.sessions.view(session.id);
    const message = why === 'timeout' ? 'The session expired.' : 'The person has left.';
    const ends = [...asks.keys()].flatMap((ask) => endOfAsk(ask, why, 'VITRINE_ASK_LAPSED', message));
    return { body: [...ends, { event: 'leave', viewer: session.record.viewer }] };
  }

  #write(record: SessionRecord): Promise<void> {
    return this.#port.records.write([toRecord(record, this.#limits.endedMs)]);
  }

  #ending(end: SessionEnd): Pick<SessionRecord, 'endedAt' | 'end'> {
    return { endedAt: this.#time(), end };
  }

  #time(): string {
    return new Date(this.#port.transport.now()).toISOString();
  }
}

function ignoreClosed(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'VITRINE_LOG_SESSION_CLOSED') throw error;
}
