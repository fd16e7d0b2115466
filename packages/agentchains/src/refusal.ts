// What the HTTP calls of the protocol are refused with: the body of the host with the field that AgentChains programs read
// beside it, {error, message, detail}. Bodies are read here too, under a limit.

import { defined, type FacePorts, type JsonObject } from '@vitrine/core/internal';
import { HostError, type Refusal, type RefusalWords, readObject } from '@vitrine/face-kit';

const MAX_BODY_BYTES = 16 * 1024;

export const WORDS: RefusalWords = { VITRINE_RATE: { message: 'Rate limit exceeded' } };

export function bodyOf({ code, message, details }: Refusal): JsonObject {
  const wait = details?.retryAfter;
  return { error: code, message, detail: message, ...defined({ retry_after: wait }) };
}

export function unknownSession(): HostError {
  return new HostError('VITRINE_LOG_SESSION_UNKNOWN', 'Session not found');
}

/** An absent body asks for nothing in particular. */
export async function readBody({ transport }: FacePorts, request: Request): Promise<JsonObject> {
  const problem = (): string => 'The body is not JSON, or nested too deeply.';
  return readObject(await transport.read(request, MAX_BODY_BYTES), { problem });
}
