// A remote agent in a session of our host: what it shows and says goes into the session, what people do there goes to it.
// To the host the bridge is an agent like any other; what comes from afar is judged by the host as everything is, and is
// not trusted, whatever the session is, unless the operator says so.

import { createHash } from 'node:crypto';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { Json, JsonObject } from '@vitrine/core';
import { type SetTimer, setTimer } from '../deadlines.ts';
import type { AgentMessage, AgentUpdate, TaskTurn } from './agent-update.ts';
import { BridgeMemory, forgetful, type RemoteMemory } from './bridge-memory.ts';
import { RemoteExchange } from './exchange.ts';
import {
  dataModelIn,
  errorMessages,
  type RunDialect,
  readAct,
  relayToRun,
  relayToSession,
  type ShownIn,
  type Voucher,
} from './relay.ts';
import type { OutgoingMessage, RemoteAgent } from './remote-agent.ts';
import { RemoteError } from './remote-error.ts';
import { Sending } from './sending.ts';

/** What a person did, as an agent of the host receives it. */
export interface BridgeDelivery {
  readonly seq: number;
  readonly wire: Json;
  readonly metadata?: Json;
  /** From 1; more when the handler failed before. */
  readonly attempt: number;
}

/** A session as its agent holds it: the handle of `@vitrine/client` is one. */
export interface BridgeSession extends ShownIn {
  readonly id: string;
  on(name: 'event', handler: (delivery: BridgeDelivery) => unknown): () => void;
  snapshot(at?: number): Promise<JsonObject>;
}

export interface RemoteBridgeOptions {
  /** The session is a run of OpenWOP, which takes envelopes and nothing else. Absent: it speaks the form of the agent. */
  readonly run?: RunDialect;
  readonly memory?: RemoteMemory;
  /** The operator vouches for the agent: what it says is trusted as the session is. */
  readonly isTrusted?: boolean;
  /** Hears what the operator should know, a sentence each. */
  readonly report?: (problem: string) => void;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly setTimer?: SetTimer;
}

/** Resolves when the bridge stands: tasks of an earlier run are followed again. */
export async function bridgeTo(
  remote: RemoteAgent,
  session: BridgeSession,
  options: RemoteBridgeOptions = {},
): Promise<RemoteBridge> {
  const memory = new BridgeMemory(options.memory ?? forgetful());
  await memory.load();
  const bridge = new RemoteBridge(remote, session, memory, options);
  await bridge.begin();
  return bridge;
}

export class RemoteBridge {
  readonly #remote: RemoteAgent;
  readonly #session: BridgeSession;
  readonly #memory: BridgeMemory;
  readonly #sending: Sending;
  readonly #run: RunDialect | undefined;
  readonly #voucher: Voucher;
  readonly #report: (problem: string) => void;
  readonly #wait: NonNullable<RemoteBridgeOptions['wait']>;
  readonly #setTimer: SetTimer;
  readonly #over = new AbortController();
  readonly #exchanges = new Map<RemoteExchange, Promise<void>>();
  #off: () => void = () => undefined;
  #turn: TaskTurn | undefined;
  #reports = 0;

