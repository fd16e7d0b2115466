// How much, how long and how many: every bound of the face, with its default; and what its parts stand on.

import type { FacePorts } from '@vitrine/core/port';
import type { ClientCredentials, SetTimer } from '@vitrine/face-kit';

export const AG_UI_LIMITS = {
  /** Of a request: clients send the whole history and their catalog with every run. */
  bodyBytes: 8 * 1024 * 1024,
  /** An agent that never says `turn` has ended its turn when it was silent so long after it sent something. */
  quietMs: 3000,
  /** For the first thing that an agent says or shows. */
  answerMs: 120_000,
  /** For a whole run. */
  turnMs: 600_000,
  /** Behind a question for the person: what else the agent says with it. */
  askMs: 250,
  /** For an agent that is not there to come back, before a run is answered so. */
  absentMs: 1000,
  /** Changes of a surface that follow each other are shown together. */
  drawMs: 50,
  idLength: 200,
  messages: 10_000,
  credentialsPerAgent: 100,
  guessesPerMinute: 60,
  /** Of one client, each word of a person that is in them counted as one more. */
  callsPerMinute: 6000,
  /** That one client may begin in a minute: each is a session. */
  threadsPerMinute: 60,
};

export type AgUiLimits = { readonly [name in keyof typeof AG_UI_LIMITS]: number };

export interface AgUiBase {
  readonly port: FacePorts;
  readonly limits: AgUiLimits;
  readonly setTimer: SetTimer;
  readonly credentials: ClientCredentials;
}
