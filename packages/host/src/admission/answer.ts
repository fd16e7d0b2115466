// Whether a value answers what was asked for. A file has to be one that the session has.

import {
  type AskOp,
  answerProblem,
  type EvaluationBudget,
  type Json,
  type JsonObject,
  type Limits,
} from '@vitrine/core/internal';
import type { AdmitInput } from './admission.ts';
import { isKnown } from './inputs.ts';

/** Why not, as a sentence; undefined when it does. */
export function judgeAnswer(
  op: Pick<AskOp, 'want'>,
  value: Json,
  limits: Limits,
  file: AdmitInput['file'],
  budget?: EvaluationBudget,
): string | undefined {
  const problem = answerProblem(op, value, limits, budget);
  if (problem !== undefined || value === null || op.want.kind !== 'file' || file === undefined) return problem;
  return isKnown(value as JsonObject, file) ? undefined : 'The session has no such file.';
}
