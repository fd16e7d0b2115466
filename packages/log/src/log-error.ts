// What a log throws: a code of the one table, a sentence, and the numbers that its reader needs to go on.
// What a commit is refused for is a result instead (session-log.ts): refusals are ordinary.

import type { IssueCode, Seq } from '@vitrine/core';
import type { SessionId } from './session-log.ts';

export type LogCode = Extract<IssueCode, `VITRINE_LOG_${string}`>;

export interface LogErrorDetails {
  /** VITRINE_LOG_COMPACTED: reading is possible behind this seq or position. */
  readonly base?: number;
  /** VITRINE_LOG_SEQ, VITRINE_LOG_CONFLICT: the last seq that there is. */
  readonly head?: Seq;
  /** VITRINE_LOG_LOST: what was acknowledged and is not there, where that can be known. */
  readonly loss?: LogLoss;
}

export interface LogLoss {
  /** Entries that are missing from the sessions below. */
  readonly entries: number;
  /** `head` is the last seq that is there, 0 when the session is missing. */
  readonly sessions: readonly { readonly session: SessionId; readonly head: Seq; readonly acknowledged: Seq }[];
  /** False: more sessions may be affected than were remembered. */
  readonly isAll: boolean;
}

export class LogError extends Error {
  override readonly name = 'LogError';
  readonly code: LogCode;
  readonly details: LogErrorDetails;

  constructor(code: LogCode, message: string, details: LogErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

export const UNFINISHED_SENTENCE =
  'A copy into this log was begun and not finished: run the same "vitrine migrate" again.';

/** Entries were removed, and reading is possible behind `base` alone. */
export function compacted(message: string, base: number): LogError {
  return new LogError('VITRINE_LOG_COMPACTED', message, { base });
}

/** A session that has entries up to `head` is asked for this one. */
export function assertReached({ head }: { readonly head: Seq }, seq: Seq): void {
  if (!Number.isSafeInteger(seq) || seq < 0 || seq > head)
    throw new LogError('VITRINE_LOG_SEQ', `The session has the seqs up to ${head}, and not ${seq}.`, { head });
}

/** How an error crosses a thread: what is no LogError is the store's own failure. */
export interface LogFailure {
  readonly code: LogCode;
  readonly message: string;
  readonly details: LogErrorDetails;
}

export function toFailure(error: unknown): LogFailure {
  if (error instanceof LogError) return { code: error.code, message: error.message, details: error.details };
  return { code: 'VITRINE_LOG_FAILED', message: `The store failed: ${messageOf(error)}.`, details: {} };
}

export function fromFailure({ code, message, details }: LogFailure): LogError {
  return new LogError(code, message, details);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
