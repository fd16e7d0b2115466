// How long sessions are kept, and how what is over goes: erased with its forks, files, snapshots and details of the audit. The
// operator says how long, for all or for an agent; an agent may ask for less for a session of its own.

import { randomUUID } from 'node:crypto';
import type { JsonObject, Time } from '@vitrine/core/internal';
import type { SessionId, SessionLog } from '@vitrine/log';
import type { AuditAct } from './audit/audit-line.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { toHostError } from './host-error.ts';
import type { SessionSummary, Sessions } from './live.ts';

export const KEEP_KIND = 'keep';
const ERASING_KIND = 'erasing';

export interface RetentionPolicy {
  /** Of every session, from when it was closed, or last written to. Absent: for good. */
  readonly keepMs?: number;
  readonly agents?: { readonly [agent: string]: number };
}

export interface ExpiredSession {
  readonly session: SessionId;
  readonly agent: string;
  /** When it was closed, or last written to. */
  readonly since: Time;
  readonly keepMs: number;
}

export interface RetentionOptions {
  readonly log: SessionLog;
  readonly sessions: Sessions & { erase(session: SessionId): Promise<void> };
  readonly audit: AuditTrail;
  readonly now: () => number;
  readonly policy?: RetentionPolicy;
  readonly erased?: (sessions: readonly SessionId[]) => Promise<void>;
}

type ErasingAct = Pick<AuditAct, 'role'> & { readonly details?: JsonObject };

/** What is being erased, kept until it is. */
interface Erasing {
  readonly by: ErasingAct;
  readonly sessions: readonly SessionId[];
  readonly person?: string;
}

export class Retention {
  readonly #options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** What would go now. */
  async due(): Promise<readonly ExpiredSession[]> {
    const { log, sessions, now } = this.#options;
    const own = new Map<string, number>();
    for await (const { key, value } of log.records(KEEP_KIND)) if (typeof value === 'number') own.set(key, value);
    const due: ExpiredSession[] = [];
    for await (const { session, agent } of log.sessions()) {
      const keepMs = this.#keepOf(agent, own.get(session));
      if (keepMs === undefined) continue;
      const summary = await sessions.summary(session).catch(undefinedIfErased);
      if (summary === undefined) continue;
      const since = sinceOf(summary);
      if (Date.parse(since) + keepMs <= now()) due.push({ session, agent, since, keepMs });
    }
    return due;
  }

  /** Erases what is over. */
  async run(): Promise<number> {
    const due = await this.due();
    await this.erase(
      due.map(({ session }) => session),
      { role: 'host' },
    );
    return due.length;
  }

  /** Sessions, whatever was forked from them, and what the audit has of them beside what was done. */
  async erase(wanted: readonly SessionId[], by: ErasingAct): Promise<readonly SessionId[]> {
    if (wanted.length === 0) return [];
    return this.#toTheEnd({ by, sessions: await this.#withForks(wanted) });
  }

  /** Every session that somebody took part in, and every detail of the audit that names them. */
  async erasePerson(person: string, by: ErasingAct): Promise<readonly SessionId[]> {
    return this.#toTheEnd({ by, person, sessions: await this.#withForks(await this.#sessionsOf(person)) });
  }

  /** Ends what an earlier process began to erase: its audit would name for good what nobody can ask to erase any more. */
  async resume(): Promise<void> {
    for await (const { key, value } of this.#options.log.records(ERASING_KIND))
      await this.#finish(key, value as unknown as Erasing);
  }

  async #toTheEnd(erasing: Erasing): Promise<readonly SessionId[]> {
    const key = randomUUID();
    await this.#options.log.writeRecords([{ kind: ERASING_KIND, key, value: { ...erasing } as unknown as JsonObject }]);
    await this.#finish(key, erasing);
    return erasing.sessions;
  }

  async #finish(key: string, { by, sessions: all, person }: Erasing): Promise<void> {
    const { log, sessions, audit, erased } = this.#options;
    for (const session of all)
      if ((await log.session(session)) !== undefined) await sessions.erase(session).catch(undefinedIfErased);
    await erased?.(all);
    const names = new Set(all);
    const acts = all.map((session) => ({ ...by, act: 'erase', session }));
    await audit.erase(
      ({ session = '', details }) =>
        names.has(session) || (person !== undefined && [details?.viewer, details?.person].includes(person)),
      ...(person === undefined ? acts : [...acts, { ...by, act: 'erase person' }]),
    );
    await log.writeRecords([{ kind: ERASING_KIND, key, remove: true }]);
    await log.purge?.();
  }

  #keepOf(agent: string, own: number | undefined): number | undefined {
    const { keepMs, agents = {} } = this.#options.policy ?? {};
    const limits = [Object.hasOwn(agents, agent) ? agents[agent] : keepMs, own].filter((ms) => ms !== undefined);
    return limits.length === 0 ? undefined : Math.min(...limits);
  }

  async #withForks(wanted: readonly SessionId[]): Promise<SessionId[]> {
    const all = new Set(wanted);
    // A fork is made after what it was forked from, and they come in that order.
    for await (const { session, forkedFrom } of this.#options.log.sessions())
      if (forkedFrom !== undefined && all.has(forkedFrom.session)) all.add(session);
    return [...all];
  }

  async #sessionsOf(person: string): Promise<SessionId[]> {
    const { log } = this.#options;
    const found: SessionId[] = [];
    for await (const { session, base } of log.sessions())
      if (await this.#tookPart(session, base, person)) found.push(session);
    return found;
  }

  async #tookPart(session: SessionId, base: number, person: string): Promise<boolean> {
    const { log } = this.#options;
    for await (const { from, body } of log.read(session, base)) {
      if (from.role === 'viewer' && from.id === person) return true;
      if (body.some((part) => 'viewer' in part && part.viewer === person)) return true;
    }
    for await (const { value } of log.records('file', session))
      if (!(value instanceof Uint8Array) && (value as JsonObject)?.viewer === person) return true;
    return false;
  }
}

/** Another host may have been asked the same, or come to the same. */
function undefinedIfErased(error: unknown): undefined {
  if (toHostError(error).code !== 'VITRINE_LOG_SESSION_UNKNOWN') throw error;
  return undefined;
}

function sinceOf({ closedAt, activeAt, createdAt }: SessionSummary): Time {
  return closedAt ?? activeAt ?? createdAt;
}
