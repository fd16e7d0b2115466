// Every limit of the engine has a name and a default here. A profile is a named set of them.

export interface Limits {
  /** One JSONL line or message, UTF-16 units. */
  readonly lineLength: number;
  /** Non-blank lines in one push. */
  readonly linesPerPush: number;
  /** Nesting of one message. */
  readonly messageDepth: number;
  /** Values of one message: leaves, and containers four times. */
  readonly messageValues: number;
  /** Different names of members in one message. */
  readonly messageNames: number;
  readonly surfaces: number;
  /** Asks, tasks and calls open at once, each kind by itself. */
  readonly openItems: number;
  /** What was said that is kept as state: lines, and UTF-16 units of all of them. */
  readonly talkLines: number;
  readonly talkLength: number;
  readonly componentsPerSurface: number;
  /** Nodes of one resolved tree, template instances included. */
  readonly nodesPerTree: number;
  /** Depth of one resolved tree. */
  readonly treeDepth: number;
  /** Values (leaves and containers) in the data model of one surface. */
  readonly dataValues: number;
  /** Entries of one data update in the dialects that list them. */
  readonly entriesPerUpdate: number;
  /** Nesting of the data model. */
  readonly dataDepth: number;
  readonly keyLength: number;
  readonly textLength: number;
  /** How far behind the end of a list a write may land; the gap is filled with null. */
  readonly listGap: number;
  /** Nesting of objects inside one component. */
  readonly propDepth: number;
  /** Calls inside the arguments of calls. */
  readonly callDepth: number;
  /** `${...}` inside `${...}`, and calls inside an expression. */
  readonly expressionDepth: number;
  readonly expressionLength: number;
  /** Calls that one evaluation may make, nested ones included, and parts of templates that they may fill. */
  readonly callsPerEvaluation: number;
  /** Bytes that the evaluation of one act may make: results of functions, contexts and messages of events. */
  readonly evaluationBytes: number;
  /** Steps that the evaluation of one act may take, of about 10 ns each; so may one pattern over one text. */
  readonly evaluationSteps: number;
  readonly patternLength: number;
  /** Characters of all templates of one message, and four times those of its patterns: they are read when it comes. */
  readonly compiledLength: number;
  readonly idLength: number;
  /** Issues kept for one message; the rest is counted in the last one. */
  readonly issuesPerMessage: number;
}

export const DEFAULT_LIMITS: Limits = {
  lineLength: 4 * 1024 * 1024,
  linesPerPush: 100_000_000,
  messageDepth: 128,
  messageValues: 250_000,
  messageNames: 10_000,
  surfaces: 1024,
  openItems: 1000,
  talkLines: 200,
  talkLength: 100_000,
  componentsPerSurface: 20_000,
  nodesPerTree: 100_000,
  treeDepth: 64,
  dataValues: 1_000_000,
  entriesPerUpdate: 10_000,
  dataDepth: 100,
  keyLength: 1024,
  textLength: 1024 * 1024,
  listGap: 1024,
  propDepth: 50,
  callDepth: 5,
  expressionDepth: 10,
  expressionLength: 16 * 1024,
  callsPerEvaluation: 1000,
  evaluationBytes: 1024 * 1024,
  evaluationSteps: 2_500_000,
  patternLength: 1024,
  compiledLength: 256 * 1024,
  idLength: 1024,
  issuesPerMessage: 50,
};

/** The caps of OpenClaw's native renderer. */
export const OPENCLAW_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  lineLength: 1_048_576,
  linesPerPush: 4096,
  messageDepth: 64,
  surfaces: 64,
  componentsPerSurface: 2000,
  nodesPerTree: 2000,
  treeDepth: 64,
  entriesPerUpdate: 1024,
  dataDepth: 32,
  keyLength: 256,
  textLength: 64 * 1024,
};

export const LIMIT_PROFILES = { default: DEFAULT_LIMITS, openclaw: OPENCLAW_LIMITS } as const;
export type LimitProfile = keyof typeof LIMIT_PROFILES;

/** Made once for each set of limits. */
export function perLimits<T>(create: (limits: Limits) => T): (limits: Limits) => T {
  const made = new WeakMap<Limits, T>();
  return (limits) => {
    let one = made.get(limits);
    if (one === undefined) {
      one = create(limits);
      made.set(limits, one);
    }
    return one;
  };
}
