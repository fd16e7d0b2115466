// validate_common_type: values of the common types one by one. common_types_schema: those types as a JSON Schema.

import { type Json, jsonEqual } from '@vitrine/core/internal';
import { validateCommonType } from '@vitrine/dialects';
import { expect } from 'vitest';
import { type Case, type ExpectedError, readData } from '../cases.ts';
import { compareErrors } from '../categories.ts';

interface ValueStep {
  readonly value: Json;
  readonly expectError?: ExpectedError;
}

export function commonType(testCase: Case): void {
  for (const { value, expectError } of testCase.steps as unknown as readonly ValueStep[]) {
    const outcome = validateCommonType(testCase.definition as string, value);
    compareErrors(outcome.issues, expectError);
    if (outcome.ok) expect(jsonEqual(outcome.value, value), 'the value comes back as it was').toBe(true);
  }
}

/** We make no document of the common types alone: each catalog's schema holds those that it uses. */
export function commonTypesSchema(testCase: Case): void {
  const file = testCase.expectFile as string;
  expect(readData(file), `${file} is part of the data`).toBeDefined();
  throw new Error('there is no schema of the common types to compare with it');
}
