// formatCurrency: an amount of money in the reader's language (format.ts).

import { formatCurrency as format } from '../../format.ts';
import { toText } from '../../value.ts';
import { showNumber } from './read-argument.ts';
import type { FunctionBody } from './run.ts';

export const formatCurrency: FunctionBody = (args, scope) =>
  showNumber(args, (value, shape) => format(value, toText(args.currency, scope.budget), shape, scope));
