// length: whether a text has so many characters (UTF-16 units, as an input's maxlength counts) or a list so many items.
// Anything else has the length 0.

import { judgeLength } from '../../field-rule.ts';
import { isArray, type Json } from '../../json.ts';
import { boundIn } from './numeric.ts';
import type { Judge } from './run.ts';

export const length: Judge = ({ value, min, max }) => judgeLength(sizeOf(value), boundIn(min), boundIn(max));

function sizeOf(value: Json | undefined): number {
  return typeof value === 'string' || isArray(value) ? value.length : 0;
}
