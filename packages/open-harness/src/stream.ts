// The messages of a run as an async generator. A slow reader gets fewer and larger updates, never less of the structure;
// the run's end, an abort or `return()` ends it.

import { listen } from './listen.ts';
import { A2UIState } from './state.ts';
import type { A2UIMessage, A2UIOptions, A2UIProblem, SignalBusLike, SignalLike } from './types.ts';

export interface A2UIStreamOptions extends A2UIOptions {
  /** What the bus remembers is shown first. */
  readonly replay?: boolean;
  readonly signal?: AbortSignal;
  /** Names of signals that end the stream. */
  readonly endsOn?: readonly string[];
  readonly onError?: (problem: A2UIProblem) => void;
}

export const ENDS: readonly string[] = ['workflow:end', 'workflow:completed'];

/** It listens from this call on, not from the first `next()`: nothing between the two is lost. */
export function createA2UIStream(
  bus: SignalBusLike,
  options: A2UIStreamOptions = {},
): AsyncGenerator<A2UIMessage, void> {
  const intake = new SignalIntake(bus, options);
  const messages = read(intake);
  const end = messages.return.bind(messages);
  // One that was never begun has no `finally` to run, and one that waits would wait for ever.
  messages.return = (value) => {
    intake.stop();
    return end(value);
  };
  return messages;
}

async function* read(intake: SignalIntake): AsyncGenerator<A2UIMessage, void> {
  try {
    for (;;) {
      const messages = intake.state.messages();
      yield* messages;
      if (intake.state.hasNews) continue;
      if (intake.hasEnded) return;
      await intake.news();
    }
  } finally {
    intake.stop();
  }
}

class SignalIntake {
  readonly state: A2UIState;
  readonly #endsOn: readonly string[];
  readonly #onError: (problem: A2UIProblem) => void;
  #unsubscribe: () => void = () => undefined;
  readonly #abort: AbortSignal | undefined;
  #wake: (() => void) | undefined;
  hasEnded = false;

  constructor(bus: SignalBusLike, options: A2UIStreamOptions) {
    this.state = new A2UIState(options);
    this.#endsOn = options.endsOn ?? ENDS;
    this.#onError = guarded(options.onError);
    this.#abort = options.signal;
    this.#unsubscribe = listen(bus, options, (signal) => this.#take(signal));
    if (this.hasEnded || this.#abort?.aborted === true) this.stop();
    else this.#abort?.addEventListener('abort', this.stop, { once: true });
  }

  /** Resolves once there is something to read, or nothing more will come. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  readonly stop = (): void => {
    this.hasEnded = true;
    this.#unsubscribe();
    this.#abort?.removeEventListener('abort', this.stop);
    this.#wake?.();
  };

  #take(signal: SignalLike): void {
    if (this.hasEnded) return;
    const problem = this.state.take(signal);
    if (problem !== undefined) return this.#onError(problem);
    if (this.#endsOn.includes(signal.name)) this.stop();
    else if (this.state.hasNews) this.#wake?.();
  }
}

/** A bus must never hear what a caller's handler throws. */
export function guarded<A>(handler: ((argument: A) => unknown) | undefined): (argument: A) => void {
  return (argument) => {
    try {
      const answer = handler?.(argument);
      if (answer instanceof Promise) answer.catch(() => undefined);
    } catch {
      // The handler of errors is the last resort; there is nobody left to tell.
    }
  };
}
