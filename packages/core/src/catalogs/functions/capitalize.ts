// capitalize: a text with its first letter in upper case, by the rules of the reader's language.

import { defineFunction, required, text } from '../../catalog.ts';
import { accepted } from '../../issue.ts';
import { usableLocale } from '../../locale.ts';
import { toText } from '../../value.ts';

export const capitalize = defineFunction({
  args: { value: required(text()) },
  returns: 'string',
  run({ value }, scope) {
    const text = toText(value, scope.budget);
    const [first = ''] = text;
    return accepted(first.toLocaleUpperCase(usableLocale(scope).tags) + text.slice(first.length));
  },
});
