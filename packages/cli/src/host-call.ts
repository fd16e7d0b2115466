// Calls to a host: its answers as JSON, its refusals and its silence as sentences. A call that may be repeated is
// repeated a few times, so that a host that is just being started again is no failure.

import { setTimeout as wait } from 'node:timers/promises';
import { HOST_JSON_BOUNDS, isObject, type Json, type JsonObject, parseJson } from '@vitrine/core';
import { Failure } from './failure.ts';
import type { HostAccess } from './host-flags.ts';

export interface HostCall {
  readonly path: string;
  readonly method?: string;
  readonly query?: { readonly [name: string]: string | number | undefined };
  /** Sent as JSON, a string as JSONL. */
  readonly body?: JsonObject | string;
  /** Makes the call one that may be repeated. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 200;

/** A host answered, and said no. */
export class Refusal extends Failure {
  readonly status: number;
  readonly code: string;
  readonly answer: JsonObject;

  constructor(status: number, answer: JsonObject) {
    const code = typeof answer.error === 'string' ? answer.error : `status ${status}`;
    super(`${code}: ${typeof answer.message === 'string' ? answer.message : 'the host said no more.'}`);
    this.status = status;
    this.code = code;
    this.answer = answer;
  }
}

/** Nobody answered. */
export class Silence extends Failure {}

export async function ask(access: HostAccess, call: HostCall): Promise<JsonObject> {
  const mayRepeat = call.key !== undefined || (call.method ?? (call.body === undefined ? 'GET' : 'POST')) === 'GET';
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(access, call);
    } catch (error) {
      if (!mayRepeat || attempt === ATTEMPTS || call.signal?.aborted === true || !isPassing(error)) throw error;
      await wait(
        FIRST_WAIT_MS * 2 ** (attempt - 1),
        undefined,
        call.signal === undefined ? {} : { signal: call.signal },
      );
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 429 || error.status === 503;
  return error instanceof Silence;
}

async function askOnce(access: HostAccess, call: HostCall): Promise<JsonObject> {
  const response = await send(access, call, 'application/json');
  const answer = await response.text().then(parse, () => undefined);
  if (response.ok && isObject(answer)) return answer;
  throw new Refusal(response.status, isObject(answer) ? answer : {});
}

/** The answer as it comes; the caller reads its body. */
export async function send(access: HostAccess, call: HostCall, accept: string): Promise<Response> {
  const { body, key, signal } = call;
  const headers: { [name: string]: string } = { accept, authorization: `Bearer ${access.key}` };
  if (body !== undefined) headers['content-type'] = typeof body === 'string' ? 'application/jsonl' : 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  const url = new URL(`${access.url}${call.path}`);
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  try {
    return await fetch(url, {
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Silence(`nobody answers at ${access.url}${reason(error)}; is "vitrine serve" running there?`);
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code === '' ? '' : ` (${code})`;
}

export function parse(text: string): Json | undefined {
  const parsed = parseJson(text, HOST_JSON_BOUNDS);
  return parsed.ok ? parsed.value : undefined;
}
