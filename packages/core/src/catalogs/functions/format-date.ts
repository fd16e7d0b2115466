// formatDate: a moment by a pattern of Unicode TR35, in the reader's language and time zone (../../format-date.ts).

import { formatDate as format } from '../../format-date.ts';
import { readText } from './read-argument.ts';
import type { FunctionBody } from './run.ts';

export const formatDate: FunctionBody = ({ value, format: pattern }, scope) => {
  const moment = typeof value === 'string' ? readText(value, scope) : value;
  return format(moment, readText(pattern, scope), scope);
};
