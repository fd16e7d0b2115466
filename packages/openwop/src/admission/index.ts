// What the face uses of admission.

export { admit, STEPS, type Steps } from './admit.ts';
export type { Draft, Step } from './draft.ts';
export { isDraft, refuse } from './draft.ts';
export { allowedKinds } from './kind.ts';
export { createRedactor, NO_SECRETS, type Redaction, type Redactor, type Secret } from './redactor.ts';
export { APPROVAL_ACTIONS, answersWith, mayAdvance, resumeProblem } from './resume-value.ts';
export { judgeSubmission, pressesOf } from './submission.ts';
export type {
  Answerer,
  OpenInterrupt,
  Submission,
  SubmissionDesk,
  SubmissionOutcome,
  SubmissionReason,
} from './submission-types.ts';
export type * from './types.ts';
