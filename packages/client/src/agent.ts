// An agent's connection to a host: sessions are opened and sent to by calls, events of all of them come over one line.
// The line is opened when somebody listens first.

import { defined, type Json, type JsonObject, type Seq, traced } from '@vitrine/core/internal';
import type { AgentOptions, AgentSignals, OpenOptions, SessionRow } from './agent-options.ts';
import { type AgentDelivery, type AgentEventHandler, type AgentEvents, AgentSession } from './agent-session.ts';
import { openAgentStream } from './agent-stream.ts';
import { eventsIn } from './asks.ts';
import { Backoff } from './backoff.ts';
import { type Clock, delay, systemClock } from './clock.ts';
import { type Arrived, DeliveryQueue } from './deliveries.ts';
import { DurableAsks } from './durable-asks.ts';
import { EventEmitter, type Unsubscribe } from './emitter.ts';
import { ConnectionClosedError, callUntilAnswered, type Endpoint, type Fetch, type RepeatedCall } from './http.ts';
import { Keeper, type LinkState } from './keeper.ts';
import { addressOf, type ClientLink, type LineEvents, type Transport } from './line.ts';
import { EventKeys } from './names.ts';
import { type AgentLink, SessionCalls } from './session-calls.ts';
import { openSocketLine } from './websocket.ts';

interface ArrivedEvent extends Arrived {
  readonly at: string;
  readonly basis?: Seq;
  readonly traceparent?: string;
  readonly event: Json;
  readonly metadata?: Json;
}

interface OpenAgentSession {
  readonly session: AgentSession;
  readonly asks: DurableAsks;
}

export class AgentConnection implements AgentLink {
  readonly clock: Clock;
  readonly #options: AgentOptions;
  readonly #endpoint: Endpoint;
  readonly #handlers = new EventEmitter<AgentEvents>();
  readonly #signals = new EventEmitter<AgentSignals>();
  readonly #sessions = new Map<string, OpenAgentSession>();
  readonly #over = new AbortController();
  readonly #keeper: Keeper;
  readonly #deliveries: DeliveryQueue<ArrivedEvent>;
  readonly #names = new EventKeys();
  #isListening = false;
  /** What came last on this line: events of one entry come one behind the other. */
  #last: ArrivedEvent | undefined;

