// required: whether anything was entered. An empty object, 0 and false are something.

import { any, required as requiredProp } from '../../catalog.ts';
import { accepted } from '../../issue.ts';
import { isArray, type Json } from '../../json.ts';
import { PASSED, type Validator } from './validator.ts';

const MISSING = accepted({ code: 'REQUIRED' });

export const required = {
  args: { value: requiredProp(any()) },
  judge: ({ value }) => (isEmpty(value) ? MISSING : PASSED),
} satisfies Validator;

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isArray(value) && value.length === 0);
}
