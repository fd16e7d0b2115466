// This process among the others that write the same database: it says that it is here, by the clock of the database,
// and learns when it was given up. A node that was given up comes back under another name and holds nothing.

import { randomBytes } from 'node:crypto';
import { LogError, type LogNode } from '@vitrine/log';
import { ConnectionLost, DatabaseRefusal, type PostgresDatabase, toLogError } from './database.ts';

export interface NodeOptions {
  /** Where other nodes reach this one. */
  readonly address?: string;
  /** Names the fold; nodes with another one are refused. */
  readonly fold: string;
  /** Names the keys that sign and seal, without telling them. */
  readonly keys?: string;
  /** How long a node is missed before its sessions go to another. */
  readonly ttlMs?: number;
}

export const DEFAULT_TTL_MS = 3000;
/** How long others find what a write has changed. */
const CHANGES_MS = 60_000;
/** Beats in that time. */
const BEATS = 8;
/** A node that nobody answers for is missed after this part of its time: four beats, so that one late one is no reason. */
const SUSPECTED = 2;

/** Of one life of the node. */
export interface NodeIdentity {
  readonly node: string;
  epoch: number;
  /** The number of the last write. */
  n: number;
}

export interface NodeListener {
  /** With every beat: the other nodes, and the last write of each. */
  beat(others: ReadonlyMap<string, number>): void;
  /** It was given up: what it held is another's. */
  fenced(): void;
}

export class ClusterNode {
  readonly #db: PostgresDatabase;
  readonly #options: NodeOptions;
  readonly ttlMs: number;
  #identity: NodeIdentity;
  #beating: NodeJS.Timeout | undefined;
  #clock = { database: Date.now(), steady: performance.now() };
  readonly #listener: NodeListener;
  /** By a clock that nobody sets, when the last beat that came through began. */
  #heardAt = Number.NEGATIVE_INFINITY;
  /** The number of its last write, by every beat of the last minute. */
  #noted: { readonly at: number; readonly n: number }[] = [];
  #isStopped = false;
  #address: string | null;
  #rejoining: Promise<void> | undefined;

  constructor(db: PostgresDatabase, options: NodeOptions, listener: NodeListener) {
    this.#db = db;
    this.#options = options;
    this.ttlMs = options.ttlMs ?? DEFAULT_TTL_MS;
    this.#identity = newIdentity();
    this.#address = options.address ?? null;
    this.#listener = listener;
  }

  get identity(): NodeIdentity {
    return this.#identity;
  }

  get ttl(): string {
    return `${this.ttlMs} milliseconds`;
  }

  /** Milliseconds since 1970 as the database counts them; between two beats a clock that nobody sets goes on. */
  now(): number {
    return this.#clock.database + performance.now() - this.#clock.steady;
  }

  /** Counted from before the beat: the database saw it later, so nobody gives it up sooner. */
  get isHeard(): boolean {
    return performance.now() - this.#heardAt < this.ttlMs / SUSPECTED;
  }

  async start(): Promise<void> {
    await this.#join();
    await this.beat();
    this.#schedule();
  }

  async announce(address: string): Promise<void> {
    this.#address = address;
    const sql = `UPDATE ${this.#db.s}.nodes SET address = $2 WHERE node = $1`;
    await this.#db.rows(sql, this.#identity.node, address);
  }

  async others(): Promise<readonly LogNode[]> {
    const sql = `SELECT node, address FROM ${this.#db.s}.nodes
      WHERE node <> $1 AND address IS NOT NULL AND seen_at > clock_timestamp() - $2::interval ORDER BY node`;
    return this.#db.rows<LogNode>(sql, this.#identity.node, this.ttl);
  }

  /** Waits for what it is writing; from then on it writes nothing, and what it held is free. */
  async giveUp({ node }: LogNode): Promise<void> {
    const sql = `DELETE FROM ${this.#db.s}.nodes WHERE node = $1 AND seen_at <= clock_timestamp() - $2::interval`;
    await this.#db.rows(sql, node, `${this.ttlMs / SUSPECTED} milliseconds`);
  }

  /** Says that it is here; rejoins where it was given up. */
  async beat(): Promise<void> {
    const { node, epoch } = this.#identity;
    const begun = performance.now();
    try {
      const beat = await this.#db.row<{ now_ms: number; others: { readonly [node: string]: number } }>(
        `SELECT * FROM ${this.#db.s}.beat_2($1, $2, $3, $4)`,
        ...[node, epoch, this.ttl, this.#oldChange()],
      );
      if (beat === undefined) return;
      this.#setClock(beat.now_ms, begun);
      this.#heardAt = begun;
      this.#listener.beat(new Map(Object.entries(beat.others)));
    } catch (error) {
      // A reclaim may have moved the epoch meanwhile: that is the same life.
      if (error instanceof DatabaseRefusal && this.#identity.node === node && this.#identity.epoch === epoch)
        await this.rejoin();
      else if (!(error instanceof ConnectionLost) && !(error instanceof DatabaseRefusal)) throw error;
    }
  }

  /** The last of its writes that everybody has long looked at. */
  #oldChange(): number {
    const now = performance.now();
    this.#noted.push({ at: now, n: this.#identity.n });
    let old = 0;
    while ((this.#noted[0]?.at ?? now) <= now - CHANGES_MS) old = this.#noted.shift()?.n ?? old;
    return old;
  }

  /** Everything it held is another's; it begins anew. */
  rejoin(): Promise<void> {
    this.#rejoining ??= this.#rejoin().finally(() => {
      this.#rejoining = undefined;
    });
    return this.#rejoining;
  }

  async #rejoin(): Promise<void> {
    if (this.#isStopped) return;
    this.#identity = newIdentity();
    this.#noted = [];
    this.#listener.fenced();
    await this.#join();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#beating);
    await this.#rejoining?.catch(() => undefined);
    await this.#db.rows(`SELECT ${this.#db.s}.leave_1($1)`, this.#identity.node).catch(() => undefined);
  }

  async #join(): Promise<void> {
    const { fold, keys = null } = this.#options;
    const { node } = this.#identity;
    try {
      await this.#db.rows(`SELECT ${this.#db.s}.join_1($1, $2, $3, $4, $5)`, node, this.#address, fold, keys, this.ttl);
    } catch (error) {
      throw error instanceof LogError ? error : toLogError(error);
    }
  }

  #setClock(database: number, begun: number): void {
    const steady = (begun + performance.now()) / 2;
    this.#clock = { database, steady };
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#beating = setTimeout(() => {
      this.beat()
        .catch(() => undefined)
        .finally(() => this.#schedule());
    }, this.ttlMs / BEATS).unref();
  }
}

function newIdentity(): NodeIdentity {
  return { node: randomBytes(9).toString('base64url'), epoch: 1, n: 0 };
}
