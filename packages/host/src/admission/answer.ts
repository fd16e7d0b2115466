// Whether a value answers what was asked for: by the rule that the ask is read into. A file has to be one that the session
// has.

import {
  type AskOp,
  EvaluationBudget,
  englishSentence,
  type Json,
  type JsonObject,
  judgeEnteredValue,
  type Limits,
  mayDecline,
  textProblem,
  wantRule,
} from '@vitrine/core/internal';
import type { AdmitInput } from './admission.ts';
import { isKnown } from './inputs.ts';

/** Why not, as a sentence; undefined when it does. */
export function judgeAnswer(
  { want }: Pick<AskOp, 'want'>,
  value: Json,
  limits: Limits,
  file: AdmitInput['file'],
  budget: EvaluationBudget = new EvaluationBudget(limits),
): string | undefined {
  if (value === null) return mayDecline(want) ? undefined : 'It has to be answered.';
  const rule = wantRule(want);
  if (rule === undefined) return 'This kind of question cannot be answered here.';
  const unstorable = typeof value === 'string' ? textProblem(value, limits, '/value') : undefined;
  if (unstorable !== undefined) return unstorable.message;
  const problem = judgeEnteredValue({ ...rule, required: true }, value, limits, budget);
  if (problem !== undefined) return englishSentence(problem);
  const isThere = rule.type !== 'file' || file === undefined || isKnown(value as JsonObject, file);
  return isThere ? undefined : 'The session has no such file.';
}
