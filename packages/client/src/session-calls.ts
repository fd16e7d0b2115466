// The calls that an agent makes to one session: messages leave one after the other, in the order of the calls.

import {
  type Issue,
  type IssueCode,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  type Seq,
} from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import type { Clock } from './clock.ts';
import { HostRefusal, issuesOf, type RepeatedCall } from './http.ts';
import { pathOf } from './line.ts';

/** What a session needs of its connection. */
export interface AgentLink {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Opens the line of events. */
  listen(): void;
  /** Tried until the host has answered. */
  call(call: Omit<RepeatedCall, 'credential'>): Promise<JsonObject>;
  /** A name that nobody else gives. */
  newKey(): string;
}

/** What became of messages. */
export interface SendResult {
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

/** The host did not take what an agent sent. Nothing of that entry was applied. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** Why; codes stand in docs/errors.md. */
  readonly issues: readonly Issue[];

  constructor(what: string, issues: readonly Issue[]) {
    const [first] = issues;
    super(
      `${what} was refused: ${first === undefined ? 'the host did not say why.' : `${first.message} (${first.code})`}`,
    );
    this.issues = issues;
  }
}

/** Issues of a result that passes are warnings. */
export function assertAccepted(what: string, result: SendResult): SendResult {
  if (result.accepted === 0) throw new RefusedError(what, result.issues);
  return result;
}

export class SessionCalls {
  readonly session: string;
  readonly link: AgentLink;
  #last: Promise<unknown> = Promise.resolve();

  constructor(link: AgentLink, session: string) {
    this.link = link;
    this.session = session;
  }

  /** Runs when everything before it has ended, well or not. */
  inOrder<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** At once; `inOrder` is the caller's. The body must not change meanwhile. */
  async post(body: Json, { key = this.link.newKey(), dialect, trust }: SendOptions): Promise<SendResult> {
    const query = { dialect, untrusted: trust === undefined ? undefined : '1' };
    try {
      const answer = await this.call('/messages', { query, body, key });
      return { accepted: Number(answer.accepted), seq: Number(answer.seq), issues: issuesOf(answer.issues) };
    } catch (error) {
      if (!(error instanceof HostRefusal)) throw error;
      // Nothing of it could be read: an answer like any other.
      if (error.issues.length > 0) return { accepted: 0, seq: 0, issues: error.issues };
      if (error.code === 'VITRINE_KEY_REUSED') return resultOfFirst(error);
      throw error;
    }
  }

  /** A call to a path of this session. */
  call(tail: string, call: Omit<RepeatedCall, 'credential' | 'path'> = {}): Promise<JsonObject> {
    return this.link.call({ ...call, path: pathOf(this.session, tail) });
  }

  snapshot(at?: Seq): Promise<JsonObject> {
    return this.call('/snapshot', { query: { at: at?.toString() } });
  }
}

/** Ops as a message of the neutral form. */
export function opsMessage(ops: readonly Op[]): Json {
  return copyOf({ vitrine: 1, body: ops });
}

/** As it is now: the caller may change it while others are under way. */
export function copyOf(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** A handler that runs again may find other words: what was taken under the key stands, and it is told that these are not. */
function resultOfFirst({ code, message, details }: HostRefusal): SendResult {
  const { accepted, seq } = isObject(details) ? details : {};
  const problem = { code: code as IssueCode, severity: 'warning', fault: 'agent', message } as const;
  return { accepted: Number(accepted ?? 0), seq: Number(seq ?? 0), issues: [problem] };
}
