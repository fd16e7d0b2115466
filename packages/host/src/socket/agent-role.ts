// An agent on a WebSocket: of one session, or of all of its own. Its messages go up and are answered in their order;
// what viewers did comes down as fast as it is taken.

import { defined, type Json } from '@vitrine/core/internal';
import type { Dialect } from '@vitrine/dialects';
import { KeyQueue } from '@vitrine/face-kit';
import { forAgent } from '../agent-answer.ts';
import { refusalOfScope } from '../caller.ts';
import { HostError } from '../host-error.ts';
import type { Incoming, IngestAnswer, LiveSession } from '../live.ts';
import { Answers, decideAll, issueOf, type PendingAnswer, refuse } from './answers.ts';
import type { Connection, Role } from './connection.ts';
import type { MessageFrame } from './frame-reader.ts';
import { frameJson, frameText, frameTexts, welcomeFrame } from './frames.ts';
import { findSession } from './gate.ts';
import type { Hello } from './hello.ts';

/**
 * Calls follow each other no faster, unless they have as many messages. A call costs a commit, a sync of the disk and two
 * changes of thread: at a thousand messages a second more than all that is written to a hundred viewers.
 */
const GATHER_MS = 6;
const GATHER_MOST = 50;

/** What goes to a session in one call. */
interface GatheredMessages {
  readonly session: string;
  readonly dialect: Dialect | undefined;
  readonly key: string | undefined;
  readonly untrusted: boolean;
  readonly trace: string | undefined;
  messages: Json[];
  /** Characters of them. */
  length: number;
  readonly pendings: PendingAnswer[];
}

export class AgentRole implements Role {
  readonly sender = 'agent';
  readonly #connection: Connection;
  readonly #agent: string;
  readonly #session: string | undefined;
  readonly #hello: Hello;
  readonly #answers = new Answers();
  readonly #calls = new KeyQueue<this>();
  readonly #gathered = new Map<string, GatheredMessages>();
  readonly #over = new AbortController();
  #begunAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;

  constructor(connection: Connection, agent: string, session: string | undefined, hello: Hello) {
    this.#connection = connection;
    this.#agent = agent;
    this.#session = session;
    this.#hello = hello;
  }

  get isSettled(): boolean {
    return this.#answers.size === 0;
  }

