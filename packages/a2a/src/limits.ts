// How much, how long and how many: every bound of the face, with its default; and what every part of the face stands on.

import type { FacePorts } from '@vitrine/core/port';
import type { SetTimer } from '@vitrine/face-kit';

export const A2A_LIMITS = {
  /** Of a request, counted in bytes. */
  bodyBytes: 1024 * 1024,
  /** An agent that never says `turn` has ended its turn when it was silent so long after it sent something. */
  quietMs: 3000,
  /** For an agent that is not there to come back, before a call is answered so. */
  absentMs: 1000,
  /** For the first thing that an agent says or shows. */
  answerMs: 120_000,
  /** For a whole turn. */
  turnMs: 600_000,
  /** Messages of A2UI in one turn, and their length as JSON. */
  turnMessages: 5000,
  turnLength: 8 * 1024 * 1024,
  /** Turns of one principal that are under way at once. */
  turnsPerPrincipal: 16,
  /** Tasks that can still be asked for, how much they hold, and messages of each. */
  tasks: 1000,
  taskBytes: 128 * 1024 * 1024,
  tasksPerPrincipal: 200,
  taskBytesPerPrincipal: 32 * 1024 * 1024,
  taskHistory: 100,
  credentialsPerAgent: 100,
  /** Wrong credentials that one address may present. */
  guessesPerMinute: 60,
  contextIdLength: 200,
  /** That one principal may begin in a minute: each is a session. */
  contextsPerMinute: 60,
  /** That clients may bring to one session. */
  catalogsPerSession: 8,
};

export type A2aLimits = { readonly [name in keyof typeof A2A_LIMITS]: number };

export interface A2aBase {
  readonly port: FacePorts;
  readonly limits: A2aLimits;
  readonly setTimer: SetTimer;
  /** Whose card stands at the well-known path. */
  readonly defaultAgent: string;
  /** Calls from this machine need no credential while the host is reached by a name of this machine alone. */
  readonly isOpen: boolean;
}
