// What an envelope does to its surface: the entry that it is decoded to, and a trial of it, on a copy of the surface beside
// the run. Both are made once; an envelope that a step has changed is another one.

import type { Fold, JsonObject, NewEntry, Steps, SurfaceId, View } from '@vitrine/core/internal';
import {
  copyOf,
  entryOf1,
  entryOf2,
  type Generation,
  surfaceOf1,
  surfaceOf2,
  type WopEnvelope,
} from '@vitrine/dialects/openwop';

export interface SurfaceChange {
  readonly surface: SurfaceId;
  readonly entry: NewEntry;
  /** The surface alone, with the entry applied to it. */
  readonly fold: Fold;
  readonly outcome: ReturnType<Fold['accept']>;
}

interface EnvelopeOfKind {
  readonly envelope: WopEnvelope;
  /** Absent: it is of a kind that shows nothing. */
  readonly generation?: Generation;
}

/** The surface that an envelope writes; undefined for kinds that show nothing. */
export function surfaceOf({ envelope, generation }: EnvelopeOfKind): SurfaceId | undefined {
  if (generation === undefined) return undefined;
  return generation === 1 ? surfaceOf1(envelope) : surfaceOf2(envelope.payload as JsonObject);
}

const changes = new WeakMap<WopEnvelope, SurfaceChange>();

export function* changeSteps(
  judged: EnvelopeOfKind,
  { view }: { readonly view: View },
): Steps<SurfaceChange | undefined> {
  const { envelope, generation } = judged;
  const surface = surfaceOf(judged);
  const known = changes.get(envelope);
  if (surface === undefined || known !== undefined) return known;
  const entry = generation === 1 ? entryOf1(envelope, view) : entryOf2(envelope, view);
  const fold = copyOf(view, surface);
  yield;
  const ahead = yield* fold.judgeSteps(entry.body);
  const change = { surface, entry, fold, outcome: fold.accept({ body: entry.body }, 'trusted', ahead) };
  changes.set(envelope, change);
  return change;
}
