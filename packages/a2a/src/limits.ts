// How much, how long and how many: every bound of the face, with its default.

export interface A2aLimits {
  /** Of a request, counted in bytes. */
  readonly bodyBytes: number;
  /** An agent that never says `turn` has ended its turn when it was silent so long after it sent something. */
  readonly quietMs: number;
  /** For the first thing that an agent says or shows. */
  readonly answerMs: number;
  /** For a whole turn. */
  readonly turnMs: number;
  /** Messages of A2UI in one turn, and their length as JSON. */
  readonly turnMessages: number;
  readonly turnLength: number;
  /** Turns of one principal that are under way at once. */
  readonly turnsPerPrincipal: number;
  /** Tasks that can still be asked for, how much they hold, and messages of each. */
  readonly tasks: number;
  readonly taskBytes: number;
  readonly tasksPerPrincipal: number;
  readonly taskBytesPerPrincipal: number;
  readonly taskHistory: number;
  readonly credentialsPerAgent: number;
  /** Wrong credentials that one address may present. */
  readonly guessesPerMinute: number;
  readonly contextIdLength: number;
  /** That one principal may begin in a minute: each is a session. */
  readonly contextsPerMinute: number;
  /** That clients may bring to one session. */
  readonly catalogsPerSession: number;
}

export const A2A_LIMITS: A2aLimits = {
  bodyBytes: 1024 * 1024,
  quietMs: 3000,
  answerMs: 120_000,
  turnMs: 600_000,
  turnMessages: 5000,
  turnLength: 8 * 1024 * 1024,
  turnsPerPrincipal: 16,
  tasks: 1000,
  taskBytes: 128 * 1024 * 1024,
  tasksPerPrincipal: 200,
  taskBytesPerPrincipal: 32 * 1024 * 1024,
  taskHistory: 100,
  credentialsPerAgent: 100,
  guessesPerMinute: 60,
  contextIdLength: 200,
  contextsPerMinute: 60,
  catalogsPerSession: 8,
};
