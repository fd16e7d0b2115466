// Durable waits for one answer. What is open is waited for, what was answered before a restart is found again, and an end
// counts for the ask that it ended only: an id may be asked again. Sending and looking are left to durable-asks.ts.

import {
  type IssueCode,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  type Seq,
  type Time,
  type ViewerEvent,
  type Want,
} from '@vitrine/core/internal';
import { readAgentEvents } from '@vitrine/dialects/agentchains/agent-events';

/** A kind that needs nothing else to be asked for: `want: 'text'` is `want: {kind: 'text'}`. */
export type PlainWant = Exclude<Want['kind'], 'select'>;

/** What an ask of this kind is answered with; null where the person may decline, and does. */
export type AnswerValue<W extends Want | PlainWant> = W extends Want
  ? DetailedValue<W>
  : DetailedValue<Extract<Want, { readonly kind: W }>>;

type DetailedValue<W extends Want> = W extends { readonly kind: 'confirm' }
  ? boolean
  :
      | WantedValue<W>
      | (W extends { readonly required: boolean }
          ? Declined<W['required']>
          : W extends { readonly minLength: number }
            ? never
            : null);

type Declined<Required extends boolean> = Required extends true ? never : null;

type WantedValue<W extends Want> = W extends { readonly kind: 'number' }
  ? number
  : W extends { readonly kind: 'text' | 'date' }
    ? string
    : W extends { readonly kind: 'file' }
      ? JsonObject
      : Json;

export interface AskAnswer<Value = Json> {
  readonly value: Value;
  readonly reason?: string;
  readonly seq: Seq;
}

export interface AskOptions<W extends Want | PlainWant = Want | PlainWant> {
  /** What is asked for; a kind alone where that says it all. */
  readonly want: W;
  readonly prompt: string;
  readonly severity?: 'info' | 'warning' | 'critical';
  readonly until?: Time;
  readonly node?: string;
  /**
   * What the ask is called. Whoever asks with the id of one that is waited for waits with them. After a restart of either
   * side the first call with an id goes on with what there is of it: waits for the one that is open, else gives the last
   * answer that it had; nobody is asked twice. Once that has ended here (answered, lapsed, withdrawn), the next call with
   * the id asks anew, and only an answer to the new one counts. Absent: a new id each time, which no restart finds again.
   */
  readonly id?: string;
}

/** What became of a confirmation. An object, and so never false by itself: look at `approved`. */
export interface Decision {
  readonly approved: boolean;
  /** What the person said to it; `timeout` where nobody answered in time, `cancelled` where they stopped what it was for. */
  readonly reason?: string;
}

const CODES = { lapsed: 'VITRINE_ASK_LAPSED', cancelled: 'VITRINE_ASK_CANCELLED' } as const;
/** Request timeout (AgentChains A2UI §9). */
const TIMEOUT = -32004;

/** Why there will be no answer. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly ask: string;
  readonly reason: 'lapsed' | 'cancelled' | 'withdrawn' | 'refused' | 'closed';
  /** Of docs/errors.md, where its time is over. */
  readonly code: IssueCode | undefined;
  /** The same as a code of JSON-RPC. */
  readonly rpc: number | undefined;

  constructor(ask: string, reason: AskError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.ask = ask;
    this.reason = reason;
    this.code = reason === 'lapsed' || reason === 'cancelled' ? CODES[reason] : undefined;
    this.rpc = this.code === undefined ? undefined : TIMEOUT;
  }
}

/** What a confirmation without an answer comes to; undefined: nobody knows, and the error stands. */
export function decisionWithout({ reason }: AskError): Decision | undefined {
  if (reason === 'lapsed') return { approved: false, reason: 'timeout' };
  return reason === 'cancelled' ? { approved: false, reason } : undefined;
}

/** How an ask ended, and with which entry. */
export interface AskSettlement {
  readonly seq: Seq;
  readonly answer?: AskAnswer;
  readonly reason?: keyof typeof WORDS;
}

interface Waiter {
  readonly promise: Promise<AskAnswer>;
  readonly resolve: (answer: AskAnswer) => void;
  readonly reject: (error: AskError) => void;
  /** An end counts when it stands behind this seq: what came before ended an earlier ask of the same id. */
  since?: Seq;
  /** An end that came before it was known whether it counts. */
  early?: AskSettlement;
}

