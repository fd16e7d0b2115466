// The caller's end of the store: requests of one turn of the event loop leave together, answers settle their promises.
// How they travel is left to its transport (open-store-client.ts).

import { fromFailure, LogError, toFailure } from '../log-error.ts';
import type { Operations } from './operations.ts';
import type { OperationName, Request, StoreReply } from './store.ts';

type OperationArguments<Name extends OperationName> = Parameters<Operations[Name]>;
type Result<Name extends OperationName> = ReturnType<Operations[Name]>;

interface PendingReply {
  resolve(value: unknown): void;
  reject(error: LogError): void;
}

export interface StoreChannel {
  send(requests: readonly Request[]): void;
  /** Resolves when the file is closed. */
  end(): Promise<void>;
  /** While somebody waits for an answer the process must not end; with an idle log it may. */
  keepAlive(busy: boolean): void;
}

export class StoreClient {
  readonly #road: StoreChannel;
  readonly #waiting = new Map<number, PendingReply>();
  #requests: Request[] = [];
  #count = 0;
  #refusal: LogError | undefined;
  #drained: (() => void) | undefined;

  constructor(road: StoreChannel) {
    this.#road = road;
  }

  call<Name extends OperationName>(name: Name, ...args: OperationArguments<Name>): Promise<Result<Name>> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    return new Promise<Result<Name>>((resolve, reject) => {
      const id = ++this.#count;
      this.#waiting.set(id, { resolve: resolve as PendingReply['resolve'], reject });
      this.#requests.push({ id, name, args });
      // After the events of this turn, so that what comes together goes together.
      if (this.#requests.length === 1) setImmediate(() => this.#flush());
      if (this.#waiting.size === 1) this.#road.keepAlive(true);
    });
  }

  async close(): Promise<void> {
    if (this.#refusal !== undefined) return;
    this.#refusal = new LogError('VITRINE_LOG_CLOSED', 'The log was closed.');
    if (this.#waiting.size > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
    await this.#road.end();
  }

  settle(replies: readonly StoreReply[]): void {
    for (const { id, value, failure } of replies) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure === undefined) waiting?.resolve(value);
      else waiting?.reject(fromFailure(failure));
    }
    if (this.#waiting.size > 0) return;
    this.#road.keepAlive(false);
    this.#drained?.();
  }

  /** The store is gone; whoever waits hears of it, and whoever comes. */
  fail(message: string): void {
    const error = new LogError('VITRINE_LOG_FAILED', message);
    this.#refusal ??= error;
    const failure = toFailure(error);
    this.settle([...this.#waiting.keys()].map((id) => ({ id, failure })));
  }

  #flush(): void {
    const requests = this.#requests;
    this.#requests = [];
    try {
      this.#road.send(requests);
    } catch {
      // Something in one of them cannot cross to a thread: the others shall not pay for it.
      for (const request of requests) this.#sendAlone(request);
    }
  }

  #sendAlone(request: Request): void {
    try {
      this.#road.send([request]);
    } catch (error) {
      this.settle([{ id: request.id, failure: toFailure(error) }]);
    }
  }
}
