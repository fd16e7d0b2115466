// Arguments that functions want as numbers, read from what a binding gave. An absent or null optional argument is
// absent; what cannot be read at all is refused, so that nobody is shown a wrong number.

import type { FunctionScope } from '../../catalog.ts';
import type { NumberShape } from '../../format.ts';
import { accepted, type Outcome, refusal } from '../../issue.ts';
import { describeType, type Json } from '../../json.ts';
import { mayBeNumeral, toBool, toText } from '../../value.ts';
import type { Arguments } from './run.ts';

/** A text of which every character is looked at. */
export function readText(value: Json | undefined, { budget }: Pick<FunctionScope, 'budget'>): string {
  const text = toText(value, budget);
  return budget === undefined || budget.read(text.length) ? text : '';
}

const NUMERAL = /^[\s0-9+\-.eE]+$/;

/** The number that a value is or reads as; undefined where it is none. */
export function readNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  // Number() alone would also read "", " ", "0x10" and "Infinity".
  if (typeof value !== 'string' || !mayBeNumeral(value) || !NUMERAL.test(value) || value.trim() === '')
    return undefined;
  const read = Number(value);
  return Number.isFinite(read) ? read : undefined;
}

/**
 * Shows the argument `value` as a number of the shape that the other arguments give. Null counts as 0 (A2UI renderer
 * guide, coercion); before the value has arrived nothing is shown, rather than a price of 0.
 */
export function showNumber(
  { value, decimals, grouping }: Arguments,
  show: (value: number, shape: NumberShape) => Outcome<string>,
): Outcome<string> {
  if (value === undefined) return accepted('');
  const number = optionalNumber('value', value);
  if (!number.ok) return number;
  const digits = optionalNumber('decimals', decimals);
  if (!digits.ok) return digits;
  const shape = { decimals: digits.value, grouping: isGiven(grouping) ? toBool(grouping) : undefined };
  return show(number.value ?? 0, shape);
}

function optionalNumber(name: string, value: Json | undefined): Outcome<number | undefined> {
  const read = readNumber(value);
  if (read !== undefined || !isGiven(value)) return accepted(read);
  const message = `The argument ${name} is ${describeType(value)} that does not read as a number.`;
  return refusal('VITRINE_FUNCTION_ARGS', message);
}

export function isGiven(value: Json | undefined): value is Json {
  return value !== undefined && value !== null;
}
