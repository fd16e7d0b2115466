// formatCurrency: an amount of money in the reader's language (format.ts).

import { bool, defineFunction, number, required, text } from '../../catalog.ts';
import { formatCurrency as format } from '../../format.ts';
import { toText } from '../../value.ts';
import { NOTHING_YET, numberArgument, optionalBool, optionalNumber } from './read-argument.ts';

export const formatCurrency = defineFunction({
  args: { value: required(number()), currency: required(text()), decimals: number(), grouping: bool() },
  returns: 'string',
  run(args, scope) {
    if (args.value === undefined) return NOTHING_YET;
    const value = numberArgument('value', args.value);
    if (!value.ok) return value;
    const decimals = optionalNumber('decimals', args.decimals);
    if (!decimals.ok) return decimals;
    const shape = { decimals: decimals.value, grouping: optionalBool(args.grouping) };
    return format(value.value, toText(args.currency), shape, scope);
  },
});
