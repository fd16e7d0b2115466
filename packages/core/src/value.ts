// What a binding can give besides JSON, and the conversions between the types that widgets and functions want
// (A2UI 0.9 renderer guide, coercion).

import type { EvaluationBudget } from './evaluation-budget.ts';
import { isArray, isObject, type Json } from './json.ts';

/** The result of a call that its agent has not answered yet. */
export class Pending {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Value = Json | undefined | Pending;

export function isPending(value: Value): value is Pending {
  return value instanceof Pending;
}

/** `budget`: what an object would be as a text is counted before it is made one; where there is no room it is empty. */
export function toText(value: Value, budget?: EvaluationBudget): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null || isPending(value)) return '';
  if (typeof value !== 'object') return String(value);
  return budget === undefined || budget.put(value) ? JSON.stringify(value) : '';
}

/** No number needs as many; reading a text of megabytes as one takes milliseconds. */
const MAX_NUMERAL_LENGTH = 2048;

/** Whether a text is short enough to be read as a number. */
export function mayBeNumeral(text: string): boolean {
  return text.length <= MAX_NUMERAL_LENGTH;
}

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || !mayBeNumeral(value) || value.trim() === '') return 0;
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}

/** A text that a person typed for a number, as that number; anything else as it is. */
export function numberIn(value: Json): Json {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

const TRUE = 'true';

export function toBool(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.length === TRUE.length && value.toLowerCase() === TRUE;
  return typeof value === 'number' && value !== 0;
}

export function toTextList(value: Value): readonly string[] {
  if (isArray(value)) return value.map((item) => toText(item));
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** What counts as true for a condition: emptiness is false, an object with `valid` counts by it where asked. */
export function isTruthy(value: Value, byValidity = false): boolean {
  if (isPending(value)) return false;
  if (byValidity && isObject(value) && typeof value.valid === 'boolean') return value.valid;
  return Boolean(value);
}
