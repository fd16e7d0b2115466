// The check for values that the fold keeps or passes on without judging them: contexts, arguments, results, texts.
// Data and components are judged by the fold itself.

import { type Findings, inspect, type Json, textProblem } from '@vitrine/core/page';

/** Whether a value may be stored: not too deep, finite, without reserved keys, well-formed. */
export function isStorable(value: Json, findings: Findings, depth = findings.limits.dataDepth): boolean {
  // Where it stands is written only when something is wrong: there may be thousands of them.
  const problem = inspect(value, { limits: findings.limits, depth, count: 0 }, '');
  if (problem !== undefined) findings.add({ ...problem, at: `${findings.at()}${problem.at ?? ''}` });
  return problem === undefined;
}

export function isStorableText(text: string, findings: Findings): boolean {
  const problem = textProblem(text, findings.limits, '');
  if (problem !== undefined) findings.addHere(problem);
  return problem === undefined;
}
