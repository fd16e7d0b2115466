// The keywords of JSON Schema that look at one value and into nothing below it. check.ts puts them together.

import {
  compilePattern,
  DEFAULT_LIMITS,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
} from '@vitrine/core/internal';

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt\s](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)$/;
const MINUTES_A_DAY = 1440;

/** `date-time` of JSON Schema: RFC 3339 §5.6, with days that exist and the leap second where it may stand. */
export function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const number = (group: number): number => Number(parts[group] ?? 0);
  const [hour, minute, second] = [number(4), number(5), number(6)];
  const [zoneHour, zoneMinute] = [number(7), number(8)];
  if (!isDay(number(1), number(2), number(3)) || Math.abs(zoneHour) > 23 || zoneMinute > 59) return false;
  if (hour > 23 || minute > 59 || second > 60) return false;
  if (second < 60) return true;
  // RFC 3339 §5.7: a leap second ends a day of UTC.
  const behind = (parts[7] ?? '').startsWith('-') ? -1 : 1;
  const utc = hour * 60 + minute - behind * (Math.abs(zoneHour) * 60 + zoneMinute);
  return (utc + MINUTES_A_DAY) % MINUTES_A_DAY === MINUTES_A_DAY - 1;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export interface SchemaProblem {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly message: string;
}

/** `at` is where the value stands. */
export type ValueCheck = (value: Json, at: string) => SchemaProblem | undefined;
type ValueKeyword = (operand: Json, schema: JsonObject, where: string) => ValueCheck | undefined;

export function problem(instancePath: string, schemaPath: string, message: string): SchemaProblem {
  return { instancePath, schemaPath, keyword: schemaPath.slice(schemaPath.lastIndexOf('/') + 1), message };
}

/** A judge of values of one type; others pass. */
function forType<T extends Json>(
  isType: (value: Json) => value is T,
  where: string,
  fits: (value: T) => boolean,
  message: string,
): ValueCheck {
  return (value, at) => (!isType(value) || fits(value) ? undefined : problem(at, where, message));
}

const isText = (value: Json): value is string => typeof value === 'string';
const isNumber = (value: Json): value is number => typeof value === 'number';

export const TYPES: { readonly [type: string]: (value: Json) => boolean } = {
  object: isObject,
  array: isArray,
  string: isText,
  number: isNumber,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

export const VALUE_KEYWORDS: { readonly [keyword: string]: ValueKeyword } = {
  type: (operand, _schema, where) => {
    const names = (isArray(operand) ? operand : [operand]) as readonly string[];
    return (value, at) =>
      names.some((name) => TYPES[name]?.(value)) ? undefined : problem(at, where, `must be ${names.join(',')}`);
  },
  enum: (operand, _schema, where) => (value, at) =>
    (operand as readonly Json[]).some((one) => isSame(one, value))
      ? undefined
      : problem(at, where, 'must be equal to one of the allowed values'),
  const: (operand, _schema, where) => (value, at) =>
    isSame(operand, value) ? undefined : problem(at, where, 'must be equal to constant'),
  minimum: (least, _schema, where) =>
    forType(isNumber, where, (value) => value >= (least as number), `must be >= ${least}`),
  maximum: (most, _schema, where) =>
    forType(isNumber, where, (value) => value <= (most as number), `must be <= ${most}`),
  minLength: (least, _schema, where) =>
    forType(
      isText,
      where,
      (text) => lengthOf(text) >= (least as number),
      `must NOT have fewer than ${least} characters`,
    ),
  maxLength: (most, _schema, where) =>
    forType(isText, where, (text) => fitsIn(text, most as number), `must NOT have more than ${most} characters`),
  pattern: (source, _schema, where) => {
    const pattern = compilePattern(source as string, DEFAULT_LIMITS);
    if (!pattern.ok) throw new Error(`The schema check cannot read the pattern ${source}.`);
    return forType(isText, where, (text) => pattern.value.test(text), `must match pattern "${source}"`);
  },
  // Others are notes to the reader.
  format: (format, _schema, where) =>
    format === 'date-time' ? forType(isText, where, isDateTime, 'must match format "date-time"') : undefined,
  minItems: (least, _schema, where) =>
    forType(isArray, where, (list) => list.length >= (least as number), `must NOT have fewer than ${least} items`),
  maxItems: (most, _schema, where) =>
    forType(isArray, where, (list) => list.length <= (most as number), `must NOT have more than ${most} items`),
  maxProperties: (most, _schema, where) =>
    forType(
      isObject,
      where,
      (value) => Object.keys(value).length <= (most as number),
      `must NOT have more than ${most} properties`,
    ),
  required: (operand, _schema, where) => (value, at) => {
    const missing = isObject(value)
      ? (operand as readonly string[]).find((name) => !Object.hasOwn(value, name))
      : undefined;
    return missing === undefined ? undefined : problem(at, where, `must have required property '${missing}'`);
  },
};

function isSame(one: Json, other: Json): boolean {
  return one === other || (typeof one === 'object' && jsonEqual(one, other));
}

/** JSON Schema counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length++;
  return length;
}

function fitsIn(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && lengthOf(text) <= most);
}
