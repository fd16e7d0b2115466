// Whether an agent is there: somebody reads what happens in its sessions, or asked for it a moment ago. An agent that asks
// from time to time is there between two calls, until one of them breaks off.

import type { SessionId } from '@vitrine/log';
import type { DeliveryOptions } from '../live.ts';

/** An agent that polls may be at work on what it was given last. */
const POLL_GRACE_MS = 60_000;
const MAX_POLLED = 10_000;

export class Listeners {
  readonly #now: () => number;
  readonly #reading = new Map<string, number>();
  readonly #polledAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Of one session, or of all of the agent. */
  has(agent: string, session?: SessionId): boolean {
    return [keyOf({ agent }), ...(session === undefined ? [] : [keyOf({ agent, session })])].some(
      (key) =>
        this.#reading.has(key) || this.#now() - (this.#polledAt.get(key) ?? Number.NEGATIVE_INFINITY) < POLL_GRACE_MS,
    );
  }

  /** The agents that are there for any session. */
  *agents(): Iterable<string> {
    for (const key of new Set([...this.#reading.keys(), ...this.#polledAt.keys()])) {
      const [agent = '', session] = key.split(' ');
      if (this.has(agent, session)) yield agent;
    }
  }

  /** What it returns is called when the reading is over. */
  enter({ live = true, signal, ...place }: Pick<DeliveryOptions, 'agent' | 'session' | 'live' | 'signal'>): () => void {
    const key = keyOf(place);
    if (live) this.#reading.set(key, (this.#reading.get(key) ?? 0) + 1);
    return () => {
      if (live) this.#leave(key);
      if (this.#polledAt.size >= MAX_POLLED) this.#polledAt.clear();
      if (signal?.aborted === true) this.#polledAt.delete(key);
      else this.#polledAt.set(key, this.#now());
    };
  }

  #leave(key: string): void {
    const left = (this.#reading.get(key) ?? 1) - 1;
    if (left === 0) this.#reading.delete(key);
    else this.#reading.set(key, left);
  }
}

/** The name of an agent has no space. */
function keyOf({ agent, session }: { readonly agent: string; readonly session?: SessionId }): string {
  return session === undefined ? agent : `${agent} ${session}`;
}
