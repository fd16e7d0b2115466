// What an agent's connection is told, and what it tells: types only.

import type { Issue, Json, JsonObject, Op, Seq, TaskOp, Time, Trust, TurnOp, ViewerEvent, Want } from '@vitrine/core';
import type { DialectId } from '@vitrine/dialects';
import type { Answer, AnswerValue, AskOptions, Decision, PlainWant } from './asks.ts';
import type { Clock } from './clock.ts';
import type { Off } from './emitter.ts';
import type { Fetch } from './http.ts';
import type { LinkState } from './keeper.ts';
import type { Transport } from './line.ts';
import type { SocketMaker } from './websocket.ts';

export interface AgentOptions {
  /** Where the host is: `http://127.0.0.1:8787`. */
  readonly url: string;
  /** The agent's key, `vk_…`. */
  readonly key: string;
  /** Whose place in the events this is; two consumers receive every event each. `main` when not said. */
  readonly consumer?: string;
  /**
   * How sessions that are opened here tell their events. `vitrine` when not said. Typed events and asks need that or
   * `agentchains`. Messages may be of any dialect, whatever this is.
   */
  readonly dialect?: DialectId;
  /** Only this way. Absent: a WebSocket, and server-sent events where one cannot be had. */
  readonly transport?: Transport;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly fetch?: Fetch;
  readonly socket?: SocketMaker;
}

export interface OpenOptions {
  readonly title?: string;
  readonly dialect?: DialectId;
  readonly trust?: Trust;
}

/** One event as it came. */
export interface Delivery {
  readonly session: AgentSession;
  readonly seq: Seq;
  readonly at: Time;
  /** The state that the person acted on, where that is known: the agent may have sent more by then. */
  readonly basis?: Seq;
  /** In the dialect of the session. */
  readonly wire: Json;
  readonly metadata?: Json;
  /** From 1; more when a handler failed before. */
  readonly attempt: number;
}

export type EventNamed<Name extends ViewerEvent['event']> = Extract<ViewerEvent, { readonly event: Name }>;

/** What a handler is called with: how it came, and the neutral event. */
export type AgentEvents = {
  readonly [Name in ViewerEvent['event']]: Delivery & { readonly event: EventNamed<Name> };
} & {
  /**
   * Every event. `event` is there when it came in the neutral form or that of AgentChains, where a form that is sent and a
   * card that is pressed are answers to the id of their component; `wire` always is.
   */
  readonly event: Delivery & { readonly event?: ViewerEvent };
};

export type Handler<Name extends keyof AgentEvents> = (event: AgentEvents[Name]) => unknown;

/** What happens to the connection itself. */
export interface AgentSignals {
  readonly state: LinkState;
  /** A handler failed; its event is tried again. */
  readonly failure: { readonly error: unknown; readonly delivery: Delivery };
}

/** A session as the host lists it. */
export interface SessionRow {
  readonly session: string;
  readonly agent: string;
  readonly title?: string;
  readonly dialect?: string;
  readonly trust: Trust;
  readonly createdAt: Time;
  readonly closedAt?: Time;
  /** When its last entry came. */
  readonly activeAt?: Time;
  readonly seq: Seq;
  readonly viewers: number;
}

/** What became of messages. */
export interface Sent {
  /** How many were accepted. */
  readonly accepted: number;
  readonly seq: Seq;
  readonly issues: readonly Issue[];
}

export interface SendOptions {
  /**
   * Makes a repeat safe, over a restart of the agent too. Absent: this call's own retries only. What was taken first under
   * a key stands: other messages under it are not taken, and the answer is the first one's with VITRINE_KEY_REUSED, a
   * warning, in its issues.
   */
  readonly key?: string;
  /** Absent: told from each message. */
  readonly dialect?: DialectId;
  /** The messages are somebody else's, who is not trusted. Absent: they are trusted as the session is. */
  readonly trust?: 'untrusted';
}

export interface TaskHandle {
  update(progress: Pick<TaskOp, 'value' | 'total' | 'message'>): Promise<Sent>;
  done(): Promise<Sent>;
}

export interface ViewerPass {
  readonly token: string;
  readonly expiresAt: Time;
  readonly viewerUrl: string;
}

export interface AgentSession {
  readonly id: string;
  /** Known for a session that was opened here; `newViewer` gives one for any. */
  readonly viewerUrl: string | undefined;
  readonly viewerToken: string | undefined;
  /** Events of this session alone. */
  on<Name extends keyof AgentEvents>(name: Name, handler: Handler<Name>): Off;
  /** One message or a list, of any dialect, in the order of the calls; tried until the host has answered. */
  send(messages: object | readonly object[], options?: SendOptions): Promise<Sent>;
  /** Ops as one entry: whole or not at all. */
  ops(ops: readonly Op[], options?: Pick<SendOptions, 'key' | 'trust'>): Promise<Sent>;
  /** Waits for one answer. Rejects with an AskError when there will be none: at its deadline with the code -32004. */
  ask<const W extends Want | PlainWant>(options: AskOptions<W>): Promise<Answer<AnswerValue<W>>>;
  /**
   * Waits for a yes or a no. When its time is over the answer is no: `{approved: false, reason: 'timeout'}`. Rejects with an
   * AskError when nobody can know (withdrawn, refused, the connection closed).
   */
  confirm(options: Omit<AskOptions, 'want'> & { readonly confirm?: string; readonly deny?: string }): Promise<Decision>;
  /** Nobody has to answer any more. */
  withdraw(ask: string): Promise<Sent>;
  /** Progress that is shown until it is done. */
  task(task: string): TaskHandle;
  toast(text: string, options?: { readonly severity?: string; readonly ms?: number }): Promise<Sent>;
  navigate(url: string, options?: { readonly newTab?: boolean }): Promise<Sent>;
  say(text: string): Promise<Sent>;
  turn(state: TurnOp['state']): Promise<Sent>;
  /** The state at a seq, or now: `{seq, surfaces, asks, tasks}`. */
  snapshot(at?: Seq): Promise<JsonObject>;
  /** A token for one more viewer. */
  newViewer(viewer?: string): Promise<ViewerPass>;
  /** Ends the session for good, after all that was sent before. */
  close(): Promise<void>;
}
