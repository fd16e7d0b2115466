// An agent's handle of one session: surfaces, data, words, questions and progress, over a host or in process. Sending,
// waiting and coming back after a restart are the client's.

import type {
  AgentEvents,
  AgentSession,
  Answer,
  AnswerValue,
  AskOptions,
  Decision,
  Off,
  PlainWant,
  SendOptions,
  Sent,
} from '@vitrine/client';
import { escapeSegment, type Json, type JsonObject, type Op, type TaskOp, type TurnOp, type Want } from '@vitrine/core';
import type { UiNode } from '../ui/node.ts';
import { parts, type SurfaceContent, type SurfaceDraft, surface } from '../ui/surface.ts';
import { taken } from './refused-error.ts';

/** An event as it came, and the session that it came from. */
export type SessionEvents = {
  readonly [Name in keyof AgentEvents]: Omit<AgentEvents[Name], 'session'> & { readonly session: Session };
};
export type SessionHandler<Name extends keyof SessionEvents> = (event: SessionEvents[Name]) => unknown;

export interface NotifyOptions {
  readonly severity?: 'info' | 'success' | 'warning' | 'error';
  /** How long it is shown. */
  readonly ms?: number;
}

/** Writes to the data of a surface. A path is a pointer from its root. */
export interface DataWriter {
  set(surface: string, path: string, value: Json): Promise<Sent>;
  /** Objects are merged, lists and leaves overwritten. */
  merge(surface: string, path: string, value: JsonObject): Promise<Sent>;
  /** A text or items behind what is there, at the cost of what is added. */
  append(surface: string, path: string, value: string | readonly Json[]): Promise<Sent>;
  remove(surface: string, path: string): Promise<Sent>;
}

/**
 * Every call is done when the host has stored it. It rejects with a RefusedError when the host does not take it, and with a
 * UiError, before anything is sent, when the builders do not.
 */
export class Session {
  readonly data: DataWriter = {
    set: (surface, path, value) => this.#op({ op: 'set', surface, path, value }),
    merge: (surface, path, value) => this.#op({ op: 'merge', surface, path, value }),
    append: (surface, path, value) => this.#op({ op: 'append', surface, path, value }),
    remove: (surface, path) => this.#op({ op: 'unset', surface, path }),
  };
  readonly #held: AgentSession;

  constructor(held: AgentSession) {
    this.#held = held;
  }

  get id(): string {
    return this.#held.id;
  }

  /** The client's own handle: tokens for viewers, snapshots. */
  get client(): AgentSession {
    return this.#held;
  }

  /** Where a person sees the session; known when it was opened here. */
  get viewerUrl(): string | undefined {
    return this.#held.viewerUrl;
  }

  /**
   * Shows a surface. It may be said again, after a restart for instance: then the components are as they are said, and
   * data that is there stays, because a person may have entered it.
   */
  async surface(id: string, content: SurfaceContent): Promise<Sent> {
    return this.#ops(`The surface ${JSON.stringify(id)}`, repeatable(surface(id, content)));
  }

  /** Puts components in the place of those with the same id; one without an id in the place of the root. */
  async update(id: string, nodes: UiNode | readonly UiNode[]): Promise<Sent> {
    return this.#op({ op: 'put', surface: id, components: parts(id, nodes) });
  }

  closeSurface(id: string): Promise<Sent> {
    return this.#op({ op: 'close', surface: id });
  }

  say(text: string): Promise<Sent> {
    return this.#op({ op: 'say', text });
  }

  turn(state: TurnOp['state']): Promise<Sent> {
    return this.#op({ op: 'turn', state });
  }

  /** Waits for one answer; with an `id` over restarts of either side. Rejects with an AskError when there will be none. */
  ask<const W extends Want | PlainWant>(options: AskOptions<W>): Promise<Answer<AnswerValue<W>>> {
    return this.#held.ask(options);
  }

  /** Waits for a yes or a no, like `ask`. Look at `approved`. */
  confirm(options: Parameters<AgentSession['confirm']>[0]): Promise<Decision> {
    return this.#held.confirm(options);
  }

  /** Nobody has to answer any more. */
  withdraw(ask: string): Promise<Sent> {
    return this.#held.withdraw(ask);
  }

  /** Shown until it is said with `done`. */
  progress(task: string, state: Omit<TaskOp, 'op' | 'task'>): Promise<Sent> {
    return this.#op({ op: 'task', task, ...state });
  }

  /** Tells something once, in passing. */
  notify(text: string, options: NotifyOptions = {}): Promise<Sent> {
    return this.#op({ op: 'effect', effect: { kind: 'toast', text, ...options } });
  }

  /** Ops as one entry: whole or not at all. */
  ops(ops: readonly Op[], options?: Pick<SendOptions, 'key'>): Promise<Sent> {
    return this.#ops(ops.map(({ op }) => op).join(', '), ops, options);
  }

  /** Messages of any dialect, as a model wrote them. Some may be taken and others not: look at the issues. */
  send(messages: object | readonly object[], options?: SendOptions): Promise<Sent> {
    return this.#held.send(messages, options);
  }

  /** Hears what people do. An event counts as received when every handler has resolved; else it comes again. */
  on<Name extends keyof SessionEvents>(name: Name, handler: SessionHandler<Name>): Off {
    return this.#held.on(name, (event) => handler({ ...event, session: this } as unknown as SessionEvents[Name]));
  }

  /** Ends the session for good. */
  close(): Promise<void> {
    return this.#held.close();
  }

  #op(op: Op): Promise<Sent> {
    return this.#ops(op.op, [op]);
  }

  #ops(what: string, ops: readonly Op[], options?: Pick<SendOptions, 'key'>): Promise<Sent> {
    return taken(what, this.#held.ops(ops, options));
  }
}

/** The surface as ops that make it, or bring one that is there to what is said. */
function repeatable({ id, op }: SurfaceDraft): readonly Op[] {
  const { components = [], data = {}, ...open } = op;
  return [
    { ...open, implicit: true },
    { op: 'put', surface: id, components },
    ...Object.entries(data as JsonObject).map(
      ([key, value]): Op => ({ op: 'set', surface: id, path: `/${escapeSegment(key)}`, value, ifAbsent: true }),
    ),
  ];
}
