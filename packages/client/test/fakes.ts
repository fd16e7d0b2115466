// A clock that a test moves, and a host that a test plays: sockets that say what it wants, calls that it answers.

import type { Json, JsonObject } from '@vitrine/core';
import { onTestFinished } from 'vitest';
import {
  type Clock,
  connectViewer,
  type Fetch,
  type SocketLike,
  type Transport,
  type ViewerOptions,
} from '../src/index.ts';
import { catalogs } from './real-host.ts';

export class FakeClock implements Clock {
  #now = 1_800_000_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How long until each timer, the next first. */
  get waits(): readonly number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
    await settle();
  }
}

/** Whatever waits for nothing but its turn has had it. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

export class FakeSocket implements SocketLike {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly sent: JsonObject[] = [];
  isClosed = false;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;

  constructor(url: string, protocols: readonly string[]) {
    this.url = url;
    this.protocols = protocols;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as JsonObject);
  }
  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.onopen?.(undefined as never);
  }
  say(...frames: readonly object[]): void {
    for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** The other side closes it; without a code, as a cable that is pulled. */
  end(code = 1006): void {
    this.onclose?.({ code });
  }
  /** The events that were sent up. */
  get events(): readonly JsonObject[] {
    return this.sent.filter((frame) => frame.event !== undefined);
  }
  get hello(): JsonObject {
    return (this.sent[0]?.hello ?? {}) as JsonObject;
  }
}

export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
  readonly headers: { readonly [name: string]: string };
  readonly keepalive: boolean;
}

export type Answering = (call: FakeCall) => Response | Promise<Response>;

export function answer(value: object, status = 200): Response {
  return new Response(JSON.stringify(value), { status });
}

export class FakeHost {
  readonly clock = new FakeClock();
  readonly sockets: FakeSocket[] = [];
  readonly calls: FakeCall[] = [];
  /** Answers calls; nobody is there unless it is set. */
  answers: Answering = () => Promise.reject(new TypeError('fetch failed'));

  readonly socket = (url: string, protocols: readonly string[]): SocketLike => {
    const socket = new FakeSocket(url, protocols);
    this.sockets.push(socket);
    return socket;
  };

  readonly fetch: Fetch = async (url, init = {}) => {
    const { pathname, search } = new URL(url);
    const call = {
      method: init.method ?? 'GET',
      path: pathname + search,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Json) : undefined,
      headers: init.headers as { [name: string]: string },
      keepalive: init.keepalive === true,
    };
    this.calls.push(call);
    return this.answers(call);
  };

  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('No socket was made.');
    return socket;
  }

  /** The newest socket opens, is welcomed and caught up. */
  async welcome(...frames: readonly object[]): Promise<FakeSocket> {
    await settle();
    const socket = this.last;
    socket.open();
    socket.say({ welcome: { session: 's', viewer: 'v', agent: 'dev', trust: 'trusted' } }, ...frames);
    await settle();
    return socket;
  }

  /** What every connection to this host is told. */
  get options() {
    const { clock, socket, fetch } = this;
    return { url: 'http://host.test', clock, socket, fetch, random: () => 1 };
  }

  /** By socket, or as `transport` says; undefined leaves it to the connection. */
  viewer(more: Omit<Partial<ViewerOptions>, 'transport'> & { transport?: Transport | undefined } = {}) {
    const { transport = 'transport' in more ? undefined : ('socket' as const), ...rest } = more;
    const viewer = connectViewer({
      ...this.options,
      session: 's',
      token: 'token',
      catalogs,
      ...rest,
      ...(transport === undefined ? {} : { transport }),
    });
    onTestFinished(() => viewer.close());
    return viewer;
  }
}

/** A token that says when it ends; nobody here looks at its signature. */
export function tokenUntil(ms: number, issuedAt = ms - 3_600_000): string {
  const claims = { exp: ms / 1000, iat: issuedAt / 1000 };
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
}

export class FakeStorage {
  readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
  removeItem(key: string): void {
    this.kept.delete(key);
  }
}
