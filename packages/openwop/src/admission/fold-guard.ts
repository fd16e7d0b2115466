// Seventh: the payload against the surfaces that stand. What was here before is not judged again: nothing of it will be
// folded a second time, and its first answer is on its way (re-emission.ts).

import { issue, type JsonObject } from '@vitrine/core';
import { foldProblem } from '@vitrine/dialects/openwop';
import { type Draft, refuse, type Step } from './draft.ts';
import { recall } from './memory.ts';
import type { AdmissionRules, RunState } from './types.ts';

export const foldGuard: Step = (draft, rules, run) => {
  if (draft.generation === undefined || recall(draft, rules, run).is === 'same') return draft;
  const problem =
    gapProblem(draft, rules, run) ??
    (draft.generation === 2 ? foldProblem(draft.envelope.payload as JsonObject, run.view) : undefined);
  return problem === undefined ? draft : refuse('envelope_invalid', [problem]);
};

/** A chunk whose predecessor never came would be folded onto something else than its author meant. */
function gapProblem(draft: Draft, rules: AdmissionRules, run: RunState) {
  const { partial, correlationId } = draft.envelope;
  if (partial === undefined || partial.index === 0) return undefined;
  const last = recall(draft, rules, run).is === 'next-chunk' ? (run.remembered(correlationId)?.chunk ?? -1) : -1;
  if (partial.index === last + 1) return undefined;
  const message =
    last < 0 ? 'The stream does not begin with chunk 0.' : `Chunk ${partial.index} follows chunk ${last}.`;
  return issue('VITRINE_MESSAGE_SHAPE', 'error', message, '/partial/index');
}
