// The error codes of the seed (§9), and which of them an issue of ours is. Where an error is carried is left to the face.

import type { Issue, IssueCode } from '@vitrine/core';

export const RPC_ERRORS = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  session: -32000,
  rate: -32001,
  size: -32002,
  component: -32003,
  timeout: -32004,
  expired: -32005,
  auth: -32006,
  sessions: -32007,
} as const;
export type RpcError = keyof typeof RPC_ERRORS;

export const RPC_WORDS: { readonly [error in RpcError]: string } = {
  parse: 'Parse error',
  request: 'Invalid request',
  method: 'Method not found',
  params: 'Invalid params',
  internal: 'Internal error',
  session: 'Session not found',
  rate: 'Rate limit exceeded',
  size: 'Payload too large',
  component: 'Component not found',
  timeout: 'Request timeout',
  expired: 'Session expired',
  auth: 'Auth failed',
  sessions: 'Max sessions exceeded',
};

const BY_CODE: { readonly [code in IssueCode]?: RpcError } = {
  VITRINE_JSON_MALFORMED: 'parse',
  VITRINE_MESSAGE_EMPTY: 'request',
  VITRINE_MESSAGE_VERSION: 'request',
  VITRINE_MESSAGE_AMBIGUOUS: 'request',
  VITRINE_DIALECT_UNKNOWN: 'request',
  VITRINE_MESSAGE_METHOD: 'method',
  VITRINE_MESSAGE_DIRECTION: 'method',
  VITRINE_SURFACE_UNKNOWN: 'component',
  VITRINE_ASK_LAPSED: 'timeout',
  VITRINE_ASK_CANCELLED: 'timeout',
  VITRINE_LINE_SIZE: 'size',
  VITRINE_LIMIT_EVALUATION: 'size',
  VITRINE_BODY_SIZE: 'size',
  VITRINE_RATE: 'rate',
  VITRINE_LIMIT_MESSAGES: 'rate',
  VITRINE_LOG_SESSION_UNKNOWN: 'session',
  VITRINE_LOG_SESSION_CLOSED: 'session',
  VITRINE_CREDENTIAL_MISSING: 'auth',
  VITRINE_CREDENTIAL_INVALID: 'auth',
  VITRINE_CREDENTIAL_EXPIRED: 'auth',
  VITRINE_CREDENTIAL_REVOKED: 'auth',
  VITRINE_CREDENTIAL_PURPOSE: 'auth',
  VITRINE_LOG_FAILED: 'internal',
  VITRINE_LOG_DAMAGED: 'internal',
  VITRINE_LOG_FENCED: 'internal',
  VITRINE_LOG_CLOSED: 'internal',
  VITRINE_HOST_FAILED: 'internal',
};

/** What is wrong with a value is `params`; what is wrong outside of the params is the request itself. */
export function rpcErrorOf({ code, at = '' }: Pick<Issue, 'code' | 'at'>): RpcError {
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  const isOutside = code === 'VITRINE_MESSAGE_SHAPE' && (at === '' || at === '/method');
  return isOutside ? 'request' : 'params';
}

/** An agent whose protocol numbers its errors is told the number too, by whatever road it sent its message. */
export function issueFor(problem: Issue): Issue & { readonly rpc: number } {
  return { ...problem, rpc: RPC_ERRORS[rpcErrorOf(problem)] };
}
