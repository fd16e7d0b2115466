// Arguments that functions want as numbers, booleans or texts, read from what a binding gave. An absent or null
// optional argument is absent; what cannot be read at all is refused, so that nobody is shown a wrong number.

import { accepted, issue, type Outcome, refused } from '../../issue.ts';
import { describeType, type Json } from '../../json.ts';
import { toBool, toText } from '../../value.ts';

const ABSENT = accepted(undefined);
/** What a formatting function shows before its data have arrived: nothing, rather than a price of 0. */
export const NOTHING_YET: Outcome<string> = accepted('');
const NUMERAL = /^[\s0-9+\-.eE]+$/;

/** The number that a value is or reads as; undefined where it is none. */
export function readNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  // Number() alone would also read "", " ", "0x10" and "Infinity".
  if (typeof value !== 'string' || !NUMERAL.test(value) || value.trim() === '') return undefined;
  const read = Number(value);
  return Number.isFinite(read) ? read : undefined;
}

/** Null counts as 0 (A2UI renderer guide, coercion). */
export function numberArgument(name: string, value: Json | undefined): Outcome<number> {
  const read = optionalNumber(name, value);
  return read.ok ? accepted(read.value ?? 0) : read;
}

export function optionalNumber(name: string, value: Json | undefined): Outcome<number | undefined> {
  if (value === undefined || value === null) return ABSENT;
  const read = readNumber(value);
  if (read !== undefined) return accepted(read);
  const message = `The argument ${name} is ${describeType(value)} that does not read as a number.`;
  return refused([issue('VITRINE_FUNCTION_ARGS', 'error', message)]);
}

export function optionalBool(value: Json | undefined): boolean | undefined {
  return value === undefined || value === null ? undefined : toBool(value);
}

export function optionalText(value: Json | undefined): string | undefined {
  return value === undefined || value === null ? undefined : toText(value);
}
