// formatNumber: a number in the reader's language (format.ts).

import { formatNumber as format } from '../../format.ts';
import { showNumber } from './read-argument.ts';
import type { Run } from './run.ts';

export const formatNumber: Run = (args, scope) => showNumber(args, (value, shape) => format(value, shape, scope));
