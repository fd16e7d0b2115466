// A remote agent in a session of our host: what it shows and says goes into the session, what people do there goes to it.
// To the host the bridge is an agent like any other; what comes from afar is judged by the host as everything is, and is
// not trusted, whatever the session is, unless the operator says so.

import { randomUUID } from 'node:crypto';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { Json, JsonObject } from '@vitrine/core';
import type { DialectId } from '@vitrine/dialects';
import {
  type BridgeDelivery,
  type BridgeSession,
  deferred,
  digestOf,
  forgetful,
  RemoteError,
  type RemoteMemory,
  type SetTimer,
  Slices,
  setTimer,
} from '@vitrine/face-kit';
import { checkForAgent } from '../sent-check.ts';
import { isAboutRequest } from './about-request.ts';
import type { AgentMessage, AgentUpdate, TaskTurn } from './agent-update.ts';
import { BridgeMemory } from './bridge-memory.ts';
import { RemoteExchange } from './exchange.ts';
import { dataModelIn, errorMessages, type RunDialect, readAct, relayTo } from './relay.ts';
import type { OutgoingMessage, RemoteAgent } from './remote-agent.ts';

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
  session: BridgeSession<DialectId>,
  options: RemoteBridgeOptions = {},
): Promise<RemoteBridge> {
  const memory = new BridgeMemory(options.memory ?? forgetful());
  await memory.load();
  const bridge = new RemoteBridge(remote, session, memory, options);
  await bridge.begin();
  return bridge;
}

const DEFAULTS = {
  report: () => undefined,
  setTimer,
  wait: (ms: number, signal: AbortSignal) => waitFor(ms, undefined, { signal }).catch(() => undefined),
};

export class RemoteBridge {
  readonly #remote: RemoteAgent;
  readonly #session: BridgeSession<DialectId>;
  readonly #memory: BridgeMemory;
  readonly #options: RemoteBridgeOptions & Required<Pick<RemoteBridgeOptions, keyof typeof DEFAULTS>>;
  readonly #over = new AbortController();
  readonly #exchanges = new Map<RemoteExchange, Promise<void>>();
  #off: () => void = () => undefined;
  #turn: TaskTurn | undefined;
  #reports = 0;

  constructor(
    remote: RemoteAgent,
    session: BridgeSession<DialectId>,
    memory: BridgeMemory,
    options: RemoteBridgeOptions,
  ) {
    this.#remote = remote;
    this.#session = session;
    this.#memory = memory;
    this.#options = { ...DEFAULTS, ...options };
  }

