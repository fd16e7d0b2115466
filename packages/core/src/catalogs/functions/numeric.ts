// numeric: whether a value is a number, or a text that reads as one, and lies within its bounds.

import { judgeBounds } from '../../field-rule.ts';
import type { Json } from '../../json.ts';
import { readNumber, readText } from './read-argument.ts';
import type { Judge } from './run.ts';

export const numeric: Judge = ({ value, min, max }, scope) => {
  const read = readNumber(typeof value === 'string' ? readText(value, scope) : value);
  return read === undefined ? { code: 'TYPE' } : judgeBounds(read, boundIn(min), boundIn(max));
};

/** One that is no number does not bind. */
export function boundIn(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
