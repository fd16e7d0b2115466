// Thrown where the host did not take what an agent sent. Nothing of that entry was applied.

import type { Sent } from '@vitrine/client';
import type { Issue } from '@vitrine/core';

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

/** What was taken; issues among it are warnings. */
export async function taken(what: string, sent: Promise<Sent>): Promise<Sent> {
  const answer = await sent;
  if (answer.accepted === 0) throw new RefusedError(what, answer.issues);
  return answer;
}
