// email: whether a text has the form of a mail address: one @ with something before it, no white space, and a domain
// whose last label has two characters or more. Written out, because a backtracking expression is quadratic here.

import { required, text } from '../../catalog.ts';
import { readText } from './read-argument.ts';
import type { Validator } from './validator.ts';

const INVALID = {
  code: 'INVALID_EMAIL',
  message: 'Please enter a valid email address (e.g. user@example.com).',
};

export const email = {
  args: { value: required(text()) },
  says: INVALID.message,
  judge: ({ value }, scope) => (isMailAddress(readText(value, scope)) ? undefined : INVALID),
} satisfies Validator;

export function isMailAddress(address: string): boolean {
  const at = address.indexOf('@');
  if (at < 1 || address.includes('@', at + 1) || /\s/.test(address)) return false;
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return dot > 0 && dot < domain.length - 2;
}
