// A session as plain text: every surface and every open question. Surfaces of a catalog that derives others are drawn in
// the components that it derives.

import {
  boundedView,
  defined,
  drawText,
  mayApprove,
  type PictureOptions,
  type Steps,
  type Surface,
  type SurfaceId,
  Tree,
  takeAll,
  type View,
} from '@vitrine/core/internal';
import { derivedSurface } from './lowering/plain-surface.ts';
import { shownAsk } from './lowering/questions.ts';

export interface DrawnSurface {
  readonly id: SurfaceId;
  /** The question that it stands for. */
  readonly ask?: string;
  readonly text: string;
}

/** Tasks are left to who draws: a line says them. */
export function drawView(view: View, options: PictureOptions = {}): readonly DrawnSurface[] {
  return takeAll(drawViewSteps(view, options));
}

export interface ViewPictureOptions extends PictureOptions {
  /** Those that are drawn; absent: all, and the questions. */
  readonly only?: (surface: SurfaceId) => boolean;
  /** Characters that all of them show together, about; each ends by `maxText` too. */
  readonly maxTotal?: number;
}

/** A step a surface. */
export function* drawViewSteps(view: View, options: ViewPictureOptions = {}): Steps<readonly DrawnSurface[]> {
  const { only, maxTotal, ...rest } = options;
  let left = maxTotal;
  const draw = (surface: Surface): string => {
    const maxText = left === undefined ? rest.maxText : Math.min(left, rest.maxText ?? left);
    const text = drawText(new Tree(surface, boundedView(view)), { ...rest, ...defined({ maxText }) });
    if (left !== undefined) left = Math.max(0, left - text.length);
    return text;
  };
  const drawn: DrawnSurface[] = [];
  for (const [id, surface] of view.surfaces) {
    if (only?.(id) === false) continue;
    drawn.push({ id, text: draw(derivedSurface(surface, view.limits, () => undefined) ?? surface) });
    yield;
  }
  for (const ask of only === undefined ? view.asks.values() : []) {
    if (!mayApprove(ask)) continue;
    const surface = shownAsk(ask, view.limits);
    drawn.push({ id: surface.id, ask: ask.ask, text: draw(surface) });
    yield;
  }
  return drawn;
}
