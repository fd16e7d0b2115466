// A host in memory, for tests and for agents whose viewers live in the same process. It answers the calls that an agent's
// connection makes (docs/protocol.md), so that an agent is the same with it and with a real one. What it lacks: a log,
// credentials, admission, deadlines, viewers over the network.

import type { Fetch } from '@vitrine/client';
import {
  type Catalog,
  defined,
  ISSUE_CODES,
  isObject,
  type Json,
  type JsonObject,
  quote,
  type View,
  type ViewerEvent,
} from '@vitrine/core';
import type { Capabilities, DialectId } from '@vitrine/dialects';
import { type Agent, connect } from './agent.ts';
import { type LocalAnswer, LocalSession } from './local-session.ts';

export interface LocalHostOptions {
  /** Beside those of Vitrine. */
  readonly catalogs?: readonly Catalog[];
  readonly now?: () => string;
}

interface Delivery {
  readonly next: number;
  readonly session: string;
  readonly seq: number;
  readonly at: string;
  readonly event: Json;
}

const ADDRESS = 'http://local.invalid';

export class LocalHost {
  readonly #options: LocalHostOptions;
  readonly #sessions = new Map<string, LocalSession>();
  readonly #deliveries: Delivery[] = [];
  readonly #confirmed = new Map<string, number>();
  readonly #streams = new Set<(delivery: Delivery) => void>();
  #opened = 0;

  constructor(options: LocalHostOptions = {}) {
    this.#options = options;
  }

  /** An agent of this host. Another one goes on where the last has confirmed. */
  connect(): Agent {
    return connect({ url: ADDRESS, key: 'local', transport: 'sse', fetch: this.fetch });
  }

  /** What is shown now. */
  view(session: string): View {
    return this.#session(session).fold;
  }

  /** How many events the agent has confirmed. */
  confirmed(consumer = 'main'): number {
    return this.#confirmed.get(consumer) ?? 0;
  }

  /** What a person does. */
  act(session: string, ...events: readonly ViewerEvent[]): LocalAnswer {
    return this.#session(session).act({ vitrine: 1, body: events as unknown as Json }, 'vitrine');
  }

  /** What a viewer sends, in its dialect. */
  receive(session: string, message: Json, dialect?: DialectId): LocalAnswer {
    return this.#session(session).act(message, dialect);
  }

  /** The state as messages of a dialect, then what changes it. Returns how to stop. */
  attach(
    session: string,
    dialect: DialectId,
    send: (messages: readonly Json[]) => void,
    capabilities?: Capabilities,
  ): () => void {
    return this.#session(session).attach(dialect, send, capabilities);
  }

  /** For `connect`: as if the host were reached over HTTP. */
  readonly fetch: Fetch = async (address, init = {}) => {
    const { pathname, searchParams } = new URL(address);
    const [, top, id, tail = ''] = pathname.split('/').map(decodeURIComponent);
    if (top === 'events') return this.#events(searchParams, init.signal ?? undefined);
    if (id === undefined) return Response.json(init.method === 'POST' ? this.#open(bodyOf(init)) : this.#list());
    const session = this.#sessions.get(id);
    if (session !== undefined && tail === 'messages') return this.#say(session, searchParams, init);
    if (session !== undefined) return Response.json(this.#about(session, tail, searchParams, init));
    const error = { error: 'VITRINE_LOG_SESSION_UNKNOWN', message: `There is no session ${quote(id)}.` };
    return Response.json(error, { status: 404 });
  };

  #events(query: URLSearchParams, signal: AbortSignal | undefined): Response {
    const consumer = query.get('consumer') ?? 'main';
    const after = query.get('after');
    if (after === null) return this.#stream(consumer, signal);
    this.#confirmed.set(consumer, Math.max(this.#confirmed.get(consumer) ?? 0, Number(after)));
    return Response.json({ events: [], next: Number(after) });
  }

  #say(session: LocalSession, query: URLSearchParams, init: RequestInit): Response {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? undefined;
    const dialect = (query.get('dialect') ?? undefined) as DialectId | undefined;
    const trust = query.get('untrusted') === '1' ? 'untrusted' : 'trusted';
    const answer = session.say(bodyOf(init), dialect, key, trust);
    if (!('reused' in answer)) return Response.json(answer);
    const { accepted, seq } = answer.reused;
    const error = { error: 'VITRINE_KEY_REUSED', message: ISSUE_CODES.VITRINE_KEY_REUSED, details: { accepted, seq } };
    return Response.json(error, { status: 422 });
  }

  #about(session: LocalSession, tail: string, query: URLSearchParams, init: RequestInit): JsonObject {
    if (tail === 'snapshot') return session.snapshot();
    if (tail === 'events') return this.#eventsOf(session.options.id, Number(query.get('after') ?? 0));
    if (init.method === 'DELETE') this.#sessions.delete(session.options.id);
    return rowOf(session);
  }

  #list(): JsonObject {
    return { sessions: [...this.#sessions.values()].map(rowOf) };
  }

  #session(id: string): LocalSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new Error(`No session ${JSON.stringify(id)} is open.`);
    return session;
  }

  #open(said: Json): JsonObject {
    const { title, dialect = 'vitrine' } = isObject(said) ? said : {};
    const id = `local-${++this.#opened}`;
    const { catalogs, now = () => new Date().toISOString() } = this.#options;
    const session = new LocalSession({
      id,
      dialect: dialect as DialectId,
      now,
      ...(typeof title === 'string' ? { title } : {}),
      ...defined({ catalogs }),
      deliver: (seq, at, event) => this.#deliver({ next: this.#deliveries.length + 1, session: id, seq, at, event }),
    });
    this.#sessions.set(id, session);
    return { session: id };
  }

  #deliver(delivery: Delivery): void {
    this.#deliveries.push(delivery);
    for (const tell of this.#streams) tell(delivery);
  }

  #eventsOf(session: string, after: number): JsonObject {
    const events = this.#deliveries.filter((one) => one.session === session && one.seq > after);
    return { events: events as unknown as Json, next: events.at(-1)?.seq ?? after };
  }

  #stream(consumer: string, signal: AbortSignal | undefined): Response {
    const encoder = new TextEncoder();
    let tell: ((delivery: Delivery) => void) | undefined;
    const leave = (): boolean => tell !== undefined && this.#streams.delete(tell);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        tell = ({ next, ...event }) =>
          controller.enqueue(encoder.encode(`id: ${next}\ndata: ${JSON.stringify(event)}\n\n`));
        for (const one of this.#deliveries.slice(this.#confirmed.get(consumer) ?? 0)) tell(one);
        this.#streams.add(tell);
        signal?.addEventListener('abort', () => leave() && controller.close(), { once: true });
      },
      cancel: () => void leave(),
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }
}

function bodyOf({ body }: RequestInit): Json {
  return typeof body === 'string' ? (JSON.parse(body) as Json) : null;
}

function rowOf({ options, seq }: LocalSession): JsonObject {
  const { id, title, dialect } = options;
  return { session: id, agent: 'local', dialect, seq, ...defined({ title }) };
}
