// Whether a value answers what was asked for: by the rule that the ask is read into. Whether a file is there is left to
// whoever keeps files.

import { type AskOp, mayDecline } from './entry.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import { judgeEnteredValue } from './field-rule.ts';
import { englishSentence } from './field-sentences.ts';
import { textProblem } from './inspect.ts';
import type { Json } from './json.ts';
import type { Limits } from './limits.ts';
import { wantRule } from './want-rule.ts';

/** Why not, as a sentence; undefined when it does. */
export function answerProblem(
  { want }: Pick<AskOp, 'want'>,
  value: Json,
  limits: Limits,
  budget: EvaluationBudget = new EvaluationBudget(limits),
): string | undefined {
  if (value === null) return mayDecline(want) ? undefined : 'It has to be answered.';
  const rule = wantRule(want);
  if (rule === undefined) return 'This kind of question cannot be answered here.';
  const unstorable = typeof value === 'string' ? textProblem(value, limits, '/value') : undefined;
  if (unstorable !== undefined) return unstorable.message;
  const problem = judgeEnteredValue({ ...rule, required: true }, value, limits, budget);
  return problem === undefined ? undefined : englishSentence(problem);
}
