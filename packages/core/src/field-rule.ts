// Whether a value may stand in a field. Every reader of fields (asks, forms, inputs of catalogs) describes its field as a
// FieldRule; the one judge is here and gives a code with parameters. Words for them are field-sentences.ts and, on a page,
// its translations. SPEC.md, FR.

import { type EvaluationBudget, STEP_COSTS } from './evaluation-budget.ts';
import { isArray, isObject, type Json, jsonEqual } from './json.ts';
import type { Limits } from './limits.ts';
import { type ParsedDate, parseDate } from './parse-date.ts';
import { cachedPattern, matchPattern } from './pattern.ts';
import { offsetAt } from './zone.ts';

/** `day`: written YYYY-MM-DD. `date`, `time`, `date-time`: any text of ISO 8601 that has these parts. */
type FieldKind =
  | 'text'
  | 'email'
  | 'number'
  | 'bool'
  | 'day'
  | 'date'
  | 'time'
  | 'date-time'
  | 'choice'
  | 'choices'
  | 'file';

/**
 * Members that say nothing about a value of the type forbid nothing, and neither do those that cannot be read. A type and no
 * interface, so that it is JSON.
 */
export type FieldRule = {
  readonly type: FieldKind;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** What a person is told whose text does not match. */
  readonly patternMessage?: string;
  readonly min?: number;
  readonly max?: number;
  /** From `min`, else from 0. */
  readonly step?: number;
  readonly earliest?: string;
  readonly latest?: string;
  /** Moments are compared with clock faces as they are read here; absent: UTC. */
  readonly zone?: string;
  /** Absent: any text. */
  readonly options?: readonly Json[];
  readonly maxItems?: number;
  /** Media types and endings, as an input of HTML takes them. */
  readonly accept?: readonly string[];
  readonly maxBytes?: number;
};

/** What is wrong, by code, with the members of the rule that say so. */
export interface FieldParameters {
  readonly REQUIRED: { readonly type: FieldKind };
  readonly TYPE: { readonly type: FieldKind };
  readonly OPTION: { readonly type: FieldKind };
  readonly REPEATED: object;
  readonly MAX_ITEMS: { readonly maxItems: number };
  readonly MIN: { readonly min: number };
  readonly MAX: { readonly max: number };
  readonly STEP: { readonly step: number; readonly min: number | undefined };
  readonly MIN_LENGTH: { readonly minLength: number };
  readonly MAX_LENGTH: { readonly maxLength: number };
  readonly PATTERN: { readonly patternMessage?: string | undefined };
  readonly INVALID_EMAIL: { readonly patternMessage?: string | undefined };
  readonly EARLIEST: { readonly earliest: string };
  readonly LATEST: { readonly latest: string };
  readonly ACCEPT: { readonly accept: readonly string[] };
  readonly MAX_BYTES: { readonly maxBytes: number };
}

export type FieldCode = keyof FieldParameters;
export interface FieldProblem<C extends FieldCode = FieldCode> {
  readonly code: C;
  readonly parameters: FieldParameters[C];
}

function problem<C extends FieldCode>(code: C, parameters: FieldParameters[C]): FieldProblem<C> {
  return { code, parameters };
}

/** Undefined when the value may stand. Of a field with nothing in it only `required` is asked. */
export function judgeFieldValue(
  rule: FieldRule,
  value: Json | undefined,
  limits: Limits,
  budget?: EvaluationBudget,
): FieldProblem | undefined {
  const { type } = rule;
  const isEmpty =
    value === undefined ||
    value === null ||
    value === '' ||
    (type === 'bool' && value === false) ||
    (type === 'choices' && isArray(value) && value.length === 0);
  if (isEmpty) return rule.required === true ? problem('REQUIRED', { type }) : undefined;
  return judgeEnteredValue(rule, value, limits, budget);
}

