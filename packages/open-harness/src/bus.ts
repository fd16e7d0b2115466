// A small bus of signals with the behaviour that Open Harness documents: synchronous, in the order of subscription, depth
// first where a handler emits; one that throws does not keep the next from hearing.

import { matchPattern, signalFromEvent } from '@vitrine/dialects/open-harness';
import type { CoreEvent, Signal, SignalPattern, SignalSource } from './types.ts';

export interface SignalBusOptions {
  readonly maxHistory?: number;
  /** Hears what a handler threw, or rejected with; silent when absent. */
  readonly onError?: (error: unknown, signal: Signal) => void;
}

interface SignalListener {
  readonly patterns: readonly SignalPattern[];
  readonly handler: (signal: Signal) => unknown;
}

export class SignalBus {
  readonly #subscriptions = new Set<SignalListener>();
  readonly #options: SignalBusOptions;
  readonly #history: Signal[] = [];

  constructor(options: SignalBusOptions = {}) {
    this.#options = options;
  }

  /** An event of the later core is told as the signal that it is: its time as a text, what caused it as its parent. */
  emit(input: Signal | CoreEvent): void {
    const signal = signalFromEvent(input);
    if (signal === undefined) throw new TypeError('A signal has the texts id, name and timestamp, and a payload.');
    this.#history.push(signal);
    const { maxHistory = 1000 } = this.#options;
    if (this.#history.length > maxHistory) this.#history.splice(0, this.#history.length - maxHistory);
    // A set that grows while it is walked is walked to its end: who subscribes in a handler hears this signal too.
    for (const subscription of this.#subscriptions)
      if (subscription.patterns.some((pattern) => matchPattern(signal.name, pattern))) this.#tell(subscription, signal);
  }

  subscribe<T = unknown>(
    patterns: SignalPattern | SignalPattern[],
    handler: (signal: Signal<T>) => unknown,
  ): () => void {
    const subscription: SignalListener = {
      patterns: Array.isArray(patterns) ? [...patterns] : [patterns],
      handler: handler as (signal: Signal) => unknown,
    };
    this.#subscriptions.add(subscription);
    return () => void this.#subscriptions.delete(subscription);
  }

  history(): readonly Signal[] {
    return [...this.#history];
  }

  clearHistory(): void {
    this.#history.length = 0;
  }

  subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  #tell({ handler }: SignalListener, signal: Signal): void {
    const failed = (error: unknown): void => {
      try {
        this.#options.onError?.(error, signal);
      } catch {
        // Who hears of errors and makes one is beyond help; the bus goes on.
      }
    };
    try {
      const answer = handler(signal);
      if (answer instanceof Promise) answer.catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

/** A bare source is taken too, as older callers write it. */
export function createSignal<T>(
  name: string,
  payload: T,
  options: { readonly source?: SignalSource } | SignalSource = {},
): Signal<T> {
  const source = 'source' in options ? options.source : (options as SignalSource);
  const signal = {
    id: globalThis.crypto.randomUUID(),
    name,
    payload,
    timestamp: new Date().toISOString(),
  };
  return source === undefined || Object.keys(source).length === 0 ? signal : { ...signal, source };
}
