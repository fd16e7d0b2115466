// What the pages ask of a host over HTTP (docs/protocol.md). A refusal and a host that cannot be reached are one kind of
// error with a status. Viewers' connections are left to @vitrine/client.

import {
  type Entry,
  type FoldSnapshot,
  HOST_JSON_BOUNDS,
  isArray,
  isObject,
  type Json,
  parseJson,
  type Seq,
  type Time,
  type Trust,
} from '@vitrine/core';
import { readEventStream } from './event-stream.ts';

export interface SessionSummary {
  readonly session: string;
  readonly agent: string;
  readonly title?: string;
  readonly dialect?: string;
  readonly trust: Trust;
  readonly createdAt: Time;
  readonly closedAt?: Time;
  readonly seq: Seq;
  readonly viewers: number;
  /** When its last entry was written; absent while there is none. */
  readonly activeAt?: Time;
}

export interface ViewerGrant {
  readonly token: string;
  readonly expiresAt: Time;
  readonly viewerUrl: string;
}

export type Snapshot = { readonly seq: Seq } & Pick<FoldSnapshot, 'surfaces' | 'asks' | 'tasks'>;

/** No answer came at all. */
export const UNREACHABLE = 0;
/** What there is was read; nothing more comes. */
export const CLOSED = 410;

export class HostRefusal extends Error {
  override readonly name = 'HostRefusal';
  /** UNREACHABLE when nothing answered. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** The credential is no longer, or was never, one. */
  get isCredential(): boolean {
    return this.status === 401;
  }
}

export class HostApi {
  #token: string | undefined;

  constructor(token?: string) {
    this.#token = token;
  }

  get token(): string | undefined {
    return this.#token;
  }
  set token(token: string | undefined) {
    this.#token = token;
  }

  async redeem(code: string): Promise<{ readonly token: string; readonly expiresAt: Time }> {
    return (await this.#json('/operator', { code })) as unknown as { token: string; expiresAt: Time };
  }

  async sessions(): Promise<readonly SessionSummary[]> {
    const answer = await this.#json('/sessions');
    const rows = isObject(answer) ? answer.sessions : undefined;
    return isArray(rows) ? (rows as unknown as readonly SessionSummary[]) : [];
  }

  async mintViewer(session: string): Promise<ViewerGrant> {
    return (await this.#json(`/sessions/${encodeURIComponent(session)}/viewer-token`, {})) as unknown as ViewerGrant;
  }

  /** At the head when no seq is named. */
  async snapshot(session: string, at?: Seq): Promise<Snapshot> {
    const path = `/sessions/${encodeURIComponent(session)}/snapshot`;
    return (await this.#json(at === undefined ? path : `${path}?at=${at}`)) as unknown as Snapshot;
  }

  /** Entries behind `after` as they are in the log, and those that come, until the signal or the host ends it. */
  async *entries(session: string, after: Seq, signal: AbortSignal): AsyncGenerator<Entry> {
    const path = `/sessions/${encodeURIComponent(session)}/entries?after=${after}`;
    const response = await this.#fetch(path, { headers: { accept: 'text/event-stream' }, signal });
    if (response.body === null) return;
    for await (const { event, data } of readEventStream(response.body)) {
      if (event === 'closed') throw new HostRefusal(CLOSED, 'closed', 'The session is closed.');
      const parsed = event === 'message' ? parseJson(data, HOST_JSON_BOUNDS) : undefined;
      if (parsed?.ok === true) yield parsed.value as object as Entry;
    }
  }

  /** With a body it is a POST. */
  async #json(path: string, body?: Json): Promise<Json> {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const response = await this.#fetch(path, { ...sent, headers });
    return (await response.json()) as Json;
  }

  async #fetch(path: string, init: RequestInit & { readonly headers: Record<string, string> }): Promise<Response> {
    const authorization = this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
    const response = await fetch(path, { ...init, headers: { ...init.headers, ...authorization } }).catch(() => {
      throw new HostRefusal(UNREACHABLE, 'unreachable', 'The host does not answer.');
    });
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => undefined);
    const { error, message } = isObject(answer) ? answer : {};
    throw new HostRefusal(
      response.status,
      String(error ?? ''),
      String(message ?? `The host answered ${response.status}.`),
    );
  }
}

export function toRefusal(error: unknown): HostRefusal {
  if (error instanceof HostRefusal) return error;
  // A body that broke off, or one that is not what it says: either way the host is not there as expected.
  return new HostRefusal(UNREACHABLE, 'unreachable', 'The host does not answer.');
}
