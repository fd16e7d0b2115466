// pluralize: the form of a text that fits a number in the reader's language (format.ts).

import { defineFunction, number, required, text } from '../../catalog.ts';
import { pluralize as choose } from '../../format.ts';
import { toText } from '../../value.ts';
import { NOTHING_YET, numberArgument, optionalText } from './read-argument.ts';

export const pluralize = defineFunction({
  args: {
    value: required(number()),
    zero: text(),
    one: text(),
    two: text(),
    few: text(),
    many: text(),
    other: required(text()),
  },
  returns: 'string',
  run({ value, zero, one, two, few, many, other }, scope) {
    if (value === undefined) return NOTHING_YET;
    const count = numberArgument('value', value);
    if (!count.ok) return count;
    const forms = {
      zero: optionalText(zero),
      one: optionalText(one),
      two: optionalText(two),
      few: optionalText(few),
      many: optionalText(many),
      other: toText(other),
    };
    return choose(count.value, forms, scope);
  },
});
