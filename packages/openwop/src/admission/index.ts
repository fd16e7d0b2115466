// What the face uses of admission.

export { admit, STEPS, type Steps } from './admit.ts';
export type { Draft, Step } from './draft.ts';
export { isDraft, refuse } from './draft.ts';
export { allowedKinds, UNIVERSAL_KINDS } from './kind.ts';
export { createRedactor, NO_SECRETS, type Redaction, type Redactor, type Secret } from './redactor.ts';
export { APPROVAL_ACTIONS, mayAdvance, resumeProblem } from './resume-value.ts';
export { judgeSubmission } from './submission.ts';
export type {
  Answerer,
  OpenInterrupt,
  Submission,
  SubmissionDesk,
  SubmissionOutcome,
  SubmissionReason,
} from './submission-types.ts';
export type * from './types.ts';
