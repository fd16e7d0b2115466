// Whether an envelope was here before. The same correlationId is the same envelope: its first answer stands. Another type
// or another payload under it is a conflict, except that the chunks of one stream share it.

import { createHash } from 'node:crypto';
import type { Json } from '@vitrine/core';
import type { Draft } from './draft.ts';
import type { AdmissionRules, Remembered, RunState } from './types.ts';

export type Memory =
  | { readonly is: 'new' | 'next-chunk' }
  | { readonly is: 'same' | 'other-type' | 'other-payload'; readonly first: Remembered };

export function recall(draft: Draft, rules: AdmissionRules, run: RunState): Memory {
  const { type, correlationId, partial } = draft.envelope;
  const first = run.remembered(correlationId);
  if (first === undefined) return { is: 'new' };
  if (first.type !== type) return { is: 'other-type', first };
  if (first.digest === undefined || first.digest === digestOf(draft, rules)) return { is: 'same', first };
  if (first.chunk === undefined) return { is: 'other-payload', first };
  // A boolean on the wire is read as chunk 0: what differs from the last one follows it.
  const isEarlier = partial !== undefined && partial.index > 0 && partial.index <= first.chunk;
  return isEarlier ? { is: 'same', first } : { is: 'next-chunk' };
}

/** Of the payload as it is recorded, whatever the order of its members. */
function digestOf({ envelope: { payload, partial } }: Draft, { redactor }: AdmissionRules): string {
  const chunk = partial?.isPartial === true ? String(partial.index) : '';
  return createHash('sha256')
    .update(`${chunk}\n${canonical(redactor.redact(payload).value)}`)
    .digest('base64url');
}

export function rememberedOf(draft: Draft, rules: AdmissionRules): Omit<Remembered, 'answer'> {
  const { type, envelopeId, partial } = draft.envelope;
  const chunk = partial?.isPartial === true ? { chunk: partial.index } : {};
  return { type, envelopeId, digest: digestOf(draft, rules), ...chunk };
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