  async begin(): Promise<void> {
    for (const task of this.#memory.tasks) this.#follow(this.#exchange(task));
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
      const messageId = idOf([this.#session.id, seq, wire]);
      await this.#send({ messageId, ...act, metadata: await this.#dataModel(metadata, seq) });
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
    const greeting = this.#send({ messageId: idOf(['greeting', contextId]), messages: [firstWords] });
    const late = deferred<'late'>();
    const callOff = this.#options.setTimer(limits.greetingMs, () => late.resolve('late'));
    const which = await Promise.race([greeting.then(() => this.settled()), late.promise]).finally(callOff);
    if (which === 'late')
      greeting.catch((error: unknown) => {
        if (!this.#over.signal.aborted) this.#tell(error);
      });
    await this.#memory.greeted();
  }

  /** What does not satisfy the schema of the form stays here. What goes into a run has no form to be held against. */
  async #send(outgoing: OutgoingMessage): Promise<void> {
    if (this.#options.run !== undefined) return this.#sendInPlace(outgoing);
    const { messages = [], texts = [] } = outgoing;
    const { messages: fine, unsent } = await new Slices().takeAll(checkForAgent(this.#remote.form, messages));
    for (const { issue } of unsent) this.#options.report(`${issue.code} at "${issue.at}": ${issue.message}`);
    if (unsent.length === 0 || fine.length + texts.length > 0) await this.#sendInPlace({ ...outgoing, messages: fine });
  }

  /**
   * A task that waited may be gone, with an agent that was started anew for example: the words then begin another. And an
   * agent may take no context but those that it named itself.
   */
  async #sendInPlace(outgoing: OutgoingMessage): Promise<void> {
    const { waiting, isProposed } = this.#memory;
    const { contextId, ...place } = await this.#memory.place();
    try {
      await this.#ask({ ...outgoing, ...place, contextId });
    } catch (error) {
      if (!(error instanceof RemoteError) || error.reason !== 'refused') throw error;
      if (waiting !== undefined) {
        await this.#memory.forget(waiting);
        await this.#ask({ ...outgoing, ...(await this.#memory.place()) });
      } else if (isProposed && isAboutRequest(error)) await this.#ask({ ...outgoing, ...place });
      else throw error;
    }
  }

  /** Resolves when the agent has begun to answer; the rest is heard meanwhile. */
  async #ask(outgoing: OutgoingMessage): Promise<void> {
    await this.#turnTo('working');
    const exchange = this.#exchange();
    const updates = this.#remote.send(outgoing, exchange.signal);
    const first = await exchange.first(updates);
    const { taskId, turn } = first;
    if (taskId !== undefined && turn !== 'done' && turn !== 'failed') await this.#memory.began(taskId);
    this.#follow(exchange, startingWith(first, updates));
  }

  #exchange(task?: string): RemoteExchange {
    const hear = (update: AgentUpdate) => this.#hear(update);
    return new RemoteExchange({ ...this.#options, remote: this.#remote, hear, signal: this.#over.signal }, task);
  }

  #follow(exchange: RemoteExchange, updates?: AsyncIterable<AgentUpdate>): void {
    const [oldest] = this.#exchanges.keys();
    if (oldest !== undefined && this.#exchanges.size >= this.#remote.limits.tasks) {
      this.#options.report(`${this.#remote.identity.host} works on too much at once; the oldest task is let go.`);
      oldest.letGo();
      this.#exchanges.delete(oldest);
    }
    const run = exchange
      .run(updates)
      .then(() => this.#ended(exchange))
      .catch((error: unknown) => this.#failed(error, exchange))
      .catch((error: unknown) => this.#tell(error))
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
    this.#tell(error);
    if (exchange !== undefined) this.#exchanges.delete(exchange);
    if (exchange?.taskId !== undefined) await this.#memory.ended(exchange.taskId, false);
    await this.#turnTo('failed');
  }

  /** Others may still work while one has ended. */
  async #turnTo(turn: TaskTurn): Promise<void> {
    const state = this.#exchanges.size > 0 ? 'working' : turn;
    if (state === this.#turn) return;
    this.#turn = state;
    if (this.#options.run === undefined) await this.#session.ops([{ op: 'turn', state }]);
  }

  async #hear({ contextId, taskId, turn, messages }: AgentUpdate): Promise<void> {
    if (contextId !== undefined) await this.#memory.inContext(contextId);
    if (taskId !== undefined && turn === 'working') await this.#memory.began(taskId);
    for (const one of messages) await this.#show(one);
  }

  async #show(agentMessage: AgentMessage): Promise<void> {
    const { form, identity, limits } = this.#remote;
    const { run, isTrusted, report } = this.#options;
    const voucher = isTrusted === true ? {} : ({ trust: 'untrusted' } as const);
    const problems = await relayTo(this.#session, agentMessage, run ?? form.dialect, voucher);
    for (const { message } of [...agentMessage.issues, ...problems]) report(`${identity.host}: ${message}`);
    const first = problems.find(({ severity }) => severity === 'error');
    if (first === undefined || this.#reports++ >= limits.reports) return;
    const messages = errorMessages(first, [...agentMessage.messages, ...agentMessage.envelopes], form.dialect);
    if (messages.length === 0) return;
    // The agent may mend it and send it again.
    await this.#send({ messageId: randomUUID(), messages }).catch((error: unknown) => this.#tell(error));
  }

  #tell(error: unknown): void {
    this.#options.report(error instanceof Error ? error.message : String(error));
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
function idOf(value: Json): string {
  return digestOf(JSON.stringify(value), 'base64url');
}
