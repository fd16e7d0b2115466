// regex: whether the pattern matches somewhere in the text. Patterns run in linear time (pattern.ts); one that cannot
// be compiled is an issue, not a failed check.

import { matchPattern } from '../../pattern.ts';
import { toText } from '../../value.ts';
import type { Judge } from './run.ts';

export const regex: Judge = ({ value, pattern }, { budget, limits }) => {
  const matched = matchPattern(toText(pattern, budget), toText(value, budget), limits, budget);
  if (!matched.ok) return matched;
  return matched.value ? undefined : { code: 'PATTERN' };
};
