// What the HTTP calls of the protocol are answered, and what they are refused with: the body of the host with the field
// that AgentChains programs read beside it, {error, message, detail}. Bodies are read here too, under a limit.

import { type FacePorts, isObject, type JsonObject, parseJson } from '@vitrine/core';

const LONGEST_BODY = 16 * 1024;

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: JsonObject;

  constructor(status: number, code: string, message: string, more: JsonObject = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/** An absent body asks for nothing in particular. */
export async function readBody(port: FacePorts, request: Request): Promise<JsonObject> {
  const text = await port.transport.read(request, LONGEST_BODY);
  if (text === '') return {};
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Refusal(400, 'VITRINE_BODY_INVALID', 'The body is not JSON, or nested too deeply.');
  if (!isObject(parsed.value)) throw new Refusal(400, 'VITRINE_BODY_INVALID', 'The body is one JSON object.');
  return parsed.value;
}

export function unauthorized(code: string, message: string): Refusal {
  return new Refusal(401, code, message);
}

export function unknownSession(): Refusal {
  return new Refusal(404, 'VITRINE_LOG_SESSION_UNKNOWN', 'Session not found');
}

export function tooFast(waitMs: number): Refusal {
  return new Refusal(429, 'VITRINE_RATE', 'Rate limit exceeded', { retry_after: Math.ceil(waitMs / 1000) });
}

export function answer(status: number, value: JsonObject, headers: { readonly [name: string]: string } = {}): Response {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return new Response(JSON.stringify(value), { status, headers: { ...type, ...headers } });
}

export function refuse({ status, code, message, more }: Refusal): Response {
  const wait = status === 429 ? { 'retry-after': String(more.retry_after ?? 1) } : undefined;
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : wait;
  return answer(status, { error: code, message, detail: message, ...more }, headers);
}

export function refuseMethod(allowed: readonly string[]): Response {
  const message = 'Method not allowed';
  return answer(405, { error: 'VITRINE_METHOD_REFUSED', message, detail: message }, { allow: allowed.join(', ') });
}
