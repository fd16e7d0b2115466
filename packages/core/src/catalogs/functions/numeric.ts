// numeric: whether a value is a number, or a text that reads as one, and lies within its bounds.

import { number, plainNumber, required } from '../../catalog.ts';
import type { Json } from '../../json.ts';
import { readNumber, readText } from './read-argument.ts';
import type { Validator } from './validator.ts';

export const numeric = {
  args: { value: required(number()), min: plainNumber(), max: plainNumber() },
  needsOneOf: ['min', 'max'],
  judge({ value, min, max }, scope) {
    const read = readNumber(typeof value === 'string' ? readText(value, scope) : value);
    if (read === undefined) return { code: 'NOT_A_NUMBER' };
    return isOutside(read, min, max) ? { code: 'OUT_OF_RANGE' } : undefined;
  },
} satisfies Validator;

/** Bounds are inclusive; one that is no number does not bind. */
export function isOutside(value: number, min: Json | undefined, max: Json | undefined): boolean {
  return (typeof min === 'number' && value < min) || (typeof max === 'number' && value > max);
}
