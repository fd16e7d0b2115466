// Whether an envelope was here before. The same correlationId is the same envelope: its first answer stands. Another type
// or another payload under it is a conflict, except that the chunks of one stream share it, each with its own answer.

import type { Json } from '@vitrine/core';
import { digestOf } from '@vitrine/face-kit';
import type { EnvelopeDraft } from './draft.ts';
import type { Remembered, RunState } from './types.ts';

export type EnvelopeMemory =
  | { readonly is: 'new' | 'next-chunk' }
  | { readonly is: 'same' | 'other-type' | 'other-payload'; readonly first: Remembered };

export function recall(draft: EnvelopeDraft, run: RunState): EnvelopeMemory {
  const { type, correlationId, partial } = draft.envelope;
  const last = run.remembered(correlationId);
  if (last === undefined) return { is: 'new' };
  if (last.type !== type) return { is: 'other-type', first: last };
  const index = draft.isUnnumbered ? undefined : partial?.index;
  const digest = payloadDigest(draft);
  for (let one: Remembered | undefined = last; one !== undefined; one = one.before) {
    const isOfNumber = index === undefined || one.chunk === undefined || one.chunk === index;
    if (isOfNumber && (one.digest === undefined || one.digest === digest)) return { is: 'same', first: one };
    if (index !== undefined && one.chunk === index) return { is: 'other-payload', first: one };
  }
  return last.chunk === undefined ? { is: 'other-payload', first: last } : { is: 'next-chunk' };
}

/** Nothing takes the place of what is remembered: the next chunk of its stream stands before it, and no other may. */
export function remembering(before: Remembered | undefined, now: Remembered): Remembered {
  if (before === undefined) return now;
  return before.chunk === undefined || before.type !== now.type ? before : { ...now, before };
}

/** Of the payload as it is recorded, whatever the order of its members. */
function payloadDigest({ envelope: { partial }, redacted }: EnvelopeDraft): string {
  const part = partial?.isPartial === true ? 'part' : '';
  return digestOf(`${part}\n${canonical(redacted.value.payload as Json)}`, 'base64url');
}

export function rememberedOf(draft: EnvelopeDraft, run: RunState): Omit<Remembered, 'answer'> {
  const { type, envelopeId, correlationId, partial } = draft.envelope;
  const next = (run.remembered(correlationId)?.chunk ?? -1) + 1;
  const chunk = partial?.isPartial === true ? { chunk: draft.isUnnumbered ? next : partial.index } : {};
  return { type, envelopeId, digest: payloadDigest(draft), ...chunk };
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
