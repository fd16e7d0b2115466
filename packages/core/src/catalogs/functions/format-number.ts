// formatNumber: a number in the reader's language (format.ts).

import { bool, defineFunction, number, required } from '../../catalog.ts';
import { formatNumber as format } from '../../format.ts';
import { NOTHING_YET, numberArgument, optionalBool, optionalNumber } from './read-argument.ts';

export const formatNumber = defineFunction({
  args: { value: required(number()), decimals: number(), grouping: bool() },
  returns: 'string',
  run(args, scope) {
    if (args.value === undefined) return NOTHING_YET;
    const value = numberArgument('value', args.value);
    if (!value.ok) return value;
    const decimals = optionalNumber('decimals', args.decimals);
    if (!decimals.ok) return decimals;
    return format(value.value, { decimals: decimals.value, grouping: optionalBool(args.grouping) }, scope);
  },
});
