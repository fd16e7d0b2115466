// Whether an agent is there to hear what a client brings. One that is between two connections is waited for, a little.

import type { FacePorts } from '@vitrine/core/port';
import { deferred } from './slices.ts';
import type { SetTimer } from './turn-deadlines.ts';

export interface AbsenceBase {
  readonly port: { readonly sessions: Pick<FacePorts['sessions'], 'hasListener'> };
  readonly limits: {
    /** For an agent that is not there to come back. */
    readonly absentMs: number;
  };
  readonly setTimer: SetTimer;
}

/** Nothing tells of an agent that comes, so it is looked for so often. */
const LOOK_MS = 50;

/** Answers as soon as the agent is there; otherwise when its time is over, or when whoever waits has given up (`over`). */
export async function isHeard(
  { port, limits, setTimer }: AbsenceBase,
  { agent, session }: { readonly agent: string; readonly session?: string | undefined },
  over: Promise<void>,
): Promise<boolean> {
  const isThere = (): boolean => port.sessions.hasListener(agent, session);
  if (isThere()) return true;
  const found = deferred();
  let callOffLook = (): void => undefined;
  const look = (): void => {
    callOffLook = setTimer(LOOK_MS, () => (isThere() ? found.resolve() : look()));
  };
  const callOffLate = setTimer(limits.absentMs, found.resolve);
  look();
  await Promise.race([over, found.promise]);
  callOffLook();
  callOffLate();
  return isThere();
}
