// Answers of the face over HTTP, and how a body is read under a limit. What is refused before A2A has a say is refused
// as everywhere on the host: {error, message}.

import { isObject, type Json, type JsonObject } from '@vitrine/core';

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

/** What stands beside a request: headers of HTTP, metadata of gRPC. */
export interface Headed {
  readonly headers: { get(name: string): string | null };
}

/** The credential as it came. */
export function bearerOf({ headers }: Headed): string | undefined {
  return /^bearer +([^\s,]+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** What a caller did wrong; undefined: the fault is ours. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, status, message } = error as { readonly code?: unknown; readonly status?: unknown; message: string };
  const isTold = typeof code === 'string' && typeof status === 'number' && status < 500;
  return isTold ? new Refusal(status, code, message) : undefined;
}

/** Undefined: it is no JSON. */
export async function readJson(request: Request, maxBytes: number): Promise<Json | undefined> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
  } catch {
    return undefined;
  }
}

export async function readObject(request: Request, maxBytes: number): Promise<JsonObject> {
  const value = await readJson(request, maxBytes);
  if (isObject(value)) return value;
  throw new Refusal(400, 'VITRINE_BODY_INVALID', 'The body is one JSON object.');
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new Refusal(415, 'VITRINE_BODY_TYPE', 'Send the body without a content encoding.');
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, 'VITRINE_BODY_SIZE', `The body may have ${maxBytes} bytes.`);
}
