// The times of one turn: for the first word of the agent, for silence after it, for all of it. An agent that says when
// its turn ends is waited for; silence ends the turn of one that never does.

import type { A2aBase } from './limits.ts';

export type TurnDeadlines = ReturnType<typeof createDeadlines>;

/** `hasTurns`: the agent is known to say when a turn of its ends. */
export function createDeadlines(
  { limits, setTimer }: Pick<A2aBase, 'limits' | 'setTimer'>,
  hasTurns: boolean,
  end: (state: 'completed' | 'failed', reason?: string) => void,
) {
  let isWaitedFor = hasTurns;
  let callOffWhole: (() => void) | undefined;
  let callOffNext: (() => void) | undefined;
  const waitInSilence = (): void => {
    callOffNext?.();
    callOffNext = setTimer(limits.quietMs, () => end('completed'));
  };
  return {
    /** `mayBeSilent`: nothing was asked, so that no answer is no fault. */
    start(mayBeSilent: boolean): void {
      callOffWhole = setTimer(limits.turnMs, () => end('failed', 'The turn of the agent lasted too long.'));
      if (mayBeSilent) waitInSilence();
      else callOffNext = setTimer(limits.answerMs, () => end('failed', 'The agent did not answer in time.'));
    },
    /** The agent has said or shown something. */
    restart(isTurn: boolean): void {
      isWaitedFor ||= isTurn;
      if (isWaitedFor) callOffNext?.();
      else waitInSilence();
    },
    /** The agent has ended a turn, and was asked for more. It may have answered all of it in one. */
    between(): void {
      isWaitedFor = true;
      waitInSilence();
    },
    stop(): void {
      callOffWhole?.();
      callOffNext?.();
    },
  };
}
