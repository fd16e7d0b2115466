// Whether a value answers what was asked for. Members of a `want` that make no sense forbid nothing: they are the agent's
// mistake, and the person is not held up by it.

import {
  type AskOp,
  EvaluationBudget,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Limits,
  matchPattern,
  mayDecline,
  parseDate,
  textProblem,
  type Want,
} from '@vitrine/core';
import type { AdmitInput } from './admission.ts';
import { isKnown } from './inputs.ts';

/** Why not, as a sentence; undefined when it does. */
export function judgeAnswer(
  { want }: Pick<AskOp, 'want'>,
  value: Json,
  limits: Limits,
  file: AdmitInput['file'],
  budget: EvaluationBudget = new EvaluationBudget(limits),
): string | undefined {
  if (value === null && want.kind !== 'confirm') return mayDecline(want) ? undefined : 'It has to be answered.';
  switch (want.kind) {
    case 'text':
      return judgeText(want, value, limits, budget);
    case 'number':
      return judgeNumber(want, value);
    case 'select':
      return judgeSelect(want, value, budget);
    case 'date':
      return judgeDate(want, value);
    case 'confirm':
      return typeof value === 'boolean' ? undefined : 'It is answered with true or false.';
    case 'file':
      return judgeFile(want, value, file);
    default:
      return 'This kind of question cannot be answered here.';
  }
}

type WantOf<K extends Want['kind']> = Extract<Want, { readonly kind: K }>;

function judgeText(
  { pattern, patternMessage, minLength, maxLength, required }: WantOf<'text'>,
  value: Json,
  limits: Limits,
  budget: EvaluationBudget,
): string | undefined {
  if (typeof value !== 'string') return 'It is answered with a text.';
  const problem = textProblem(value, limits, '/value');
  if (problem !== undefined) return problem.message;
  if (required === true && value === '') return 'It has to be answered.';
  if (isNumber(minLength) && value.length < minLength) return `The answer has at least ${minLength} characters.`;
  if (typeof maxLength === 'number' && maxLength >= 0 && value.length > maxLength)
    return `The answer may have ${maxLength} characters.`;
  if (typeof pattern !== 'string') return undefined;
  const matched = matchPattern(pattern, value, limits, budget);
  if (!matched.ok || matched.value) return undefined;
  return typeof patternMessage === 'string' && patternMessage !== ''
    ? patternMessage
    : 'The answer does not have the form that is asked for.';
}

function judgeNumber({ min, max, step }: WantOf<'number'>, value: Json): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'It is answered with a number.';
  if (isNumber(min) && value < min) return `The least possible number is ${min}.`;
  if (isNumber(max) && value > max) return `The greatest possible number is ${max}.`;
  if (!isNumber(step) || step <= 0) return undefined;
  const steps = (value - (isNumber(min) ? min : 0)) / step;
  // 0.3 / 0.1 is not 3 in binary.
  return Math.abs(steps - Math.round(steps)) <= 1e-6 ? undefined : `Only steps of ${step} are possible.`;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function judgeSelect(
  { options, multiple }: WantOf<'select'>,
  value: Json,
  budget: EvaluationBudget,
): string | undefined {
  const offered = isArray(options) ? options.map(answerOf) : [];
  const isOffered = (one: Json): boolean => offered.some((option) => budget.isEqual(option, one));
  if (multiple !== true) return isOffered(value) ? undefined : 'It is answered with one of the options.';
  if (!isArray(value) || value.length === 0 || !value.every(isOffered))
    return 'It is answered with some of the options.';
  const isTwice = value.some((one, i) => value.findIndex((other) => budget.isEqual(one, other)) < i);
  return isTwice ? 'Each option can be chosen once.' : undefined;
}

/** `{label, value}`; either can stand for the other. */
function answerOf(option: JsonObject | Json): Json {
  if (!isObject(option)) return option;
  return option.value ?? option.id ?? option.label ?? null;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Days are ordered as their texts are. */
function judgeDate({ min, max }: WantOf<'date'>, value: Json): string | undefined {
  const day = dayOf(value);
  if (day === undefined || parseDate(value) === undefined) return 'It is answered with a date of ISO 8601.';
  const [first, last] = [dayOf(min), dayOf(max)];
  if (first !== undefined && day < first) return `The first possible date is ${first}.`;
  return last !== undefined && day > last ? `The last possible date is ${last}.` : undefined;
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' ? DAY.exec(value)?.[0] : undefined;
}

function judgeFile({ accept, maxBytes }: WantOf<'file'>, value: Json, file: AdmitInput['file']): string | undefined {
  if (!isObject(value) || typeof value.ref !== 'string' || typeof value.name !== 'string')
    return 'It is answered with a file that was sent to the session before.';
  const { name, type, size } = value;
  if (typeof type !== 'string' || !isNumber(size) || size < 0) return 'A file has a type and a size.';
  if (file !== undefined && !isKnown(value, file)) return 'The session has no such file.';
  if (isNumber(maxBytes) && maxBytes > 0 && size > maxBytes) return `The file may have ${maxBytes} bytes.`;
  const kinds = isArray(accept) ? accept.filter((kind): kind is string => typeof kind === 'string') : [];
  return kinds.length === 0 || kinds.some((kind) => isOfKind(name as string, type, kind))
    ? undefined
    : `Only these files are possible: ${kinds.join(', ')}.`;
}

/** As the accept attribute of HTML reads it. */
function isOfKind(name: string, type: string, kind: string): boolean {
  const wanted = kind.trim().toLowerCase();
  if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted);
  const own = type.toLowerCase();
  return wanted.endsWith('/*') ? own.startsWith(wanted.slice(0, -1)) : own === wanted;
}
