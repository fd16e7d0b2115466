// email: whether a text has the form of a mail address.

import { isMailAddress } from '../../field-rule.ts';
import { EMAIL_SENTENCE } from '../../input-sentences.ts';
import { readText } from './read-argument.ts';
import type { Judge } from './run.ts';

const INVALID = { code: 'INVALID_EMAIL', message: EMAIL_SENTENCE };

export const email: Judge = ({ value }, scope) => (isMailAddress(readText(value, scope)) ? undefined : INVALID);
