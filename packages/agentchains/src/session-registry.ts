// All sessions that this face follows: begun by init, taken up again after a socket broke off, ended with their socket,
// by a call, or because nothing was said for too long.

import { randomUUID } from 'node:crypto';
import {
  defined,
  escapeSegment,
  type FacePorts,
  type IssueCode,
  type NewEntry,
  type Op,
  type PortLoss,
  type PortRecord,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { timeAt } from '@vitrine/face-kit';
import type { ClientTraits } from './client-traits.ts';
import { AgentchainsError } from './errors.ts';
import type { AgentchainsLimits } from './limits.ts';
import type { StreamToken } from './stream-tokens.ts';
import {
  keyOfSession,
  readRecord,
  type SessionEnd,
  type SessionHolder,
  type SessionRecord,
  TrackedSession,
  toRecord,
} from './tracked-session.ts';

/** More about one session is not told. */
const MAX_TOLD = 1000;
/** So often within the time that a session waits for its socket it is told that it is held. */
const HELD_PARTS = 4;
const REFUSED = { severity: 'warning', fault: 'viewer' } as const;

export class SessionRegistry {
  readonly #port: FacePorts;
  readonly #holders: Iterable<SessionHolder>;
  readonly #limits: AgentchainsLimits;
  readonly #live = new Map<string, TrackedSession>();
  #isStopped = false;

  constructor(port: FacePorts, holders: Iterable<SessionHolder>, limits: AgentchainsLimits) {
    this.#port = port;
    this.#holders = holders;
    this.#limits = limits;
  }

  /** Each record once: sessions that were open when the host ended wait for their clients. */
  async load(stored: PortRecord): Promise<void> {
    const record = readRecord(stored);
    if (record === undefined || record.endedAt !== null) return;
    const row = await this.#port.sessions.find(record.session);
    const isOpen = row !== undefined && row.closedAt === undefined;
    if (isOpen && record.end === null) this.#live.set(record.session, this.#track(record));
    else {
      // Everybody was told that it ends when the host did.
      if (isOpen) await this.#port.sessions.close(record.session);
      await this.#write({ ...record, ...this.#ending(record.end ?? 'closed') });
    }
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
    for await (const stored of this.#port.records.list()) {
      const record = readRecord(stored);
      if (record?.agent === agent && record.endedAt !== null) found.push(record);
    }
    return found;
  }

  /** A session counts once, however many sockets hold it. Refuses with -32007; one that is held already has its place. */
  assertRoom(agent: string, session?: string): void {
    const held = new Set<string>();
    for (const { token, sessions } of this.#holders) if (token.agent === agent) for (const id of sessions) held.add(id);
    const { sessionsPerAgent: max } = this.#limits;
    if (held.size >= max && (session === undefined || !held.has(session)))
      throw new AgentchainsError('sessions', `The agent has ${max} concurrent sessions.`);
  }

  /** Refuses with -32000 and -32007. */
  async begin(
    holder: SessionHolder,
    traits: ClientTraits,
    wanted: string | undefined,
  ): Promise<{ readonly session: TrackedSession; readonly isResumed: boolean }> {
    const { token } = holder;
    if (token.session !== undefined && wanted !== undefined && wanted !== token.session)
      throw new AgentchainsError('session');
    if (token.session === undefined && wanted !== undefined) await this.#recall(token, wanted);
    const resumed = token.session === undefined ? this.#resumable(token, wanted) : undefined;
    const id = token.session ?? resumed?.id ?? randomUUID();
    this.assertRoom(token.agent, id);
    // Before anything is awaited: its place is taken, and of two that resume it at once, the later one has it.
    holder.beginning = id;
    if (resumed === undefined && token.session === undefined)
      return { session: await this.#open(id, holder, traits), isResumed: false };
    const isHeld = this.#live.get(id)?.holders.has(holder) === true;
    if (resumed !== undefined) this.#claim(resumed, holder);
    const session = resumed ?? (await this.#join(id, holder, traits));
    try {
      session.adopt(traits, token);
      session.lastAt = this.#port.transport.steadyNow();
      await this.#write(session.record);
      return { session, isResumed: true };
    } catch (error) {
      if (!isHeld) this.leave(session, holder, false);
      throw error;
    }
  }

  /** The holder lets go of it; the session lasts or ends by how the socket went. */
  leave(session: TrackedSession, holder: SessionHolder, isOver: boolean): void {
    // One that was displaced has no say in how the session ends.
    if (!session.holders.delete(holder)) return;
    if (session.holders.size > 0 || this.#live.get(session.id) !== session) return;
    session.leftAt = this.#port.transport.steadyNow();
    if (isOver && !this.#isStopped && session.record.begun === 'init')
      this.inBackground(this.end(session, 'disconnect'));
  }

  /** For whoever has nobody to tell that it failed. */
  inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#port.transport.failed('a session could not be written', error));
  }

  /** Its holders are told at once, then its people and its agent; what was asked stays unanswered. */
  async end(session: TrackedSession, why: SessionEnd): Promise<void> {
    if (this.#live.get(session.id) !== session) return;
    this.#live.delete(session.id);
    const { sessions } = this.#port;
    const ended = { ...session.record, end: why };
    session.record = { ...ended, ...this.#ending(why) };
    for (const holder of [...session.holders]) holder.over(session, why);
    if (session.record.begun === 'init') {
      const records = [this.#toRecord(ended)];
      await sessions.write(session.id, [await this.#farewell(session, why)], { records }).catch(ignoreClosed);
      await sessions.close(session.id);
    }
    await this.#write(session.record);
  }

  /** Once a second. */
  async tick(now: number): Promise<void> {
    const { graceMs, inactiveMs } = this.#limits;
    for (const session of [...this.#live.values()]) {
      const { lastAt, leftAt = Number.POSITIVE_INFINITY } = session;
      const isSilent = now - lastAt > inactiveMs;
      if (!isSilent && now - leftAt < graceMs) await this.#keepHeld(session, now);
      else if (session.holders.size > 0 || !(await this.#isElsewhere(session, now)))
        await this.end(session, isSilent ? 'timeout' : 'disconnect');
    }
  }

  /** Other hosts on the same log learn from the record that its socket is here. */
  async #keepHeld(session: TrackedSession, now: number): Promise<void> {
    if (session.holders.size === 0 || now - session.toldAt < this.#limits.graceMs / HELD_PARTS) return;
    session.toldAt = now;
    session.record = { ...session.record, heldAt: timeAt(this.#port.transport.now()) };
    await this.#write(session.record);
  }

  /**
   * Another host holds it, since its record says so anew, and this one waits on; or has ended it, and this one forgets it.
   * The times themselves are not looked at: clocks may be set.
   */
  async #isElsewhere(session: TrackedSession, now: number): Promise<boolean> {
    const stored = readRecord(await this.#port.records.read(keyOfSession(session.id)));
    if (stored === undefined || stored.end !== null) {
      this.#live.delete(session.id);
      return true;
    }
    if (stored.heldAt === session.record.heldAt) return false;
    Object.assign(session, { record: stored, lastAt: now, leftAt: now });
    return true;
  }

  /** Each once: the agent learns what a client was not sent as it is. */
  async tellLosses({ id, reportedLosses }: TrackedSession, losses: readonly PortLoss[]): Promise<void> {
    const body: NewEntry['body'][number][] = [];
    for (const { what, surface } of losses) {
      const name = `${surface ?? ''} ${what}`;
      if (reportedLosses.has(name) || reportedLosses.size >= MAX_TOLD) continue;
      reportedLosses.add(name);
      const at = defined({ surface });
      body.push({ event: 'issue', issue: { code: 'VITRINE_VIEWER_REFUSED', ...REFUSED, message: `${what}.` }, ...at });
    }
    if (body.length > 0) await this.#port.sessions.write(id, [{ body }]).catch(ignoreClosed);
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** It is there with its record, or not at all. */
  async #open(id: string, holder: SessionHolder, traits: ClientTraits): Promise<TrackedSession> {
    const { agent, trust } = holder.token;
    const session = this.#follow(id, holder, traits, 'init');
    const records = [this.#toRecord(session.record)];
    await this.#port.sessions.open({ agent, session: id, dialect: 'agentchains', trust, records });
    this.#live.set(id, session);
    return session;
  }

  /** A session that the agent opened, and whose viewer this is. */
  async #join(id: string, holder: SessionHolder, traits: ClientTraits): Promise<TrackedSession> {
    const row = await this.#port.sessions.find(id);
    if (row === undefined || row.closedAt !== undefined || row.agent !== holder.token.agent)
      throw new AgentchainsError('session');
    const session = this.#live.get(id) ?? this.#follow(id, holder, traits, 'joined');
    this.#live.set(id, session);
    session.hold(holder);
    return session;
  }

  #follow(id: string, holder: SessionHolder, traits: ClientTraits, begun: SessionRecord['begun']): TrackedSession {
    const { agent, jti, viewer } = holder.token;
    const { info, capabilities, user = null } = traits;
    const session = this.#track({
      ...{ session: id, agent, jti, viewer, user, info, capabilities, begun },
      ...{ startedAt: timeAt(this.#port.transport.now()), heldAt: null, endedAt: null, end: null },
    });
    session.hold(holder);
    return session;
  }

  #track(record: SessionRecord): TrackedSession {
    return new TrackedSession(record, this.#limits.perMinute, this.#port.transport.steadyNow());
  }

  /** One that began at another host since this one was started. */
  async #recall({ agent, jti }: StreamToken, wanted: string): Promise<void> {
    if (this.#live.has(wanted)) return;
    const stored = readRecord(await this.#port.records.read(keyOfSession(wanted)));
    if (stored === undefined || stored.agent !== agent || stored.jti !== jti || stored.end !== null) return;
    if (!this.#live.has(wanted)) this.#live.set(wanted, this.#track(stored));
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
    if (session === undefined) throw new AgentchainsError('session', 'There is no such session to take up again.');
    return session;
  }

  /** Whoever held it with the same token has a socket that broke without a word, or a copy of it. */
  #claim(session: TrackedSession, holder: SessionHolder): void {
    session.hold(holder);
    for (const other of [...session.holders]) {
      if (other === holder || other.token.jti !== holder.token.jti) continue;
      session.holders.delete(other);
      other.displaced(session);
    }
  }

  async #farewell(session: TrackedSession, why: SessionEnd): Promise<NewEntry> {
    const { asks } = await this.#port.sessions.view(session.id);
    const message = why === 'timeout' ? 'The session expired.' : 'The person has left.';
    const ends = [...asks.keys()].flatMap((ask) => endOfAsk(ask, why, 'VITRINE_ASK_LAPSED', message));
    return { body: [...ends, { event: 'leave', viewer: session.record.viewer }] };
  }

  #write(record: SessionRecord): Promise<void> {
    return this.#port.records.write([this.#toRecord(record)]);
  }

  #toRecord(record: SessionRecord): PortRecord {
    return toRecord(record, this.#limits.endedMs);
  }

  #ending(end: SessionEnd): Pick<SessionRecord, 'endedAt' | 'end'> {
    return { endedAt: timeAt(this.#port.transport.now()), end };
  }
}

function ignoreClosed(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'VITRINE_LOG_SESSION_CLOSED') throw error;
}

/** A question that nobody will answer any more: the session forgets it, and the agent is told which one it was. */
export function endOfAsk(
  ask: string,
  reason: string,
  code: IssueCode,
  message: string,
): readonly [lapse: Op, news: ViewerEvent] {
  const at = `/asks/${escapeSegment(ask)}`;
  return [
    { op: 'lapse', ask, reason },
    { event: 'issue', issue: { code, severity: 'warning', fault: 'viewer', message, at } },
  ];
}
