// What calls are answered and refused with: JSON, refusals flat and closed, `{error, message, details?}`; and what the
// protocol calls what the host refuses.

import type { JsonObject } from '@vitrine/core';
import { type HeaderTable, Refusal, type RefusalWords } from '@vitrine/face-kit';
import type { Major } from '../admission/types.ts';

export { Refusal } from '@vitrine/face-kit';

/** What a call is answered. */
export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: HeaderTable;
}

export function answer(status: number, body: JsonObject, headers: HeaderTable = {}): Reply {
  return { status, body, headers };
}

export function invalid(message: string, field?: string): Refusal {
  return new Refusal(400, 'validation_error', message, field === undefined ? undefined : { field });
}

export function notFound(message = 'There is no such run.'): Refusal {
  return new Refusal(404, 'not_found', message);
}

/** The code of ours is among the details. */
const named =
  (word: string, message?: string, status?: number) =>
  (refusal: Refusal): Refusal =>
    new Refusal(status ?? refusal.status, word, message ?? refusal.message, { code: refusal.code });

export const WORDS: RefusalWords = {
  'VITRINE_CREDENTIAL_*': named('unauthenticated', 'Send a key or token that holds: Authorization: Bearer.', 401),
  VITRINE_RATE: { code: 'rate_limited', message: 'Send slower.' },
  VITRINE_KEY_REUSED: {
    ...{ status: 409, code: 'idempotency_key_mismatch' },
    message: 'The Idempotency-Key was used for another body; give the call a key of its own.',
  },
  VITRINE_LOG_SESSION_CLOSED: { code: 'run_terminal', message: 'The session of the run is closed.' },
  403: named('forbidden'),
  404: named('not_found'),
  413: named('payload_too_large'),
  415: named('unsupported_media_type'),
  500: { code: 'internal_error' },
  503: named('service_unavailable'),
  '*': named('validation_error'),
};

/** Words that no registry of OpenWOP has. */
const OURS = new Set([
  ...['method_not_allowed', 'interrupt_pending', 'interrupt_key_conflict', 'service_unavailable'],
  ...['envelope_contract_violation', 'untrusted_content_blocks_approval'],
]);

/** At major 2 an error is a registered word or that of a vendor (RFC 0171 §B.1). */
export function inWordsOf(major: Major, refusal: Refusal): Refusal {
  const { status, code, message, details, headers } = refusal;
  return major === 2 && OURS.has(code) ? new Refusal(status, `vitrine.${code}`, message, details, headers) : refusal;
}