/** The same for what was entered, whatever it is: where `null` or the empty text are values like any other. */
export function judgeEnteredValue(
  rule: FieldRule,
  value: Json,
  limits: Limits,
  budget?: EvaluationBudget,
): FieldProblem | undefined {
  const { type } = rule;
  switch (type) {
    case 'text':
    case 'email':
      return typeof value === 'string' ? judgeText(rule, value, limits, budget) : problem('TYPE', { type });
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? judgeNumber(rule, value) : problem('TYPE', { type });
    case 'bool':
      return typeof value === 'boolean' ? undefined : problem('TYPE', { type });
    case 'choice':
      return judgeChoices(rule, [value], budget);
    case 'choices':
      return isArray(value) ? judgeChoices(rule, value, budget) : problem('TYPE', { type });
    case 'file':
      return judgeFile(rule, value);
    default:
      return judgeDate(rule, value);
  }
}

function judgeText(
  { type, pattern, patternMessage, minLength, maxLength }: FieldRule,
  value: string,
  limits: Limits,
  budget: EvaluationBudget | undefined,
): FieldProblem | undefined {
  const wrong =
    judgeLength(value.length, minLength, maxLength) ??
    (pattern === undefined || fitsPattern(pattern, value, limits, budget)
      ? undefined
      : problem('PATTERN', { patternMessage }));
  return wrong ?? (type !== 'email' || isMailAddress(value) ? undefined : problem('INVALID_EMAIL', { patternMessage }));
}

/** In UTF-16 units, as an input of HTML counts. */
export function judgeLength(
  length: number,
  minLength: number | undefined,
  maxLength: number | undefined,
): FieldProblem | undefined {
  if (minLength !== undefined && length < minLength) return problem('MIN_LENGTH', { minLength });
  return maxLength !== undefined && length > maxLength ? problem('MAX_LENGTH', { maxLength }) : undefined;
}

/** A pattern that cannot be read forbids nothing; a text that is too long for one was not found to match. */
export function fitsPattern(source: string, text: string, limits: Limits, budget?: EvaluationBudget): boolean {
  if (!cachedPattern(source, limits).ok) return true;
  const matched = matchPattern(source, text, limits, budget);
  return matched.ok && matched.value;
}

/**
 * One @ with something before it, no white space, and a domain whose last label has two characters or more. Written out,
 * because a backtracking expression is quadratic here.
 */
export function isMailAddress(address: string): boolean {
  const at = address.indexOf('@');
  if (at < 1 || address.includes('@', at + 1) || /\s/.test(address)) return false;
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return dot > 0 && dot < domain.length - 2;
}

export function judgeBounds(value: number, min: number | undefined, max: number | undefined): FieldProblem | undefined {
  if (min !== undefined && value < min) return problem('MIN', { min });
  return max !== undefined && value > max ? problem('MAX', { max }) : undefined;
}

const DEFAULT_SPAN = 100;

/** The end of a range that says none. */
export function rangeEnd(min: number): number {
  return Math.max(min, 0) + DEFAULT_SPAN;
}

function judgeNumber({ min, max, step }: FieldRule, value: number): FieldProblem | undefined {
  const outside = judgeBounds(value, min, max);
  if (outside !== undefined || step === undefined || !(step > 0)) return outside;
  // Decimal steps have no exact doubles: a billionth of a step is no difference.
  const steps = (value - (min ?? 0)) / step;
  const isOn = Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
  return isOn ? undefined : problem('STEP', { step, min });
}

function judgeChoices(
  { type, options, maxItems, required }: FieldRule,
  chosen: readonly Json[],
  budget: EvaluationBudget | undefined,
): FieldProblem | undefined {
  if (chosen.length === 0 && required === true) return problem('REQUIRED', { type });
  if (options === undefined)
    return chosen.every((one) => typeof one === 'string') ? undefined : problem('TYPE', { type });
  budget?.work(STEP_COSTS.read * (options.length + chosen.length));
  const isSame = (a: Json, b: Json): boolean => (budget === undefined ? jsonEqual(a, b) : budget.isEqual(a, b));
  // Most options are texts, and there may be thousands.
  const plain = new Set(options.filter(isPlain));
  const others = options.filter((one) => !isPlain(one));
  const isOption = (one: Json): boolean => (isPlain(one) ? plain.has(one) : others.some((other) => isSame(other, one)));
  if (!chosen.every(isOption)) return problem('OPTION', { type });
  const texts = chosen.filter(isPlain);
  const rest = chosen.filter((one) => !isPlain(one));
  const isRepeated =
    new Set(texts).size < texts.length || rest.some((one, i) => rest.findIndex((other) => isSame(one, other)) < i);
  if (isRepeated) return problem('REPEATED', {});
  return maxItems !== undefined && chosen.length > maxItems ? problem('MAX_ITEMS', { maxItems }) : undefined;
}

