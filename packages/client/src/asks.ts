// Durable waits for one answer. What is open is waited for, what was answered before a restart is found again, and an end
// counts for the ask that it ended only: an id may be asked again. Sending and looking are left to agent-session.ts.

import { isObject, type Json, type JsonObject, type Seq, type Time, type Want } from '@vitrine/core';

/** What an ask of this kind is answered with. */
export type AnswerValue<W extends Want> = W extends { readonly kind: 'confirm' }
  ? boolean
  : W extends { readonly kind: 'number' }
    ? number
    : W extends { readonly kind: 'text' | 'date' }
      ? string
      : W extends { readonly kind: 'file' }
        ? JsonObject
        : Json;

export interface Answer<Value = Json> {
  readonly value: Value;
  readonly reason?: string;
  readonly seq: Seq;
}

export interface AskOptions<W extends Want = Want> {
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

/** Why there will be no answer. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly ask: string;
  readonly reason: 'lapsed' | 'withdrawn' | 'refused' | 'closed';

  constructor(ask: string, reason: AskError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.ask = ask;
    this.reason = reason;
  }
}

/** How an ask ended, and with which entry. */
export interface AskEnd {
  readonly seq: Seq;
  readonly answer?: Answer;
  readonly reason?: 'lapsed' | 'withdrawn';
}

interface Waiter {
  readonly promise: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: AskError) => void;
  /** An end counts when it stands behind this seq: what came before ended an earlier ask of the same id. */
  since?: Seq;
  /** An end that came before it was known whether it counts. */
  early?: AskEnd;
}

const WORDS = { lapsed: 'The time for an answer is over.', withdrawn: 'The ask was withdrawn.' } as const;

/** The asks of one session that somebody waits for. */
export class Asks {
  readonly #waiters = new Map<string, Waiter>();
  readonly #ended = new Set<string>();

  get(ask: string): Promise<Answer> | undefined {
    return this.#waiters.get(ask)?.promise;
  }

  begin(ask: string): Promise<Answer> {
    let resolve: Waiter['resolve'] = () => undefined;
    let reject: Waiter['reject'] = () => undefined;
    const promise = new Promise<Answer>((yes, no) => {
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
  end(ask: string, end: AskEnd): void {
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

  /** Looks for ends in one message of the neutral form, as soon as it comes: a handler may be waiting for it. */
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
export function endsIn(wire: Json | undefined, seq: Seq): readonly (readonly [ask: string, end: AskEnd])[] {
  return partsOf(wire).flatMap((part): readonly (readonly [string, AskEnd])[] => {
    const end = endOf(part, seq);
    return typeof part.ask !== 'string' || end === undefined ? [] : [[part.ask, end]];
  });
}

function endOf({ event, op, value = null, reason }: JsonObject, seq: Seq): AskEnd | undefined {
  if (event === 'answer') return { seq, answer: { value, seq, ...(typeof reason === 'string' ? { reason } : {}) } };
  if (op === 'lapse') return { seq, reason: 'lapsed' };
  return op === 'withdraw' ? { seq, reason: 'withdrawn' } : undefined;
}

/** The ops or events of a message of the neutral form; none of any other. */
export function partsOf(wire: Json | undefined): readonly JsonObject[] {
  return isObject(wire) && wire.vitrine !== undefined && Array.isArray(wire.body) ? wire.body.filter(isObject) : [];
}
