// Last: what is recorded and what goes into the log, from the envelope as it stands now.

import type { Draft } from './draft.ts';
import { entryOf, roundsOf } from './limits.ts';
import { rememberedOf } from './memory.ts';
import type { Accepted, AdmissionRules, RunState } from './types.ts';

export type RecordStep = (draft: Draft, rules: AdmissionRules, run: RunState) => Accepted;

export const record: RecordStep = (draft, rules, run) => {
  const { envelope, wire, trust, redactions, drift, warnings } = draft;
  const { type, envelopeId, correlationId, nodeId } = envelope;
  const shown = draft.generation === undefined ? undefined : entryOf(draft, run);
  return {
    status: 'accepted',
    record: wire,
    type,
    envelopeId,
    correlationId,
    ...(nodeId === undefined ? {} : { nodeId }),
    trust,
    ...(shown === undefined ? {} : { surface: shown.surface }),
    partial: envelope.partial?.isPartial === true,
    entry: shown?.entry ?? { body: [], ...(trust === 'untrusted' ? { trust } : {}) },
    redactions,
    ...(drift === undefined ? {} : { drift }),
    counted: roundsOf(type),
    issues: warnings,
    remember: rememberedOf(draft, rules, run),
  };
};