function isPlain(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function judgeDate({ type, earliest, latest, zone = 'UTC' }: FieldRule, value: Json): FieldProblem | undefined {
  const isDay = type === 'day';
  const entered = typeof value === 'string' && (!isDay || DAY.test(value)) ? parseDate(value) : undefined;
  const lacks = type === 'time' ? ['date'] : type === 'date-time' ? ['date', 'time'] : ['time'];
  if (entered === undefined || lacks.includes(entered.kind)) return problem('TYPE', { type });
  const [first, last] = [earliest, latest].map((bound) => parseDate(isDay ? bound?.slice(0, 10) : bound));
  if (earliest !== undefined && first !== undefined && isBefore(entered, first, zone))
    return problem('EARLIEST', { earliest });
  return latest !== undefined && last !== undefined && isBefore(endOf(last), entered, zone)
    ? problem('LATEST', { latest })
    : undefined;
}

const MS_PER_DAY = 86_400_000;

/** A day as a last moment is the whole day. */
function endOf(bound: ParsedDate): ParsedDate {
  return bound.kind === 'date' ? { kind: 'wall', wall: bound.wall + MS_PER_DAY - 1 } : bound;
}

/** Moments are compared as moments, clock faces as they are read in the zone, times of day with times of day. */
function isBefore(a: ParsedDate, b: ParsedDate, zone: string): boolean {
  if (a.kind === 'instant' && b.kind === 'instant') return a.instant < b.instant;
  const [first, second] = [wallOf(a, zone), wallOf(b, zone)];
  if (a.kind !== 'time' && b.kind !== 'time') return first < second;
  return timeOf(first) < timeOf(second);
}

function wallOf(date: ParsedDate, zone: string): number {
  return date.kind === 'instant' ? date.instant + offsetAt(date.instant, zone) : date.wall;
}

function timeOf(wall: number): number {
  return ((wall % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY;
}

/** A file is a record of one: its bytes were sent to the host before, or are still on the page. */
function judgeFile({ type, accept = [], maxBytes }: FieldRule, value: Json): FieldProblem | undefined {
  if (!isObject(value) || typeof value.name !== 'string' || typeof value.ref !== 'string')
    return problem('TYPE', { type });
  const { name, type: media = '', size = 0 } = value;
  if (typeof media !== 'string' || typeof size !== 'number' || !(size >= 0)) return problem('TYPE', { type });
  if (maxBytes !== undefined && maxBytes > 0 && size > maxBytes) return problem('MAX_BYTES', { maxBytes });
  const kinds = fileKinds(accept);
  const isOfKind = (kind: string): boolean => {
    const wanted = kind.toLowerCase();
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted);
    const own = media.toLowerCase();
    return wanted.endsWith('/*') ? own.startsWith(wanted.slice(0, -1)) : own === wanted;
  };
  return kinds.length === 0 || kinds.some(isOfKind) ? undefined : problem('ACCEPT', { accept: kinds });
}

const FILE_KIND = /^(?:\.[\w.+-]+|[\w.+-]+\/(?:\*|[\w.+-]+))$/;

/** The kinds of files that can be read as such; others would be passed to the file dialog of a browser. */
export function fileKinds(accept: readonly unknown[]): readonly string[] {
  return accept.flatMap((kind) => (typeof kind === 'string' ? kind.trim() : [])).filter((kind) => FILE_KIND.test(kind));
}
