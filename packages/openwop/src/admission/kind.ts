// Second: the same envelope again gets the first answer, whatever the host has come to think of it since (RFC 0102 §A.6), and
// nothing is made anew; something else under the same correlationId is refused. Third: is the kind one that this host advertises? One that it does not is stored without being shown where major 1 is
// spoken, and refused by name where major 2 is; a node under a contract has broken it by that. The universal kinds are never
// refused, unless no envelope is taken at all. What is refused here is an outcome that the run tells of: it is remembered.

import { type Issue, issue, quote } from '@vitrine/core/internal';
import { isUniversal, UNIVERSAL_KINDS } from '@vitrine/dialects/openwop';
import { type AdmissionStep, type EnvelopeDraft, isDraft, refuse } from './draft.ts';
import { recall, rememberedOf } from './memory.ts';
import { redaction, trust } from './redaction.ts';
import type { AdmissionOutcome, AdmissionRules, Refused, RunState } from './types.ts';

export const reEmission: AdmissionStep = (draft, _rules, run) => {
  const memory = recall(draft, run);
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

export function conflict(message: string): Refused {
  return refuse('envelope_correlation_conflict', [issue('VITRINE_LOG_CLAIMED', 'error', message, '/correlationId')]);
}

export const kind: AdmissionStep = (draft, rules, run) => {
  const { type } = draft.envelope;
  const { kinds, nodeKinds } = rules;
  if (Object.keys(kinds).length === 0)
    return refuse('capability_required', [problemOf('This host takes no envelopes.')]);
  if (!Object.hasOwn(kinds, type)) return unadvertised(draft, rules, run);
  if (nodeKinds === undefined || isUniversal(type) || nodeKinds.includes(type)) return draft;
  return remembered(unagreed(draft, nodeKinds), draft, rules, run);
};

function problemOf(message: string): Issue {
  return issue('VITRINE_MESSAGE_METHOD', 'error', message, '/type');
}

function unagreed({ envelope }: EnvelopeDraft, nodeKinds: readonly string[]): Refused {
  const allowedKinds = [...new Set([...UNIVERSAL_KINDS, ...nodeKinds])];
  const message = `The node may not emit ${quote(envelope.type)}.`;
  return refuse('envelope_contract_violation', [problemOf(message)], { status: 'gated', allowedKinds });
}

function unadvertised(draft: EnvelopeDraft, rules: AdmissionRules, run: RunState): AdmissionOutcome {
  const problem = problemOf(`This host does not advertise the kind ${quote(draft.envelope.type)}.`);
  const allowedKinds = Object.keys(rules.kinds);
  if (rules.major === 2)
    return remembered(refuse('unknown_envelope_kind', [problem], { allowedKinds }), draft, rules, run);
  const gated = { status: 'gated', allowedKinds } as const;
  const hidden = redaction(draft, rules, run);
  const weighed = isDraft(hidden) ? trust(hidden, rules, run) : hidden;
  // What cannot be recorded is not stored either: the kind is refused all the same, and leaves nothing.
  if (!isDraft(weighed)) return refuse('capability_required', [problem], gated);
  const stored = { record: weighed.wire, trust: weighed.trust };
  const reason = rules.nodeKinds === undefined ? 'capability_required' : 'envelope_contract_violation';
  return remembered(refuse(reason, [problem], { ...gated, stored }), weighed, rules, run);
}

/** Under a name that holds a secret nothing is kept. */
function remembered(refused: Refused, draft: EnvelopeDraft, rules: AdmissionRules, run: RunState): Refused {
  const { type, envelopeId, correlationId } = draft.envelope;
  const isPlain = [type, envelopeId, correlationId].every((name) => rules.redactor.text(name) === name);
  if (!isPlain) return refused;
  return { ...refused, remember: rememberedOf(draft, run) };
}
