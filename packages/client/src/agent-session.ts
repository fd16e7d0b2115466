// An agent's handle of one session, the only one there is: surfaces, data, words, questions and progress go to the host,
// events come back. The order of calls is kept by session-calls.ts, asks that outlive either side by durable-asks.ts.

import {
  type Component,
  defined,
  type EffectOp,
  escapeSegment,
  type Json,
  type JsonObject,
  type Op,
  type OpenOp,
  type Seq,
  type TaskOp,
  type Time,
  type TurnOp,
  type ViewerEvent,
  type Want,
} from '@vitrine/core/internal';
import {
  type AnswerValue,
  type AskAnswer,
  AskError,
  type AskOptions,
  type Decision,
  decisionWithout,
  type PlainWant,
} from './asks.ts';
import type { DurableAsks } from './durable-asks.ts';
import type { Unsubscribe } from './emitter.ts';
import {
  assertAccepted,
  copyOf,
  opsMessage,
  type SendOptions,
  type SendResult,
  type SessionCalls,
} from './session-calls.ts';

/** One event as it came. */
export interface AgentDelivery {
  readonly session: AgentSession;
  readonly seq: Seq;
  readonly at: Time;
  /** The state that the person acted on, where that is known: the agent may have sent more by then. */
  readonly basis?: Seq;
  /** The trace of what the person did, where the host records it: what is done about it is part of that. */
  readonly traceparent?: string;
  /** In the dialect of the session. */
  readonly wire: Json;
  readonly metadata?: Json;
  /** From 1; more when a handler failed before. */
  readonly attempt: number;
}

type EventNamed<Name extends ViewerEvent['event']> = Extract<ViewerEvent, { readonly event: Name }>;

/** What a handler is called with: how it came, and the neutral event. */
export type AgentEvents = {
  readonly [Name in ViewerEvent['event']]: AgentDelivery & { readonly event: EventNamed<Name> };
} & {
  /**
   * Every event. `event` is there when it came in the neutral form or that of AgentChains, where a form that is sent and a
   * card that is pressed are answers to the id of their component; `wire` always is.
   */
  readonly event: AgentDelivery & { readonly event?: ViewerEvent };
};

export type AgentEventHandler<Name extends keyof AgentEvents> = (event: AgentEvents[Name]) => unknown;

export interface NotifyOptions {
  readonly severity?: 'info' | 'success' | 'warning' | 'error';
  /** How long it is shown. */
  readonly ms?: number;
}

export interface ConfirmOptions extends Omit<AskOptions, 'want'> {
  /** The words on the two buttons. */
  readonly confirm?: string;
  readonly deny?: string;
}

/** Writes to the data of a surface. A path is a pointer from its root. */
export interface DataWriter {
  set(surface: string, path: string, value: Json): Promise<SendResult>;
  /** Objects are merged, lists and leaves overwritten. */
  merge(surface: string, path: string, value: JsonObject): Promise<SendResult>;
  /** A text or items behind what is there, at the cost of what is added. */
  append(surface: string, path: string, value: string | readonly Json[]): Promise<SendResult>;
  remove(surface: string, path: string): Promise<SendResult>;
}

export interface ViewerPass {
  readonly token: string;
  readonly expiresAt: Time;
  readonly viewerUrl: string;
}

/** What the connection gives its sessions. */
export interface SessionParts {
  readonly calls: SessionCalls;
  readonly asks: DurableAsks;
  on<Name extends keyof AgentEvents>(name: Name, handler: AgentEventHandler<Name>): Unsubscribe;
  readonly viewerUrl?: string;
  readonly viewerToken?: string;
}

/**
 * Every call is done when the host has stored it, and is tried until the host has answered. It rejects with a RefusedError
 * when the host does not take it; `send` alone, which carries what others wrote, resolves with the issues.
 */
