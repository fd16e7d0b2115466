// Issues that a surface would otherwise report again with every row and every drawing.

import type { Issue } from '@vitrine/core/page';
import type { Stage } from './stage.ts';

const reported = new WeakMap<Stage, Set<string>>();
/** More than this say nothing new. */
const MAX_REPORTS = 5000;

/** `what` names that which may go wrong in many places and is one thing. */
export function reportOnce(stage: Stage, problem: Issue, what = `${problem.code} ${problem.at}`): void {
  const known = reported.get(stage) ?? new Set();
  reported.set(stage, known);
  if (known.has(what) || known.size >= MAX_REPORTS) return;
  known.add(what);
  stage.report(problem);
}
