// The audit of a host: who did what, append-only, each line with the hash of the one before. Lines are records of the log,
// handed over in the same turn as what they tell of, so that both share one sync of the disk. Hosts that share a log have a
// chain each, which begins with the heads of the others.

import { randomBytes } from 'node:crypto';
import { isObject, type JsonObject, type Time } from '@vitrine/core/internal';
import type { LogRecord, RecordWrite, SessionId, SessionLog } from '@vitrine/log';
import type { Caller } from '../caller.ts';
import {
  AUDIT_KIND,
  type AuditAct,
  type AuditLine,
  CHAIN_START,
  type ChainHead,
  chainLine,
  DETAIL_KIND,
  HEAD_KIND,
  readDetails,
  readHead,
  readLine,
} from './audit-line.ts';
import { type AuditReport, verifyAudit } from './verify-audit.ts';

const ONLY_CHAIN = 'main';
/** Who looks again within this time is not written down again. */
const SEEN_MS = 60 * 60 * 1000;
const MAX_SEEN = 20_000;
/** Lines that one line says the details are gone of: it must stay as short as lines are read. */
const MAX_ERASED = 1000;

export interface AuditTrailOptions {
  readonly log: SessionLog;
  readonly now: () => number;
  /** Other hosts write the same log. */
  readonly isShared?: boolean;
  /** A line could not be stored yet: it is kept, and stored with the next. */
  readonly failed?: (error: unknown) => void;
}

export interface AuditPage {
  readonly lines: readonly AuditLine[];
  /** Where the next page begins; absent at the end. */
  readonly next?: string;
}

export class AuditTrail {
  readonly #options: AuditTrailOptions;
  readonly #chain: string;
  #head: ChainHead = CHAIN_START;
  /** What could not be stored. */
  #late: RecordWrite[] = [];
  readonly #seen = new Map<string, number>();

  constructor(options: AuditTrailOptions) {
    this.#options = options;
    this.#chain = options.isShared === true ? randomBytes(6).toString('hex') : ONLY_CHAIN;
  }

  static async open(options: AuditTrailOptions): Promise<AuditTrail> {
    const trail = new AuditTrail(options);
    const stored = await options.log.record(HEAD_KIND, trail.#chain);
    trail.#head = (stored === undefined ? undefined : readHead(stored)) ?? CHAIN_START;
    if (options.isShared === true) await trail.#begin();
    return trail;
  }

  /** Durable when it resolves. What cannot be stored now is stored with the next line, and this refuses. */
  append(...acts: readonly AuditAct[]): Promise<void> {
    const now: Time = new Date(this.#options.now()).toISOString();
    const writes = acts.flatMap((act) => {
      const { head, records } = chainLine(this.#chain, this.#head, act, now);
      this.#head = head;
      return records;
    });
    return this.#store(writes);
  }

  /** The same, for acts that nobody waits for. */
  note(...acts: readonly AuditAct[]): void {
    this.append(...acts).catch((error: unknown) => this.#options.failed?.(error));
  }

  /** Somebody was shown something of a session; written down once an hour for each credential. */
  noteSeen(caller: Caller, session: SessionId, where: string): void {
    if (caller.role === 'agent') return;
    const name = JSON.stringify([caller.role, credentialOf(caller), session]);
    const now = this.#options.now();
    if (now - (this.#seen.get(name) ?? Number.NEGATIVE_INFINITY) < SEEN_MS) return;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.set(name, now);
    this.note({ act: 'see', role: caller.role, session, details: { ...detailsOf(caller), where } });
  }

  async flush(): Promise<void> {
    if (this.#late.length > 0) await this.#store([]);
  }

  async page(after: string, limit: number): Promise<AuditPage> {
    const lines: AuditLine[] = [];
    for await (const record of this.#options.log.records(AUDIT_KIND, undefined, after)) {
      if (lines.length === limit) return { lines, next: lines.at(-1)?.key ?? after };
      const read = readLine(record);
      if (typeof read !== 'string') lines.push(await this.#withDetails(read.line, read.commitment));
    }
    return { lines };
  }

  /** Takes the details of lines away that this says something of, and writes down that they are gone. */
  async erase(isMeant: (line: AuditLine) => boolean, ...as: readonly AuditAct[]): Promise<number> {
    const keys: string[] = [];
    for await (const record of this.#options.log.records(AUDIT_KIND)) {
      const read = readLine(record);
      if (typeof read === 'string' || read.commitment === undefined) continue;
      const line = await this.#withDetails(read.line, read.commitment);
      if (line.details !== undefined && isMeant(line)) keys.push(line.key);
    }
    await this.append(...as);
    for (let from = 0; from < keys.length; from += MAX_ERASED) {
      const lines = keys.slice(from, from + MAX_ERASED);
      await this.append({ act: 'erase details', role: as[0]?.role ?? 'host', erased: { lines } });
      await this.#options.log.writeRecords(lines.map((key) => ({ kind: DETAIL_KIND, key, remove: true })));
    }
    return keys.length;
  }

  verify(): Promise<AuditReport> {
    return verifyAudit(this.#options.log);
  }

  async #withDetails(line: AuditLine, commitment: string | undefined): Promise<AuditLine> {
    if (commitment === undefined) return line;
    const record = await this.#options.log.record(DETAIL_KIND, line.key);
    const details = record === undefined ? undefined : readDetails(record, commitment);
    return details === undefined ? line : { ...line, details };
  }

  async #begin(): Promise<void> {
    const heads: { [chain: string]: JsonObject } = {};
    for await (const record of this.#options.log.records(HEAD_KIND)) heads[record.key] = headOf(record);
    await this.append({ act: 'start', role: 'host', heads });
  }

  async #store(writes: readonly RecordWrite[]): Promise<void> {
    const all = [...this.#late, ...writes];
    this.#late = [];
    const { n, hash, at } = this.#head;
    try {
      await this.#options.log.writeRecords([...all, { kind: HEAD_KIND, key: this.#chain, value: { n, hash, at } }]);
    } catch (error) {
      this.#late = [...all, ...this.#late];
      throw error;
    }
  }
}

function headOf({ value }: LogRecord): JsonObject {
  return value instanceof Uint8Array || !isObject(value) ? {} : value;
}

/** Names a credential without telling it. */
function credentialOf(caller: Caller): string {
  if (caller.role === 'viewer') return caller.jti;
  return caller.role === 'agent' ? caller.agent : caller.credential;
}

/** Who a caller is, for the details of a line. */
export function detailsOf(caller: Caller): JsonObject {
  if (caller.role === 'agent') return { agent: caller.agent };
  const credential = credentialOf(caller);
  return caller.role === 'viewer' ? { viewer: caller.viewer, credential } : { credential };
}