  constructor(options: AgentOptions) {
    this.#options = options;
    const { url, clock = systemClock, random = Math.random, tracer } = options;
    this.clock = clock;
    this.#endpoint = { url, clock, random, fetch: fetchWith(options) };
    this.#deliveries = new DeliveryQueue({
      handle: (item, attempt) => {
        const of = {
          kind: 'consumer',
          parent: item.traceparent,
          attributes: { 'vitrine.session': item.session },
        } as const;
        return traced(tracer, 'vitrine.handle', of, () => this.#handle(item, attempt));
      },
      failed: (item, attempt, error) => this.#failed(item, attempt, error),
      confirm: (next) => this.#keeper.send({ confirm: next }),
      wait: (ms) => delay(clock, ms, this.signal),
      backoff: () => new Backoff(random),
    });
    this.#keeper = new Keeper({
      clock,
      random,
      transport: options.transport,
      dial: (transport, events) => this.#dial(transport, events),
      frame: (frame) => this.#frame(frame),
      state: (state) => this.#turned(state),
      lost: ({ code }, wasLive) => wasLive || code !== 4400,
      renew: () => Promise.resolve(false),
    });
  }

  /** Of the line that events come over. */
  get state(): LinkState {
    return this.#keeper.state;
  }

  /** Aborted when the connection is closed. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /**
   * Hears events of all sessions. An event is confirmed when every handler has resolved; one that fails is called again.
   * Handlers of one session run one event after the other; answers reach `ask` meanwhile.
   */
  on<Name extends keyof AgentEvents>(name: Name, handler: AgentEventHandler<Name>): Unsubscribe {
    this.listen();
    return this.#handlers.on(name, handler as (event: AgentEvents[Name]) => void);
  }

  /** Hears of the connection itself. */
  onSignal<Name extends keyof AgentSignals>(name: Name, listener: (value: AgentSignals[Name]) => void): Unsubscribe {
    return this.#signals.on(name, listener);
  }

  /** Opens the line, once, after whoever is speaking now has said to what it listens. */
  listen(): void {
    if (this.#isListening || this.signal.aborted) return;
    this.#isListening = true;
    queueMicrotask(() => {
      if (!this.signal.aborted) this.#keeper.start();
    });
  }

  async open({ title, trust, dialect = this.#options.dialect ?? 'vitrine' }: OpenOptions = {}): Promise<AgentSession> {
    const body = { dialect, ...defined({ title, trust }) };
    const opened = await this.call({ path: '/sessions', body, isOnce: true });
    return this.#track(String(opened.session), opened as { viewerUrl?: string; viewerToken?: string }).session;
  }

  /** A session that exists already: after a restart, by the id that was kept or that `sessions` lists. Nothing is asked of the host. */
  session(id: string): AgentSession {
    return this.#tracked(id).session;
  }

  #tracked(id: string): OpenAgentSession {
    return this.#sessions.get(id) ?? this.#track(id);
  }

  #track(id: string, opened: { readonly viewerUrl?: string; readonly viewerToken?: string } = {}): OpenAgentSession {
    const { viewerUrl, viewerToken } = opened;
    const calls = new SessionCalls(this, id);
    const asks = new DurableAsks(calls);
    const on: AgentConnection['on'] = (name, handler) => this.on(name, handler);
    const tracked = { session: new AgentSession({ calls, asks, on, ...defined({ viewerUrl, viewerToken }) }), asks };
    this.#sessions.set(id, tracked);
    return tracked;
  }

  /** All sessions of this agent. */
  async sessions(): Promise<readonly SessionRow[]> {
    const { sessions } = await this.call({ path: '/sessions' });
    return sessions as unknown as readonly SessionRow[];
  }

  /** Ends the connection; sessions stay. Calls under way and waits reject. */
  close(): void {
    if (this.signal.aborted) return;
    this.#over.abort(new ConnectionClosedError('The connection was closed.'));
    this.#deliveries.stop();
    this.#keeper.stop('closed');
    this.#failAsks('The connection was closed; the ask stays open.');
  }

  /** For sessions: a call that is tried until the host has answered. */
  call(call: Omit<RepeatedCall, 'credential'>): Promise<JsonObject> {
    return callUntilAnswered(this.#endpoint, { ...call, credential: this.#options.key }, this.signal);
  }

  /** For sessions: a name that nobody else gives. */
  newKey(): string {
    return this.#names.next();
  }

  #dial(transport: Transport, events: LineEvents): ClientLink {
    const { key: credential, consumer, socket } = this.#options;
    this.#last = undefined;
    const endpoint = this.#endpoint;
    if (transport === 'sse') return openAgentStream({ endpoint, credential, consumer }, events);
    const hello = { role: 'agent', ...defined({ consumer }) };
    const url = addressOf(endpoint.url, '/socket');
    return openSocketLine({ url, credential, hello, ...defined({ socket }) }, events);
  }

  #frame(frame: JsonObject): void {
    if (this.state !== 'live') this.#live();
    if (frame.event === undefined || typeof frame.session !== 'string' || typeof frame.next !== 'number') return;
    const came = frame as unknown as ArrivedEvent;
    const isOfSame = this.#last?.session === came.session && this.#last.seq === came.seq;
    const item = { ...came, index: isOfSame ? (this.#last?.index ?? 0) + 1 : 0 };
    this.#last = item;
    this.#tracked(item.session).asks.waiting.hear(item.event, item.seq);
    this.#deliveries.take(item);
  }

  /** A confirmation may have gone down with the line before. */
  #live(): void {
    this.#keeper.alive();
    const { confirmed } = this.#deliveries;
    if (confirmed !== undefined) this.#keeper.send({ confirm: confirmed });
  }

  async #handle(item: ArrivedEvent, attempt: number): Promise<void> {
    const delivery = this.#deliveryOf(item, attempt);
    const events = eventsIn(item.event);
    for (const event of events.length === 0 ? [undefined] : events) {
      const passed = event === undefined ? delivery : { ...delivery, event };
      const named = event === undefined ? [] : this.#handlers.listeners(event.event);
      const called = [...this.#handlers.listeners('event'), ...named] as readonly ((event: object) => unknown)[];
      await Promise.all(called.map(async (handler) => handler(passed)));
    }
  }

  /** Nobody who listens: still not in silence. */
  #failed(item: ArrivedEvent, attempt: number, error: unknown): void {
    if (this.#signals.listeners('failure').length === 0) console.error('An event was not handled:', error);
    this.#signals.emit('failure', { error, delivery: this.#deliveryOf(item, attempt) });
  }

  #deliveryOf({ session, seq, at, basis, traceparent, event, metadata }: ArrivedEvent, attempt: number): AgentDelivery {
    const more = defined({ basis, traceparent, metadata });
    return { session: this.session(session), seq, at, wire: event, attempt, ...more };
  }

  #turned(state: LinkState): void {
    this.#signals.emit('state', state);
    if (state === 'refused') this.#failAsks('The host does not take the key: the ask stays open.');
  }

  #failAsks(message: string): void {
    for (const { asks } of this.#sessions.values()) asks.waiting.failAll('closed', message);
  }
}

function fetchWith({ fetch = (...call) => globalThis.fetch(...call), tracer }: AgentOptions): Fetch {
  if (tracer === undefined) return fetch;
  return (url, init) => {
    const traceparent = tracer.current();
    if (traceparent === undefined) return fetch(url, init);
    return fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), traceparent } });
  };
}

/** Nothing is sent before something is asked of it. */
export function connectAgent(options: AgentOptions): AgentConnection {
  return new AgentConnection(options);
}
