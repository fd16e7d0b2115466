// Whether a value may stand in a field of a form: type, options, bounds, pattern. What no rule forbids is allowed, and a
// rule that cannot be read forbids nothing.

import type { EvaluationBudget } from '../evaluation-budget.ts';
import { isObject, type Json } from '../json.ts';
import type { Limits } from '../limits.ts';
import { parseDate } from '../parse-date.ts';
import { cachedPattern, matchPattern } from '../pattern.ts';
import type { FormField } from './agentchains-form.ts';
import { isMailAddress } from './functions/email.ts';

export interface FieldFailure {
  readonly code: 'REQUIRED' | 'TYPE' | 'OPTION' | 'RANGE' | 'STEP' | 'LENGTH' | 'PATTERN' | 'ACCEPT';
  /** For the person who fills the form in. */
  readonly message: string;
}

/** Undefined when the value may stand. Nothing entered is null, absent or the empty text. */
export function judgeField(
  field: FormField,
  value: Json | undefined,
  limits: Limits,
  budget?: EvaluationBudget,
): FieldFailure | undefined {
  const isEmpty = value === undefined || value === null || value === '';
  if (isEmpty || (field.type === 'checkbox' && value === false)) {
    return field.required ? fail('REQUIRED', 'Please fill this in.') : undefined;
  }
  switch (field.type) {
    case 'checkbox':
      return value === true ? undefined : fail('TYPE', 'This is either on or off.');
    case 'number':
      return judgeNumber(field, value);
    case 'select':
      return field.options.some((option) => option.value === value)
        ? undefined
        : fail('OPTION', 'Please choose one of the options.');
    case 'date':
      return judgeDate(field, value);
    case 'file':
      return judgeFile(field, value);
    default:
      return judgeText(field, value, limits, budget);
  }
}

function fail(code: FieldFailure['code'], message: string): FieldFailure {
  return { code, message };
}

function judgeNumber({ min, max, step }: FormField, value: Json): FieldFailure | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return fail('TYPE', 'Please enter a number.');
  if (min !== undefined && value < min) return fail('RANGE', `It must be ${min} or more.`);
  if (max !== undefined && value > max) return fail('RANGE', `It must be ${max} or less.`);
  if (step === undefined) return undefined;
  // Decimal steps have no exact doubles: a billionth of a step is no difference.
  const steps = (value - (min ?? 0)) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))
    ? undefined
    : fail('STEP', `It must be in steps of ${step}${min ? ` from ${min}` : ''}.`);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function judgeDate({ earliest, latest }: FormField, value: Json): FieldFailure | undefined {
  if (!isDate(value)) return fail('TYPE', 'Please enter a date.');
  // Dates of this form are ordered as their texts are.
  if (isDate(earliest) && value < earliest) return fail('RANGE', `It must be ${earliest} or later.`);
  return isDate(latest) && value > latest ? fail('RANGE', `It must be ${latest} or earlier.`) : undefined;
}

function isDate(value: Json | undefined): value is string {
  return typeof value === 'string' && DATE.test(value) && parseDate(value) !== undefined;
}

function judgeText(
  field: FormField,
  value: Json,
  limits: Limits,
  budget: EvaluationBudget | undefined,
): FieldFailure | undefined {
  if (typeof value !== 'string') return fail('TYPE', 'Please enter a text.');
  const { maxLength, pattern } = field;
  if (maxLength !== undefined && value.length > maxLength) {
    return fail('LENGTH', `It may have at most ${maxLength} characters.`);
  }
  const wrongForm = fail('PATTERN', field.patternMessage ?? 'It does not have the form that is expected.');
  if (pattern !== undefined) {
    const isReadable = cachedPattern(pattern, limits).ok;
    const matched = isReadable ? matchPattern(pattern, value, limits, budget) : undefined;
    // A text that is too long for the pattern was not found to match.
    if (matched !== undefined && !(matched.ok && matched.value)) return wrongForm;
  }
  return field.type === 'email' && !isMailAddress(value) ? wrongForm : undefined;
}

/** A file is a record of one: its bytes were sent to the host before. */
function judgeFile({ accept }: FormField, value: Json): FieldFailure | undefined {
  if (!isObject(value) || typeof value.name !== 'string' || typeof value.ref !== 'string') {
    return fail('TYPE', 'Please choose a file.');
  }
  const name = value.name.toLowerCase();
  const type = typeof value.type === 'string' ? value.type.toLowerCase() : '';
  const fits = accept.some((one) => {
    const wanted = one.toLowerCase();
    if (wanted.startsWith('.')) return name.endsWith(wanted);
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
  return accept.length === 0 || fits ? undefined : fail('ACCEPT', `It must be one of: ${accept.join(', ')}.`);
}
