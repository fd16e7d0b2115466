// How much a remote agent may send and how long it may take. Each has a name and a default; whoever connects may give
// others.

import { GUARD_LIMITS, type GuardOptions } from '@vitrine/face-kit';

export const REMOTE_LIMITS = {
  ...GUARD_LIMITS,
  cardBytes: 256 * 1024,
  cardMs: 15_000,
  /** Updates of one task, over breaks too. */
  updatesPerTask: 10_000,
  /** From the message to the last update of its task. */
  taskMs: 60 * 60 * 1000,
  /** How long the first words of a person wait for what the agent makes of the greeting of the original form. */
  greetingMs: 5000,
  /** Tasks that are followed at once. */
  tasks: 8,
  /** Attempts to follow a broken stream that brought nothing new, one behind the other. */
  resubscribes: 5,
  /** Attempts to send one message. */
  attempts: 5,
  /** Errors that are told to the agent between two acts of a person. */
  reports: 3,
};

export type RemoteLimits = { readonly [name in keyof typeof REMOTE_LIMITS]: number };

/** What the connections to one agent are held to. */
export type RemoteGuards = Omit<GuardOptions, 'limits'> & { readonly limits: RemoteLimits };
