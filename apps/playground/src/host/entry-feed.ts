// The entries of one session as they come, over breaks of the connection: each once, in order. Ends by itself when the
// credential does or when the session is not there.

import type { Entry, Seq } from '@vitrine/core';
import { type HostApi, type HostApiRefusal, toRefusal } from './host-api.ts';

export interface FeedEvents {
  entry(entry: Entry): void;
  /** It will not go on. */
  refused(refusal: HostApiRefusal): void;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;

export class EntryFeed {
  readonly #api: HostApi;
  readonly #session: string;
  readonly #events: FeedEvents;
  readonly #ending = new AbortController();
  #after: Seq = 0;
  #isLast = false;

  constructor(api: HostApi, session: string, events: FeedEvents) {
    this.#api = api;
    this.#session = session;
    this.#events = events;
    void this.#run();
  }

  close(): void {
    this.#ending.abort();
  }

  /** The session is closed: once what there is was read, nothing more comes. */
  finish(): void {
    this.#isLast = true;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const refusal = await this.#read(() => {
        wait = FIRST_WAIT_MS;
      });
      if (signal.aborted || (refusal === undefined && this.#isLast)) return;
      if (refusal !== undefined && refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429)
        return this.#events.refused(refusal);
      await pause(wait, signal);
      wait = Math.min(MAX_WAIT_MS, wait * 2);
    }
  }

  /** Until the connection ends, for whatever reason. */
  async #read(alive: () => void): Promise<HostApiRefusal | undefined> {
    try {
      for await (const entry of this.#api.entries(this.#session, this.#after, this.#ending.signal)) {
        alive();
        if (entry.seq <= this.#after) continue;
        this.#after = entry.seq;
        this.#events.entry(entry);
      }
      return undefined;
    } catch (error) {
      return toRefusal(error);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over, { once: true });
  });
}
