// Second: is the kind one that this host advertises? One that it does not is stored without being shown where major 1 is
// spoken, and refused by name where major 2 is. The universal kinds are never refused.

import { issue, quote } from '@vitrine/core';
import { type Draft, isDraft, refuse, type Step } from './draft.ts';
import { recall, rememberedOf } from './memory.ts';
import { redaction } from './redaction.ts';
import { trust } from './trust.ts';
import type { AdmissionRules, Outcome, RunState } from './types.ts';

export const UNIVERSAL_KINDS: readonly string[] = [
  'clarification.request',
  'schema.request',
  'schema.response',
  'error',
];

export const kind: Step = (draft, rules, run) => {
  const { type } = draft.envelope;
  if (UNIVERSAL_KINDS.includes(type)) return draft;
  if (!Object.hasOwn(rules.kinds, type)) return unadvertised(draft, rules, run);
  const { nodeKinds } = rules;
  if (nodeKinds === undefined || nodeKinds.includes(type)) return draft;
  const message = `The node may not emit ${quote(type)}.`;
  const problem = issue('VITRINE_MESSAGE_METHOD', 'error', message, '/type');
  return refuse('envelope_contract_violation', [problem], { status: 'gated', allowedKinds: nodeKinds });
};

export function allowedKinds({ kinds }: AdmissionRules): readonly string[] {
  return [...UNIVERSAL_KINDS, ...Object.keys(kinds)];
}

function unadvertised(draft: Draft, rules: AdmissionRules, run: RunState): Outcome {
  const message = `This host does not advertise the kind ${quote(draft.envelope.type)}.`;
  const problem = issue('VITRINE_MESSAGE_METHOD', 'error', message, '/type');
  if (rules.major === 2) return refuse('unknown_envelope_kind', [problem]);
  const memory = recall(draft, rules, run);
  if (memory.is === 'same') return { status: 'replayed', first: memory.first };
  const gated = { status: 'gated', allowedKinds: allowedKinds(rules) } as const;
  const hidden = redaction(draft, rules, run);
  const weighed = isDraft(hidden) ? trust(hidden, rules, run) : hidden;
  // What cannot be recorded is not stored either: the kind is refused all the same, and leaves nothing.
  if (!isDraft(weighed)) return refuse('capability_required', [problem], gated);
  const stored = { record: weighed.wire, trust: weighed.trust, remember: rememberedOf(weighed, rules) };
  return refuse('capability_required', [problem], { ...gated, stored });
}
