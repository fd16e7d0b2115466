// What an envelope does to its surface: the entry that it is decoded to, and a trial of it, on a copy of the surface beside
// the run. Both are made once, when they are first asked for; an envelope that a step has changed is another one.

import type { Fold, JsonObject, NewEntry, SurfaceId, View } from '@vitrine/core';
import {
  copyOf,
  entryOf1,
  entryOf2,
  type Generation,
  surfaceOf1,
  surfaceOf2,
  type WopEnvelope,
} from '@vitrine/dialects/openwop';

interface SurfaceTrial {
  readonly fold: Fold;
  readonly outcome: ReturnType<Fold['accept']>;
}

export class SurfaceChange {
  readonly surface: SurfaceId;
  readonly entry: NewEntry;
  readonly #view: View;
  #trial: SurfaceTrial | undefined;

  constructor(surface: SurfaceId, entry: NewEntry, view: View) {
    this.surface = surface;
    this.entry = entry;
    this.#view = view;
  }

  get trial(): SurfaceTrial {
    if (this.#trial === undefined) {
      const fold = copyOf(this.#view, this.surface);
      this.#trial = { fold, outcome: fold.accept({ body: this.entry.body }) };
    }
    return this.#trial;
  }
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

export function changeOf(judged: EnvelopeOfKind, { view }: { readonly view: View }): SurfaceChange | undefined {
  const { envelope, generation } = judged;
  const surface = surfaceOf(judged);
  const known = changes.get(envelope);
  if (surface === undefined || known !== undefined) return known;
  const entry = generation === 1 ? entryOf1(envelope, view) : entryOf2(envelope, view);
  const change = new SurfaceChange(surface, entry, view);
  changes.set(envelope, change);
  return change;
}
