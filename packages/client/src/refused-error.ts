// Thrown where the host did not take what an agent sent. Nothing of that entry was applied.

import type { Issue } from '@vitrine/core';
import type { SendResult } from './session-calls.ts';

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** Why; codes stand in docs/errors.md. */
  readonly issues: readonly Issue[];

  constructor(what: string, issues: readonly Issue[]) {
    const [first] = issues;
    super(
      `${what} was refused: ${first === undefined ? 'the host did not say why.' : `${first.message} (${first.code})`}`,
    );
    this.issues = issues;
  }
}

/** Issues of a result that passes are warnings. */
export function assertAccepted(what: string, result: SendResult): SendResult {
  if (result.accepted === 0) throw new RefusedError(what, result.issues);
  return result;
}
