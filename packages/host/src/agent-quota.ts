// How much of the store each agent may fill with its sessions: entries, records and files. What an agent brings is refused
// when that is full, never what a person answers: a question that was asked can be ended. Counted in steps, session by
// session, and again now and then, because other hosts write too and what is over is erased.

import { type Issue, issue } from '@vitrine/core/internal';
import { LogError, type SessionId, type SessionLog } from '@vitrine/log';
import { HostError } from './host-error.ts';

export interface QuotaOptions {
  /** Of each agent; absent: no bound. */
  readonly bytes?: number;
  /** Of some, by name. */
  readonly agents?: { readonly [agent: string]: number };
}

interface AgentUsage {
  used: number;
  countedAt: number;
  counting: Promise<void> | undefined;
  isTold: boolean;
}

const RECOUNT_MS = 10 * 60_000;

export class AgentQuota {
  readonly #options: QuotaOptions;
  readonly #log: Pick<SessionLog, 'sessions' | 'sessionBytes'>;
  readonly #steadyNow: () => number;
  readonly #tell: (agent: string, used: number, limit: number) => void;
  readonly #agents = new Map<string, AgentUsage>();

  constructor(
    options: QuotaOptions,
    log: Pick<SessionLog, 'sessions' | 'sessionBytes'>,
    steadyNow: () => number,
    tell: (agent: string, used: number, limit: number) => void,
  ) {
    this.#options = options;
    this.#log = log;
    this.#steadyNow = steadyNow;
    this.#tell = tell;
  }

  /** Of what an agent brings. Undefined: there is room. */
  objectionTo(agent: string): Issue | undefined {
    const usage = this.#usage(agent);
    if (usage === undefined || usage.used < usage.limit) return undefined;
    return issue('VITRINE_QUOTA', 'error', wordsOf(usage.limit));
  }

  /** For a file, whose size is known before; waits until it is known what there is. */
  async assertRoom(agent: string, bytes: number): Promise<void> {
    const usage = this.#usage(agent);
    if (usage === undefined) return;
    await usage.counting;
    const { limit } = usage;
    if ((this.#agents.get(agent)?.used ?? 0) + bytes > limit)
      throw new HostError('VITRINE_QUOTA', wordsOf(limit), { limit });
  }

  add(agent: string, bytes: number): void {
    const usage = this.#agents.get(agent);
    if (usage !== undefined) usage.used += bytes;
  }

  /** Something was erased. */
  recount(): void {
    for (const usage of this.#agents.values()) usage.countedAt = Number.NEGATIVE_INFINITY;
  }

  #usage(agent: string): (AgentUsage & { readonly limit: number }) | undefined {
    const { bytes, agents = {} } = this.#options;
    const limit = Object.hasOwn(agents, agent) ? agents[agent] : bytes;
    if (limit === undefined) return undefined;
    let usage = this.#agents.get(agent);
    if (usage === undefined) {
      usage = { used: 0, countedAt: Number.NEGATIVE_INFINITY, counting: undefined, isTold: false };
      this.#agents.set(agent, usage);
    }
    const { counting, countedAt } = usage;
    if (counting === undefined && this.#steadyNow() - countedAt > RECOUNT_MS) this.#count(agent, usage);
    if (usage.used < limit) usage.isTold = false;
    else if (!usage.isTold) {
      usage.isTold = true;
      this.#tell(agent, usage.used, limit);
    }
    return { ...usage, limit };
  }

  #count(agent: string, usage: AgentUsage): void {
    const before = usage.used;
    usage.counting = this.#stored(agent)
      .then((bytes) => {
        // With what was added meanwhile; some of that may have been counted too.
        usage.used = bytes + Math.max(0, usage.used - before);
        usage.countedAt = this.#steadyNow();
      })
      .catch(() => undefined)
      .finally(() => {
        usage.counting = undefined;
      });
  }

  async #stored(agent: string): Promise<number> {
    let bytes = 0;
    for await (const { session } of this.#log.sessions({ agent })) bytes += await this.#bytesOf(session);
    return bytes;
  }

  /** One that was deleted since takes nothing. */
  #bytesOf(session: SessionId): Promise<number> {
    return this.#log.sessionBytes(session).catch((error: unknown) => {
      if (error instanceof LogError && error.code === 'VITRINE_LOG_SESSION_UNKNOWN') return 0;
      throw error;
    });
  }
}

function wordsOf(limit: number): string {
  return `What this agent's sessions may take, ${limit} bytes, is used: close some and have them erased.`;
}
