// Patterns that agents supply: compiled from a documented subset of JavaScript's regular expressions and run in time
// linear in the text (SPEC.md, PA). The native engine backtracks over repetition, so it never sees a repetition, a group
// or a choice of an agent's: it is asked about one character at a time.

import { type EvaluationBudget, STEP_COSTS } from './evaluation-budget.ts';
import { accepted, type Outcome, quote, refusal } from './issue.ts';
import { describeType } from './json.ts';
import { type Limits, perLimits } from './limits.ts';
import { PatternMachine } from './pattern-machine.ts';
import { parsePattern } from './pattern-parser.ts';
import type { PatternProgram } from './pattern-program.ts';

export interface Pattern {
  readonly source: string;
  /** Whether the pattern matches somewhere in the text. False also when `match` would be refused. */
  test(text: string): boolean;
  /** Like `test`, but says so when the text is too long for a pattern of this size. */
  match(text: string, maxSteps?: number): Outcome<boolean>;
  /** In instructions. */
  readonly size: number;
  /** What the last run took. */
  readonly steps: number;
}

export function compilePattern(source: string, limits: Limits): Outcome<Pattern> {
  if (typeof source !== 'string') {
    return refusal('VITRINE_PATTERN_SYNTAX', `A pattern is a string, not ${describeType(source)}.`);
  }
  if (source.length > limits.patternLength) {
    const message = `The pattern is ${source.length} characters long, and ${limits.patternLength} are allowed.`;
    return refusal('VITRINE_LIMIT_PATTERN', message);
  }
  const program = parsePattern(source);
  return program.ok ? accepted(toPattern(source, program.value, limits.evaluationSteps)) : program;
}

function toPattern(source: string, program: PatternProgram, limit: number): Pattern {
  // Made with the first text: most patterns are compiled to be judged.
  let machine: PatternMachine | undefined;
  const run = (text: string, maxSteps = limit): boolean | undefined => {
    if (machine === undefined || machine.isFull) machine = new PatternMachine(program);
    return machine.run(text, Math.min(maxSteps, limit));
  };
  return {
    source,
    size: program.instructions.length,
    get steps() {
      return machine?.steps ?? 0;
    },
    test: (text) => run(text) === true,
    match(text, maxSteps) {
      const found = run(text, maxSteps);
      if (found !== undefined) return accepted(found);
      const message = `The text of ${text.length} characters is too long for the pattern ${quote(source)}.`;
      return refusal('VITRINE_LIMIT_TEXT', message);
    },
  };
}

/** Compiles each pattern once; forgets the one that was used longest ago. */
export function createPatternCache(limits: Limits, capacity = 256): (source: string) => Outcome<Pattern> {
  const outcomes = new Map<string, Outcome<Pattern>>();
  return (source) => {
    const known = outcomes.get(source);
    const outcome = known ?? compilePattern(source, limits);
    // A refused source may be of any length, and refusing it again is cheap.
    if (!outcome.ok) return outcome;
    outcomes.delete(source);
    outcomes.set(source, outcome);
    if (outcomes.size > capacity) outcomes.delete(outcomes.keys().next().value as string);
    return outcome;
  };
}

const cacheOf = /* @__PURE__ */ perLimits((limits) => createPatternCache(limits));

/** The same as `compilePattern`, for whoever judges by one pattern again and again. */
export function cachedPattern(source: string, limits: Limits): Outcome<Pattern> {
  return cacheOf(limits)(source);
}

/** Whether a text matches an agent's pattern. With the budget of an act each pattern is put to each text once. */
export function matchPattern(
  source: string,
  text: string,
  limits: Limits,
  budget?: EvaluationBudget,
): Outcome<boolean> {
  const find = (): Outcome<boolean> => {
    const compiled = cachedPattern(source, limits);
    if (!compiled.ok) return compiled;
    const pattern = compiled.value;
    budget?.work(STEP_COSTS.instruction * pattern.size);
    const outcome = pattern.match(text, budget?.stepsLeft);
    // A run that was ended for want of steps has taken one more than there were.
    budget?.work(pattern.steps);
    return outcome;
  };
  return budget === undefined ? find() : budget.match(source, text, find);
}
