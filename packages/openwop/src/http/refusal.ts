// What calls are answered and refused with: JSON, refusals flat and closed, `{error, message, details?}`; and what the
// protocol calls what the host refuses.

import type { JsonObject } from '@vitrine/core';
import { type HeaderTable, Refusal, type RefusalWords } from '@vitrine/face-kit';

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
  413: named('payload_too_large'),
  500: { code: 'internal_error' },
  503: named('service_unavailable'),
  '*': named('validation_error'),
};
