// Eleventh: the same envelope again gets the first answer, and nothing is made anew. Something else under the same
// correlationId is refused.

import { issue, quote } from '@vitrine/core';
import { type Draft, refuse, type Step } from './draft.ts';
import { recall } from './memory.ts';
import type { AdmissionRules, Outcome, RunState } from './types.ts';

export const reEmission: Step = (draft, rules, run) => answeredBefore(draft, rules, run) ?? draft;

/** Undefined: it is new, or the next chunk of its stream. */
export function answeredBefore(draft: Draft, rules: AdmissionRules, run: RunState): Outcome | undefined {
  const memory = recall(draft, rules, run);
  switch (memory.is) {
    case 'same':
      return { status: 'replayed', first: memory.first };
    case 'other-type':
      return conflict(`The correlationId belongs to an envelope of the type ${quote(memory.first.type)}.`);
    case 'other-payload':
      return conflict('The correlationId belongs to an envelope with another payload.');
    default:
      return undefined;
  }
}

function conflict(message: string) {
  return refuse('envelope_correlation_conflict', [issue('VITRINE_LOG_CLAIMED', 'error', message, '/correlationId')]);
}
