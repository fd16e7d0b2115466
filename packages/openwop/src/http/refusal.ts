// What calls are answered and refused with: JSON, refusals flat and closed, `{error, message, details?}`. Bodies are read
// here too, under a limit.

import { isArray, isObject, type Json, type JsonObject, quote } from '@vitrine/core';

/** Deeper than any message may be. */
const DEEPEST = 128;

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: JsonObject | undefined;

  constructor(status: number, code: string, message: string, details?: JsonObject) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toJson(): JsonObject {
    const { code, message, details } = this;
    return { error: code, message, ...(details === undefined ? {} : { details }) };
  }
}

export function invalid(message: string, field?: string): Refusal {
  return new Refusal(400, 'validation_error', message, field === undefined ? undefined : { field });
}

export function notFound(message = 'There is no such run.'): Refusal {
  return new Refusal(404, 'not_found', message);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export type Headers = { readonly [name: string]: string };

export function answer(status: number, value: JsonObject, headers: Headers = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { ...JSON_TYPE, ...headers } });
}

export function refuse(refusal: Refusal, headers: Headers = {}): Response {
  const challenge = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return answer(refusal.status, refusal.toJson(), { ...challenge, ...headers });
}

/** The fields of a body; an absent body has none. */
export async function readFields(request: Request, limit: number, names?: readonly string[]): Promise<JsonObject> {
  const bytes = await bytesOf(request, limit);
  if (bytes.byteLength === 0) return {};
  let value: Json;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
  } catch {
    throw invalid('The body is not JSON.');
  }
  if (!isObject(value)) throw invalid('The body is one JSON object.');
  if (isDeeper(value, DEEPEST)) throw invalid(`The body is nested more than ${DEEPEST} levels deep.`);
  const unknown = names === undefined ? undefined : Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`The body has no field ${quote(unknown)}.`);
  return value;
}

async function bytesOf(request: Request, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (request.body === null) return new Uint8Array(0);
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.byteLength;
    if (length > limit) throw new Refusal(413, 'payload_too_large', `The body may have ${limit} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isDeeper(value: Json, levels: number): boolean {
  if (!isArray(value) && !isObject(value)) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item as Json, levels - 1));
}
