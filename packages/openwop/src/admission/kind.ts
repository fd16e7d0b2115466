// Second: is the kind one that this host advertises? One that it does not is stored without being shown where major 1 is
// spoken, and refused by name where major 2 is. The universal kinds are never refused. What is refused here is an outcome
// that the run tells of: it is remembered, and whatever has its correlationId is answered or refused by that first.

import { issue, quote } from '@vitrine/core';
import { UNIVERSAL_KINDS } from '../settings.ts';
import { type Draft, isDraft, refuse, type Step } from './draft.ts';
import { rememberedOf } from './memory.ts';
import { answeredBefore } from './re-emission.ts';
import { redaction } from './redaction.ts';
import { trust } from './trust.ts';
import type { AdmissionRules, Outcome, Refused, RunState } from './types.ts';

export const kind: Step = (draft, rules, run) => {
  const { type } = draft.envelope;
  if (isUniversal(type)) return draft;
  if (!Object.hasOwn(rules.kinds, type)) return answeredBefore(draft, rules, run) ?? unadvertised(draft, rules, run);
  const { nodeKinds } = rules;
  if (nodeKinds === undefined || nodeKinds.includes(type)) return draft;
  return answeredBefore(draft, rules, run) ?? unagreed(draft, rules, run, nodeKinds);
};

export function allowedKinds({ kinds }: AdmissionRules): readonly string[] {
  return [...UNIVERSAL_KINDS, ...Object.keys(kinds)];
}

function isUniversal(type: string): boolean {
  return UNIVERSAL_KINDS.some((one) => one === type);
}

function unagreed(draft: Draft, rules: AdmissionRules, run: RunState, nodeKinds: readonly string[]): Outcome {
  const message = `The node may not emit ${quote(draft.envelope.type)}.`;
  const problem = issue('VITRINE_MESSAGE_METHOD', 'error', message, '/type');
  const gated = { status: 'gated', allowedKinds: nodeKinds } as const;
  return remembered(refuse('envelope_contract_violation', [problem], gated), draft, rules, run);
}

function unadvertised(draft: Draft, rules: AdmissionRules, run: RunState): Outcome {
  const message = `This host does not advertise the kind ${quote(draft.envelope.type)}.`;
  const problem = issue('VITRINE_MESSAGE_METHOD', 'error', message, '/type');
  if (rules.major === 2) return remembered(refuse('unknown_envelope_kind', [problem]), draft, rules, run);
  const gated = { status: 'gated', allowedKinds: allowedKinds(rules) } as const;
  const hidden = redaction(draft, rules, run);
  const weighed = isDraft(hidden) ? trust(hidden, rules, run) : hidden;
  // What cannot be recorded is not stored either: the kind is refused all the same, and leaves nothing.
  if (!isDraft(weighed)) return refuse('capability_required', [problem], gated);
  const stored = { record: weighed.wire, trust: weighed.trust };
  return remembered(refuse('capability_required', [problem], { ...gated, stored }), weighed, rules, run);
}

/** Under a name that holds a secret nothing is kept. */
function remembered(refused: Refused, draft: Draft, rules: AdmissionRules, run: RunState): Refused {
  const { type, envelopeId, correlationId } = draft.envelope;
  const isPlain = [type, envelopeId, correlationId].every((name) => rules.redactor.text(name) === name);
  if (!isPlain) return refused;
  return { ...refused, remember: rememberedOf(draft, rules, run) };
}