  async start(): Promise<void> {
    const { after, consumer } = this.#hello;
    try {
      const session = this.#session === undefined ? undefined : await this.#find(this.#session);
      this.#connection.write(welcomeFrame(session, { agent: this.#agent }));
      const deliveries = this.#connection.context.sessions.deliveries({
        ...this.#reader(),
        ...defined({ after, consumer }),
        signal: this.#over.signal,
        live: true,
      });
      for await (const delivery of deliveries) {
        if (this.#over.signal.aborted) return;
        if (!this.#connection.writeSoon(frameText(JSON.stringify(delivery)))) await this.#drained();
      }
      if (this.#over.signal.aborted) return;
      const isClosed = this.#session !== undefined && (await this.#find(this.#session)).row.closedAt !== undefined;
      if (isClosed) this.#connection.finish(4410, 'VITRINE_LOG_SESSION_CLOSED');
      else this.#connection.finish(1001, 'VITRINE_STOPPING');
    } catch (error) {
      if (!this.#over.signal.aborted) this.#connection.fail(this.#known(error));
    }
  }

  take(frame: MessageFrame | { readonly kind: 'confirm'; readonly upTo: number }): void {
    if (frame.kind === 'confirm') this.#confirm(frame.upTo);
    else this.#takeMessage(frame);
  }

  leave(): void {
    this.#over.abort();
    this.#wake?.();
  }

  #confirm(upTo: number): void {
    const { consumer } = this.#hello;
    this.#connection.context.sessions
      .confirm({ ...this.#reader(), ...defined({ consumer }), upTo })
      .catch((error: unknown) => {
        this.#connection.write(frameJson({ issues: [{ ...issueOf(this.#known(error), this.sender) }] }));
      });
  }

  #takeMessage(frame: MessageFrame): void {
    const refusal = refusalOfScope(this.#connection.caller, 'send');
    if (refusal !== undefined) return this.#connection.fail(refusal);
    const named = frame.session;
    const isMisplaced = this.#session === undefined ? named === undefined : (named ?? this.#session) !== this.#session;
    if (isMisplaced) {
      const words = this.#session === undefined ? 'Name the session of the message.' : 'This socket is of one session.';
      return this.#connection.fail(new HostError('VITRINE_FRAME_INVALID', words));
    }
    const session = this.#session === undefined ? named : undefined;
    const pending: PendingAnswer = { key: frame.key, session, reply: undefined };
    this.#answers.add(pending);
    this.#connection.underWay(this.#answers.size);
    this.#gather(frame, pending);
  }

  /** Messages that come together become one call for each session: its cost is shared, and so is its commit. */
  #gather(frame: MessageFrame, pending: PendingAnswer): void {
    const {
      session: named = '',
      message,
      length,
      key,
      dialect = this.#hello.dialect,
      untrusted = false,
      trace,
    } = frame;
    const id = this.#session ?? named;
    const open = this.#gathered.get(id);
    const isAlike = open?.dialect === dialect && open?.untrusted === untrusted && open?.trace === trace;
    if (key === undefined && open !== undefined && isAlike) {
      open.messages.push(message);
      open.length += length;
      open.pendings.push(pending);
      if (open.messages.length >= GATHER_MOST) this.#begin();
      return;
    }
    // Of one session in the order in which they came.
    if (key !== undefined || open !== undefined) this.#begin();
    if (this.#gathered.size === 0) this.#beginSoon();
    const messages = [message];
    this.#gathered.set(id, { session: id, dialect, key, untrusted, trace, length, messages, pendings: [pending] });
    if (key !== undefined) this.#begin();
  }

  /** At once what comes after a pause: only who sends again and again waits for more. */
  #beginSoon(): void {
    const rest = this.#begunAt + GATHER_MS - performance.now();
    if (rest <= 0) queueMicrotask(() => this.#begin());
    else this.#timer ??= setTimeout(() => this.#begin(), rest);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#begunAt = performance.now();
    for (const gathered of this.#gathered.values()) {
      // A key is looked up first: calls without one would overtake those that have one.
      const work = (): Promise<void> =>
        this.#send(gathered)
          .then((answer) => decideAll(gathered.pendings, answer))
          .catch((error: unknown) => this.#refuse(gathered, error))
          .then(() => this.#tell());
      void this.#calls.run(this, work, gathered.key === undefined ? 'plain' : 'keyed');
    }
    this.#gathered.clear();
  }

  #refuse({ pendings }: GatheredMessages, error: unknown): void {
    const known = this.#known(error);
    for (const pending of pendings) refuse(pending, known, this.sender);
  }

  async #send(gathered: GatheredMessages): Promise<IngestAnswer> {
    const session = await this.#find(gathered.session);
    const answer = await session.ingestMessages(takeOut(gathered));
    return forAgent(answer, gathered.dialect, session);
  }

  /** Another agent's session is answered as if it were not there. */
  async #find(id: string): Promise<LiveSession> {
    const session = await findSession(this.#connection.context.sessions, id);
    if (session.row.agent !== this.#agent) throw new HostError('VITRINE_LOG_SESSION_UNKNOWN');
    return session;
  }

  #tell(): void {
    const texts: string[] = [];
    this.#answers.tell(Number.POSITIVE_INFINITY, texts);
    if (texts.length > 0) this.#connection.writeSoon(frameTexts(texts));
    this.#connection.underWay(this.#answers.size);
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#connection.onceDrained(resolve);
    });
  }

  #reader(): { readonly agent: string; readonly session?: string } {
    return this.#session === undefined ? { agent: this.#agent } : { agent: this.#agent, session: this.#session };
  }

  #known(error: unknown): HostError {
    return this.#connection.context.explain(error);
  }
}

/** Out of what waits for its answer: thousands of messages may be under way, and what lives long is dear to collect. */
function takeOut(gathered: GatheredMessages): Incoming {
  const { messages, length, dialect, key, untrusted, trace } = gathered;
  gathered.messages = [];
  return {
    text: { value: messages },
    length,
    ...defined({ dialect, key, trace }),
    ...(untrusted ? { trust: 'untrusted' } : {}),
  };
}
