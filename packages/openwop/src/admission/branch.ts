// Fifth: the payload against the one branch that the advertised version names; never against a union of both.

import { checkPayload, SURFACE_KIND } from '@vitrine/dialects/openwop';
import { refuseBySchema, type Step } from './draft.ts';
import { floorOf, generationOf } from './version.ts';

export const branch: Step = (draft, rules) => {
  const { type, payload } = draft.envelope;
  const floor = floorOf(type, rules);
  if (type !== SURFACE_KIND || floor === undefined) return draft;
  const generation = generationOf(floor);
  const problem = checkPayload[generation](payload);
  return problem === undefined ? { ...draft, generation } : refuseBySchema(problem, '/payload');
};
