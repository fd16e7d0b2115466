// An agent's handle of one session: messages to it, events of it, asks that outlive either side.

import {
  type EffectOp,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  type Seq,
  type TurnOp,
  type Want,
} from '@vitrine/core';
import type { DialectId } from '@vitrine/dialects';
import type { AgentEvents, AgentSession, Handler, SendOptions, Sent, TaskHandle, ViewerPass } from './agent-options.ts';
import { type Answer, type AnswerValue, AskError, type AskOptions, Asks } from './asks.ts';
import { type Clock, delay } from './clock.ts';
import type { Off } from './emitter.ts';
import { HostRefusal, issuesOf, type RepeatedCall } from './http.ts';
import { pathOf } from './line.ts';

/** What a session needs of its connection. */
export interface SessionLink {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  on<Name extends keyof AgentEvents>(name: Name, handler: Handler<Name>): Off;
  listen(): void;
  /** Tried until the host has answered. */
  call(call: Omit<RepeatedCall, 'credential'>): Promise<JsonObject>;
  newKey(): string;
}

/** So long after its time is the host asked what became of an ask. */
const LAPSE_MS = 500;
/** Reads what was delivered before, and confirms nothing of what others still have to receive. */
const LOOK_BACK = 'look-back';

export class HeldSession implements AgentSession {
  readonly id: string;
  readonly viewerUrl: string | undefined;
  readonly viewerToken: string | undefined;
  /** For the connection. */
  readonly asks = new Asks();
  readonly #link: SessionLink;
  #last: Promise<unknown> = Promise.resolve();

  constructor(link: SessionLink, id: string, opened: { viewerUrl?: string; viewerToken?: string } = {}) {
    this.#link = link;
    this.id = id;
    this.viewerUrl = opened.viewerUrl;
    this.viewerToken = opened.viewerToken;
  }

  on<Name extends keyof AgentEvents>(name: Name, handler: Handler<Name>): Off {
    return this.#link.on(name, (event) => (event.session.id === this.id ? handler(event) : undefined));
  }

  send(messages: object | readonly object[], { key = this.#link.newKey(), dialect }: SendOptions = {}): Promise<Sent> {
    // As it is now: the caller may change it while the ones before are under way.
    const body = JSON.parse(JSON.stringify(messages)) as Json;
    const turn = this.#last.then(() => this.#post(body, key, dialect));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  ops(ops: readonly Op[], options?: Pick<SendOptions, 'key'>): Promise<Sent> {
    return this.send({ vitrine: 1, body: ops }, { ...options, dialect: 'vitrine' });
  }

  ask<const W extends Want>(options: AskOptions<W>): Promise<Answer<AnswerValue<W>>> {
    const id = options.id ?? this.#link.newKey();
    const waiting = this.asks.get(id) ?? this.#ask(id, options);
    return waiting as Promise<Answer<AnswerValue<W>>>;
  }

  async confirm(options: Omit<AskOptions, 'want'> & { confirm?: string; deny?: string }): Promise<boolean> {
    const { confirm, deny, ...rest } = options;
    const words = { ...(confirm === undefined ? {} : { confirm }), ...(deny === undefined ? {} : { deny }) };
    const { value } = await this.ask({ ...rest, want: { kind: 'confirm', ...words } });
    return value === true;
  }

  async withdraw(ask: string): Promise<Sent> {
    const sent = await this.ops([{ op: 'withdraw', ask }], { key: keyOf('withdraw', ask) });
    this.asks.fail(ask, 'withdrawn', 'The ask was withdrawn.');
    return sent;
  }

  task(task: string): TaskHandle {
    return {
      update: (progress) => this.ops([{ op: 'task', task, ...progress }]),
      done: () => this.ops([{ op: 'task', task, done: true }]),
    };
  }

  toast(text: string, options: { readonly severity?: string; readonly ms?: number } = {}): Promise<Sent> {
    return this.#effect({ kind: 'toast', text, ...options });
  }

  navigate(url: string, options: { readonly newTab?: boolean } = {}): Promise<Sent> {
    return this.#effect({ kind: 'navigate', url, ...options });
  }

  say(text: string): Promise<Sent> {
    return this.ops([{ op: 'say', text }]);
  }

  turn(state: TurnOp['state']): Promise<Sent> {
    return this.ops([{ op: 'turn', state }]);
  }

  snapshot(at?: Seq): Promise<JsonObject> {
    return this.#link.call({ path: pathOf(this.id, '/snapshot'), query: { at: at?.toString() } });
  }

  async newViewer(viewer?: string): Promise<ViewerPass> {
    const body = viewer === undefined ? {} : { viewer };
    return (await this.#link.call({ path: pathOf(this.id, '/viewer-token'), body })) as unknown as ViewerPass;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#link.call({ method: 'DELETE', path: pathOf(this.id) });
    this.asks.failAll('closed', 'The session was closed.');
  }

  #effect(effect: EffectOp['effect']): Promise<Sent> {
    return this.ops([{ op: 'effect', effect }]);
  }

  async #post(body: Json, key: string, dialect: DialectId | undefined): Promise<Sent> {
    try {
      const answer = await this.#link.call({ path: pathOf(this.id, '/messages'), query: { dialect }, body, key });
      return { accepted: Number(answer.accepted), seq: Number(answer.seq), issues: issuesOf(answer.issues) };
    } catch (error) {
      // Nothing of it could be read: an answer like any other.
      if (error instanceof HostRefusal && error.issues.length > 0) return { accepted: 0, seq: 0, issues: error.issues };
      throw error;
    }
  }

