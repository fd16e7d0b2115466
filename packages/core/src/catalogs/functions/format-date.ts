// formatDate: a moment by a pattern of Unicode TR35, in the reader's language and time zone (../../format-date.ts).

import { defineFunction, type FunctionDeclaration, required, text, value } from '../../catalog.ts';
import { formatDate as format } from '../../format-date.ts';
import { readText } from './read-argument.ts';

type Arguments = ReturnType<typeof argumentsOf>;
function argumentsOf(options: { readonly objects: boolean }) {
  return { value: required(value(options)), format: required(text()) };
}

/** `objects`: whether the protocol's dynamic values admit plain objects, which are never a date. */
export function formatDate(options: { readonly objects: boolean }): FunctionDeclaration<Arguments> {
  return defineFunction({
    args: argumentsOf(options),
    returns: 'string',
    run({ value: given, format: pattern }, scope) {
      const moment = typeof given === 'string' ? readText(given, scope) : given;
      return format(moment, readText(pattern, scope), scope);
    },
  });
}
