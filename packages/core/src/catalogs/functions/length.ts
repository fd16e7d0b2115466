// length: whether a text has so many characters (UTF-16 units, as an input's maxlength counts) or a list so many items.
// Anything else has the length 0.

import { plainNumber, required, text } from '../../catalog.ts';
import { judgeLength } from '../../field-rule.ts';
import { isArray, type Json } from '../../json.ts';
import { boundIn } from './numeric.ts';
import type { Validator } from './validator.ts';

const bound = plainNumber({ integer: true, min: 0 });

export const length = {
  args: { value: required(text()), min: bound, max: bound },
  needsOneOf: ['min', 'max'],
  judge: ({ value, min, max }) => judgeLength(sizeOf(value), boundIn(min), boundIn(max)),
} satisfies Validator;

function sizeOf(value: Json | undefined): number {
  return typeof value === 'string' || isArray(value) ? value.length : 0;
}
