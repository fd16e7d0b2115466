// Whether the audit of a log is whole: every chain followed from its first line to its head, every detail compared with what
// its line says, and details that are missing only where a later line says that they were erased.

import { isObject } from '@vitrine/core/internal';
import type { LogRecord, SessionLog } from '@vitrine/log';
import {
  AUDIT_KIND,
  type AuditLine,
  CHAIN_START,
  type ChainHead,
  DETAIL_KIND,
  HEAD_KIND,
  readDetails,
  readHead,
  readLine,
} from './audit-line.ts';

export interface AuditReport {
  readonly ok: boolean;
  readonly lines: number;
  readonly erased: number;
  readonly chains: { readonly [chain: string]: ChainHead };
  /** One sentence each, the first hundred. */
  readonly problems: readonly string[];
}

const MAX_PROBLEMS = 100;

export async function verifyAudit(log: Pick<SessionLog, 'records'>): Promise<AuditReport> {
  const check = new AuditCheck();
  try {
    const details = new Map<string, LogRecord>();
    for await (const record of log.records(DETAIL_KIND)) details.set(record.key, record);
    for await (const record of log.records(AUDIT_KIND)) check.take(record, details);
    const heads = new Map<string, LogRecord>();
    for await (const record of log.records(HEAD_KIND)) heads.set(record.key, record);
    check.finish(details, heads);
  } catch (error) {
    check.tell(`A record of the audit cannot be read: ${(error as Error).message}.`);
  }
  return check.report;
}

class AuditCheck {
  readonly #chains = new Map<string, ChainHead>();
  readonly #missing: AuditLine[] = [];
  readonly #erasedLines = new Set<string>();
  /** Heads that the beginning of another chain has seen. */
  readonly #witnessed: [chain: string, n: number][] = [];
  readonly #problems: string[] = [];
  #lines = 0;
  #erased = 0;

  get report(): AuditReport {
    const { length } = this.#problems;
    return {
      ok: length === 0,
      lines: this.#lines,
      erased: this.#erased,
      chains: Object.fromEntries(this.#chains),
      problems: this.#problems.slice(0, MAX_PROBLEMS),
    };
  }

  tell(problem: string): void {
    this.#problems.push(problem);
  }

  take(record: LogRecord, details: Map<string, LogRecord>): void {
    this.#lines++;
    const read = readLine(record);
    if (typeof read === 'string') return this.tell(`The line ${record.key} ${read}.`);
    const { line, prev, commitment } = read;
    const last = this.#chains.get(line.chain) ?? CHAIN_START;
    if (line.n !== last.n + 1 || prev !== last.hash)
      this.tell(`The line ${line.key} does not follow line ${last.n} of its chain.`);
    this.#chains.set(line.chain, { n: line.n, hash: line.hash, at: line.at });
    this.#note(line);
    this.#compare(line, commitment, details);
  }

  #note({ erased, heads, key }: AuditLine): void {
    for (const one of erased?.lines ?? []) if (one < key) this.#erasedLines.add(one);
    for (const [chain, head] of Object.entries(heads ?? {}))
      if (isObject(head) && typeof head.n === 'number') this.#witnessed.push([chain, head.n]);
  }

  #compare(line: AuditLine, commitment: string | undefined, details: Map<string, LogRecord>): void {
    const kept = details.get(line.key);
    details.delete(line.key);
    if (commitment === undefined) {
      if (kept !== undefined) this.tell(`The line ${line.key} has details that it was not made with.`);
    } else if (kept === undefined) this.#missing.push(line);
    else if (readDetails(kept, commitment) === undefined) this.tell(`The details of line ${line.key} were changed.`);
  }

  finish(left: ReadonlyMap<string, LogRecord>, heads: ReadonlyMap<string, LogRecord>): void {
    for (const key of left.keys()) this.tell(`There are details ${key} without a line.`);
    for (const line of this.#missing) {
      if (this.#erasedLines.has(line.key)) this.#erased++;
      else this.tell(`The details of line ${line.key} are missing, and no line says that they were erased.`);
    }
    for (const chain of new Set([...heads.keys(), ...this.#chains.keys()])) this.#compareHead(chain, heads.get(chain));
    for (const [chain, n] of this.#witnessed)
      if ((this.#chains.get(chain)?.n ?? 0) < n) this.tell(`The chain ${chain} had ${n} lines, and has fewer.`);
  }

  #compareHead(chain: string, record: LogRecord | undefined): void {
    const [head, found] = [record === undefined ? undefined : readHead(record), this.#chains.get(chain) ?? CHAIN_START];
    if (head === undefined || head.n !== found.n || head.hash !== found.hash || head.at !== found.at)
      this.tell(`The chain ${chain} does not end where it was last written: lines are missing at its end.`);
  }
}
