// How much a remote agent may send and how long it may take. Each has a name and a default; whoever connects may give
// others.

export interface RemoteLimits {
  readonly cardBytes: number;
  readonly cardMs: number;
  readonly redirects: number;
  /** One answer that is not a stream. */
  readonly answerBytes: number;
  /** Until an answer begins: the headers, and then the first update. */
  readonly answerMs: number;
  /** One stream, all of it. */
  readonly streamBytes: number;
  /** How long an open answer may be silent; then it counts as broken. */
  readonly quietMs: number;
  /** Updates of one task, over breaks too. */
  readonly updatesPerTask: number;
  /** From the message to the last update of its task. */
  readonly taskMs: number;
  /** How long the first words of a person wait for what the agent makes of the greeting of the original form. */
  readonly greetingMs: number;
  /** Tasks that are followed at once. */
  readonly tasks: number;
  /** Attempts to follow a broken stream that brought nothing new, one behind the other. */
  readonly resubscribes: number;
  /** Attempts to send one message. */
  readonly attempts: number;
  /** Errors that are told to the agent between two acts of a person. */
  readonly reports: number;
}

export const REMOTE_LIMITS: RemoteLimits = {
  cardBytes: 256 * 1024,
  cardMs: 15_000,
  redirects: 3,
  answerBytes: 8 * 1024 * 1024,
  answerMs: 120_000,
  streamBytes: 64 * 1024 * 1024,
  quietMs: 120_000,
  updatesPerTask: 10_000,
  taskMs: 60 * 60 * 1000,
  greetingMs: 5000,
  tasks: 8,
  resubscribes: 5,
  attempts: 5,
  reports: 3,
};
