// How much a remote agent may send and how long it may take. Each has a name and a default; whoever connects may give
// others.

export const REMOTE_LIMITS = {
  cardBytes: 256 * 1024,
  cardMs: 15_000,
  redirects: 3,
  /** One answer that is not a stream. */
  answerBytes: 8 * 1024 * 1024,
  /** Until an answer begins: the headers, and then the first update. */
  answerMs: 120_000,
  /** One stream, all of it. */
  streamBytes: 64 * 1024 * 1024,
  /** How long an open answer may be silent; then it counts as broken. */
  quietMs: 120_000,
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
