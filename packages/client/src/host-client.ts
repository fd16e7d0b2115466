// A host over HTTP for whoever has a credential and needs no connection of a viewer or an agent: commands, pages, scripts.

import type { JsonObject } from '@vitrine/core/page';
import { type Clock, delay, systemClock } from './clock.ts';
import { callOnce, type Fetch, HostRefusal, type HostRequest, readBody, request } from './http.ts';
import type { SseEvent } from './sse.ts';

export interface HostClientOptions {
  /** Where the host is. */
  readonly url: string;
  readonly credential?: string;
  /** How often a call that may be repeated is tried where nobody answers or the host says "not now"; once if absent. */
  readonly attempts?: number;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
}

export type HostCall = Omit<HostRequest, 'credential' | 'accept' | 'isParting'>;

const FIRST_WAIT_MS = 200;

/** Nobody answered. `code` is the network's own, where there is one. */
export class HostUnreachable extends Error {
  override readonly name = 'HostUnreachable';
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super('The host does not answer.', { cause });
    const inner = cause instanceof Error ? cause.cause : undefined;
    this.code = inner instanceof Error && 'code' in inner ? String(inner.code) : undefined;
  }
}

export class HostClient {
  readonly #options: HostClientOptions;
  readonly #clock: Clock;

  constructor(options: HostClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Rejects with a HostRefusal or with HostUnreachable. */
  async call(call: HostCall): Promise<JsonObject> {
    const mayRepeat = call.key !== undefined || (call.method ?? (call.body === undefined ? 'GET' : 'POST')) === 'GET';
    for (let left = mayRepeat ? (this.#options.attempts ?? 1) : 1, wait = FIRST_WAIT_MS; ; left--, wait *= 2) {
      try {
        return await this.#explained(callOnce(this.#endpoint, this.#own(call)), call);
      } catch (error) {
        if (left <= 1 || !isPassing(error)) throw error;
      }
      await delay(this.#clock, wait, call.signal);
      call.signal?.throwIfAborted();
    }
  }

  /** The events of a stream until the host, the signal or whoever reads them ends it. */
  async *events(call: HostCall): AsyncGenerator<SseEvent> {
    const asked = { ...this.#own(call), accept: 'text/event-stream' };
    const response = await this.#explained(request(this.#endpoint, asked), call);
    if (!response.ok) await readBody(response);
    if (response.body === null) return;
    const { readSse } = await import('./sse.ts');
    yield* readSse(response.body);
  }

  get #endpoint() {
    const { url, fetch = (...call) => globalThis.fetch(...call) } = this.#options;
    return { url, fetch, clock: this.#clock, random: Math.random };
  }

  #own(call: HostCall): HostRequest {
    const { credential } = this.#options;
    return credential === undefined ? call : { ...call, credential };
  }

  async #explained<T>(answer: Promise<T>, { signal }: HostCall): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof HostRefusal || signal?.aborted === true ? error : new HostUnreachable(error);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof HostRefusal) return error.status === 429 || error.status === 503;
  return error instanceof HostUnreachable;
}
