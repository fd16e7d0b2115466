// email: whether a text has the form of a mail address.

import { required, text } from '../../catalog.ts';
import { isMailAddress } from '../../field-rule.ts';
import { EMAIL_SENTENCE } from '../../field-sentences.ts';
import { readText } from './read-argument.ts';
import type { Validator } from './validator.ts';

const INVALID = { code: 'INVALID_EMAIL', message: EMAIL_SENTENCE };

export const email = {
  args: { value: required(text()) },
  says: INVALID.message,
  judge: ({ value }, scope) => (isMailAddress(readText(value, scope)) ? undefined : INVALID),
} satisfies Validator;
