// Seventh and eighth: the payload beyond its schema. By itself: one surface and one catalog throughout, every id once, no
// name that is reserved, no image among the words; of universal kinds what universal-kinds.ts says. And against the surfaces
// that stand.

import { DEFAULT_LIMITS, type Issue, issue, type JsonObject } from '@vitrine/core';
import {
  crossFieldProblem,
  duplicateProblem,
  foldProblem,
  type Generation,
  idProblemIn,
} from '@vitrine/dialects/openwop';
import { type Draft, refuse, type Step } from './draft.ts';
import { imageProblem } from './markdown-image.ts';
import { type Memory, recall } from './memory.ts';
import type { RunState } from './types.ts';
import { judgeUniversal } from './universal-kinds.ts';

export const crossField: Step = (draft, rules) => {
  const { generation, envelope } = draft;
  if (generation === undefined) return judgeUniversal(draft, rules);
  const problem = problemIn(envelope.payload as JsonObject, generation);
  return problem === undefined ? draft : refuse('envelope_invalid', [problem]);
};

function problemIn(payload: JsonObject, generation: Generation): Issue | undefined {
  const named =
    generation === 1 ? idProblemIn(payload, DEFAULT_LIMITS) : (crossFieldProblem(payload) ?? duplicateProblem(payload));
  return named ?? imageProblem(payload, '/payload');
}

export const foldGuard: Step = (draft, rules, run) => {
  if (draft.generation === undefined) return draft;
  const problem =
    gapProblem(draft, recall(draft, rules, run), run) ??
    (draft.generation === 2 ? foldProblem(draft.envelope.payload as JsonObject, run.view) : undefined);
  return problem === undefined ? draft : refuse('envelope_invalid', [problem]);
};

/** A chunk whose predecessor never came would be folded onto something else than its author meant. */
function gapProblem(draft: Draft, { is }: Memory, run: RunState) {
  const { partial, correlationId } = draft.envelope;
  // What is neither new nor next is a conflict, which is told by that name.
  if (partial === undefined || partial.index === 0 || (is !== 'new' && is !== 'next-chunk')) return undefined;
  const last = run.remembered(correlationId)?.chunk ?? -1;
  if (partial.index === last + 1) return undefined;
  const message =
    last < 0 ? 'The stream does not begin with chunk 0.' : `Chunk ${partial.index} follows chunk ${last}.`;
  return issue('VITRINE_MESSAGE_SHAPE', 'error', message, '/partial/index');
}
