// pluralize: the form of a text that fits a number in the reader's language (format.ts).

import { defineFunction, number, required, text } from '../../catalog.ts';
import { pluralize as choose } from '../../format.ts';
import { toText } from '../../value.ts';
import { isGiven, showNumber } from './read-argument.ts';

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
  run({ value, ...given }, scope) {
    const forms = Object.fromEntries(
      Object.entries(given).flatMap(([name, form]) => (isGiven(form) ? [[name, toText(form, scope.budget)]] : [])),
    );
    return showNumber({ value }, (count) => choose(count, { other: '', ...forms }, scope));
  },
});
