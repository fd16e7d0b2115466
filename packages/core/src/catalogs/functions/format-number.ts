// formatNumber: a number in the reader's language (format.ts).

import { bool, defineFunction, number, required } from '../../catalog.ts';
import { formatNumber as format } from '../../format.ts';
import { showNumber } from './read-argument.ts';

export const formatNumber = defineFunction({
  args: { value: required(number()), decimals: number(), grouping: bool() },
  returns: 'string',
  run: (args, scope) => showNumber(args, (value, shape) => format(value, shape, scope)),
});
