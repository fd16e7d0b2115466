// formatCurrency: an amount of money in the reader's language (format.ts).

import { bool, defineFunction, number, required, text } from '../../catalog.ts';
import { formatCurrency as format } from '../../format.ts';
import { toText } from '../../value.ts';
import { showNumber } from './read-argument.ts';

export const formatCurrency = defineFunction({
  args: { value: required(number()), currency: required(text()), decimals: number(), grouping: bool() },
  returns: 'string',
  run: (args, scope) =>
    showNumber(args, (value, shape) => format(value, toText(args.currency, scope.budget), shape, scope)),
});
