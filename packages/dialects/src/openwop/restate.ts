// A surface said again as a whole, where what is to change about it can only be said when it is opened: that it is not
// trusted any more, or that only a part of it is there.

import { Fold, isOp, type NewEntry, type Op, type OpenOp, type SurfaceId, type View } from '@vitrine/core/internal';

export interface SurfaceStatus {
  readonly untrusted: boolean;
  readonly partial: boolean;
}

/** The same entry where the surface stands as it must after it. */
export function standingAs(
  body: readonly Op[],
  surface: SurfaceId,
  { untrusted, partial }: SurfaceStatus,
  view: View,
): readonly Op[] {
  const before = view.surfaces.get(surface);
  if (before === undefined || body.some((op) => op.op === 'close' && op.surface === surface)) return body;
  const falls = untrusted && before.trust === 'trusted';
  const opens = partial && !before.partial;
  if (!falls && !opens) return body;
  const after = foldedCopy(view, surface, { body });
  const open = after === undefined ? undefined : openingOf(after, surface);
  if (open === undefined) return body;
  const { partial: _partial, ...whole } = open;
  return [{ op: 'close', surface }, partial ? { ...whole, partial: true } : whole];
}

/** The one op that gives a surface as it is. */
export function openingOf(view: View, surface: SurfaceId): OpenOp | undefined {
  const snapshot = view.surfaces.get(surface)?.snapshot();
  if (snapshot === undefined) return undefined;
  const { trust: _trust, ...open } = snapshot;
  return { op: 'open', surface, ...open };
}

/** One surface of a view with an entry applied to it, beside the view. Undefined: the entry is refused. */
export function foldedCopy(view: View, surface: SurfaceId, entry: NewEntry): Fold | undefined {
  const fold = copyOf(view, surface);
  return fold.accept({ body: entry.body.filter(isOp) }).ok ? fold : undefined;
}

export function copyOf(view: View, surface: SurfaceId): Fold {
  const fold = new Fold({ catalogs: view.catalogs, limits: view.limits, strict: view.strict });
  const open = openingOf(view, surface);
  if (open !== undefined) fold.apply({ body: [open] });
  return fold;
}
