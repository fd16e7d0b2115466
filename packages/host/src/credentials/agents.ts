// The agents this host knows and the digests of their keys. All rows stand in memory, so that judging a key reads
// nothing. A new key is durable before it holds; a revocation holds before it is durable.

import { timingSafeEqual } from 'node:crypto';
import {
  type AgentScope,
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type PortGrant,
  type Time,
  type Trust,
} from '@vitrine/core/internal';
import type { RecordWrite, SessionLog } from '@vitrine/log';
import { AGENT_SCOPES, type AgentKeyOptions, type AgentRow, type Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { agentOfKey, digestOf, isAgentName, newAgentKey } from './credential-texts.ts';
import type { CredentialTime } from './credential-time.ts';
import type { LateWrites } from './late-writes.ts';

/** Of records. */
export const AGENT_KIND = 'agent';
const NO_DIGEST = Buffer.alloc(32);

/** Its `expiresAt` is by the time of credentials; outside it is told by the clock of the system. */
interface StoredAgent extends AgentRow {
  readonly digest: Buffer;
  /** How often it was revoked: what was minted in an earlier epoch has ended, also when the agent has come back. */
  readonly epoch: number;
  /** How many keys it had before this one. */
  readonly key: number;
}

export class Agents {
  readonly #log: SessionLog;
  readonly #writes: LateWrites;
  readonly #time: CredentialTime;
  readonly #now: () => number;
  readonly #rows = new Map<string, StoredAgent>();
  /** Changes follow each other: a judgement must see what the one before it wrote. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(log: SessionLog, writes: LateWrites, time: CredentialTime, now: () => number) {
    this.#log = log;
    this.#writes = writes;
    this.#time = time;
    this.#now = now;
  }

  async load(): Promise<void> {
    for await (const record of this.#log.records(AGENT_KIND)) {
      const row = readRow(record.key, record.value);
      // What holds here and waits to be stored is later.
      if (row !== undefined && this.#writes.find(AGENT_KIND, record.key) === undefined) this.#rows.set(row.agent, row);
    }
  }

  identify(key: string): Caller {
    const row = this.#rows.get(agentOfKey(key) ?? '');
    // Compared even without a row: how long it takes must not tell which names exist.
    const isKey = timingSafeEqual(digestOf(key), row?.digest ?? NO_DIGEST);
    if (row === undefined || !isKey) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (row.revokedAt !== undefined) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    if (row.expiresAt !== undefined && Date.parse(row.expiresAt) <= this.#time.now())
      throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'The time of this key is over: ask the operator for another.');
    const { agent, trust, epoch, expiresAt, scopes, key: number } = row;
    return { role: 'agent', agent, trust, ...defined({ expiresAt, scopes }), grant: { agent, epoch, key: number } };
  }

  /** What is minted under it without a look at its key. Undefined: it is unknown or revoked. */
  grantOf(agent: string): PortGrant | undefined {
    const row = this.#rows.get(agent);
    return row === undefined || row.revokedAt !== undefined ? undefined : { agent, epoch: row.epoch };
  }

  holds({ agent, epoch, key }: PortGrant): boolean {
    const row = this.#rows.get(agent);
    if (row === undefined || row.revokedAt !== undefined) return false;
    return row.epoch === epoch && (key === undefined || row.key === key);
  }

  rows(): readonly AgentRow[] {
    return [...this.#rows.values()]
      .map(({ digest: _, epoch: __, key: ___, expiresAt, ...row }) => ({
        ...row,
        ...defined({ expiresAt: expiresAt && this.#time.toTell(Date.parse(expiresAt)) }),
      }))
      .sort((a, b) => (a.agent < b.agent ? -1 : Number(a.agent > b.agent)));
  }

  add(agent: string, trust: Trust, options: AgentKeyOptions): Promise<string> {
    if (!isAgentName(agent)) throw new HostError('VITRINE_AGENT_NAME');
    return this.#change(async () => {
      // A name is never given twice, not even a revoked one: the sessions of the first would be the second's.
      if (this.#rows.has(agent)) throw new HostError('VITRINE_AGENT_EXISTS');
      const key = newAgentKey(agent);
      const row = { agent, trust, createdAt: this.#wallTime(), ...this.#kept(options) };
      await this.#save({ ...row, digest: digestOf(key), epoch: 0, key: 0 });
      return key;
    });
  }

  /** Also how a revoked agent comes back: by a deliberate new key for the same name. */
  rotate(agent: string, options: AgentKeyOptions): Promise<string> {
    return this.#change(async () => {
      const { revokedAt: _, expiresAt: __, ...row } = this.#known(agent);
      const key = newAgentKey(agent);
      const made = { rotatedAt: this.#wallTime(), ...this.#kept(options), digest: digestOf(key), key: row.key + 1 };
      await this.#save({ ...row, ...made });
      return key;
    });
  }

  /** In force when this returns; the promise tells whether it is durable. */
  revoke(agent: string): Promise<boolean> {
    const row = this.#known(agent);
    if (row.revokedAt === undefined)
      this.#rows.set(agent, { ...row, epoch: row.epoch + 1, revokedAt: this.#wallTime() });
    return this.#change(() => this.#writes.keep(recordOf(this.#known(agent))));
  }

  #known(agent: string): StoredAgent {
    const row = this.#rows.get(agent);
    if (row === undefined) throw new HostError('VITRINE_AGENT_UNKNOWN');
    return row;
  }

  async #save(row: StoredAgent): Promise<void> {
    await this.#writes.write(recordOf(row));
    const { epoch = 0, revokedAt } = this.#rows.get(row.agent) ?? {};
    // Revoked while this was written: the revocation is the later one.
    const isOvertaken = epoch > row.epoch && revokedAt !== undefined;
    this.#rows.set(row.agent, isOvertaken ? { ...row, epoch, revokedAt } : row);
  }

  #change<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(change);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #kept({ expiresAt, ...options }: AgentKeyOptions): AgentKeyOptions {
    return { ...options, ...defined({ expiresAt: expiresAt && this.#time.fromTold(expiresAt) }) };
  }

  #wallTime(): Time {
    return new Date(this.#now()).toISOString();
  }
}

function recordOf({ agent, digest, ...rest }: StoredAgent): RecordWrite {
  return { kind: AGENT_KIND, key: agent, value: { ...rest, digest: digest.toString('base64url') } };
}

/** What cannot be read lets nobody in: its agent is as good as unknown. */
function readRow(agent: string, value: Json | Uint8Array): StoredAgent | undefined {
  if (value instanceof Uint8Array || !isObject(value)) return undefined;
  const createdAt = text(value, 'createdAt');
  const digest = Buffer.from(text(value, 'digest') ?? '', 'base64url');
  if (createdAt === undefined || digest.length !== NO_DIGEST.length) return undefined;
  const rotatedAt = text(value, 'rotatedAt');
  const revokedAt = text(value, 'revokedAt');
  const expiresAt = text(value, 'expiresAt');
  return {
    agent,
    trust: value.trust === 'trusted' ? 'trusted' : 'untrusted',
    createdAt,
    ...defined({ rotatedAt, revokedAt, expiresAt, scopes: scopesOf(value.scopes) }),
    digest,
    // One that was revoked before revocations were counted.
    epoch: whole(value, 'epoch') ?? (revokedAt === undefined ? 0 : 1),
    key: whole(value, 'key') ?? 0,
  };
}

/** One that nobody knows is left out: it opens nothing. */
function scopesOf(value: Json | undefined): readonly AgentScope[] | undefined {
  return isArray(value) ? AGENT_SCOPES.filter((scope) => value.includes(scope)) : undefined;
}

function whole(value: JsonObject, name: string): number | undefined {
  const found = value[name];
  return Number.isSafeInteger(found) ? (found as number) : undefined;
}

function text(value: JsonObject, name: string): string | undefined {
  const found = value[name];
  return typeof found === 'string' ? found : undefined;
}
