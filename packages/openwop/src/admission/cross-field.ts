// Sixth: what no schema can say of a payload by itself: one surface and one catalog throughout, every id once, no name
// that is reserved, no image among the words.

import { DEFAULT_LIMITS, type Issue, type JsonObject } from '@vitrine/core';
import { crossFieldProblem, duplicateProblem, type Generation, idProblemIn } from '@vitrine/dialects/openwop';
import { refuse, type Step } from './draft.ts';
import { imageProblem } from './markdown-image.ts';

export const crossField: Step = (draft) => {
  const { generation, envelope } = draft;
  const problem = generation === undefined ? undefined : problemIn(envelope.payload as JsonObject, generation);
  return problem === undefined ? draft : refuse('envelope_invalid', [problem]);
};

function problemIn(payload: JsonObject, generation: Generation): Issue | undefined {
  const named =
    generation === 1 ? idProblemIn(payload, DEFAULT_LIMITS) : (crossFieldProblem(payload) ?? duplicateProblem(payload));
  return named ?? imageProblem(payload, '/payload');
}
