// How much work a value is, as far as it matters to whoever takes work in steps: what is light is one piece of a step, what
// is heavy is taken apart.

import { isArray, type Json } from './json.ts';

/** Values, or as many times sixteen characters of text, that are taken at once: about half a millisecond. */
export const PIECE_WEIGHT = 2000;
const CHARS_PER_WEIGHT = 16;

/** Looks no further than it must: it costs no more than `PIECE_WEIGHT` values, whatever there is. */
export function isHeavy(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && weigh(value, PIECE_WEIGHT) > PIECE_WEIGHT;
}

/** Exact up to `most`, beyond it some number that is larger. */
export function weigh(value: Json | undefined, most: number): number {
  if (typeof value === 'string') return 1 + value.length / CHARS_PER_WEIGHT;
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  if (isArray(value)) {
    for (let i = 0; i < value.length && weight <= most; i++) weight += weigh(value[i], most - weight);
    return weight;
  }
  for (const key in value) {
    weight += 1 + weigh((value as { readonly [key: string]: Json })[key], most - weight);
    if (weight > most) break;
  }
  return weight;
}
