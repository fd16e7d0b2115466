// The agents this host knows and the digests of their keys. All rows stand in memory, so that judging a key reads
// nothing; each change is durable in the log before it holds.

import { timingSafeEqual } from 'node:crypto';
import { isObject, type Json, type JsonObject, type Time, type Trust } from '@vitrine/core';
import type { SessionLog } from '@vitrine/log';
import type { AgentRow, Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { agentOfKey, digestOf, isAgentName, newAgentKey } from './credential-texts.ts';

const KIND = 'agent';
const NO_DIGEST = Buffer.alloc(32);

interface StoredAgent extends AgentRow {
  readonly digest: Buffer;
}

export class Agents {
  readonly #log: SessionLog;
  readonly #now: () => number;
  readonly #rows = new Map<string, StoredAgent>();
  /** Changes follow each other: a judgement must see what the one before it wrote. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(log: SessionLog, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  async load(): Promise<void> {
    for await (const record of this.#log.records(KIND)) {
      const row = readRow(record.key, record.value);
      if (row !== undefined) this.#rows.set(row.agent, row);
    }
  }

  identify(key: string): Caller {
    const row = this.#rows.get(agentOfKey(key) ?? '');
    // Compared even without a row: how long it takes must not tell which names exist.
    const isKey = timingSafeEqual(digestOf(key), row?.digest ?? NO_DIGEST);
    if (row === undefined || !isKey) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (row.revokedAt !== undefined) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    return { role: 'agent', agent: row.agent, trust: row.trust };
  }

  rows(): readonly AgentRow[] {
    return [...this.#rows.values()]
      .map(({ digest: _, ...row }) => row)
      .sort((a, b) => (a.agent < b.agent ? -1 : Number(a.agent > b.agent)));
  }

  add(agent: string, trust: Trust): Promise<string> {
    if (!isAgentName(agent)) throw new HostError('VITRINE_AGENT_NAME');
    return this.#change(async () => {
      // A name is never given twice, not even a revoked one: the sessions of the first would be the second's.
      if (this.#rows.has(agent)) throw new HostError('VITRINE_AGENT_EXISTS');
      const key = newAgentKey(agent);
      await this.#save({ agent, trust, createdAt: this.#time(), digest: digestOf(key) });
      return key;
    });
  }

  /** Also how a revoked agent comes back: by a deliberate new key for the same name. */
  rotate(agent: string): Promise<string> {
    return this.#change(async () => {
      const { revokedAt: _, ...row } = this.#known(agent);
      const key = newAgentKey(agent);
      await this.#save({ ...row, rotatedAt: this.#time(), digest: digestOf(key) });
      return key;
    });
  }

  revoke(agent: string): Promise<void> {
    return this.#change(async () => {
      const row = this.#known(agent);
      if (row.revokedAt === undefined) await this.#save({ ...row, revokedAt: this.#time() });
    });
  }

  #known(agent: string): StoredAgent {
    const row = this.#rows.get(agent);
    if (row === undefined) throw new HostError('VITRINE_AGENT_UNKNOWN');
    return row;
  }

  async #save(row: StoredAgent): Promise<void> {
    const { agent, digest, ...rest } = row;
    const value = { ...rest, digest: digest.toString('base64url') };
    await this.#log.writeRecords([{ kind: KIND, key: agent, value }]);
    this.#rows.set(agent, row);
  }

  #change<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(change);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #time(): Time {
    return new Date(this.#now()).toISOString();
  }
}

/** What cannot be read lets nobody in: its agent is as good as unknown. */
function readRow(agent: string, value: Json | Uint8Array): StoredAgent | undefined {
  if (value instanceof Uint8Array || !isObject(value)) return undefined;
  const createdAt = text(value, 'createdAt');
  const digest = Buffer.from(text(value, 'digest') ?? '', 'base64url');
  if (createdAt === undefined || digest.length !== NO_DIGEST.length) return undefined;
  const rotatedAt = text(value, 'rotatedAt');
  const revokedAt = text(value, 'revokedAt');
  return {
    agent,
    trust: value.trust === 'trusted' ? 'trusted' : 'untrusted',
    createdAt,
    ...(rotatedAt === undefined ? {} : { rotatedAt }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    digest,
  };
}

function text(value: JsonObject, name: string): string | undefined {
  const found = value[name];
  return typeof found === 'string' ? found : undefined;
}
