// The check at the door for literal texts: length, Unicode, and what the declaration says of their form. A page may not have
// the code yet that reads templates, patterns and dates: it judges them when that has come (page-fold.ts).

import { isCallBinding } from './binding.ts';
import type { Shape } from './catalog.ts';
import { type FunctionCode, functionCode } from './catalogs/function-code.ts';
import { checkCall } from './check-binding.ts';
import type { CheckContext } from './check-context.ts';
import { textProblem } from './inspect.ts';
import { quote } from './issue.ts';
import { isObject } from './json.ts';
import { DEFAULT_LIMITS } from './limits.ts';

type TextShape = Extract<Shape, { kind: 'text' }>;

const ABSOLUTE_URL = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/;

export function checkTextValue(shape: TextShape, text: string, context: CheckContext): void {
  if (text !== '') {
    const problem = textProblem(text, context.limits, '');
    if (problem !== undefined) return context.addHere(problem);
  }
  if (shape.minLength !== undefined && text.length < shape.minLength) {
    context.mend('VITRINE_PROP_VALUE', `The text needs at least ${shape.minLength} characters.`);
  }
  if (shape.pattern === undefined && shape.format === undefined) return;
  const { code } = functionCode;
  if (code === undefined) {
    context.compiled.isMissing = true;
    return;
  }
  if (shape.pattern !== undefined) {
    // Ours or a catalog's, judged when the catalog was made.
    const pattern = code.cachedPattern(shape.pattern, DEFAULT_LIMITS);
    if (pattern.ok && !pattern.value.test(text)) {
      context.mend('VITRINE_PROP_VALUE', `${quote(text)} does not match ${quote(shape.pattern)}.`);
    }
  }
  if (shape.format !== undefined) checkFormat(shape.format, text, code, context);
}

/** `date`, `time` and `date-time` of JSON Schema (RFC 3339): a time has its seconds and its offset. */
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:z|[+-]\\d{2}(?::?\\d{2})?)';
const TIME = new RegExp(`^${CLOCK}$`, 'i');
const DATE = new RegExp(`^\\d{4}-\\d{2}-\\d{2}([t\\s]${CLOCK})?$`, 'i');

/** A time with an offset is one by its form; what it would mean without a date is left open, so nobody reads it. */
function isMoment(text: string, strict: boolean, { parseDate }: FunctionCode): boolean {
  return TIME.test(text) || (parseDate(text) !== undefined && (!strict || DATE.test(text)));
}

/** A character of a pattern costs as much as these of a template. */
const PATTERN_WEIGHT = 4;

function checkFormat(
  format: NonNullable<TextShape['format']>,
  text: string,
  code: FunctionCode,
  context: CheckContext,
): void {
  switch (format) {
    case 'template':
      return checkTemplate(text, code, context);
    case 'pattern': {
      if (!context.mayCompile(PATTERN_WEIGHT * text.length)) return;
      const pattern = code.compilePattern(text, context.limits);
      if (!pattern.ok) for (const problem of pattern.issues) context.mend(problem.code, problem.message);
      return;
    }
    case 'url':
      if (!ABSOLUTE_URL.test(text)) context.mend('VITRINE_PROP_VALUE', `${quote(text)} is not an absolute URL.`);
      return;
    case 'date':
      if (!isMoment(text, context.strict, code))
        context.mend(
          'VITRINE_PROP_VALUE',
          `${quote(text)} is not a date, a time with its offset, or both in ISO 8601.`,
        );
      return;
    case 'svg-path':
      return;
  }
}

/** Calls inside a text template are calls like any other, but no pointer leads into a text. */
function checkTemplate(template: string, { parseExpression }: FunctionCode, context: CheckContext): void {
  if (!template.includes('${') || !context.mayCompile(template.length)) return;
  const parsed = parseExpression(template, context.limits);
  if (!parsed.ok) {
    for (const problem of parsed.issues) context.mend(problem.code, problem.message);
    return;
  }
  const trial = context.trial();
  for (const part of parsed.value) {
    if (isObject(part) && isCallBinding(part)) checkCall(part, trial);
  }
  for (const problem of trial.all()) context.addHere(problem);
}
