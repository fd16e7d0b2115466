// Our issue codes in the words of the cases: a case names the category of an error, we name what is wrong.

import type { Issue, IssueCode } from '@vitrine/core';
import { expect } from 'vitest';
import type { ExpectedError } from './cases.ts';

type Category =
  | 'ValidationError'
  | 'IntegrityError'
  | 'CatalogError'
  | 'DataError'
  | 'ExpressionError'
  | 'ParseError'
  | 'RecursionError';

const VALIDATION = ['ValidationError'] as const;

/** A code has two categories where the suites disagree or where it is met at the door and while evaluating. */
const CATEGORIES: { readonly [code in IssueCode]?: readonly Category[] } = {
  VITRINE_DIALECT_UNKNOWN: VALIDATION,
  VITRINE_MESSAGE_SHAPE: VALIDATION,
  VITRINE_MESSAGE_FIELD_MISSING: VALIDATION,
  VITRINE_MESSAGE_FIELD_UNKNOWN: VALIDATION,
  VITRINE_MESSAGE_EMPTY: VALIDATION,
  VITRINE_MESSAGE_AMBIGUOUS: VALIDATION,
  VITRINE_MESSAGE_VERSION: VALIDATION,
  VITRINE_MESSAGE_DIRECTION: VALIDATION,
  VITRINE_SURFACE_UNKNOWN: ['IntegrityError'],
  VITRINE_SURFACE_EXISTS: ['IntegrityError'],
  VITRINE_CATALOG_UNKNOWN: ['CatalogError'],
  VITRINE_CATALOG_MISSING: ['CatalogError'],
  VITRINE_CATALOG_PROTOCOL: ['CatalogError', 'ValidationError'],
  VITRINE_CATALOG_INVALID: ['CatalogError'],
  VITRINE_COMPONENT_UNKNOWN: VALIDATION,
  VITRINE_COMPONENT_SHAPE: VALIDATION,
  VITRINE_COMPONENT_DUPLICATE: ['IntegrityError'],
  VITRINE_PROP_UNKNOWN: VALIDATION,
  VITRINE_PROP_MISSING: VALIDATION,
  VITRINE_PROP_TYPE: VALIDATION,
  VITRINE_PROP_VALUE: VALIDATION,
  VITRINE_THEME_INVALID: VALIDATION,
  VITRINE_BINDING_INVALID: VALIDATION,
  VITRINE_INDEX_OUTSIDE: VALIDATION,
  VITRINE_FUNCTION_UNKNOWN: ['ValidationError', 'ExpressionError'],
  VITRINE_FUNCTION_ARGS: ['ValidationError', 'ExpressionError'],
  VITRINE_FUNCTION_CALLER: ['ExpressionError'],
  VITRINE_FUNCTION_FAILED: ['ExpressionError'],
  VITRINE_PATTERN_SYNTAX: ['ExpressionError'],
  VITRINE_URL_REFUSED: ['ExpressionError'],
  VITRINE_EXPRESSION_SYNTAX: ['ParseError'],
  VITRINE_EXPRESSION_DEPTH: ['RecursionError'],
  VITRINE_LIMIT_DEPTH: ['RecursionError'],
  VITRINE_POINTER_SYNTAX: VALIDATION,
  VITRINE_POINTER_INDEX: ['DataError'],
  VITRINE_POINTER_BLOCKED: ['DataError'],
  VITRINE_TREE_ROOT: VALIDATION,
  VITRINE_TREE_DANGLING: VALIDATION,
  VITRINE_TREE_ORPHAN: VALIDATION,
  VITRINE_TREE_PARENT: VALIDATION,
  VITRINE_TREE_CHILD: VALIDATION,
  VITRINE_TREE_CYCLE: ['ValidationError', 'IntegrityError'],
};

export function categoriesOf({ code }: Issue): readonly string[] {
  return CATEGORIES[code] ?? [];
}

/** Holds what was found against what a case expects. `found` is only what counts as an error for its action. */
export function compareErrors(found: readonly Issue[], expected: ExpectedError | undefined): void {
  const told = found.map(({ code, message }) => `${code}: ${message}`);
  if (expected === undefined) return expect(told, 'no error is expected').toEqual([]);
  expect(told, 'an error is expected').not.toEqual([]);
  const category = typeof expected === 'string' ? undefined : expected.category;
  if (category !== undefined) expect(found.flatMap(categoriesOf), told.join('\n')).toContain(category);
}
