// Thrown where an author's own code builds what no viewer could show: a mistake of the program, told with its place.

import { type Issue, type IssueCode, issue } from '@vitrine/core';

export class UiError extends Error {
  override readonly name = 'UiError';
  /** All that is wrong; `at` points into the component or the surface that the message names. */
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[]) {
    super(message);
    this.issues = issues;
  }
}

export function uiError(code: IssueCode, message: string): UiError {
  return new UiError(message, [issue(code, 'error', message)]);
}
