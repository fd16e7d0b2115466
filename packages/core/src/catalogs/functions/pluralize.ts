// pluralize: the form of a text that fits a number in the reader's language (format.ts).

import { pluralize as choose } from '../../format.ts';
import { toText } from '../../value.ts';
import { isGiven, showNumber } from './read-argument.ts';
import type { FunctionBody } from './run.ts';

export const pluralize: FunctionBody = ({ value, ...formArgs }, scope) => {
  const forms = Object.fromEntries(
    Object.entries(formArgs).flatMap(([name, form]) => (isGiven(form) ? [[name, toText(form, scope.budget)]] : [])),
  );
  return showNumber({ value }, (count) => choose(count, { other: '', ...forms }, scope));
};
