// regex: whether the pattern matches somewhere in the text. Patterns run in linear time (pattern.ts); one that cannot
// be compiled is an issue, not a failed check.

import { plainText, required, text } from '../../catalog.ts';
import { matchPattern } from '../../pattern.ts';
import { toText } from '../../value.ts';
import type { Validator } from './validator.ts';

export const regex = {
  args: { value: required(text()), pattern: required(plainText({ format: 'pattern' })) },
  judge({ value, pattern }, { budget, limits }) {
    const matched = matchPattern(toText(pattern, budget), toText(value, budget), limits, budget);
    if (!matched.ok) return matched;
    return matched.value ? undefined : { code: 'PATTERN' };
  },
} satisfies Validator;
