// Patterns that agents supply: compiled from a documented subset of JavaScript's regular expressions and run in time
// linear in the text (SPEC.md, PA). The native engine never sees an agent's pattern, because it backtracks.

import { accepted, issue, type Outcome, quote, refused } from './issue.ts';
import { describeType } from './json.ts';
import type { Limits } from './limits.ts';
import { PatternMachine } from './pattern-machine.ts';
import { parsePattern } from './pattern-parser.ts';
import { buildProgram } from './pattern-program.ts';

export interface Pattern {
  readonly source: string;
  /** Whether the pattern matches somewhere in the text. False also when `match` would be refused. */
  test(text: string): boolean;
  /** Like `test`, but says so when the text is too long for a pattern of this size. */
  match(text: string): Outcome<boolean>;
}

export function compilePattern(source: string, limits: Limits): Outcome<Pattern> {
  if (typeof source !== 'string') {
    return refused([issue('VITRINE_PATTERN_SYNTAX', 'error', `A pattern is a string, not ${describeType(source)}.`)]);
  }
  if (source.length > limits.patternLength) {
    const message = `The pattern is ${source.length} characters long, and ${limits.patternLength} are allowed.`;
    return refused([issue('VITRINE_LIMIT_PATTERN', 'error', message)]);
  }
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  const program = buildProgram(parsed.value);
  return program.ok ? accepted(new CompiledPattern(source, new PatternMachine(program.value))) : program;
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

class CompiledPattern implements Pattern {
  readonly source: string;
  readonly #machine: PatternMachine;

  constructor(source: string, machine: PatternMachine) {
    this.source = source;
    this.#machine = machine;
  }

  test(text: string): boolean {
    return this.#machine.run(text) === true;
  }

  match(text: string): Outcome<boolean> {
    const found = this.#machine.run(text);
    if (found !== undefined) return accepted(found);
    const message = `The text of ${text.length} characters is too long for the pattern ${quote(this.source)}.`;
    return refused([issue('VITRINE_LIMIT_TEXT', 'error', message)]);
  }
}
