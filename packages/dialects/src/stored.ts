// The check for values that the fold keeps or passes on without judging them: contexts, arguments, results, texts.
// Data and components are judged by the fold itself.

import { type Findings, inspect, type Json, textProblem } from '@vitrine/core';

/** Whether a value may be stored: not too deep, finite, without reserved keys, well-formed. */
export function isStorable(value: Json, findings: Findings, depth = findings.limits.dataDepth): boolean {
  const problem = inspect(value, { limits: findings.limits, depth, count: 0 }, findings.at());
  if (problem !== undefined) findings.add(problem);
  return problem === undefined;
}

export function isStorableText(text: string, findings: Findings): boolean {
  const problem = textProblem(text, findings.limits, findings.at());
  if (problem !== undefined) findings.add(problem);
  return problem === undefined;
}
