// Single fields of AgentChains params, with the lengths and ranges of its schemas. Null is the same as absent: the first
// server writes optional fields that way.

import { describeType, type Findings, type Json, type JsonObject } from '@vitrine/core/internal';
import { isStorableText } from '../stored.ts';

const ID: TextRule = { required: true, min: 1, max: 100 };

/** Runs a check with the path at one field. */
export function at<T>(field: string | number, findings: Findings, check: () => T): T {
  findings.path.push(field);
  const result = check();
  findings.path.pop();
  return result;
}

export function optionalField(params: JsonObject, field: string): Json | undefined {
  const value = Object.hasOwn(params, field) ? params[field] : undefined;
  return value === null ? undefined : value;
}

export interface TextRule {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
}

const ANY: TextRule & NumberRule = {};

export function textField(
  params: JsonObject,
  field: string,
  findings: Findings,
  rule: TextRule = ANY,
): string | undefined {
  findings.path.push(field);
  const text = readText(optionalField(params, field), field, findings, rule);
  findings.path.pop();
  return text;
}

function readText(
  value: Json | undefined,
  field: string,
  findings: Findings,
  { required = false, min = 0, max = Number.POSITIVE_INFINITY }: TextRule,
): string | undefined {
  if (value === undefined)
    return required ? findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required.`) : undefined;
  if (typeof value !== 'string')
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a string, not ${describeType(value)}.`);
  if (value.length < min) return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must not be empty.`);
  if (value.length > max)
    return findings.refuse('VITRINE_LIMIT_TEXT', `${field} has ${value.length} characters; the limit is ${max}.`);
  return isStorableText(value, findings) ? value : undefined;
}

/** Ids are texts of 1 to 100 characters; the seed calls them UUIDs and writes "c1". */
export function idField(params: JsonObject, field: string, findings: Findings): string | undefined {
  return textField(params, field, findings, ID);
}

export function oneOfField<T extends string>(
  params: JsonObject,
  field: string,
  set: readonly T[],
  findings: Findings,
  fallback?: T,
): T | undefined {
  const value = optionalField(params, field);
  const known = set[set.indexOf(value as T)];
  if (known !== undefined) return known;
  if (value === undefined && fallback !== undefined) return fallback;
  const words = set.join(', ');
  findings.path.push(field);
  if (value !== undefined) findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be one of ${words}.`);
  else findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required: one of ${words}.`);
  findings.path.pop();
  return undefined;
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
  rule: NumberRule = ANY,
): number | undefined {
  const value = optionalField(params, field);
  if (value === undefined) return undefined;
  findings.path.push(field);
  const number = readNumber(value, field, findings, rule);
  findings.path.pop();
  return number;
}

function readNumber(
  value: Json,
  field: string,
  findings: Findings,
  { integer = false, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberRule,
): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a number, not ${describeType(value)}.`);
  if (integer && !Number.isInteger(value))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a whole number.`);
  if (value < min || value > max)
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be ${range(min, max)}.`);
  return value;
}

function range(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `${min} or more`;
  return `from ${min} to ${max}`;
}

export function boolField(params: JsonObject, field: string, findings: Findings): boolean | undefined {
  const value = optionalField(params, field);
  if (value === undefined || typeof value === 'boolean') return value;
  return at(field, findings, () =>
    findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be true or false, not ${describeType(value)}.`),
  );
}
