// What the pages ask of a host over HTTP (docs/protocol.md), and what they tell of a refusal or a host that does not answer.

import { HostClient, HostRefusal } from '@vitrine/client';
import type { FoldSnapshot } from '@vitrine/core/internal';
import {
  defined,
  type Entry,
  HOST_JSON_BOUNDS,
  isArray,
  type Json,
  parseJson,
  type Seq,
  type Time,
  type Trust,
} from '@vitrine/core/page';

export interface ListedSession {
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
  /** It waits for a person. */
  readonly waiting?: boolean;
  /** What its agent said last. */
  readonly words?: string;
  /** The words are not of the agent itself. */
  readonly wordsTrust?: 'untrusted';
}

export interface ListedSessions {
  readonly sessions: readonly ListedSession[];
  readonly next?: string;
}

export interface ViewerGrant {
  readonly token: string;
  readonly expiresAt: Time;
  readonly viewerUrl: string;
}

/** How an agent reaches this host. The key is told on the machine itself alone. */
export interface HostConnection {
  readonly url: string;
  readonly agent?: string;
  readonly key?: string;
}

export interface OperatorOrder {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  readonly body?: Json;
}

export type SessionSnapshot = { readonly seq: Seq } & Pick<FoldSnapshot, 'surfaces' | 'asks' | 'tasks'>;

/** No answer came at all. */
export const UNREACHABLE = 0;
/** What there is was read; nothing more comes. */
export const CLOSED = 410;

/** What a page tells of an answer that was not given. */
export interface HostApiRefusal {
  /** UNREACHABLE when nothing answered. */
  readonly status: number;
  readonly message: string;
  /** The credential is no longer, or was never, one. */
  readonly isCredential: boolean;
}

export class HostApi {
  token: string | undefined;

  constructor(token?: string) {
    this.token = token;
  }

  async redeem(code: string): Promise<{ readonly token: string; readonly expiresAt: Time }> {
    return (await this.#host.call({ path: '/operator', body: { code } })) as unknown as {
      token: string;
      expiresAt: Time;
    };
  }

  /** One page of the list, the oldest first, with what is known of each beside its row. */
  async sessions(limit: number, next?: string): Promise<ListedSessions> {
    const query = { limit: String(limit), details: '1', ...defined({ next }) };
    const answer = await this.#host.call({ path: '/sessions', query });
    const sessions = isArray(answer.sessions) ? (answer.sessions as unknown as readonly ListedSession[]) : [];
    return { sessions, ...(typeof answer.next === 'string' ? { next: answer.next } : {}) };
  }

  async connection(): Promise<HostConnection> {
    return (await this.#host.call({ path: '/connection' })) as unknown as HostConnection;
  }

  async mintViewer(session: string): Promise<ViewerGrant> {
    const path = `/sessions/${encodeURIComponent(session)}/viewer-token`;
    return (await this.#host.call({ path, body: {} })) as unknown as ViewerGrant;
  }

  async order(order: OperatorOrder): Promise<void> {
    await this.#host.call(order);
  }

  /** At the head when no seq is named. */
  async snapshot(session: string, at?: Seq): Promise<SessionSnapshot> {
    const path = `/sessions/${encodeURIComponent(session)}/snapshot`;
    return (await this.#host.call({ path, query: { at: at?.toString() } })) as unknown as SessionSnapshot;
  }

  /** Entries behind `after` as they are in the log, and those that come, until the signal or the host ends it. */
  async *entries(session: string, after: Seq, signal: AbortSignal): AsyncGenerator<Entry> {
    const path = `/sessions/${encodeURIComponent(session)}/entries`;
    for await (const { name, data } of this.#host.events({ path, query: { after: String(after) }, signal })) {
      if (name === 'closed') throw new HostRefusal(CLOSED, { error: 'closed', message: 'The session is closed.' });
      const parsed = name === 'message' ? parseJson(data, HOST_JSON_BOUNDS) : undefined;
      if (parsed?.ok === true) yield parsed.value as object as Entry;
    }
  }

  get #host(): HostClient {
    return new HostClient({ url: location.origin, ...defined({ credential: this.token }) });
  }
}

export function toRefusal(error: unknown): HostApiRefusal {
  if (error instanceof HostRefusal)
    return { status: error.status, message: error.message, isCredential: error.status === 401 };
  // A body that broke off, or one that is not what it says: either way the host is not there as expected.
  return { status: UNREACHABLE, message: 'The host does not answer.', isCredential: false };
}
