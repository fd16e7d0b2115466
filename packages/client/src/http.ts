// Calls to a host over HTTP. One call is one attempt here, except `callUntilAnswered`, which is for what may be repeated.

import { defined, type Issue, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/page';
import { Backoff } from './backoff.ts';
import { type Clock, delay } from './clock.ts';
import { addressOf, parseFromHost } from './line.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface Endpoint {
  readonly url: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface HostRequest {
  readonly method?: string;
  readonly path: string;
  readonly query?: { readonly [name: string]: string | undefined };
  /** Absent: the call needs none. */
  readonly credential?: string;
  /** Sent as JSON; a Blob as it is. */
  readonly body?: Json | Blob;
  /** Idempotency-Key. */
  readonly key?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** Goes on when the page is gone; browsers carry 64 KiB so. */
  readonly isParting?: true;
}

/** What the host answered instead of doing it. `code` stands in docs/errors.md. */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal';
  readonly status: number;
  readonly code: string;
  readonly details: Json;
  readonly issues: readonly Issue[];

  constructor(status: number, body: Json | undefined) {
    const answer = isObject(body) ? body : {};
    const code = typeof answer.error === 'string' ? answer.error : 'VITRINE_HOST_FAILED';
    super(typeof answer.message === 'string' ? answer.message : `The host answered ${status} (${code}).`);
    this.status = status;
    this.code = code;
    this.details = answer.details ?? null;
    this.issues = issuesOf(answer.issues);
  }
}

/** The connection was closed from this side before there was an answer. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
}

export function issuesOf(value: Json | undefined): readonly Issue[] {
  return isArray(value) ? (value as unknown as readonly Issue[]) : [];
}

export function request(endpoint: Endpoint, call: HostRequest): Promise<Response> {
  const headers: Record<string, string> = {};
  if (call.credential !== undefined) headers.Authorization = `Bearer ${call.credential}`;
  if (call.accept !== undefined) headers.Accept = call.accept;
  if (call.key !== undefined) headers['Idempotency-Key'] = call.key;
  const blob = call.body instanceof Blob ? call.body : undefined;
  if (call.body !== undefined)
    headers['Content-Type'] = blob?.type || (blob ? 'application/octet-stream' : 'application/json');
  return endpoint.fetch(addressOf(endpoint.url, call.path, call.query), {
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    headers,
    cache: 'no-store',
    ...defined({
      body: call.body === undefined ? undefined : (blob ?? JSON.stringify(call.body)),
      signal: call.signal,
    }),
    ...(call.isParting === true ? { keepalive: true } : {}),
  });
}

export async function readBody(response: Response): Promise<JsonObject> {
  const body = await readJson(response);
  if (!response.ok || !isObject(body)) throw new HostRefusal(response.status, body);
  return body;
}

async function readJson(response: Response): Promise<Json | undefined> {
  return parseFromHost(await response.text());
}

export async function callOnce(endpoint: Endpoint, call: HostRequest): Promise<JsonObject> {
  const { signal } = call;
  // `fetch` listens to the signal that it is given until that is collected; one that outlives many calls is not given to it.
  const own = new AbortController();
  const abort = () => own.abort(signal?.reason);
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort);
  try {
    const withSignal = signal === undefined ? call : { ...call, signal: own.signal };
    return await readBody(await request(endpoint, { accept: 'application/json', ...withSignal }));
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Until there is an answer that is not "not now". `unanswered` hears of each time that there is none. */
export async function callUntilAnswered(
  endpoint: Endpoint,
  call: RepeatedCall,
  signal: AbortSignal,
  unanswered: () => void = () => undefined,
): Promise<JsonObject> {
  const backoff = new Backoff(endpoint.random);
  for (;;) {
    if (signal.aborted) throw new ConnectionClosedError('The connection was closed before the host had answered.');
    let wait = 0;
    try {
      return await callOnce(endpoint, { ...call, signal });
    } catch (error) {
      if (!mayRepeat(error, call)) throw error;
      if (error instanceof HostRefusal) wait = retryAfterMs(error.details);
      unanswered();
    }
    await delay(endpoint.clock, backoff.next(wait), signal);
  }
}

export interface RepeatedCall extends HostRequest {
  /** Doing it twice is not the same as doing it once: repeated only if it surely was not done. */
  readonly isOnce?: true;
}

/** Anything that is not an answer is a line that broke, after the host had read the call or before. */
function mayRepeat(error: unknown, { isOnce }: RepeatedCall): boolean {
  if (error instanceof HostRefusal) return isPassing(error.status) && (isOnce !== true || error.status !== 500);
  return isOnce !== true || isUnreached(error);
}

function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined;
  return cause?.code === 'ECONNREFUSED';
}

/** Whether the same call may be answered otherwise in a while. */
export function isPassing(status: number): boolean {
  return status === 429 || status === 408 || status >= 500;
}

export function retryAfterMs(details: Json | undefined): number {
  return isObject(details) && typeof details.retryAfter === 'number' ? details.retryAfter * 1000 : 0;
}
