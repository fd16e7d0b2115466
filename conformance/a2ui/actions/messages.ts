// process_messages and validate: messages in, then issues and surfaces compared. `validate` is the linter of an author:
// every issue counts, and so does what goes wrong while the tree is shown.

import type { Issue } from '@vitrine/core';
import type { Receipt } from '@vitrine/dialects';
import { type Case, messagesOf, type Step, stepsOf } from '../cases.ts';
import { compareErrors } from '../categories.ts';
import { Session } from '../session.ts';
import { compareSurfaces } from '../surfaces.ts';

export function processMessages(testCase: Case): void {
  runSteps(testCase, (receipts) =>
    receipts.flatMap(({ issues }) => issues.filter(({ severity }) => severity === 'error')),
  );
}

export function validate(testCase: Case): void {
  runSteps(testCase, (receipts, session) => {
    session.heard();
    for (const surface of session.fold.surfaces.values()) session.walk(surface);
    return [...receipts.flatMap(({ issues }) => issues), ...session.heard(), ...session.fold.names()];
  });
}

type Judge = (receipts: readonly Receipt[], session: Session) => readonly Issue[];

function runSteps(testCase: Case, judge: Judge): void {
  const session = new Session(testCase);
  for (const step of stepsOf(testCase)) runStep(step, testCase, session, judge);
  compareSurfaces(session, testCase.expect);
}

function runStep(step: Step, testCase: Case, session: Session, judge: Judge): void {
  const receipts = session.send(messagesOf(step));
  const found = judge(receipts, session);
  // Only a case that asks for strictness holds every batch for a whole tree: others update piece by piece.
  const topology = testCase.strictMode === true ? session.fold.topology() : [];
  compareErrors(
    [...found, ...topology],
    step.expectError ?? (isLast(step, testCase) ? testCase.expectError : undefined),
  );
  compareSurfaces(session, step.expect);
}

function isLast(step: Step, testCase: Case): boolean {
  return stepsOf(testCase).at(-1) === step;
}
