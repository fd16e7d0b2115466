// Single fields of AgentChains params, with the lengths and ranges of its schemas. Null is the same as absent: the first
// server writes optional fields that way.

import { describeType, type Findings, type Json, type JsonObject } from '@vitrine/core';
import { isStorableText } from '../stored.ts';

const ID_LENGTH = 100;

/** Runs a check with the path at one field. */
export function at<T>(field: string | number, findings: Findings, check: () => T): T {
  findings.path.push(field);
  const result = check();
  findings.path.pop();
  return result;
}

export function given(params: JsonObject, field: string): Json | undefined {
  const value = Object.hasOwn(params, field) ? params[field] : undefined;
  return value === null ? undefined : value;
}

export interface TextRule {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
}

export function textField(
  params: JsonObject,
  field: string,
  findings: Findings,
  rule: TextRule = {},
): string | undefined {
  const value = given(params, field);
  return at(field, findings, () => {
    if (value === undefined) {
      if (rule.required === true) findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required.`);
      return undefined;
    }
    if (typeof value !== 'string')
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a string, not ${describeType(value)}.`);
    const { min = 0, max = Number.POSITIVE_INFINITY } = rule;
    if (value.length < min) return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must not be empty.`);
    if (value.length > max)
      return findings.refuse('VITRINE_LIMIT_TEXT', `${field} has ${value.length} characters; the limit is ${max}.`);
    return isStorableText(value, findings) ? value : undefined;
  });
}

/** Ids are texts of 1 to 100 characters; the seed calls them UUIDs and writes "c1". */
export function idField(params: JsonObject, field: string, findings: Findings): string | undefined {
  return textField(params, field, findings, { required: true, min: 1, max: ID_LENGTH });
}

export function oneOfField<T extends string>(
  params: JsonObject,
  field: string,
  set: readonly T[],
  findings: Findings,
  fallback?: T,
): T | undefined {
  const value = given(params, field);
  const known = set.find((one) => one === value);
  if (known !== undefined) return known;
  if (value === undefined && fallback !== undefined) return fallback;
  return at(field, findings, () => {
    const words = set.join(', ');
    return value === undefined
      ? findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required: one of ${words}.`)
      : findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be one of ${words}.`);
  });
}

export interface NumberRule {
  readonly integer?: boolean;
  readonly min?: number;
  readonly max?: number;
}

export function numberField(
  params: JsonObject,
  field: string,
  findings: Findings,
  rule: NumberRule = {},
): number | undefined {
  const value = given(params, field);
  if (value === undefined) return undefined;
  return at(field, findings, () => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a number, not ${describeType(value)}.`);
    const { integer = false, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rule;
    if (integer && !Number.isInteger(value))
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a whole number.`);
    if (value < min || value > max)
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be ${range(min, max)}.`);
    return value;
  });
}

function range(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `${min} or more`;
  return `from ${min} to ${max}`;
}

export function boolField(params: JsonObject, field: string, findings: Findings): boolean | undefined {
  const value = given(params, field);
  if (value === undefined || typeof value === 'boolean') return value;
  return at(field, findings, () =>
    findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be true or false, not ${describeType(value)}.`),
  );
}
