// Mistakes of the program that uses this package, told with their place.

import { type Issue, type IssueCode, issue } from '@vitrine/core/internal';

/** An author's own code builds what no viewer could show. */
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

/** A prompt or a schema cannot be made: a name that the catalog does not have, an example that does not hold, a budget that is too small. */
export class PromptError extends Error {
  override readonly name = 'PromptError';
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.issues = issues;
  }
}
