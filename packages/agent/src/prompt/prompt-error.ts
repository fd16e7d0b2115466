// Thrown where a prompt or a schema cannot be made of what its author gave: a name that the catalog does not have, an
// example that does not hold, a budget that is too small.

import type { Issue } from '@vitrine/core';

export class PromptError extends Error {
  override readonly name = 'PromptError';
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.issues = issues;
  }
}
