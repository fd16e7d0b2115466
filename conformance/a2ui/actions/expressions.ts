// parse_expression_template: the parts of a formatString template.

import { DEFAULT_LIMITS, isCallBinding, isObject, type Json, parseExpression } from '@vitrine/core/internal';
import { expect } from 'vitest';
import type { Case } from '../cases.ts';
import { compareErrors } from '../categories.ts';

export function parseTemplate(testCase: Case): void {
  const parsed = parseExpression(testCase.input as string, DEFAULT_LIMITS);
  compareErrors(parsed.issues, testCase.expect_error);
  if (parsed.ok) expect((parsed.value as Json[]).map(asWritten)).toEqual(testCase.expect);
}

/** A neutral call without a type gives any; the cases write that out. */
function asWritten(part: Json): Json {
  if (!isObject(part) || !isCallBinding(part)) return part;
  const args = Object.entries(part.args ?? {}).map(([name, value]) => [name, asWritten(value as Json)]);
  return { ...part, args: Object.fromEntries(args), returnType: 'any' } as Json;
}
