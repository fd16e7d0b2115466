// What must hold of every issue, entry and prototype, whatever was sent. A judgement that fails throws an error that says
// what is wrong.

import { DEFAULT_LIMITS, ISSUE_CODES, type Issue, inspect, type Json, type NewEntry } from '@vitrine/core/internal';
import { assertPointer } from './pointers.ts';

export function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** One line of words that ends like a sentence, in whole characters. */
const SENTENCE = /^[^\p{Cc}\p{Cs}\u2028\u2029]{10,600}[.)]$/u;

/** `value` is what the issue is about; undefined where it is no JSON. */
export function judgeIssue(problem: Issue, value: Json | undefined): void {
  const shown = JSON.stringify(problem);
  check(Object.hasOwn(ISSUE_CODES, problem.code), `Unknown code: ${shown}`);
  check(['error', 'warning'].includes(problem.severity), `Unknown severity: ${shown}`);
  check(['agent', 'viewer'].includes(problem.fault), `Nobody's fault: ${shown}`);
  check(SENTENCE.test(problem.message), `No sentence: ${shown}`);
  assertPointer(problem.at, value, shown);
}

/** An entry is kept as text. Only a piece that is appended may end inside a character. */
export function judgeEntry({ body }: NewEntry): void {
  const whole = body.filter((part) => !('op' in part && part.op === 'append')) as object as Json;
  const budget = { limits: DEFAULT_LIMITS, depth: DEFAULT_LIMITS.dataDepth + 8, count: 0 };
  const problem = inspect(whole, budget, '');
  check(problem === undefined, `An accepted entry cannot be stored: ${JSON.stringify(problem)}`);
}

/** What objects and lists inherit. */
function inherited(): string {
  const canary: { polluted?: unknown; a?: unknown } = {};
  const counts = [Object.prototype, Array.prototype].map((prototype) => Reflect.ownKeys(prototype).length);
  return `${counts.join(' ')} ${String(canary.polluted)} ${String(canary.a)}`;
}

const INHERITED = inherited();

export function judgePrototypes(): void {
  check(inherited() === INHERITED, `A prototype was touched: ${inherited()}`);
}

export function judgeSame(live: string, replayed: string, what: string): void {
  if (live === replayed) return;
  const [left, right] = [live.split('\n'), replayed.split('\n')];
  const at = left.findIndex((line, i) => line !== right[i]);
  const parts = [left, right].map((lines) => JSON.stringify(lines.slice(Math.max(0, at - 4), at + 4)).slice(0, 600));
  throw new Error(`Live and replayed ${what} differ: ${parts.join(' and ')}`);
}
