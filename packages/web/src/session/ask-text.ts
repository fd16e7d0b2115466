// A text as answer: required, of bounded length, and matching the agent's pattern, which only the engine's own linear
// matcher ever runs.

import { compilePattern } from '@vitrine/core';
import { make } from '../dom.ts';
import type { AskControl, ControlContext, Loose, Reading } from './ask-control.ts';
import type { ChromeWords } from './session-host.ts';
import { line } from './words.ts';

export function makeTextControl(want: Loose<'text'>, context: ControlContext): AskControl {
  const multiline = want.multiline === true;
  const field = make(multiline ? 'textarea' : 'input', 'input');
  if (field instanceof HTMLTextAreaElement) field.rows = 4;
  field.dir = 'auto';
  field.autocomplete = 'off';
  const own = typeof want.maxLength === 'number' && want.maxLength >= 0 ? want.maxLength : undefined;
  const most = Math.min(own ?? Number.POSITIVE_INFINITY, context.limits.textLength);
  return {
    dom: field,
    field,
    focus: field,
    hint: (words) => (own === undefined ? undefined : words.mostCharacters(own)),
    read: (words) => readText(field.value, most, want, context, words),
  };
}

function readText(
  value: string,
  most: number,
  { pattern, patternMessage }: Loose<'text'>,
  context: ControlContext,
  words: ChromeWords,
): Reading {
  if (value.trim() === '') return { problem: words.writeAnswer };
  if (value.length > most) return { problem: words.longAnswer(value.length, most) };
  if (typeof pattern === 'string' && !matches(value, pattern, context)) {
    return { problem: line(patternMessage, 200) || words.wrongAnswer };
  }
  return { value };
}

/** A pattern that cannot be run is the agent's mistake: it is told, and the person is not held up. */
function matches(value: string, source: string, { limits, report }: ControlContext): boolean {
  const pattern = compilePattern(source, limits);
  const matched = pattern.ok ? pattern.value.match(value) : pattern;
  if (matched.ok) return matched.value;
  for (const problem of matched.issues) report(problem);
  return true;
}
