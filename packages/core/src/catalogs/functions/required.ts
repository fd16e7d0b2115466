// required: whether anything was entered. An empty object, 0 and false are something.

import { any, required as requiredProp } from '../../catalog.ts';
import { isArray, type Json } from '../../json.ts';
import type { Validator } from './validator.ts';

export const required = {
  args: { value: requiredProp(any()) },
  judge: ({ value }) => (isEmpty(value) ? { code: 'REQUIRED' } : undefined),
} satisfies Validator;

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isArray(value) && value.length === 0);
}
