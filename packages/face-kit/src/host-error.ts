// What the host refuses a call with: a code of the one table, and what the code means to HTTP and to a WebSocket.

import { ISSUE_CODES, type IssueCode, type Json } from '@vitrine/core/internal';
import { Refusal } from './refusal.ts';

/** Codes that end a call as a whole. All others are issues inside an answer. */
export const HOST_CODES = {
  VITRINE_CREDENTIAL_MISSING: { status: 401, close: 4401 },
  VITRINE_CREDENTIAL_INVALID: { status: 401, close: 4401 },
  VITRINE_CREDENTIAL_EXPIRED: { status: 401, close: 4401 },
  VITRINE_SIGN_IN_REFUSED: { status: 403, close: 4403 },
  VITRINE_SIGN_IN_UNAVAILABLE: { status: 503, close: 1013 },
  VITRINE_CREDENTIAL_REVOKED: { status: 401, close: 4401 },
  VITRINE_CREDENTIAL_PURPOSE: { status: 403, close: 4403 },
  VITRINE_AGENT_NAME: { status: 400, close: 4400 },
  VITRINE_AGENT_EXISTS: { status: 409, close: 4400 },
  VITRINE_AGENT_UNKNOWN: { status: 404, close: 4404 },
  VITRINE_AGENT_ABSENT: { status: 503, close: 4404 },
  VITRINE_AGENT_SILENT: { status: 504, close: 4408 },
  VITRINE_AGENT_FAILED: { status: 502, close: 4400 },
  VITRINE_AGENT_REVOKED: { status: 409, close: 4401 },
  VITRINE_APP_REFUSED: { status: 403, close: 4403 },
  VITRINE_ORIGIN_REFUSED: { status: 403, close: 4403 },
  VITRINE_HOST_UNKNOWN: { status: 421, close: 4403 },
  VITRINE_LOG_SESSION_UNKNOWN: { status: 404, close: 4404 },
  VITRINE_LOG_SESSION_CLOSED: { status: 409, close: 4410 },
  VITRINE_LOG_SEQ: { status: 400, close: 4400 },
  VITRINE_LOG_COMPACTED: { status: 410, close: 4410 },
  VITRINE_LOG_FAILED: { status: 503, close: 1013 },
  VITRINE_LOG_DAMAGED: { status: 500, close: 1011 },
  VITRINE_LOG_FENCED: { status: 503, close: 1013 },
  VITRINE_LOG_CLOSED: { status: 503, close: 1001 },
  VITRINE_PATH_UNKNOWN: { status: 404, close: 4404 },
  VITRINE_METHOD_REFUSED: { status: 405, close: 4400 },
  VITRINE_QUERY_INVALID: { status: 400, close: 4400 },
  VITRINE_BODY_INVALID: { status: 400, close: 4400 },
  VITRINE_BODY_SIZE: { status: 413, close: 1009 },
  VITRINE_QUOTA: { status: 507, close: 4413 },
  VITRINE_BODY_TYPE: { status: 415, close: 1003 },
  VITRINE_KEY_REUSED: { status: 422, close: 4400 },
  VITRINE_FILE_SECRET: { status: 422, close: 4400 },
  VITRINE_FILE_UNKNOWN: { status: 404, close: 4404 },
  VITRINE_FRAME_INVALID: { status: 400, close: 4400 },
  VITRINE_HELLO_MISSING: { status: 400, close: 4408 },
  VITRINE_RATE: { status: 429, close: 4429 },
  VITRINE_CALL_TIME: { status: 408, close: 4408 },
  VITRINE_BUSY: { status: 503, close: 1013 },
  VITRINE_STOPPING: { status: 503, close: 1001 },
  VITRINE_HOST_FAILED: { status: 500, close: 1011 },
} as const satisfies { readonly [code in IssueCode]?: { readonly status: number; readonly close: number } };

export type HostCode = keyof typeof HOST_CODES;

export class HostError extends Refusal {
  override readonly name = 'HostError';
  override readonly code: HostCode;

  /** Without a sentence of its own, the one of the table. */
  constructor(code: HostCode, message?: string, details?: { readonly [name: string]: Json }) {
    super(HOST_CODES[code].status, code, message ?? ISSUE_CODES[code], details);
    this.code = code;
  }

  get closeCode(): number {
    return HOST_CODES[this.code].close;
  }
}

export function assertMethod(request: Pick<Request, 'method'>, allowed: readonly string[]): void {
  if (!allowed.includes(request.method))
    throw new HostError('VITRINE_METHOD_REFUSED', `This path takes ${allowed.join(', ')}.`);
}
