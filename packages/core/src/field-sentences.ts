// What a person is told about a value that may not stand in a field, in English: one sentence for each code of
// field-rule.ts. Pages have the same table in other languages.

import type { FieldCode, FieldProblem } from './field-rule.ts';
import { type FieldSentences, INPUT_SENTENCES, type InputCode } from './input-sentences.ts';

export type { FieldSentences } from './input-sentences.ts';
export { EMAIL_SENTENCE, INPUT_SENTENCES } from './input-sentences.ts';

const CHOOSE = 'Please choose one of the options.';
const characters = (count: number): string => `${count} character${count === 1 ? '' : 's'}`;

export const RULE_SENTENCES: Omit<FieldSentences, InputCode> = {
  REQUIRED: ({ type }) => {
    if (type === 'file') return 'Please choose a file.';
    return type.startsWith('choice') ? CHOOSE : 'Please fill this in.';
  },
  OPTION: () => CHOOSE,
  MAX_ITEMS: ({ maxItems }) => `Choose at most ${maxItems}.`,
  REPEATED: () => 'Each option can be chosen once.',
  MIN: ({ min }) => `It must be ${min} or more.`,
  MAX: ({ max }) => `It must be ${max} or less.`,
  STEP: ({ step, min }) => `It must be in steps of ${step}${min ? ` from ${min}` : ''}.`,
  MIN_LENGTH: ({ minLength }) => `It must have at least ${characters(minLength)}.`,
  MAX_LENGTH: ({ maxLength }) => `It may have at most ${characters(maxLength)}.`,
  ACCEPT: ({ accept }) => `It must be one of: ${accept.join(', ')}.`,
  MAX_BYTES: ({ maxBytes }) => `It may have at most ${maxBytes} bytes.`,
};

/** The agent's own words for a pattern come before ours. */
export function fieldSentence({ code, parameters }: FieldProblem, sentences: Partial<FieldSentences>): string {
  const own = 'patternMessage' in parameters ? parameters.patternMessage : undefined;
  return own || (sentences[code] as ((parameters: object) => string) | undefined)?.(parameters) || code;
}

export function englishSentence(problem: FieldProblem): string {
  return fieldSentence(problem, { ...INPUT_SENTENCES, ...RULE_SENTENCES });
}

/** A person may be on the way to a value that passes these: they are asked for when it is sent. */
const ON_SUBMIT: ReadonlySet<FieldCode> = new Set(['REQUIRED', 'MIN_LENGTH', 'PATTERN', 'INVALID_EMAIL', 'STEP']);

/** Why a value may not even be entered; undefined when it may. */
export function entrySentence(problem: FieldProblem | undefined): string | undefined {
  return problem === undefined || ON_SUBMIT.has(problem.code) ? undefined : englishSentence(problem);
}
