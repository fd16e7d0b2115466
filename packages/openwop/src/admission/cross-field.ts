// Sixth: what no schema can say of a payload by itself: one surface and one catalog throughout, every id once, no name
// that is reserved.

import { DEFAULT_LIMITS, type Issue, type JsonObject } from '@vitrine/core';
import { crossFieldProblem, duplicateProblem, type Generation, idProblemIn } from '@vitrine/dialects/openwop';
import { refuse, type Step } from './draft.ts';

export const crossField: Step = (draft) => {
  const { generation, envelope } = draft;
  const problem = generation === undefined ? undefined : problemIn(envelope.payload as JsonObject, generation);
  return problem === undefined ? draft : refuse('envelope_invalid', [problem]);
};

function problemIn(payload: JsonObject, generation: Generation): Issue | undefined {
  if (generation === 1) return idProblemIn(payload, DEFAULT_LIMITS);
  return crossFieldProblem(payload) ?? duplicateProblem(payload);
}
