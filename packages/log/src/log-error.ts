// What a log throws: a code of the one table, a sentence, and the numbers that its reader needs to go on.
// What a commit is refused for is a result instead (session-log.ts): refusals are ordinary.

import type { IssueCode, Seq } from '@vitrine/core';

export type LogCode = Extract<IssueCode, `VITRINE_LOG_${string}`>;

export interface LogErrorDetails {
  /** VITRINE_LOG_COMPACTED: reading is possible behind this seq or position. */
  readonly base?: number;
  /** VITRINE_LOG_SEQ, VITRINE_LOG_CONFLICT: the last seq that there is. */
  readonly head?: Seq;
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
