// formatNumber: a number in the reader's language (format.ts).

import { formatNumber as format } from '../../format.ts';
import { showNumber } from './read-argument.ts';
import type { FunctionBody } from './run.ts';

export const formatNumber: FunctionBody = (args, scope) =>
  showNumber(args, (value, shape) => format(value, shape, scope));
