// The times of one turn: for the first word of the agent, for silence after it, for all of it. An agent that says when
// its turn ends is waited for; silence ends the turn of one that never does.

export interface TurnLimits {
  /** An agent that never says `turn` has ended its turn when it was silent so long after it sent something. */
  readonly quietMs: number;
  /** For the first thing that an agent says or shows. */
  readonly answerMs: number;
  /** For a whole turn. */
  readonly turnMs: number;
}

/** Runs something later; what it returns calls it off. */
export type SetTimer = (milliseconds: number, run: () => void) => () => void;

export const setTimer: SetTimer = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};

export type TurnDeadlines = ReturnType<typeof createTurnDeadlines>;

/** `hasTurns`: the agent is known to say when a turn of its ends. */
export function createTurnDeadlines(
  { limits, setTimer }: { readonly limits: TurnLimits; readonly setTimer: SetTimer },
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
