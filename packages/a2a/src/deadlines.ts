// The times of one turn: for the first word of the agent, for silence after it, for all of it. An agent that says when
// its turn ends is waited for; silence ends the turn of one that never does.

import type { A2aLimits } from './limits.ts';

/** Runs something later; what it returns calls it off. */
export type SetTimer = (milliseconds: number, run: () => void) => () => void;

export const setTimer: SetTimer = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};

export class TurnDeadlines {
  readonly #limits: A2aLimits;
  readonly #setTimer: SetTimer;
  readonly #end: (state: 'completed' | 'failed', reason?: string) => void;
  #hasTurns: boolean;
  #whole: (() => void) | undefined;
  #next: (() => void) | undefined;

  constructor(
    limits: A2aLimits,
    later: SetTimer,
    hasTurns: boolean,
    end: (state: 'completed' | 'failed', reason?: string) => void,
  ) {
    this.#limits = limits;
    this.#setTimer = later;
    this.#hasTurns = hasTurns;
    this.#end = end;
  }

  /** `mayBeSilent`: nothing was asked, so that no answer is no fault. */
  start(mayBeSilent: boolean): void {
    const { turnMs, answerMs } = this.#limits;
    this.#whole = this.#setTimer(turnMs, () => this.#end('failed', 'The turn of the agent lasted too long.'));
    if (mayBeSilent) this.#waitInSilence();
    else this.#next = this.#setTimer(answerMs, () => this.#end('failed', 'The agent did not answer in time.'));
  }

  /** The agent has said or shown something. */
  restart(isTurn: boolean): void {
    this.#hasTurns ||= isTurn;
    if (this.#hasTurns) this.#next?.();
    else this.#waitInSilence();
  }

  /** The agent has ended a turn, and was asked for more. It may have answered all of it in one. */
  between(): void {
    this.#hasTurns = true;
    this.#waitInSilence();
  }

  #waitInSilence(): void {
    this.#next?.();
    this.#next = this.#setTimer(this.#limits.quietMs, () => this.#end('completed'));
  }

  stop(): void {
    this.#whole?.();
    this.#next?.();
  }
}
