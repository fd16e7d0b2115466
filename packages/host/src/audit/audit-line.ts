// One line of the audit and how it is chained. What is hashed names no person: who it was and what else is known stands in
// details, which a line commits to by a salted hash, so that they can be erased and the chain still be followed (ADR 59).

import { createHash, randomBytes } from 'node:crypto';
import { defined, isObject, type JsonObject, parseJson, type Time } from '@vitrine/core/internal';
import type { LogRecord, SessionId } from '@vitrine/log';

export const AUDIT_KIND = 'audit';
export const DETAIL_KIND = 'audit-detail';
export const HEAD_KIND = 'audit-head';

export type AuditRole = 'agent' | 'viewer' | 'operator' | 'host' | 'command';

/** What a line says that details are gone for. */
export interface Erased {
  /** Keys of lines. */
  readonly lines: readonly string[];
}

export interface AuditAct {
  /** What was done: open, see, answer, approve, decline, act, revoke, export, erase, … */
  readonly act: string;
  readonly role: AuditRole;
  readonly session?: SessionId;
  readonly agent?: string;
  readonly erased?: Erased;
  /** Last numbers and hashes of other chains, when one begins. */
  readonly heads?: JsonObject;
  /** Which credential, which person, where: what may be erased. */
  readonly details?: JsonObject;
}

/** A line as others read it. */
export interface AuditLine extends AuditAct {
  readonly key: string;
  readonly chain: string;
  readonly n: number;
  readonly at: Time;
  readonly hash: string;
}

export interface ChainHead {
  readonly n: number;
  readonly hash: string;
  readonly at: Time;
}

export const CHAIN_START: ChainHead = { n: 0, hash: '', at: '' };

export interface ChainedLine {
  readonly key: string;
  readonly head: ChainHead;
  readonly records: readonly LogRecord[];
}

export function chainLine(chain: string, last: ChainHead, act: AuditAct, now: Time): ChainedLine {
  const { details, ...open } = act;
  // Keys go by time: a clock that was set back must not set a line before the one that it follows.
  const at = now > last.at ? now : last.at;
  const n = last.n + 1;
  const key = keyOf(at, chain, n);
  const kept =
    details === undefined ? undefined : { salt: randomBytes(16).toString('base64url'), text: JSON.stringify(details) };
  const text = JSON.stringify({
    chain,
    n,
    at,
    prev: last.hash,
    ...open,
    ...defined({ details: kept && commitmentOf(kept) }),
  });
  const hash = hashOf(text);
  const head = { n, hash, at };
  const line: LogRecord = { kind: AUDIT_KIND, key, value: { text, hash } };
  return { key, head, records: kept === undefined ? [line] : [line, { kind: DETAIL_KIND, key, value: kept }] };
}

function keyOf(at: Time, chain: string, n: number): string {
  return `${at}~${chain}~${String(n).padStart(12, '0')}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

interface KeptDetails {
  readonly salt: string;
  readonly text: string;
}

function commitmentOf({ salt, text }: KeptDetails): string {
  return createHash('sha256').update(Buffer.from(salt, 'base64url')).update('\n').update(text).digest('base64url');
}

/** A stored line with what it was chained to; a text says why it is none. */
export interface ReadLine {
  readonly line: AuditLine;
  readonly prev: string;
  /** What its details hash to; absent where it has none. */
  readonly commitment?: string;
}

export function readLine({ key, value }: LogRecord): ReadLine | string {
  const stored = objectIn(value);
  const { text, hash } = stored ?? {};
  if (typeof text !== 'string' || typeof hash !== 'string' || Object.keys(stored ?? {}).length !== 2)
    return 'is no line';
  if (hashOf(text) !== hash) return 'was changed';
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return 'is no line';
  const { prev, details, ...rest } = parsed.value;
  const { at, chain, n } = rest;
  if (key !== keyOf(String(at), String(chain), Number(n))) return 'stands in another place than it says';
  const line = { ...rest, key, hash } as unknown as AuditLine;
  return { line, prev: String(prev), ...(typeof details === 'string' ? { commitment: details } : {}) };
}

/** Undefined: they are not those that the line was made with. */
export function readDetails({ value }: LogRecord, commitment: string): JsonObject | undefined {
  const { salt, text } = objectIn(value) ?? {};
  if (typeof salt !== 'string' || typeof text !== 'string') return undefined;
  // A text of base64url may be written in more than one way; only the one that we write is whole.
  if (Buffer.from(salt, 'base64url').toString('base64url') !== salt) return undefined;
  if (commitmentOf({ salt, text }) !== commitment) return undefined;
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

export function readHead({ value }: LogRecord): ChainHead | undefined {
  const { n, hash, at } = objectIn(value) ?? {};
  if (typeof n !== 'number' || typeof hash !== 'string' || typeof at !== 'string') return undefined;
  return { n, hash, at };
}

function objectIn(value: LogRecord['value']): JsonObject | undefined {
  return value instanceof Uint8Array || !isObject(value) ? undefined : value;
}
