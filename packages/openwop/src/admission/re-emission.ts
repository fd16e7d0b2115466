// Second: the same envelope again gets the first answer, whatever the host has come to think of it since (RFC 0102 §A.6),
// and nothing is made anew. Something else under the same correlationId is refused.

import { issue, quote } from '@vitrine/core';
import { refuse, type Step } from './draft.ts';
import { recall } from './memory.ts';

export const reEmission: Step = (draft, rules, run) => {
  const memory = recall(draft, rules, run);
  switch (memory.is) {
    case 'same':
      return { status: 'replayed', first: memory.first };
    case 'other-type':
      return conflict(`The correlationId belongs to an envelope of the type ${quote(memory.first.type)}.`);
    case 'other-payload':
      return conflict('The correlationId belongs to an envelope with another payload.');
    default:
      return draft;
  }
};

function conflict(message: string) {
  return refuse('envelope_correlation_conflict', [issue('VITRINE_LOG_CLAIMED', 'error', message, '/correlationId')]);
}
