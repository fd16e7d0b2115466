// regex: whether the pattern matches somewhere in the text. Patterns run in linear time (pattern.ts); one that cannot
// be compiled is an issue, not a failed check.

import { plainText, required, text } from '../../catalog.ts';
import { cachedPattern } from '../../pattern.ts';
import { toText } from '../../value.ts';
import type { Validator } from './validator.ts';

export const regex = {
  args: { value: required(text()), pattern: required(plainText({ format: 'pattern' })) },
  judge({ value, pattern }, { limits }) {
    const compiled = cachedPattern(toText(pattern), limits);
    if (!compiled.ok) return compiled;
    const matched = compiled.value.match(toText(value));
    if (!matched.ok) return matched;
    return matched.value ? undefined : { code: 'PATTERN_MISMATCH' };
  },
} satisfies Validator;