const WORDS = {
  lapsed: 'The time for an answer is over.',
  cancelled: 'The person has cancelled what it was for.',
  withdrawn: 'The ask was withdrawn.',
} as const;

/** The asks of one session that somebody waits for. */
export class Asks {
  readonly #waiters = new Map<string, Waiter>();
  readonly #ended = new Set<string>();

  get(ask: string): Promise<AskAnswer> | undefined {
    return this.#waiters.get(ask)?.promise;
  }

  begin(ask: string): Promise<AskAnswer> {
    let resolve: Waiter['resolve'] = () => undefined;
    let reject: Waiter['reject'] = () => undefined;
    const promise = new Promise<AskAnswer>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    this.#waiters.set(ask, { promise, resolve, reject });
    return promise;
  }

  isWaiting(ask: string): boolean {
    return this.#waiters.has(ask);
  }

  /** It was answered, lapsed or was withdrawn in this process. */
  hasEnded(ask: string): boolean {
    return this.#ended.has(ask);
  }

  /** The ask that is waited for stands at this seq, or was still open there. */
  since(ask: string, seq: Seq): void {
    const waiter = this.#waiters.get(ask);
    if (waiter === undefined) return;
    waiter.since = seq;
    if (waiter.early !== undefined) this.end(ask, waiter.early);
  }

  /** Says how it ended, if that is about the ask that is waited for. */
  end(ask: string, end: AskSettlement): void {
    const waiter = this.#waiters.get(ask);
    if (waiter === undefined) return;
    if (waiter.since === undefined) waiter.early = end;
    else if (end.seq > waiter.since) {
      if (end.answer === undefined) this.lose(ask, end.reason ?? 'withdrawn');
      else {
        this.#ended.add(ask);
        this.#take(ask)?.resolve(end.answer);
      }
    }
  }

  /** There will be no answer, whoever asks for it. */
  lose(ask: string, reason: keyof typeof WORDS): void {
    if (this.isWaiting(ask)) this.#ended.add(ask);
    this.fail(ask, reason, WORDS[reason]);
  }

  fail(ask: string, reason: AskError['reason'], message: string, cause?: unknown): void {
    this.#take(ask)?.reject(new AskError(ask, reason, message, cause));
  }

  failAll(reason: AskError['reason'], message: string): void {
    for (const ask of [...this.#waiters.keys()]) this.fail(ask, reason, message);
  }

  /** Looks for ends in one message, as soon as it comes: a handler may be waiting for it. */
  hear(wire: Json | undefined, seq: Seq): void {
    for (const [ask, end] of endsIn(wire, seq)) this.end(ask, end);
  }

  #take(ask: string): Waiter | undefined {
    const waiter = this.#waiters.get(ask);
    this.#waiters.delete(ask);
    return waiter;
  }
}

/** Which asks a message ends. */
export function endsIn(wire: Json | undefined, seq: Seq): readonly (readonly [ask: string, end: AskSettlement])[] {
  return eventsIn(wire).flatMap((event): readonly (readonly [string, AskSettlement])[] => {
    if (event.event === 'answer') {
      const { ask, value = null, reason } = event;
      return [[ask, { seq, answer: { value, seq, ...(typeof reason === 'string' ? { reason } : {}) } }]];
    }
    return event.event === 'issue' ? lapseIn(event.issue, seq) : [];
  });
}

/** That nobody will answer is told as an issue which points at the ask. */
function lapseIn(issue: unknown, seq: Seq): readonly (readonly [string, AskSettlement])[] {
  const { code, at } = isObject(issue) ? issue : {};
  const reason = code === CODES.lapsed ? 'lapsed' : code === CODES.cancelled ? 'cancelled' : undefined;
  const [, ask] = typeof at === 'string' && at.startsWith('/asks/') ? parsePointer(at) : [];
  return reason === undefined || ask === undefined ? [] : [[ask, { seq, reason }]];
}

/** What a person did, where the message is of the neutral form or of AgentChains; nothing of any other. */
export function eventsIn(wire: Json | undefined): readonly ViewerEvent[] {
  if (!isObject(wire) || wire.vitrine === undefined) return readAgentEvents(wire);
  return (Array.isArray(wire.body) ? wire.body.filter(isObject) : []) as unknown as readonly ViewerEvent[];
}