  constructor(remote: RemoteAgent, session: BridgeSession, memory: BridgeMemory, options: RemoteBridgeOptions) {
    this.#remote = remote;
    this.#session = session;
    this.#memory = memory;
    this.#run = options.run;
    this.#voucher = options.isTrusted === true ? {} : { trust: 'untrusted' };
    this.#report = options.report ?? (() => undefined);
    this.#setTimer = options.setTimer ?? setTimer;
    this.#wait = options.wait ?? ((ms, signal) => waitFor(ms, undefined, { signal }).catch(() => undefined));
    this.#sending = new Sending({
      // What goes into a run has no form of A2UI to be held against.
      ...(this.#run === undefined ? { form: remote.form } : {}),
      memory,
      report: this.#report,
      ask: (outgoing) => this.#ask(outgoing),
    });
  }

  async begin(): Promise<void> {
    for (const task of this.#memory.tasks) this.#follow(new RemoteExchange(this.#exchangeOptions(), task));
    // It takes words: whoever shows the session offers a place for them.
    if (this.#exchanges.size === 0) await this.#turnTo('input');
    this.#off = this.#session.on('event', (delivery) => this.#deliver(delivery));
  }

  /** Nothing more goes either way. What was not heard to its end is taken up by the next bridge with the same memory. */
  async stop(): Promise<void> {
    this.#off();
    this.#over.abort();
    await this.settled();
    this.#remote.close();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#exchanges.size > 0) await Promise.all(this.#exchanges.values());
  }

  /** Rejects where it may be tried again. */
  async #deliver({ wire, metadata, seq, attempt }: BridgeDelivery): Promise<void> {
    const act = readAct(wire);
    if (act === undefined || this.#over.signal.aborted) return;
    if (!act.isReport) this.#reports = 0;
    else if (this.#reports++ >= this.#remote.limits.reports) return;
    try {
      await this.#sendFirstMessage();
      const messageId = digestOf([this.#session.id, seq, wire]);
      await this.#sending.send({ messageId, ...act, metadata: await this.#dataModel(metadata, seq) });
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (error.reason === 'silence' && attempt < this.#remote.limits.attempts) throw error;
      await this.#failed(error);
    }
  }

  /** The original form says its catalog once, before the first prompt, which does not wait for it for ever. */
  async #sendFirstMessage(): Promise<void> {
    const { firstWords, limits } = this.#remote;
    if (firstWords === undefined || this.#memory.hasGreeted) return;
    const { contextId } = await this.#memory.place();
    const greeting = this.#sending.send({ messageId: digestOf(['greeting', contextId]), messages: [firstWords] });
    let callOff: () => void = () => undefined;
    const enough = new Promise<'enough'>((resolve) => {
      callOff = this.#setTimer(limits.greetingMs, () => resolve('enough'));
    });
    const which = await Promise.race([greeting.then(() => this.settled()), enough]).finally(callOff);
    if (which === 'enough')
      greeting.catch((error: unknown) => {
        if (!this.#over.signal.aborted) this.#report(wordsOf(error));
      });
    await this.#memory.greeted();
  }

  /** Resolves when the agent has begun to answer; the rest is heard meanwhile. */
  async #ask(outgoing: OutgoingMessage): Promise<void> {
    await this.#turnTo('working');
    const exchange = new RemoteExchange(this.#exchangeOptions());
    const updates = this.#remote.send(outgoing, exchange.signal);
    const first = await exchange.first(updates);
    const { taskId, turn } = first;
    if (taskId !== undefined && turn !== 'done' && turn !== 'failed') await this.#memory.began(taskId);
    this.#follow(exchange, startingWith(first, updates));
  }

  #exchangeOptions() {
    const hear = (update: AgentUpdate) => this.#hear(update);
    return { remote: this.#remote, hear, wait: this.#wait, setTimer: this.#setTimer, signal: this.#over.signal };
  }

  #follow(exchange: RemoteExchange, updates?: AsyncIterable<AgentUpdate>): void {
    const [oldest] = this.#exchanges.keys();
    if (oldest !== undefined && this.#exchanges.size >= this.#remote.limits.tasks) {
      this.#report(`${this.#remote.identity.host} works on too much at once; the oldest task is let go.`);
      oldest.letGo();
      this.#exchanges.delete(oldest);
    }
    const run = exchange
      .run(updates)
      .then(() => this.#ended(exchange))
      .catch((error: unknown) => this.#failed(error, exchange))
      .catch((error: unknown) => this.#report(wordsOf(error)))
      .finally(() => this.#exchanges.delete(exchange));
    this.#exchanges.set(exchange, run);
  }

  async #ended(exchange: RemoteExchange): Promise<void> {
    if (this.#over.signal.aborted) return;
    const { taskId, turn = 'done' } = exchange;
    if (taskId !== undefined) await this.#memory.ended(taskId, turn === 'input');
    this.#exchanges.delete(exchange);
    await this.#turnTo(turn);
  }

  async #failed(error: unknown, exchange?: RemoteExchange): Promise<void> {
    if (this.#over.signal.aborted) return;
    this.#report(wordsOf(error));
    if (exchange !== undefined) this.#exchanges.delete(exchange);
    if (exchange?.taskId !== undefined) await this.#memory.ended(exchange.taskId, false);
    await this.#turnTo('failed');
  }

  /** Others may still work while one has ended. */
  async #turnTo(turn: TaskTurn): Promise<void> {
    const state = this.#exchanges.size > 0 ? 'working' : turn;
    if (state === this.#turn) return;
    this.#turn = state;
    if (this.#run !== undefined) return;
    await this.#session.ops([{ op: 'turn', state }]);
  }

  async #hear({ contextId, taskId, turn, messages }: AgentUpdate): Promise<void> {
    if (contextId !== undefined) await this.#memory.inContext(contextId);
    if (taskId !== undefined && turn === 'working') await this.#memory.began(taskId);
    for (const one of messages) await this.#show(one);
  }

  async #show(agentMessage: AgentMessage): Promise<void> {
    const { form, identity, limits } = this.#remote;
    const run = this.#run;
    const problems = await (run === undefined
      ? relayToSession(agentMessage, this.#session, form.dialect, this.#voucher)
      : relayToRun(agentMessage, this.#session, run, this.#voucher));
    for (const { message } of [...agentMessage.issues, ...problems]) this.#report(`${identity.host}: ${message}`);
    const first = problems.find(({ severity }) => severity === 'error');
    if (first === undefined || this.#reports++ >= limits.reports) return;
    const messages = errorMessages(first, [...agentMessage.messages, ...agentMessage.envelopes], form.dialect);
    if (messages.length === 0) return;
    // The agent may mend it and send it again.
    const sending = this.#sending.send({ messageId: this.#remote.newMessageId(), messages });
    await sending.catch((error: unknown) => this.#report(wordsOf(error)));
  }

  /** Of the surfaces that ask for it: all that are in this session, and they are all this agent's. */
  async #dataModel(metadata: Json | undefined, seq: number): Promise<JsonObject> {
    const { form } = this.#remote;
    return dataModelIn(form, metadata) ?? dataModelIn(form, await this.#session.snapshot(seq)) ?? {};
  }
}

async function* startingWith(first: AgentUpdate, rest: AsyncIterable<AgentUpdate>): AsyncGenerator<AgentUpdate> {
  yield first;
  yield* rest;
}

/** The id of a message: the same when it is sent again. */
function digestOf(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