  #ask(ask: string, options: AskOptions): Promise<Answer> {
    const answer = this.asks.begin(ask);
    this.#link.listen();
    this.#follow(ask, options).catch((error: unknown) => {
      const reason = this.#link.signal.aborted ? 'closed' : 'refused';
      this.asks.fail(ask, reason, error instanceof Error ? error.message : String(error), error);
    });
    return answer;
  }

  async #follow(ask: string, { id: _id, ...rest }: AskOptions): Promise<void> {
    const { accepted, issues } = await this.ops([{ op: 'ask', ask, ...rest }], { key: keyOf('ask', ask) });
    if (accepted === 0) {
      // Asked so long ago that the host has forgotten the key, not the answer.
      await this.#lookBack(ask);
      throw new AskError(ask, 'refused', issues[0]?.message ?? 'The ask was not taken.', issues);
    }
    const { clock, signal } = this.#link;
    while (this.asks.isWaiting(ask) && (await this.#isOpen(ask))) {
      if (rest.until === undefined || signal.aborted) return;
      await delay(clock, Math.max(Date.parse(rest.until) - clock.now(), 0) + LAPSE_MS, signal);
    }
    await this.#lookBack(ask);
    if (rest.until === undefined) this.asks.fail(ask, 'withdrawn', 'The ask was withdrawn.');
    else this.asks.fail(ask, 'lapsed', 'The time for an answer is over.');
  }

  /** An open ask is answered on the line; one that is not was answered before, or time is up by the host's clock. */
  async #isOpen(ask: string): Promise<boolean> {
    const { asks } = await this.snapshot();
    return isObject(asks) && Object.hasOwn(asks, ask);
  }

  /**
   * What was delivered before, to another process or before a restart. It begins at the first event: `after` would confirm,
   * and a confirmation erases sealed values that a handler may still have to receive.
   */
  async #lookBack(ask: string): Promise<void> {
    for (let after = 0; this.asks.isWaiting(ask); ) {
      const query = { after: String(after), consumer: LOOK_BACK };
      const { events, next } = await this.#link.call({ path: pathOf(this.id, '/events'), query });
      const found = (Array.isArray(events) ? events : []) as readonly { readonly seq: Seq; readonly event: Json }[];
      for (const { event, seq } of found) this.asks.hear(event, seq);
      if (found.length === 0 || typeof next !== 'number' || next <= after) return;
      after = next;
    }
  }
}

/** Keys are printable ASCII; ids need not be. */
function keyOf(what: string, id: string): string {
  return `${what}:${encodeURIComponent(id)}`;
}
