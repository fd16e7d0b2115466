// regex: whether the pattern matches somewhere in the text. Patterns run in linear time (pattern.ts); one that cannot
// be compiled is an issue, not a failed check.

import { type FunctionScope, plainText, required, text } from '../../catalog.ts';
import { accepted, type Outcome } from '../../issue.ts';
import type { Limits } from '../../limits.ts';
import { createPatternCache, type Pattern } from '../../pattern.ts';
import { toText } from '../../value.ts';
import { type Arguments, type Failure, PASSED, type Validator } from './validator.ts';

const MISMATCH = accepted({ code: 'PATTERN_MISMATCH' });
const caches = new WeakMap<Limits, (source: string) => Outcome<Pattern>>();

export const regex = {
  args: { value: required(text()), pattern: required(plainText({ format: 'pattern' })) },
  judge: matchPattern,
} satisfies Validator;

function matchPattern({ value, pattern }: Arguments, { limits }: FunctionScope): Outcome<Failure | undefined> {
  const compiled = patternsFor(limits)(toText(pattern));
  if (!compiled.ok) return compiled;
  const matched = compiled.value.match(toText(value));
  if (!matched.ok) return matched;
  return matched.value ? PASSED : MISMATCH;
}

function patternsFor(limits: Limits): (source: string) => Outcome<Pattern> {
  let cache = caches.get(limits);
  if (cache === undefined) {
    cache = createPatternCache(limits);
    caches.set(limits, cache);
  }
  return cache;
}
