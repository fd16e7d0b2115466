// An agent's handle of one session: messages to it, events of it, asks that outlive either side.

import {
  defined,
  type EffectOp,
  type Issue,
  type IssueCode,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  type Seq,
  type TurnOp,
  type Want,
} from '@vitrine/core';
import type { AgentEvents, AgentSession, Handler, SendOptions, Sent, TaskHandle, ViewerPass } from './agent-options.ts';
import {
  type Answer,
  type AnswerValue,
  type AskEnd,
  AskError,
  type AskOptions,
  Asks,
  type Decision,
  decisionWithout,
  endsIn,
  type PlainWant,
} from './asks.ts';
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
/** Reads what was delivered before. What it confirms erases no sealed value that a handler still has to receive. */
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

  send(messages: object | readonly object[], options: SendOptions = {}): Promise<Sent> {
    const { key = this.#link.newKey(), dialect, trust } = options;
    // As it is now: the caller may change it while the ones before are under way.
    const body = JSON.parse(JSON.stringify(messages)) as Json;
    return this.#inTurn(() => this.#post(body, key, { dialect, untrusted: trust === undefined ? undefined : '1' }));
  }

  ops(ops: readonly Op[], options?: Pick<SendOptions, 'key' | 'trust'>): Promise<Sent> {
    return this.send({ vitrine: 1, body: ops }, { ...options, dialect: 'vitrine' });
  }

  ask<const W extends Want | PlainWant>(options: AskOptions<W>): Promise<Answer<AnswerValue<W>>> {
    const id = options.id ?? this.#link.newKey();
    const waiting = this.asks.get(id) ?? this.#ask(id, options);
    return waiting as Promise<Answer<AnswerValue<W>>>;
  }

  async confirm(options: Omit<AskOptions, 'want'> & { confirm?: string; deny?: string }): Promise<Decision> {
    const { confirm, deny, ...rest } = options;
    const words = defined({ confirm, deny });
    try {
      const { value, reason } = await this.ask({ ...rest, want: { kind: 'confirm', ...words } });
      return { approved: value === true, ...defined({ reason }) };
    } catch (error) {
      const decision = error instanceof AskError ? decisionWithout(error) : undefined;
      if (decision === undefined) throw error;
      return decision;
    }
  }

  async withdraw(ask: string): Promise<Sent> {
    const sent = await this.ops([{ op: 'withdraw', ask }]);
    this.asks.lose(ask, 'withdrawn');
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
    const body = defined({ viewer });
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

  async #post(body: Json, key: string, query: NonNullable<RepeatedCall['query']>): Promise<Sent> {
    try {
      const answer = await this.#link.call({ path: pathOf(this.id, '/messages'), query, body, key });
      return { accepted: Number(answer.accepted), seq: Number(answer.seq), issues: issuesOf(answer.issues) };
    } catch (error) {
      if (!(error instanceof HostRefusal)) throw error;
      // Nothing of it could be read: an answer like any other.
      if (error.issues.length > 0) return { accepted: 0, seq: 0, issues: error.issues };
      if (error.code === 'VITRINE_KEY_REUSED') return sentBefore(error);
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

  async #follow(ask: string, { id, want: given, ...rest }: AskOptions): Promise<void> {
    const isAgain = this.asks.hasEnded(ask);
    const want = typeof given === 'string' ? { kind: given } : given;
    const body = JSON.parse(JSON.stringify({ vitrine: 1, body: [{ op: 'ask', ask, want, ...rest }] })) as Json;
    await this.#inTurn(async () => {
      if (id !== undefined && !isAgain && (await this.#resume(ask))) return;
      await this.#begin(ask, body, isAgain ? this.#link.newKey() : keyOf('ask', ask));
    });
    const { clock, signal } = this.#link;
    let isClosed = false;
    while (this.asks.isWaiting(ask) && (await this.#openAt(ask)) !== undefined) {
      // Where nobody can answer any more, nothing lapses either.
      isClosed = await this.#isClosed();
      if (isClosed) break;
      if (rest.until === undefined || signal.aborted) return;
      await delay(clock, Math.max(Date.parse(rest.until) - clock.now(), 0) + LAPSE_MS, signal);
    }
    const end = await this.#lookBack(ask);
    if (end !== undefined) this.asks.end(ask, end);
    this.asks.lose(ask, isClosed || rest.until !== undefined ? 'lapsed' : 'withdrawn');
  }

  async #isClosed(): Promise<boolean> {
    return (await this.#link.call({ path: pathOf(this.id) })).closedAt !== undefined;
  }

  /** Goes on with an ask of before; false: there is nothing to go on with. */
  async #resume(ask: string): Promise<boolean> {
    const openAt = await this.#openAt(ask);
    const end = openAt === undefined ? await this.#lookBack(ask) : undefined;
    if (openAt === undefined && end === undefined) return false;
    this.asks.since(ask, openAt ?? 0);
    if (end !== undefined) this.asks.end(ask, end);
    return true;
  }

  async #begin(ask: string, body: Json, key: string): Promise<void> {
    const { accepted, seq, issues } = await this.#post(body, key, { dialect: 'vitrine' });
    if (accepted === 0) throw new AskError(ask, 'refused', refusalWords(issues), issues);
    this.asks.since(ask, seq);
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /**
   * A seq at which the ask is open: it is answered on the line, behind this. Undefined: it was answered before, or time is
   * up by the host's clock, or it was never asked.
   */
  async #openAt(ask: string): Promise<Seq | undefined> {
    const { asks, seq } = await this.snapshot();
    return isObject(asks) && Object.hasOwn(asks, ask) ? Number(seq) : undefined;
  }

  /**
   * Reads all that was delivered before, to another process or before a restart: the last end is the one that counts. A
   * page may bring nothing and say that there is more, or bring more than it confirms.
   */
  async #lookBack(ask: string): Promise<AskEnd | undefined> {
    let last: AskEnd | undefined;
    for (let [after, reached] = [-1, 0]; reached > after && this.asks.isWaiting(ask); ) {
      after = reached;
      const query = { after: String(after), consumer: LOOK_BACK };
      const { events, next } = await this.#link.call({ path: pathOf(this.id, '/events'), query });
      const found = (Array.isArray(events) ? events : []) as readonly { readonly seq: Seq; readonly event: Json }[];
      for (const { event, seq } of found) last = new Map(endsIn(event, seq)).get(ask) ?? last;
      reached = Math.max(Number(next ?? 0), ...found.map(({ seq }) => seq));
    }
    return last;
  }
}

/** A handler that runs again may find other words: what was taken under the key stands, and it is told that these are not. */
function sentBefore({ code, message, details }: HostRefusal): Sent {
  const { accepted, seq } = isObject(details) ? details : {};
  const problem = { code: code as IssueCode, severity: 'warning', fault: 'agent', message } as const;
  return { accepted: Number(accepted ?? 0), seq: Number(seq ?? 0), issues: [problem] };
}

/** What was refused, and of which field of the options that is said. */
function refusalWords(issues: readonly Issue[]): string {
  const [first] = issues.filter(({ severity }) => severity === 'error').concat(issues);
  if (first === undefined) return 'The ask was not taken.';
  const field = /^\/body\/0\/(.+)$/.exec(first.at ?? '')?.[1];
  return field === undefined ? first.message : `${field.replaceAll('/', '.')}: ${first.message}`;
}

/** Keys are printable ASCII; ids need not be. */
function keyOf(what: string, id: string): string {
  return `${what}:${encodeURIComponent(id)}`;
}
