// A case with its expectations made wrong. The runner must fail it, or it does not look at what the case is about.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Case } from './cases.ts';

/** Undefined where a case expects nothing but that nothing goes wrong. */
export function spoiled(testCase: Case): Case | undefined {
  const wrong = spoilExpectations(testCase as unknown as JsonObject);
  return JSON.stringify(wrong) === JSON.stringify(testCase) ? undefined : (wrong as unknown as Case);
}

function spoilExpectations(object: JsonObject): JsonObject {
  const wrong: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(object)) {
    if (key === 'steps' && isArray(value)) wrong[key] = value.map((step) => spoilExpectations(step as JsonObject));
    else if (key === 'expect_absent') wrong.expect = 'spoiled';
    else if (key === 'expectError' || key === 'expect_error') Object.assign(wrong, spoilError(key, value));
    else if (key === 'expect' && isObject(value) && value.invalidComponents !== undefined)
      // What is refused is refused under other names as well; so it is expected to be accepted.
      wrong[key] = { validComponents: value.invalidComponents };
    else wrong[key] = key.startsWith('expect') ? spoil(value) : value;
  }
  return wrong;
}

/** Another category, or no error at all where a case names none. */
function spoilError(key: string, error: Json): JsonObject {
  return isObject(error) ? { [key]: { ...error, category: 'NoSuchError' } } : {};
}

function spoil(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (isArray(value)) return value.length === 0 ? ['spoiled'] : value.map(spoil);
  if (!isObject(value)) return `${value} spoiled`;
  // Wording is not compared, so a wrong word would spoil nothing.
  const parts = Object.entries(value).filter(([key]) => key !== 'error');
  const wrong = Object.fromEntries(parts.map(([key, part]) => [key, spoil(part)]));
  return Object.keys(value).length === 0 ? { spoiled: true } : wrong;
}
