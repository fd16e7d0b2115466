// The same content in words: for clients that show no A2UI, and for surfaces of a catalog that the client does not list.

import { type Entry, isOp, type Json, type JsonObject, type Steps, untracked, type View } from '@vitrine/core/internal';
import { drawViewSteps, wordsFrom } from '@vitrine/dialects';
import type { Agreement } from './agreement.ts';
import { protocolOf } from './forms.ts';

const MAX_TEXT_LENGTH = 20_000;
/** Of all surfaces of a turn. */
const MAX_WORDS = 200_000;

/** Surfaces that are told at the end of a turn, as pictures. */
export class InWords {
  readonly #agreed: Agreement;
  readonly #surfaces = new Set<string>();

  constructor(agreed: Agreement) {
    this.#agreed = agreed;
  }

  get isEmpty(): boolean {
    return this.#surfaces.size === 0;
  }

  add(surfaces: Iterable<string>): void {
    for (const surface of surfaces) this.#surfaces.add(surface);
  }

  /** What the ops of one entry say at once; what they change is remembered. */
  take({ body, trust }: Pick<Entry, 'body' | 'trust'>): readonly string[] {
    const isAll = this.#agreed.form === undefined;
    return body.filter(isOp).flatMap((op) => {
      if (isAll && 'surface' in op) this.#surfaces.add(op.surface);
      if (op.op === 'say') return [wordsFrom(trust, op.text)];
      return isAll && op.op === 'ask' ? [wordsFrom(trust, op.prompt)] : [];
    });
  }

  /** The messages of surfaces that the client can show; the others are remembered. */
  showable(wire: readonly Json[], view: View): readonly Json[] {
    const { form, catalogs } = this.#agreed;
    if (form === undefined || wire.length === 0) return [];
    const names = new Set(catalogs.map((id) => view.catalogs.get(id)?.id ?? id));
    // Everything can be said in the basic catalog.
    if (names.has(form.catalog)) return wire;
    return wire.filter((message) => {
      const id = surfaceIn(message);
      const surface = id === undefined ? undefined : view.surfaces.get(id);
      const isNative = surface?.protocol === protocolOf(form) && names.has(surface.catalog ?? form.catalog);
      const isGone = surface === undefined && Object.hasOwn(message as JsonObject, 'deleteSurface');
      if (id === undefined || isNative || isGone) return true;
      this.#surfaces.add(id);
      return false;
    });
  }

  /** Of the surfaces that still stand. */
  *pictureSteps(view: View): Steps<readonly string[]> {
    const revealed = [...this.#surfaces].filter((id) => view.surfaces.get(id)?.held === false);
    if (revealed.length === 0) return [];
    const only = (id: string): boolean => this.#surfaces.has(id);
    const steps = drawViewSteps(view, { only, maxText: MAX_TEXT_LENGTH, maxTotal: MAX_WORDS });
    let next = untracked(() => steps.next());
    for (; next.done !== true; next = untracked(() => steps.next())) yield;
    const drawn = new Map(next.value.map(({ id, text }) => [id, text]));
    return revealed.map((id) => (drawn.get(id) ?? '').trimEnd());
  }
}

/** The surface that a message of any version is about. */
export function surfaceIn(message: Json): string | undefined {
  const ids = Object.values(message as JsonObject).map((value) => (value as JsonObject | null)?.surfaceId);
  return ids.find((id) => typeof id === 'string');
}
