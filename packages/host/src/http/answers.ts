// Answers as they leave: JSON, refusals, and the headers that stand on every one of them.

import type { Json } from '@vitrine/core';
import type { HostError } from '../host-error.ts';

/** An answer is for its caller alone, is what it says it is, and is shown in no other page. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** What a browser may do with an answer that is no page: nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export type HeaderTable = { readonly [name: string]: string };

const DATA_HEADERS = { ...COMMON_HEADERS, 'content-security-policy': DATA_POLICY };
const JSON_HEADERS = { ...DATA_HEADERS, 'content-type': 'application/json; charset=utf-8' };

export function dataAnswer(
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: HeaderTable,
): Response {
  return new Response(body, { status, headers: { ...DATA_HEADERS, ...headers } });
}

/** The answer of a face: what it does not say about itself is said for it. */
export function guarded(answer: Response): Response {
  for (const [name, value] of Object.entries(DATA_HEADERS))
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  return answer;
}

export function jsonAnswer(status: number, value: object, headers?: HeaderTable): Response {
  return jsonTextAnswer(status, JSON.stringify(value), headers);
}

/** What is JSON already. */
export function jsonTextAnswer(status: number, text: string, headers?: HeaderTable): Response {
  return new Response(text, {
    status,
    headers: headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers },
  });
}

export function refusal(error: HostError, headers: HeaderTable = {}): Response {
  const { code, message, details, status } = error;
  const body = { error: code, message, ...(details === undefined ? {} : { details }) };
  return jsonAnswer(status, body, { ...headers, ...refusalHeaders(error) });
}

function refusalHeaders({ status, details }: HostError): HeaderTable {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 429 || status === 503) return { 'retry-after': String(secondsOf(details?.retryAfter)) };
  return {};
}

/** Whole seconds, as the header wants them; at least one, since a caller that comes back at once is refused again. */
function secondsOf(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.ceil(value) : 1;
}
