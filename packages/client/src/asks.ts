// Durable waits for one answer. An ask is sent under a key made of its id, so asking again after a restart of either side
// finds the first one; its answer is looked for in what was delivered before, then waited for.

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
  /** The same id waits for the same answer, after a restart too. Absent: a new one each time. */
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

interface Waiter {
  readonly promise: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: AskError) => void;
}

/** The asks of one session that somebody waits for. */
export class Asks {
  readonly #waiters = new Map<string, Waiter>();

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

  fail(ask: string, reason: AskError['reason'], message: string, cause?: unknown): void {
    this.#take(ask)?.reject(new AskError(ask, reason, message, cause));
  }

  failAll(reason: AskError['reason'], message: string): void {
    for (const ask of [...this.#waiters.keys()]) this.fail(ask, reason, message);
  }

  /** Looks for answers in one message of the neutral form, as soon as it comes: a handler may be waiting for it. */
  hear(wire: Json | undefined, seq: Seq): void {
    for (const part of partsOf(wire)) {
      if (typeof part.ask !== 'string') continue;
      if (part.event === 'answer') this.#answered(part.ask, part, seq);
      else if (part.op === 'lapse') this.fail(part.ask, 'lapsed', 'The time for an answer is over.');
      else if (part.op === 'withdraw') this.fail(part.ask, 'withdrawn', 'The ask was withdrawn.');
    }
  }

  #answered(ask: string, { value = null, reason }: JsonObject, seq: Seq): void {
    this.#take(ask)?.resolve({ value, seq, ...(typeof reason === 'string' ? { reason } : {}) });
  }

  #take(ask: string): Waiter | undefined {
    const waiter = this.#waiters.get(ask);
    this.#waiters.delete(ask);
    return waiter;
  }
}

/** The ops or events of a message of the neutral form; none of any other. */
export function partsOf(wire: Json | undefined): readonly JsonObject[] {
  return isObject(wire) && wire.vitrine !== undefined && Array.isArray(wire.body) ? wire.body.filter(isObject) : [];
}
