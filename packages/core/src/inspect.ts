// One walk over an untrusted value: counts it and finds what may not be stored (too deep, too much, non-finite numbers,
// reserved keys, text that is no Unicode). Recursion is bounded by the depth limit.

import { type Issue, issue, quote } from './issue.ts';
import { isArray, type Json } from './json.ts';
import type { Limits } from './limits.ts';
import { escapeSegment, isReserved } from './pointer.ts';

export interface Budget {
  readonly limits: Limits;
  /** Levels left. */
  depth: number;
  /** Values seen so far. */
  count: number;
}

declare global {
  // lib.es2024 has it; every supported runtime does too.
  interface String {
    isWellFormed(): boolean;
  }
}

export function textProblem(text: string, limits: Limits, at: string): Issue | undefined {
  return wordProblem('A text', text, limits.textLength, at);
}

export function keyProblem(key: string, limits: Limits, at: string): Issue | undefined {
  return reservedProblem('The key', key, at) ?? wordProblem('A key', key, limits.keyLength, at);
}

/** The id of a surface, a component or an ask: a key that other messages refer to, never empty. */
export function idProblem(id: string, limits: Limits, at: string): Issue | undefined {
  if (id === '') return issue('VITRINE_MESSAGE_SHAPE', 'error', 'An id may not be empty.', at);
  return reservedProblem('The id', id, at) ?? wordProblem('An id', id, limits.idLength, at);
}

function reservedProblem(what: string, name: string, at: string): Issue | undefined {
  return isReserved(name)
    ? issue('VITRINE_NAME_RESERVED', 'error', `${what} ${quote(name)} is reserved.`, at)
    : undefined;
}

function wordProblem(what: string, word: string, most: number, at: string): Issue | undefined {
  if (word.length > most)
    return issue('VITRINE_LIMIT_TEXT', 'error', `${what} has ${word.length} characters; the limit is ${most}.`, at);
  return word.isWellFormed() ? undefined : brokenText(what, at);
}

export function brokenText(what: string, at: string): Issue {
  const message = `${what} holds half of a surrogate pair, which stands for no character.`;
  return issue('VITRINE_JSON_TEXT', 'error', message, at);
}

/** The first thing that forbids storing `value`; the value's size is added to `budget.count`. */
export function inspect(value: Json, budget: Budget, at: string): Issue | undefined {
  budget.count++;
  switch (typeof value) {
    case 'string':
      return value === '' ? undefined : textProblem(value, budget.limits, at);
    case 'number':
      return Number.isFinite(value)
        ? undefined
        : issue('VITRINE_JSON_NUMBER', 'error', 'A number is too large for a double.', at);
    case 'object':
      return value === null ? undefined : inspectContainer(value, budget, at);
    case 'boolean':
      return undefined;
    default:
      // Whoever builds entries without types may hand over what JSON has no word for.
      return issue('VITRINE_JSON_MALFORMED', 'error', `JSON has no ${typeof value}.`, at);
  }
}

function inspectContainer(value: object, budget: Budget, at: string): Issue | undefined {
  const known = inspected.get(value);
  if (known !== undefined && known.limits === budget.limits && known.depth <= budget.depth) {
    budget.count += known.count - 1;
    return undefined;
  }
  if (budget.depth <= 0) {
    return issue('VITRINE_LIMIT_DEPTH', 'error', 'The value is nested more deeply than the limit allows.', at);
  }
  budget.depth--;
  const problem = isArray(value)
    ? inspectList(value, budget, at)
    : inspectObject(value as { [key: string]: Json }, budget, at);
  budget.depth++;
  return problem;
}

function inspectList(list: readonly Json[], budget: Budget, at: string): Issue | undefined {
  for (let i = 0; i < list.length; i++) {
    const item = list[i] as Json;
    // Pointers are only written for containers and for what is wrong: most values are neither.
    const problem = inspect(item, budget, typeof item === 'object' && item !== null ? `${at}/${i}` : at);
    if (problem !== undefined) return problem.at === at ? { ...problem, at: `${at}/${i}` } : problem;
  }
  return undefined;
}

function inspectObject(object: { readonly [key: string]: Json }, budget: Budget, at: string): Issue | undefined {
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    const bad = keyProblem(key, budget.limits, at);
    if (bad !== undefined) return bad;
    const item = object[key] as Json;
    const problem = inspect(
      item,
      budget,
      typeof item === 'object' && item !== null ? `${at}/${escapeSegment(key)}` : at,
    );
    if (problem !== undefined) return problem.at === at ? { ...problem, at: `${at}/${escapeSegment(key)}` } : problem;
  }
  return undefined;
}

/** What is known of values that were inspected in steps. They never change: whoever writes to a data model copies them. */
export const inspected = new WeakMap<
  object,
  { readonly limits: Limits; readonly depth: number; readonly count: number }
>();

/** How many values there are, itself included. For values that were inspected before. */
export function countValues(value: Json | undefined): number {
  if (value === undefined) return 0;
  if (typeof value !== 'object' || value === null) return 1;
  const known = inspected.get(value);
  if (known !== undefined) return known.count;
  let count = 1;
  for (const item of isArray(value) ? value : Object.values(value)) count += countValues(item);
  return count;
}
