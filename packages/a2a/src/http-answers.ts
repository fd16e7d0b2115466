// Answers of the face over HTTP, and what bodies hold. What is refused before A2A has a say is refused as everywhere on
// the host: {error, message}.

import { isObject, type Json, type JsonObject, parseJson } from '@vitrine/core';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Headers = { readonly [name: string]: string };

export function answer(status: number, value: object | null, headers: Headers = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

export function streamAnswer(body: ReadableStream<Uint8Array>, headers: Headers = {}): Response {
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', ...headers },
  });
}

export function refuse({ status, code, message }: Refusal, headers: Headers = {}): Response {
  return answer(
    status,
    { error: code, message },
    status === 401 ? { ...headers, 'www-authenticate': 'Bearer' } : headers,
  );
}

export function assertMethod(request: Request, allowed: readonly string[]): void {
  if (!allowed.includes(request.method))
    throw new Refusal(405, 'VITRINE_METHOD_REFUSED', `This path takes ${allowed.join(', ')}.`);
}

/** What a caller did wrong; undefined: the fault is ours. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, status, message } = error as { readonly code?: unknown; readonly status?: unknown; message: string };
  const isTold = typeof code === 'string' && typeof status === 'number' && status < 500;
  return isTold ? new Refusal(status, code, message) : undefined;
}

/** Undefined: it is no JSON, or none that may be read. */
export function readJson(text: string): Json | undefined {
  // Bodies were measured when they were read, in bytes.
  const parsed = parseJson(text, { maxLength: text.length });
  return parsed.ok ? parsed.value : undefined;
}

export function parseObject(text: string): JsonObject {
  const value = readJson(text);
  if (isObject(value)) return value;
  throw new Refusal(400, 'VITRINE_BODY_INVALID', 'The body is one JSON object.');
}
