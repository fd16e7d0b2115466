// Of the sentences about fields (field-sentences.ts) those for inputs of the basic catalogs: no page needs more before it shows
// a form or a question.

import type { FieldCode, FieldParameters } from './field-rule.ts';

export type FieldSentences = { readonly [C in FieldCode]: (parameters: FieldParameters[C]) => string };

/** The one sentence that the engine gives a check itself. */
export const EMAIL_SENTENCE = 'Please enter a valid email address (e.g. user@example.com).';

const NAMES: { readonly [type: string]: string } = {
  email: 'text',
  bool: 'yes or a no',
  day: 'date',
  'date-time': 'date and a time',
  choices: 'list',
};

export type InputCode = 'TYPE' | 'PATTERN' | 'INVALID_EMAIL' | 'EARLIEST' | 'LATEST';

export const INPUT_SENTENCES: Pick<FieldSentences, InputCode> = {
  TYPE: ({ type }) => `Please enter a ${NAMES[type] ?? type}.`,
  PATTERN: () => 'This does not have the expected form.',
  INVALID_EMAIL: () => EMAIL_SENTENCE,
  EARLIEST: ({ earliest }) => `It must be ${earliest} or later.`,
  LATEST: ({ latest }) => `It must be ${latest} or earlier.`,
};