export class AgentSession {
  readonly id: string;
  /** Known for a session that was opened here; `newViewer` gives one for any. */
  readonly viewerUrl: string | undefined;
  readonly viewerToken: string | undefined;
  readonly data: DataWriter = {
    set: (surface, path, value) => this.ops([{ op: 'set', surface, path, value }]),
    merge: (surface, path, value) => this.ops([{ op: 'merge', surface, path, value }]),
    append: (surface, path, value) => this.ops([{ op: 'append', surface, path, value }]),
    remove: (surface, path) => this.ops([{ op: 'unset', surface, path }]),
  };
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.id = parts.calls.session;
    this.viewerUrl = parts.viewerUrl;
    this.viewerToken = parts.viewerToken;
  }

  /** Events of this session alone. An event counts as received when every handler has resolved; else it comes again. */
  on<Name extends keyof AgentEvents>(name: Name, handler: AgentEventHandler<Name>): Unsubscribe {
    return this.#parts.on(name, (event) => (event.session.id === this.id ? handler(event) : undefined));
  }

  /**
   * Shows a surface, as the builders make it. It may be shown again, after a restart for instance: then the components are
   * put anew, and data that is there stays, because a person may have entered it.
   */
  show({ op }: { readonly op: OpenOp }): Promise<SendResult> {
    return this.#apply(`The surface ${JSON.stringify(op.surface)}`, repeatable(op));
  }

  /** Puts components in the place of those with the same id. */
  update(surface: string, components: readonly Component[]): Promise<SendResult> {
    return this.ops([{ op: 'put', surface, components }]);
  }

  closeSurface(surface: string): Promise<SendResult> {
    return this.ops([{ op: 'close', surface }]);
  }

  say(text: string): Promise<SendResult> {
    return this.ops([{ op: 'say', text }]);
  }

  turn(state: TurnOp['state']): Promise<SendResult> {
    return this.ops([{ op: 'turn', state }]);
  }

  /** Shown until it is called with `done`. */
  progress(task: string, state: Omit<TaskOp, 'op' | 'task'>): Promise<SendResult> {
    return this.ops([{ op: 'task', task, ...state }]);
  }

  /** Shown once, in passing. */
  notify(text: string, options: NotifyOptions = {}): Promise<SendResult> {
    return this.#effect({ kind: 'toast', text, ...options });
  }

  navigate(url: string, options: { readonly newTab?: boolean } = {}): Promise<SendResult> {
    return this.#effect({ kind: 'navigate', url, ...options });
  }

  /**
   * Waits for one answer; with an `id` over restarts of either side. Rejects with an AskError when there will be none: at
   * its deadline with the code -32004.
   */
  ask<const W extends Want | PlainWant>(options: AskOptions<W>): Promise<AskAnswer<AnswerValue<W>>> {
    return this.#parts.asks.ask(options);
  }

  /**
   * Waits for a yes or a no. When its time is over the answer is no: `{approved: false, reason: 'timeout'}`. Rejects with an
   * AskError when nobody can know (withdrawn, refused, the connection closed).
   */
  async confirm({ confirm, deny, ...rest }: ConfirmOptions): Promise<Decision> {
    try {
      const { value, reason } = await this.ask({ ...rest, want: { kind: 'confirm', ...defined({ confirm, deny }) } });
      return { approved: value === true, ...defined({ reason }) };
    } catch (error) {
      const decision = error instanceof AskError ? decisionWithout(error) : undefined;
      if (decision === undefined) throw error;
      return decision;
    }
  }

  /** Nobody has to answer any more. */
  async withdraw(ask: string): Promise<SendResult> {
    const result = await this.ops([{ op: 'withdraw', ask }]);
    this.#parts.asks.waiting.lose(ask, 'withdrawn');
    return result;
  }

  /** Ops as one entry: whole or not at all. */
  ops(ops: readonly Op[], options?: Pick<SendOptions, 'key' | 'trust'>): Promise<SendResult> {
    return this.#apply(ops.map(({ op }) => op).join(', '), ops, options);
  }

  /** One message or a list, of any dialect, in the order of the calls. Some may be taken and others not: look at the issues. */
  send(messages: object | readonly object[], options: SendOptions = {}): Promise<SendResult> {
    const body = copyOf(messages);
    return this.#parts.calls.inOrder(() => this.#parts.calls.post(body, options));
  }

  /** The state at a seq, or now: `{seq, surfaces, asks, tasks}`. */
  snapshot(at?: Seq): Promise<JsonObject> {
    return this.#parts.calls.snapshot(at);
  }

  /** A token for one more viewer. */
  async newViewer(viewer?: string): Promise<ViewerPass> {
    const body = defined({ viewer });
    return (await this.#parts.calls.call('/viewer-token', { body })) as unknown as ViewerPass;
  }

  /** Ends the session for good, after all that was sent before. */
  async close(): Promise<void> {
    const { calls, asks } = this.#parts;
    await calls.inOrder(() => calls.call('', { method: 'DELETE' }));
    asks.waiting.failAll('closed', 'The session was closed.');
  }

  #effect(effect: EffectOp['effect']): Promise<SendResult> {
    return this.ops([{ op: 'effect', effect }]);
  }

  async #apply(what: string, ops: readonly Op[], options: SendOptions = {}): Promise<SendResult> {
    const body = opsMessage(ops);
    const { calls } = this.#parts;
    return assertAccepted(what, await calls.inOrder(() => calls.post(body, { ...options, dialect: 'vitrine' })));
  }
}

/** The surface as ops that make it, or bring one that is there to what is said. */
function repeatable({ components = [], data = {}, ...open }: OpenOp): readonly Op[] {
  const { surface } = open;
  return [
    { ...open, implicit: true },
    { op: 'put', surface, components },
    ...Object.entries(data as JsonObject).map(
      ([key, value]): Op => ({ op: 'set', surface, path: `/${escapeSegment(key)}`, value, ifAbsent: true }),
    ),
  ];
}
